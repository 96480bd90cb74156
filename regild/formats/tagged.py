"""Corpora whose words have a part of speech: `word/tag` as in Brown's, and CoNLL-U.

A corpus is a file, a folder of them or a ZIP; which of the two a file is, its own lines say.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, NamedTuple
from zipfile import ZipFile, ZipInfo

from regild.formats.zips import UNREADABLE_ZIP

# A small ZIP can hold more than any memory.
MAX_CORPUS_BYTES = 1024 * 1024 * 1024

NO_TAGS = "no word/tag and no CoNLL-U in it"
_BROKEN_ZIP = "a ZIP that is broken, or locked"
Column = Literal["xpos", "upos"]
_COLUMNS: dict[Column, int] = {"upos": 3, "xpos": 4}
# Words of several syntactic words and empty nodes have no line of one word.
_WORD_LINE = re.compile(r"[0-9]+\t")
_SLASHED = re.compile(r"\S+/[^\s/]+")


class Token(NamedTuple):
    word: str
    tag: str


TaggedSentence = tuple[Token, ...]


@dataclass(frozen=True)
class TaggedCorpus:
    """`left_out` are the files without a tag, such as a README beside the texts."""

    sentences: tuple[TaggedSentence, ...]
    left_out: tuple[str, ...] = ()


def read_tagged(
    path: str | os.PathLike[str], *, column: Column = "xpos", max_bytes: int = MAX_CORPUS_BYTES
) -> TaggedCorpus:
    """`column` is that of CoNLL-U; where it holds `_`, the other stands in for it. Raises
    OSError for what cannot be opened, ValueError for what is no tagged corpus."""
    sentences: list[TaggedSentence] = []
    left_out = []
    for name, found in tagged_files(path, column=column, max_bytes=max_bytes):
        sentences += found
        if not found:
            left_out.append(name)
    if not sentences:
        raise ValueError(NO_TAGS)
    return TaggedCorpus(tuple(sentences), tuple(left_out))


def looks_tagged(beginning: str) -> bool:
    """Of the whole lines that a text begins with."""
    return next(_sentences(beginning, "xpos"), None) is not None


def tagged_files(
    path: str | os.PathLike[str], *, column: Column = "xpos", max_bytes: int = MAX_CORPUS_BYTES
) -> Iterator[tuple[str, list[TaggedSentence]]]:
    """Each file with its sentences, none where nothing is tagged; one at a time, for whoever
    need not keep them."""
    for name, text in _files(Path(path), max_bytes):
        yield name, [*_sentences(text, column)]


def _files(path: Path, max_bytes: int) -> Iterator[tuple[str, str]]:
    """In the order of their names, so that a seed draws the same everywhere."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and not file.name.startswith("."):
                yield str(file.relative_to(path)), _decoded(file.name, file.read_bytes())
    elif path.suffix.lower() == ".zip":
        yield from _in_archive(path, max_bytes)
    else:
        yield path.name, _decoded(path.name, path.read_bytes())


def _in_archive(path: Path, max_bytes: int) -> Iterator[tuple[str, str]]:
    with path.open("rb") as stream:
        archive = _opened(stream)
        files = sorted(
            (one for one in archive.infolist() if not one.filename.endswith("/")),
            key=lambda one: one.filename,
        )
        if sum(one.file_size for one in files) > max_bytes:
            raise ValueError(f"more than {max_bytes // 2**20} MB when unpacked")
        for file in files:
            yield file.filename, _decoded(file.filename, _unpacked(archive, file))


def _opened(stream: IO[bytes]) -> ZipFile:
    try:
        return ZipFile(stream)
    except UNREADABLE_ZIP as broken:
        raise ValueError(_BROKEN_ZIP) from broken


def _unpacked(archive: ZipFile, file: ZipInfo) -> bytes:
    try:
        return archive.read(file)
    except UNREADABLE_ZIP as broken:
        raise ValueError(_BROKEN_ZIP) from broken


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = data.count(b"\n", 0, wrong.start) + 1
        raise ValueError(f"{name} is not UTF-8 in line {line}") from wrong


def _sentences(text: str, column: Column) -> Iterator[TaggedSentence]:
    lines = text.splitlines()
    if any(_WORD_LINE.match(line) and line.count("\t") == 9 for line in lines):
        yield from _conllu(lines, column)
    elif _is_slashed(lines):
        for line in lines:
            if tokens := tuple(_slashed(line)):
                yield tokens


def _conllu(lines: Iterable[str], column: Column) -> Iterator[TaggedSentence]:
    """A sentence ends at an empty line."""
    place = _COLUMNS[column]
    other = sum(_COLUMNS.values()) - place
    tokens: list[Token] = []
    for line in (*lines, ""):
        if not line.strip():
            if tokens:
                yield tuple(tokens)
            tokens = []
        elif _WORD_LINE.match(line):
            cells = line.split("\t")
            if len(cells) != 10:
                raise ValueError(f"a line of CoNLL-U without ten columns: {line[:60]}")
            tag = cells[place] if cells[place] != "_" else cells[other]
            tokens.append(Token(cells[1], tag))


def _is_slashed(lines: Iterable[str]) -> bool:
    """Prose has a slash now and then; of tagged text nearly every word has one."""
    words = [word for line in lines for word in line.split()]
    return 2 * sum(_SLASHED.fullmatch(word) is not None for word in words) > len(words)


def _slashed(line: str) -> Iterator[Token]:
    """The last slash is the one: Brown's has `1/2/cd`, and `//,` for a slash itself."""
    for word in line.split():
        form, slash, tag = word.rpartition("/")
        if slash and form and tag:
            yield Token(form, tag)


def texts_of(
    path: str | os.PathLike[str], *, max_bytes: int = MAX_CORPUS_BYTES
) -> Iterator[tuple[str, str]]:
    """Each file of a corpus with its text, whatever is in it."""
    return _files(Path(path), max_bytes)


def is_slashed(text: str) -> bool:
    return _is_slashed(text.splitlines())


def is_conllu(text: str) -> bool:
    return any(_WORD_LINE.match(line) and line.count("\t") == 9 for line in text.splitlines())
