"""Tagged corpora as they come: Brown's, in a folder or a ZIP, and CoNLL-U."""

from zipfile import ZipFile

import pytest

from regild.formats.tagged import NO_TAGS, Token, read_tagged

BROWN = """

\tThe/at dog/nn ate/vbd 1/2/cd of/in it/ppo ./.


\tA/at cat/nn slept/vbd ;/.
"""
CONLLU = """\
# text = Il va au bois.
1\tIl\til\tPRON\t_\t_\t2\tnsubj\t_\t_
2\tva\taller\tVERB\tVB\t_\t0\troot\t_\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\tà\tADP\tIN\t_\t5\tcase\t_\t_
4\tle\tle\tDET\tDT\t_\t5\tdet\t_\t_
5\tbois\tbois\tNOUN\tNN\t_\t2\tobl\t_\tSpaceAfter=No

1\tFin\tfin\tNOUN\tNN\t_\t0\troot\t_\t_
"""
FIRST = (
    Token("The", "at"),
    Token("dog", "nn"),
    Token("ate", "vbd"),
    Token("1/2", "cd"),
    Token("of", "in"),
    Token("it", "ppo"),
    Token(".", "."),
)


def test_a_folder_is_read_in_the_order_of_names_and_prose_is_left_out(tmp_path):
    (tmp_path / "b").write_text("Birds/nns fly/vb ./.")
    (tmp_path / "a").write_text(BROWN)
    (tmp_path / "README").write_text("A corpus and/or texts.")
    found = read_tagged(tmp_path)
    assert [len(one) for one in found.sentences] == [7, 4, 3]
    assert found.sentences[0] == FIRST
    assert found.left_out == ("README",)


def test_a_zip_is_read_as_its_folder(tmp_path):
    with ZipFile(tmp_path / "corpus.zip", "w") as archive:
        archive.writestr("corpus/b", "Birds/nns fly/vb ./.")
        archive.writestr("corpus/a", BROWN)
    found = read_tagged(tmp_path / "corpus.zip").sentences
    assert [len(one) for one in found] == [7, 4, 3]


def test_of_conllu_words_are_read_and_not_what_they_are_contracted_to(tmp_path):
    (tmp_path / "fr.conllu").write_text(CONLLU)
    found = read_tagged(tmp_path / "fr.conllu").sentences
    assert [token.word for token in found[0]] == ["Il", "va", "à", "le", "bois"]
    # Where a column is empty the other stands in for it.
    assert [token.tag for token in found[0]] == ["PRON", "VB", "IN", "DT", "NN"]
    assert found[1] == (Token("Fin", "NN"),)
    by_upos = read_tagged(tmp_path / "fr.conllu", column="upos").sentences
    assert [token.tag for token in by_upos[0]] == ["PRON", "VERB", "ADP", "DET", "NOUN"]


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.txt", b"Nothing but prose, and/or verse.", NO_TAGS),
        ("a.txt", b"", NO_TAGS),
        ("a.txt", "caf\u00e9/nn".encode("latin-1"), "a.txt is not UTF-8"),
        ("a.zip", b"PK no archive", "a ZIP that is broken"),
    ],
)
def test_what_is_no_tagged_corpus_is_refused(tmp_path, name, data, reason):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(ValueError, match=reason):
        read_tagged(tmp_path / name)
