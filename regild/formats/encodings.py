"""Files in Windows-1252, which Western Europe wrote before UTF-8: how they are told from broken
ones, and how they are read.

Latin-1 is the same but for characters that no text has, so it is read as Windows-1252 too.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable
from typing import IO, BinaryIO, Literal, cast

from regild.problems import N_, BadFile, FileProblem, Source

Encoding = Literal["utf-8", "windows-1252"]
UTF_8: Encoding = "utf-8"
WINDOWS_1252: Encoding = "windows-1252"
ENCODINGS: tuple[Encoding, ...] = (UTF_8, WINDOWS_1252)

AS_UTF8 = N_("Save it again as UTF-8 (in Notepad: Save as, Encoding UTF-8)")
_LOOKS_LIKE_IT = N_("the file looks like Windows-1252, not UTF-8, from line %(line)s on")
_READ_AS_IT = N_("Have it read as Windows-1252, or save it again as UTF-8")
_NOT_UTF8 = N_("byte %(place)s of the line (%(byte)s) is not UTF-8")
_NEITHER_ARE = N_(
    "byte %(place)s of the line (%(byte)s) is not UTF-8, and there are such bytes on"
    " %(more)s more lines"
)

_CHUNK = 64 * 1024
# Of 0x80 to 0x9F those that texts have: € … Œ ‘ ’ “ ” • – — ™ œ.
_PRINTED = frozenset(b"\x80\x85\x8c\x91\x92\x93\x94\x95\x96\x97\x99\x9c")
_UNDEFINED = frozenset(b"\x81\x8d\x8f\x90\x9d")


class NotUtf8:
    """What is found, line by line, in a file that is not UTF-8 throughout."""

    def __init__(self) -> None:
        self.lines = 0
        self._first: FileProblem | None = None
        self._letters = self._seldom = 0
        self._broken = False

    def seen(self, number: int, raw: bytes, error: UnicodeDecodeError) -> None:
        self.lines += 1
        if self._first is None:
            byte = f"0x{raw[error.start]:02X}"
            message = _NOT_UTF8.filled(place=error.start + 1, byte=byte)
            self._first = FileProblem(number, message, AS_UTF8)
        high = [one for one in raw if one > 0x7F]
        self._letters += sum(one >= 0xC0 for one in high)
        self._seldom += sum(one < 0xA0 and one not in _PRINTED for one in high)
        self._broken |= not _UNDEFINED.isdisjoint(high)
        self._broken |= any(one < 0x20 and one not in b"\t\r" for one in raw)

    def utf8_seen(self) -> None:
        """A file of both was put together of two, or is damaged."""
        self._broken = True

    @property
    def windows_1252(self) -> bool:
        return bool(self.lines) and not self._broken and self._seldom <= self._letters

    def problem(self) -> FileProblem | None:
        """One of the whole file, however many lines there are."""
        if self._first is None:
            return None
        if self.windows_1252:
            message = _LOOKS_LIKE_IT.filled(line=self._first.line)
            return FileProblem(None, message, _READ_AS_IT)
        if self.lines == 1:
            return self._first
        message = _NEITHER_ARE.filled(**self._first.message.parameters, more=self.lines - 1)
        return self._first._replace(message=message)


def not_utf8(data: bytes) -> FileProblem | None:
    """What is wrong with a whole file; None where it is UTF-8."""
    found = NotUtf8()
    for number, raw in enumerate(data.split(b"\n"), start=1):
        try:
            if not raw.decode().isascii():
                found.utf8_seen()
        except UnicodeDecodeError as error:
            found.seen(number, raw, error)
    return found.problem()


def may_be_windows_1252(bad: BadFile) -> bool:
    """Whether it is worth reading the refused file as that."""
    return windows_1252_from(bad.problems) is not None


def windows_1252_from(told: Iterable[FileProblem]) -> int | None:
    """The first line that is Windows-1252, where one of these says that the file looks so."""
    for problem in told:
        if problem.message.template == _LOOKS_LIKE_IT.template:
            return cast(int, problem.message.parameters["line"])
    return None


def read_as(source: Source, encoding: str) -> Source:
    """With `windows-1252`, a file that is not UTF-8 as if it were written so; one that is UTF-8
    stays what it is, so that of many files each is read rightly."""
    if encoding == UTF_8 or source.folder is not None:
        return source
    stream = in_utf8(source.stream)
    if stream is source.stream:
        return source
    return Source(stream, source.name, original=source.stream)


def in_utf8(stream: IO[bytes]) -> BinaryIO:
    """The stream itself where it is UTF-8, which takes one that can seek."""
    if _is_utf8(stream):
        return stream  # type: ignore[return-value]
    return io.BufferedReader(_FromWindows1252(stream), _CHUNK)


def _is_utf8(stream: IO[bytes]) -> bool:
    began, decoder = stream.tell(), codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    finally:
        stream.seek(began)
    return True


class _FromWindows1252(io.RawIOBase):
    """The same text in UTF-8. A byte that Windows-1252 does not know stays, to be refused."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream = stream
        self._began = stream.tell()
        self._ready, self._place = b"", 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        if (place, whence) == (0, io.SEEK_CUR):
            return self._place
        if (place, whence) != (0, io.SEEK_SET):
            raise io.UnsupportedOperation("only to the beginning")
        self._stream.seek(self._began)
        self._ready, self._place = b"", 0
        return 0

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        if not self._ready:
            raw = self._stream.read(_CHUNK)
            self._ready = raw.decode("cp1252", "surrogateescape").encode(
                "utf-8", "surrogateescape"
            )
        piece, self._ready = self._ready[: len(buffer)], self._ready[len(buffer) :]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)
