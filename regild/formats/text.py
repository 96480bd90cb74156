"""Bytes to numbered lines of text, and back, in bounded memory.

Nothing is read beyond the first thing that makes the file hopeless (too large, a line without
end, a picture, an archive, UTF-16), and each of these is one problem that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, repeat
from typing import IO, NamedTuple, NoReturn, Protocol

from regild.formats.encodings import AS_UTF8, NotUtf8
from regild.problems import N_, Findings, Text

MAX_BYTES = 64 * 1024 * 1024
MAX_LINE_BYTES = 256 * 1024
# A file of line ends only would otherwise keep a reader busy for a minute.
MAX_LINES = 4_000_000

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
# Less than a line may be, so that a line without end is soon seen to be one.
_CHUNK = 64 * 1024

_SMALLER = N_("Split it, or take out what is not needed")
_AS_TEXT = N_("Choose the text file itself, or export it as text or CSV in UTF-8")
_SUSPECT = (b"\0", b"\r", b"\b")
# Those of ASCII but the line's end, each by itself: so they are looked for soonest.
_CONTROLS = tuple(bytes([one]) for one in (*range(0x20), 0x7F) if one != ord("\n"))
_PROGRESS_BAR = N_(
    "the line holds carriage returns or backspaces, as a progress bar prints them"
)
_ONLY_DATA = N_("Delete it: only data belongs in the file")
GZIP = b"\x1f\x8b"
_SIGNATURES = {
    b"PK\x03\x04": N_(
        "the file looks like a zip archive or an office document (xlsx, ods, docx), not text"
    ),
    b"\xd0\xcf\x11\xe0": N_("the file looks like an old office document (xls, doc), not text"),
    GZIP: N_("the file looks like a gzip archive, not text"),
    b"%PDF": N_("the file looks like a PDF, not text"),
    b"\x89PNG": N_("the file looks like a PNG picture, not text"),
    b"\xff\xd8\xff": N_("the file looks like a JPEG picture, not text"),
    b"GIF8": N_("the file looks like a GIF picture, not text"),
}


# Its number, counted from 1, its text without the line end, and whether that is known to be
# printable; False says nothing.
Line = tuple[int, str, bool]
# Takes a line's number, what is wrong with it and what to do; None means the whole file.
Report = Callable[[int | None, Text, Text], None]


class ByteSource(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Sink(Protocol):
    """A binary file, or anything else bytes can be written to, such as an HTTP response."""

    def write(self, data: bytes, /) -> object: ...


class Utf8Writer:
    """Writes text to a sink of bytes."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def write(self, text: str) -> object:
        return self._sink.write(text.encode())


def numbered_lines(
    stream: IO[bytes],
    findings: Findings,
    *,
    max_bytes: int,
    noise: Report | None = None,
) -> Iterator[Line]:
    """Every readable line, blank ones included.

    A line that is no text goes to `noise` (by default it is a problem) and is left out. Of
    bytes that are not UTF-8 the file is told once; where they look like Windows-1252 the lines
    are given as such, so that what else is wrong with them is told too.
    """
    for lines in blocks_of_lines(stream, findings, max_bytes=max_bytes, noise=noise):
        if isinstance(lines, PrintableLines):
            yield from lines.numbered()
        else:
            yield from lines


class PrintableLines(NamedTuple):
    """Some lines of ASCII without control characters; `first` is the first one's number."""

    first: int
    text: str

    def numbered(self) -> Iterator[Line]:
        return zip(count(self.first), self.text.split("\n"), repeat(True))


def blocks_of_lines(
    stream: IO[bytes],
    findings: Findings,
    *,
    max_bytes: int,
    noise: Report | None = None,
) -> Iterator[PrintableLines | Iterator[Line]]:
    """The same, many lines at a time, for who can read them all at once."""
    report = noise or findings.problem
    number = 0
    other = NotUtf8()
    for block in _whole_lines(stream, findings, max_bytes=max_bytes):
        refuse_too_many_lines(number + block.count(b"\n") + 1, findings)
        # One look at a block spares each of its lines several.
        printable = block.isascii() and not any(one in block for one in _CONTROLS)
        suspect = len(block) > MAX_LINE_BYTES or any(one in block for one in _SUSPECT)
        whole = None if suspect else _decoded(block)
        if whole is None:
            yield _one_by_one(block, number, findings, report, other, suspect=suspect)
        elif printable:
            yield PrintableLines(number + 1, whole)
        else:
            if not whole.isascii():
                other.utf8_seen()
            yield zip(count(number + 1), whole.split("\n"), repeat(False))
        number += block.count(b"\n") + 1
    if problem := other.problem():
        report(*problem)


