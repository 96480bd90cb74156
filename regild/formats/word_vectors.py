"""Vectors of words as word2vec writes them, as text or binary.

Text is a line a word, its numbers behind it with blanks between; the first line may say how
many words there are and how many numbers each has (without it: GloVe's). Binary begins with
that line, and each word, a blank and its numbers of four bytes follow.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import IO, NamedTuple

from regild.arrays import Array, np
from regild.formats.limits import shown
from regild.formats.text import numbered_lines
from regild.problems import N_, Findings, Reading, Text

MAX_BYTES = 8 * 1024 * 1024 * 1024
# Four bytes each.
MAX_NUMBERS = 1_000_000_000
MAX_LENGTH = 20_000
_HEAD_BYTES = 64 * 1024
_MAX_WORD_BYTES = 1_000

_AGAIN = N_("Fetch or write the file again")


class WordVectors(NamedTuple):
    """A row of `matrix` a word; `place_of` says which."""

    words: Sequence[str]
    place_of: Mapping[str, int]
    matrix: Array

    def about(self) -> str:
        return f"{len(self.words)} words with vectors of {self.matrix.shape[1]} numbers"


def read_word_vectors(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[WordVectors]:
    """`stream` can seek."""
    findings = Findings(name)
    head = stream.read(_HEAD_BYTES)
    stream.seek(0)
    said = _said(head.partition(b"\n")[0])
    kept = _Kept(findings)
    if said is not None:
        _check_said(findings, *said)
    if said is not None and _is_binary(head):
        _read_binary(stream, kept, *said)
    else:
        _read_text(stream, kept, said, max_bytes)
    if said is not None and kept.seen != said[0]:
        message = N_(
            "the file says %(said)s vectors and has %(found)s", said=said[0], found=kept.seen
        )
        findings.problem(1, message, _AGAIN)
    return findings.reading([kept.vectors()] if kept.place_of else [])


class _Kept:
    """What was read, each word once; `seen` counts those left out too."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.place_of: dict[str, int] = {}
        self.numbers = array("f")
        self.seen = 0

    def keep(self, line: int, word: str, numbers: array[float]) -> None:
        if word in self.place_of:
            message = N_("the word %(word)s is there twice", word=shown(word))
            self.findings.notice(line, message, N_("The first of its vectors counts"))
            return
        if len(self.numbers) + len(numbers) > MAX_NUMBERS:
            message = N_("there are more than %(most)s numbers", most=MAX_NUMBERS)
            self.findings.stop(line, message, N_("Take the most frequent words alone"))
        self.place_of[word] = len(self.place_of)
        self.numbers.extend(numbers)

    def vectors(self) -> WordVectors:
        matrix = np.frombuffer(self.numbers, dtype=np.float32)
        return WordVectors(
            tuple(self.place_of), self.place_of, matrix.reshape(len(self.place_of), -1)
        )


def _said(first: bytes) -> tuple[int, int] | None:
    cells = first.split()
    if len(cells) == 2 and all(cell.isdigit() and len(cell) < 12 for cell in cells):
        return int(cells[0]), int(cells[1])
    return None


def _check_said(findings: Findings, words: int, length: int) -> None:
    if not (0 < length <= MAX_LENGTH and 0 < words * length <= MAX_NUMBERS):
        message = N_(
            "%(words)s vectors of %(length)s numbers are more than can be read, or none",
            words=words,
            length=length,
        )
        findings.stop(1, message, N_("Take the most frequent words alone"))


def _is_binary(head: bytes) -> bool:
    """What is cut off at the end of the head may be half a character."""
    body = head.partition(b"\n")[2]
    if b"\0" in body:
        return True
    try:
        body[:-4].decode()
    except UnicodeDecodeError as error:
        return error.start < len(body) - 8
    return False


def _read_text(
    stream: IO[bytes], kept: _Kept, said: tuple[int, int] | None, max_bytes: int
) -> None:
    findings, length = kept.findings, said[1] if said else 0
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
        if (line == 1 and said) or not text.strip():
            continue
        word, *cells = text.split()
        kept.seen += 1
        length = length or len(cells)
        if len(cells) != length or not cells:
            findings.problem(line, _wrong_length(len(cells), length), _AGAIN)
            continue
        try:
            numbers = array("f", map(float, cells))
        except (ValueError, OverflowError):
            numbers = array("f", [float("nan")])
        if not isfinite(sum(numbers)):
            findings.problem(line, N_("not all of the vector are numbers"), _AGAIN)
            continue
        kept.keep(line, word, numbers)


def _read_binary(stream: IO[bytes], kept: _Kept, words: int, length: int) -> None:
    """Lines are the numbers of the vectors, the first line being the file's first."""
    findings = kept.findings
    stream.readline(100)
    for line in range(2, words + 2):
        word = _word(stream, findings, line)
        block = stream.read(4 * length)
        if len(block) < 4 * length:
            message = _wrong_length(len(block) // 4, length)
            findings.problem(line, message, _AGAIN)
            return
        kept.seen += 1
        numbers = array("f")
        numbers.frombytes(np.frombuffer(block, dtype="<f4").astype(np.float32).tobytes())
        if not isfinite(sum(numbers)):
            findings.problem(line, N_("not all of the vector are numbers"), _AGAIN)
        elif word is not None:
            kept.keep(line, word, numbers)


def _word(stream: IO[bytes], findings: Findings, line: int) -> str | None:
    raw = bytearray()
    while (byte := stream.read(1)) not in (b" ", b""):
        raw += byte
        if len(raw) > _MAX_WORD_BYTES:
            message = N_("there is no word before vector %(number)s", number=line - 1)
            findings.stop(line, message, _AGAIN)
    try:
        return raw.decode().lstrip("\n") or None
    except UnicodeDecodeError:
        message = N_("the word of vector %(number)s is not UTF-8", number=line - 1)
        findings.notice(line, message, N_("It was left out"))
        return None


def _wrong_length(found: int, length: int) -> Text:
    return N_(
        "the vector has %(found)s numbers instead of %(length)s", found=found, length=length
    )
