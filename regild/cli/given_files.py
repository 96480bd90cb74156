"""The files that a command is given: read, with all that is wrong with them told at once."""

from __future__ import annotations

import argparse
import gc
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BytesIO
from typing import BinaryIO, Protocol, TypeVar

from regild.cli.refusal import refuse
from regild.formats.encodings import (
    ENCODINGS,
    UTF_8,
    WINDOWS_1252,
    Encoding,
    in_utf8,
    may_be_windows_1252,
    windows_1252_from,
)
from regild.formats.rows import TextSink
from regild.problems import BadFile, BadFiles, FileProblem, Reading


class Noticed(Protocol):
    """What a reader makes of a file, with what it passed over or mended."""

    @property
    def notices(self) -> tuple[FileProblem, ...]: ...


R = TypeVar("R")
N = TypeVar("N", bound=Noticed)

# As a path: what another program writes. It can be read once.
STANDARD_INPUT = "-"
_CHUNK = 1 << 20


def bytes_of(path: str) -> bytes:
    try:
        with _opened(path) as stream:
            return stream.read()
    except OSError as error:
        refuse(f"{path}: {error.strerror}.")


class GivenFiles:
    """Reads files, and collects what is wrong with all of them before any is refused.

    Without an encoding, a file that is not UTF-8 and is valid Windows-1252 is read as that,
    with a notice.
    """

    def __init__(self, encoding: Encoding | None = None) -> None:
        self.encoding = encoding
        self.bad: list[str] = []
        self.notices: list[str] = []
        # By their paths, the SHA-256 of those that were read.
        self.digests: dict[str, str] = {}

    def read(self, reader: Callable[..., Reading[R]], path: str | None) -> tuple[R, ...]:
        """Nothing for a file that was not given, or that cannot be read."""
        if path is None:
            return ()

        return self.keep(_named(path), lambda: self.read_one(reader, path))

    def read_one(self, reader: Callable[..., N], path: str) -> N:
        """Raises OSError or BadFile for what cannot be read."""
        with _opened(path) as given:
            # Of a pipe nothing is left once it was read.
            stream = given if given.seekable() else BytesIO(given.read())
            if self.encoding == WINDOWS_1252:
                stream = in_utf8(stream)
            began, name = stream.tell(), _named(path)
            self.digests[path] = _digest(stream)
            if self.encoding:
                return reader(stream, name=name)
            refused = None
            try:
                found = reader(stream, name=name)
                line = windows_1252_from(found.notices)
            except BadFile as bad:
                refused, line = bad, windows_1252_from(bad.problems)
            if line is None:
                if refused:
                    raise refused
                return found
            stream.seek(began)
            stream = in_utf8(stream)
            # What is signed is the text that was read, whoever wrote it down.
            self.digests[path] = _digest(stream)
            self.notices.append(
                f"{name}, line {line}: the file is not UTF-8 from here on, and is read as"
                " Windows-1252. Save it again as UTF-8 if letters look wrong; --encoding utf-8"
                " refuses such files."
            )
            return reader(stream, name=name)

    def keep(self, path: str, read: Callable[[], Reading[R]]) -> tuple[R, ...]:
        try:
            reading = read()
        except OSError as error:
            self.bad.append(f"{path}: {error.strerror}.")
        except (BadFile, BadFiles) as bad:
            self.bad.append(self.said(bad))
        else:
            self.notices += [
                f"{path}{'' if line is None else f', line {line}'}: {message}. {remedy}."
                for line, message, remedy in reading.notices
            ]
            return reading.records
        return ()

    def said(self, bad: BadFile | BadFiles) -> str:
        """What is wrong, and which option would have it read."""
        files = bad.files if isinstance(bad, BadFiles) else [bad]
        if self.encoding == UTF_8 and any(map(may_be_windows_1252, files)):
            return f"{bad}\n--encoding windows-1252 has it read as that."
        return str(bad)

    def tell_notices(self, err: TextSink) -> None:
        for notice in self.notices:
            err.write(f"{notice}\n")

    def refuse_if_bad(self) -> None:
        if self.bad:
            refuse("\n".join(self.bad))


def add_encoding(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--encoding",
        choices=ENCODINGS,
        help="utf-8: refuse files that are not; windows-1252: read these as that without a"
        " notice; unless given, with one",
    )


@contextmanager
def nothing_collected() -> Iterator[None]:
    """What is read from files is kept to the end: to look for garbage in it, again and again as
    it grows, takes a tenth of the time and finds none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _digest(stream: BinaryIO) -> str:
    """Of what is left of it; it stands where it stood afterwards."""
    began, digest = stream.tell(), hashlib.sha256()
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    stream.seek(began)
    return digest.hexdigest()


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else open(path, "rb")


def _named(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else path