def _one_by_one(
    block: bytes,
    number: int,
    findings: Findings,
    report: Report,
    other: NotUtf8,
    *,
    suspect: bool,
) -> Iterator[Line]:
    """Of lines one of which is no text, or too long; `number` are before them."""
    for raw in block.split(b"\n"):
        number += 1
        if suspect:
            if b"\0" in raw:
                _stop_at_nul(raw, number, findings)
            if len(raw) > MAX_LINE_BYTES:
                message = N_("the line is longer than %(most)s bytes", most=MAX_LINE_BYTES)
                findings.stop(number, message, _AS_TEXT)
            if raw.endswith(b"\r"):
                raw = raw.removesuffix(b"\r")
                findings.encoding = findings.encoding._replace(crlf=True)
            if b"\r" in raw or b"\b" in raw:
                report(number, _PROGRESS_BAR, _ONLY_DATA)
                continue
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            other.seen(number, raw, error)
            if report != findings.problem or not other.windows_1252:
                continue
            text = raw.decode("cp1252")
        else:
            if not text.isascii():
                other.utf8_seen()
        yield number, text, False


def read_bounded(stream: ByteSource, findings: Findings, *, max_bytes: int) -> bytes:
    """The whole file, reading no further than one chunk after `max_bytes`."""
    chunks: list[bytes] = []
    total = 0
    while chunk := stream.read(_CHUNK):
        chunks.append(chunk)
        total += len(chunk)
        if total > max_bytes:
            _stop_too_large(findings, max_bytes)
    return b"".join(chunks)


def refuse_other_than_text(head: bytes, findings: Findings) -> bytes:
    """Stops at a file whose first bytes are no UTF-8 text; takes the byte order mark off."""
    if head.startswith(_UTF16_BOMS):
        findings.stop(1, N_("the file is written in UTF-16, not UTF-8"), AS_UTF8)
    for signature, looks_like in _SIGNATURES.items():
        if head.startswith(signature):
            findings.stop(None, looks_like, _AS_TEXT)
    if head.startswith(BYTE_ORDER_MARK):
        findings.encoding = findings.encoding._replace(byte_order_mark=True)
        findings.notice(
            1,
            N_("the file starts with a byte order mark, which was left out"),
            N_("Save it without one for other programs: semdis_eval.py stops at it"),
        )
    return head.removeprefix(BYTE_ORDER_MARK)


def _whole_lines(stream: ByteSource, findings: Findings, *, max_bytes: int) -> Iterator[bytes]:
    """The file in pieces of whole lines, each without the last line's end."""
    begun = b""
    total = 0
    while chunk := stream.read(_CHUNK):
        if total == 0:
            chunk = refuse_other_than_text(chunk, findings)
        total += len(chunk)
        excess = max(0, total - max_bytes)
        block, end, begun = (begun + chunk[: len(chunk) - excess]).rpartition(b"\n")
        if end:
            yield block
        if excess:
            _stop_too_large(findings, max_bytes)
        if len(begun) > MAX_LINE_BYTES:
            # Refused for its length, or for what it holds: no need to see its end.
            yield begun
    if begun:
        yield begun


def _decoded(block: bytes) -> str | None:
    try:
        return block.decode()
    except UnicodeDecodeError:
        return None


def refuse_too_many_lines(count: int, findings: Findings) -> None:
    if count > MAX_LINES:
        message = N_("the file has more than %(most)s lines", most=MAX_LINES)
        findings.stop(None, message, _SMALLER)


def _stop_at_nul(raw: bytes, number: int, findings: Findings) -> NoReturn:
    # UTF-16 without a mark: every ASCII character has a NUL beside it, always on one side. The
    # line end is counted too, or one NUL after two letters would do.
    halves = raw[0::2].count(0), raw[1::2].count(0)
    if min(halves) == 0 and max(halves) * 4 > len(raw) + 1:
        findings.stop(number, N_("the file looks like UTF-16, not UTF-8"), AS_UTF8)
    message = N_("the line holds NUL bytes: this is not a text file")
    findings.stop(number, message, _AS_TEXT)


def _stop_too_large(findings: Findings, max_bytes: int) -> NoReturn:
    message = N_("the file is larger than %(most)s bytes", most=max_bytes)
    findings.stop(None, message, _SMALLER)
