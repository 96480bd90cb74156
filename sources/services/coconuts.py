"""Make sets of utterances from a tagged corpus, for whoever has no shell. Nothing is stored."""

import shutil
import tempfile
from pathlib import Path, PurePath
from typing import NamedTuple

from regild.formats.tagged import Column, read_tagged
from regild.problems import N_, BadFile, BadFiles, FileProblem, Source
from regild.tasks.utterances.coconuts import Options, make_coconuts
from regild.tasks.utterances.sets import as_text

# Unpacked. Brown's million words are 10 MB of it.
MOST_BYTES = 128 * 1024 * 1024


class MadeSets(NamedTuple):
    """`text` is the file of them, as `regild coconuts` writes it."""

    text: str
    sets: int
    sentences: int


def make_sets(corpus: Source, options: Options, *, column: Column = "xpos") -> MadeSets:
    """Raises BadFiles where the corpus cannot be read, or has too little of the tag."""
    suffix = PurePath(corpus.name).suffix
    with tempfile.TemporaryDirectory(prefix="regild-corpus-") as folder:
        path = Path(folder) / f"corpus{suffix}"
        with path.open("wb") as file:
            shutil.copyfileobj(corpus.stream, file)
        try:
            found = read_tagged(path, column=column, max_bytes=MOST_BYTES)
            coconuts = make_coconuts(found.sentences, options)
        except ValueError as wrong:
            message = N_("no sets can be made of it: %(fault)s", fault=str(wrong))
            remedy = N_("Give word/tag as in the Brown corpus, or CoNLL-U, or ask for fewer")
            raise BadFiles(
                [BadFile(corpus.name, [FileProblem(None, message, remedy)])]
            ) from wrong
    return MadeSets(as_text(coconuts), len(coconuts.sets), len(found.sentences))
