"""How many senses a word has: a table of word, pos and senses, or WordNet's own index files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from regild.formats.limits import check_substitute, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.formats.wordnet_zip import ZIP, unpacked_wordnet
from regild.problems import N_, BadFile, BadFiles, Encoding, FileProblem, Findings, Reading

_COLUMNS = Columns(known=("word", "pos", "senses"), needed=("word", "pos", "senses"))
PARTS_OF_SPEECH = ("n", "v", "a", "r")
_INDEX = {"index.noun": "n", "index.verb": "v", "index.adj": "a", "index.adv": "r"}

# Of a word and its part of speech.
SenseCount = tuple[tuple[str, str], int]


def read_sense_counts(path: str | os.PathLike[str]) -> Reading[SenseCount]:
    """A table, or WordNet's folder or a ZIP of it. Raises BadFile, or BadFiles with the
    problems of all its files, and OSError for what cannot be opened."""
    place = Path(path)
    if place.is_dir():
        return _in_folder(place)
    with place.open("rb") as stream:
        if stream.read(len(ZIP)) != ZIP:
            stream.seek(0)
            return read_senses_table(stream, name=str(place))
    with unpacked_wordnet(place) as folder:
        return _in_folder(folder)


def _in_folder(place: Path) -> Reading[SenseCount]:
    counts: list[SenseCount] = []
    bad: list[BadFile] = []
    for name, pos in _INDEX.items():
        if (place / name).is_file():
            with (place / name).open("rb") as stream:
                try:
                    found = read_wordnet_index(stream, name=str(place / name), pos=pos)
                except BadFile as one:
                    bad.append(one)
                else:
                    counts += found.records
    if not counts and not bad:
        message = N_("the folder has no index file of WordNet, such as index.noun")
        problem = FileProblem(None, message, N_("Choose the folder that has them"))
        bad.append(BadFile(str(place), [problem]))
    if bad:
        raise BadFiles(bad)
    return Reading(tuple(counts), (), Encoding())


def read_senses_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[SenseCount]:
    findings = Findings(name)

    def entries() -> Iterator[SenseCount]:
        first_lines: dict[tuple[str, str], int] = {}
        for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
            word, pos, senses = (cells[column].strip() for column in _COLUMNS.known)
            if pos not in PARTS_OF_SPEECH:
                message = N_("%(text)s is none of n, v, a and r", text=shown(pos))
                findings.problem(line, message, N_("Write the part of speech as one letter"))
            if not (senses.isascii() and senses.isdigit() and 0 < int(senses) < 10_000):
                message = N_("%(text)s is not a number of senses", text=shown(senses))
                findings.problem(line, message, N_("Write a whole number from 1"))
                continue
            first_line = first_lines.setdefault((word, pos), line)
            if first_line != line:
                message = N_(
                    "the word %(word)s is already on line %(first_line)s",
                    word=shown(word),
                    first_line=first_line,
                )
                findings.repeated(line, message)
            elif check_substitute(findings, line, word):
                yield (word, pos), int(senses)

    return findings.reading(entries())


def read_wordnet_index(
    stream: IO[bytes], *, name: str, pos: str, max_bytes: int = MAX_BYTES
) -> Reading[SenseCount]:
    """`lemma pos synset_cnt …` (wndb(5WN)); the licence above it begins with blanks."""
    findings = Findings(name)

    def entries() -> Iterator[SenseCount]:
        for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
            if not text.strip() or text.startswith(" "):
                continue
            cells = text.split()
            if len(cells) < 3 or not (cells[2].isascii() and cells[2].isdigit()):
                message = N_("%(text)s is no line of WordNet's index", text=shown(text))
                findings.problem(line, message, N_("Choose WordNet's files as they came"))
                continue
            yield (cells[0].replace("_", " "), pos), int(cells[2])

    return findings.reading(entries())
