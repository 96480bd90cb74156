"""Bytes to numbered lines of text, and back, in bounded memory.

Nothing is read beyond the first thing that makes the file hopeless (too large, a line without
end, a picture, an archive, UTF-16), and each of these is one problem that says what to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO, NamedTuple, NoReturn, Protocol

from campaigns.formats.problems import Findings

MAX_BYTES = 64 * 1024 * 1024
MAX_LINE_BYTES = 256 * 1024
# A file of line ends only would otherwise keep a reader busy for a minute.
MAX_LINES = 4_000_000

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_CHUNK = 1024 * 1024

_AS_UTF8 = "Save it again as UTF-8 (in Notepad: Save as, Encoding UTF-8)"
_SMALLER = "Split it, or take out what is not needed"
_AS_TEXT = "Choose the text file itself, or export it as text or CSV in UTF-8"
GZIP = b"\x1f\x8b"
_SIGNATURES = {
    b"PK\x03\x04": "a zip archive or an office document (xlsx, ods, docx)",
    b"\xd0\xcf\x11\xe0": "an old office document (xls, doc)",
    GZIP: "a gzip archive",
    b"%PDF": "a PDF",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
}


class Line(NamedTuple):
    number: int
    text: str


class Source(Protocol):
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
    noise: Callable[[int, str, str], None] | None = None,
) -> Iterator[Line]:
    """Every readable line without its line end, blank ones included, counted from 1.

    A line that is no text goes to `noise` (by default it is a problem) and is left out.
    """
    report = noise or findings.problem
    number = total = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        refuse_too_many_lines(number, findings)
        total += len(raw)
        if number == 1:
            raw = refuse_other_than_text(raw, findings)
        if b"\0" in raw:
            _stop_at_nul(raw, number, findings)
        if len(raw) > MAX_LINE_BYTES:
            findings.stop(number, f"the line is longer than {MAX_LINE_BYTES} bytes", _AS_TEXT)
        if total > max_bytes:
            _stop_too_large(findings, max_bytes)
        raw = raw.removesuffix(b"\n")
        if raw.endswith(b"\r"):
            raw = raw.removesuffix(b"\r")
            findings.encoding = findings.encoding._replace(crlf=True)
        if b"\r" in raw or b"\b" in raw:
            report(
                number,
                "the line holds carriage returns or backspaces, as a progress bar prints them",
                "Delete it: only data belongs in the file",
            )
            continue
        try:
            yield Line(number, raw.decode())
        except UnicodeDecodeError as error:
            byte = f"byte {error.start + 1} of the line (0x{raw[error.start]:02X})"
            report(number, f"{byte} is not UTF-8", _AS_UTF8)


def read_bounded(stream: Source, findings: Findings, *, max_bytes: int) -> bytes:
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
        findings.stop(1, "the file is written in UTF-16, not UTF-8", _AS_UTF8)
    for signature, looks_like in _SIGNATURES.items():
        if head.startswith(signature):
            findings.stop(None, f"the file looks like {looks_like}, not text", _AS_TEXT)
    if head.startswith(BYTE_ORDER_MARK):
        findings.encoding = findings.encoding._replace(byte_order_mark=True)
        findings.notice(
            1,
            "the file starts with a byte order mark, which was left out",
            "Save it without one for other programs: semdis_eval.py stops at it",
        )
    return head.removeprefix(BYTE_ORDER_MARK)


def refuse_too_many_lines(count: int, findings: Findings) -> None:
    if count > MAX_LINES:
        findings.stop(None, f"the file has more than {MAX_LINES} lines", _SMALLER)


def _stop_at_nul(raw: bytes, number: int, findings: Findings) -> NoReturn:
    # UTF-16 without a mark: every ASCII character has a NUL beside it, always on one side.
    halves = raw[0::2].count(0), raw[1::2].count(0)
    if min(halves) == 0 and max(halves) * 4 > len(raw):
        findings.stop(number, "the file looks like UTF-16, not UTF-8", _AS_UTF8)
    findings.stop(number, "the line holds NUL bytes: this is not a text file", _AS_TEXT)


def _stop_too_large(findings: Findings, max_bytes: int) -> NoReturn:
    message = f"the file is larger than {max_bytes} bytes"
    findings.stop(None, message, _SMALLER)
