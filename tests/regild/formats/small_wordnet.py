"""A WordNet of a few words of our own, in Princeton's form (wndb(5WN))."""

LICENCE = "  1 This is ours.  \n"

DATA_NOUN = """\
00000100 06 n 03 boat 0 craft 0 small_boat 0 001 @ 00000300 n 0000 | floats
00000200 06 n 02 boat 1 gravy_boat 0 002 @ 00000400 n 0000 @i 00000300 n 0000 | holds sauce
00000300 06 n 02 vessel 0 watercraft 0 000 | goes on water
00000400 06 n 02 dish 0 bowl 0 001 @ 00000300 n 0000 | for food
"""
INDEX_NOUN = """\
boat n 2 1 @ 2 1 00000100 00000200
bowl n 1 1 @ 1 0 00000400
craft n 1 1 @ 1 0 00000100
dish n 1 1 @ 1 0 00000400
gravy_boat n 1 1 @ 1 0 00000200
small_boat n 1 1 @ 1 0 00000100
vessel n 1 0 1 0 00000300
watercraft n 1 0 1 0 00000300
"""
DATA_ADJ = """\
00000500 00 a 02 glad 0 happy(p) 0 002 & 00000600 a 0000 ! 00000700 a 0101 | pleased
00000600 00 s 02 cheerful 0 merry 0 001 & 00000500 a 0000 | in good spirits
00000700 00 a 01 sad 0 001 ! 00000500 a 0101 | not glad
"""
INDEX_ADJ = """\
cheerful a 1 1 & 1 0 00000600
glad a 1 2 & ! 1 1 00000500
happy a 1 2 & ! 1 1 00000500
merry a 1 1 & 1 0 00000600
sad a 1 1 ! 1 1 00000700
"""
COUNTS = """\
boat%1:06:00:: 1 20
craft%1:06:00:: 1 1
small_boat%1:06:00:: 1 7
vessel%1:06:00:: 1 2
watercraft%1:06:00:: 1 3
merry%5:00:00:glad:00 1 4
"""
FILES = {
    "data.noun": LICENCE + DATA_NOUN,
    "index.noun": LICENCE + INDEX_NOUN,
    "data.adj": LICENCE + DATA_ADJ,
    "index.adj": LICENCE + INDEX_ADJ,
    "cntlist.rev": COUNTS,
    "noun.exc": "boaten boat\n",
}


def write_wordnet(folder, **changed):
    """`changed` are texts by file name with `_` for the dot; None leaves the file out."""
    folder.mkdir(exist_ok=True)
    files = FILES | {name.replace("_", ".", 1): text for name, text in changed.items()}
    for name, text in files.items():
        if text is not None:
            (folder / name).write_text(text)
    return folder
