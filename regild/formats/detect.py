"""Readers that take any format: by the file's suffix, else by how its content begins.

What reads XML and SWORDS is imported where such a file is read: it brings along parsers that
take longer to load than a gold takes to read.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import IO, Literal, NoReturn, cast

from regild.formats.answers import OnRepeated, read_answers
from regild.formats.answers_table import read_answers_table
from regild.formats.counting import count_lines, count_marks, staying
from regild.formats.gold import gold_of_lines, read_gold
from regild.formats.long import (
    gold_of_table,
    read_gold_table,
    read_ratings_table,
    read_sentences_table,
    sentences_of_table,
)
from regild.formats.ranked import RANKED, read_ranked
from regild.formats.records import (
    AnswerRecord,
    FirstLines,
    GoldRecord,
    RatingRecord,
    SentenceRecord,
)
from regild.formats.rows import count_rows
from regild.formats.text import BYTE_ORDER_MARK, GZIP, MAX_BYTES
from regild.formats.trec import is_qrel, is_run_line, read_qrels, read_run
from regild.formats.tsar import is_tsar_line, read_tsar_answers, read_tsar_gold
from regild.problems import N_, Findings, Reading, Text

Format = Literal["xml", "lines", "ranked", "table", "swords", "tsar", "qrels", "run"]

# Any other suffix, or none, says too little: a .txt may be lines or a table, a .json may be
# SWORDS or JSON lines.
_SUFFIXES: dict[str, Format] = {
    ".xml": "xml",
    ".csv": "table",
    ".tsv": "table",
    ".jsonl": "table",
}
# Told by their first line, whatever the suffix: what TSAR and TREC call .tsv and .txt.
_FIRST_LINES: Mapping[Format, Callable[[str], bool]] = {
    "tsar": is_tsar_line,
    "qrels": is_qrel,
    "run": is_run_line,
}
_UNMISTAKABLE = frozenset({*_FIRST_LINES, "ranked"})
_ANSWERS_OF: Mapping[Format, Callable[..., Reading[AnswerRecord]]] = {
    "lines": read_answers,
    # Refused line by line: who gives a gold in their place is told what a line looks like.
    "qrels": read_answers,
    "ranked": read_ranked,
    "run": read_run,
    "tsar": read_tsar_answers,
    "table": read_answers_table,
}
_HEAD_BYTES = 64 * 1024
# Of a gold table that is not read whole.
_ROWS_AT_A_TIME = 100_000


def read_sentences(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[SentenceRecord]:
    """From XML, a table or SWORDS."""
    format, whole = _opened(stream, name)
    if format == "xml":
        from regild.formats.corpus_xml import read_sentences_xml

        return read_sentences_xml(whole, name=name, max_bytes=max_bytes)
    if format == "swords":
        from regild.formats.swords import read_swords, sentences_of

        (swords,), notices, encoding = read_swords(whole, name=name, max_bytes=max_bytes)
        return Reading(sentences_of(swords), notices, encoding)
    return read_sentences_table(whole, name=name, max_bytes=max_bytes)


def sentences_one_by_one(
    stream: IO[bytes], findings: Findings, first_lines: FirstLines
) -> Iterator[SentenceRecord] | None:
    """The records of a table, for whoever need not keep them. None for other forms, which are
    read whole; the stream, which has to seek, is then where it was."""
    if _format_here(stream, findings.name) != "table":
        return None
    return sentences_of_table(stream, findings, first_lines=first_lines)


def gold_one_by_one(
    stream: IO[bytes], findings: Findings, first_lines: FirstLines
) -> Iterator[GoldRecord] | None:
    """The same of a gold of lines, or of a table."""
    format = _format_here(stream, findings.name)
    if format == "table":
        return gold_of_table(stream, findings, parts=1 + count_lines(stream) // _ROWS_AT_A_TIME)
    if format == "lines":
        return gold_of_lines(stream, findings, first_lines=first_lines)
    return None


def count_sentences(stream: IO[bytes], *, name: str, most: int) -> int:
    """How many sentences a file holds, or somewhat more where there are no more than `most`.
    What is wrong with the file is no matter; the stream is then where it was."""
    format = _format_here(stream, name)
    if format == "swords":
        return _count_targets(stream)
    if format != "table":
        return count_marks(stream, b"<instance")
    lines = count_lines(stream)
    if lines <= most:
        return lines
    # A cell may have many lines.
    with staying(stream):
        return count_rows(stream)


def _count_targets(stream: IO[bytes]) -> int:
    with staying(stream):
        packed = stream.read(len(GZIP)) == GZIP
    with staying(stream), suppress(OSError, EOFError, zlib.error):
        whole = gzip.GzipFile(fileobj=stream) if packed else stream
        return count_marks(cast(IO[bytes], whole), b'"offset"')
    return 0


def _format_here(stream: IO[bytes], name: str) -> Format:
    with staying(stream):
        return _opened(stream, name)[0]


def read_gold_any(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    swords_source: str | None = None,
) -> Reading[GoldRecord]:
    """From lines, a table, TSAR's lines, TREC's qrels or SWORDS: there, what `swords_source`
    proposed, or without one what the labels accept."""
    format, whole = _opened(stream, name)
    if format == "swords":
        from regild.formats.swords import gold_by_label, gold_by_source, read_swords

        (swords,), notices, encoding = read_swords(whole, name=name, max_bytes=max_bytes)
        if swords_source is None:
            return Reading(gold_by_label(swords), notices, encoding)
        return Reading(gold_by_source(swords, swords_source), notices, encoding)
    if format == "table":
        return read_gold_table(whole, name=name, max_bytes=max_bytes)
    if format == "tsar":
        return read_tsar_gold(whole, name=name, max_bytes=max_bytes)
    if format == "qrels":
        return read_qrels(whole, name=name, max_bytes=max_bytes)
    if format in ("lines", "ranked", "run"):
        return read_gold(whole, name=name, max_bytes=max_bytes)
    remedy = N_("Choose lines, a table or SWORDS")
    _refuse(name, N_("XML holds sentences, not gold"), remedy)


def read_answers_any(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
    on_repeated: OnRepeated = "refuse",
    skip_noise: bool = False,
) -> Reading[AnswerRecord]:
    """From lines, ranked ones with scores, TSAR's, TREC's run, a table or a result of SWORDS.

    `skip_noise` is for lines and a run, `on_repeated` for those of which each holds all that a
    system says of a sentence: the others have no such fault.
    """
    format, whole = _opened(stream, name)
    if format == "xml":
        message = N_("XML and SWORDS hold no system's answers")
        _refuse(name, message, N_("Choose lines, a table or a result (.lsr.json)"))
    if format == "swords":
        from regild.formats.swords_results import read_swords_results

        return read_swords_results(
            whole, name=name, max_bytes=max_bytes, max_answers=max_answers
        )
    read = partial(_ANSWERS_OF[format], whole, name=name, max_bytes=max_bytes)
    read = partial(read, max_answers=max_answers)
    if format == "table":
        return read()
    if format == "run":
        return read(skip_noise=skip_noise)
    return read(on_repeated=on_repeated, skip_noise=skip_noise)


def read_ratings_any(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[RatingRecord]:
    """From a table, whatever its separator."""
    format, whole = _opened(stream, name)
    if format in ("xml", "swords"):
        message = N_("XML and SWORDS do not say who rated what")
        _refuse(name, message, N_("Choose a table"))
    return read_ratings_table(whole, name=name, max_bytes=max_bytes)


def _opened(stream: IO[bytes], name: str) -> tuple[Format, IO[bytes]]:
    """The format, and the stream from its beginning: it need not be one that can seek."""
    head = stream.read(_HEAD_BYTES)
    whole = io.BufferedReader(_Rejoined(head, stream))
    format = _format_of(head)
    if format not in _UNMISTAKABLE:
        format = _SUFFIXES.get(os.path.splitext(name)[1].lower(), format)
    return format, whole


def _format_of(head: bytes) -> Format:
    if head.startswith(GZIP):
        return "swords"
    start = head.removeprefix(BYTE_ORDER_MARK).lstrip()
    first_line = start.partition(b"\n")[0].lower()
    if start.startswith(b"<"):
        return "xml"
    if start.startswith(f"{RANKED}\t".encode()):
        return "ranked"
    if start.startswith(b"{"):
        return "table" if b'"sentence"' in first_line else "swords"
    line = start.partition(b"\n")[0].decode(errors="replace")
    for format, begins in _FIRST_LINES.items():
        if begins(line):
            return format
    names = (name.strip(b' "\r') for name in re.split(rb"[,;\t]", first_line))
    return "table" if b"sentence" in names else "lines"


def has_columns(path: str | os.PathLike[str], *names: str) -> bool:
    """Whether the first line of a table names them all."""
    with open(path, "rb") as stream:
        first_line = stream.read(_HEAD_BYTES).removeprefix(BYTE_ORDER_MARK).lstrip()
    first_line = first_line.partition(b"\n")[0]
    present = {name.strip(b' "{}:\r') for name in re.split(rb"[,;\t:]", first_line.lower())}
    return all(name.encode() in present for name in names)


class _Rejoined(io.RawIOBase):
    """Bytes already read, then the rest of the stream they came from, which stays open."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        super().__init__()
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        piece = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _refuse(name: str, message: Text, remedy: Text) -> NoReturn:
    Findings(name).stop(None, message, remedy)
