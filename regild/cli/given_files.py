"""The files that a command is given: read, with all that is wrong with them told at once."""

from __future__ import annotations

import argparse
import gc
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BytesIO
from typing import BinaryIO, TypeVar

from regild.cli.refusal import refuse
from regild.formats.encodings import ENCODINGS, UTF_8, WINDOWS_1252, Encoding, in_utf8
from regild.problems import BadFile, BadFiles, Reading

R = TypeVar("R")

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
    """Reads files, and collects what is wrong with all of them before any is refused."""

    def __init__(self, encoding: Encoding = UTF_8) -> None:
        self.encoding = encoding
        self.bad: list[str] = []
        self.notices: list[str] = []
        # By their paths, the SHA-256 of those that were read.
        self.digests: dict[str, str] = {}

    def read(self, reader: Callable[..., Reading[R]], path: str | None) -> tuple[R, ...]:
        """Nothing for a file that was not given, or that cannot be read."""
        if path is None:
            return ()

        def read() -> Reading[R]:
            with _opened(path) as given:
                # Of a pipe nothing is left once it was read.
                stream = given if given.seekable() else BytesIO(given.read())
                # What is signed is the text that was read, whoever wrote it down.
                if self.encoding == WINDOWS_1252:
                    stream = in_utf8(stream)
                began, digest = stream.tell(), hashlib.sha256()
                while chunk := stream.read(_CHUNK):
                    digest.update(chunk)
                self.digests[path] = digest.hexdigest()
                stream.seek(began)
                return reader(stream, name=_named(path))

        return self.keep(_named(path), read)

    def keep(self, path: str, read: Callable[[], Reading[R]]) -> tuple[R, ...]:
        try:
            reading = read()
        except OSError as error:
            self.bad.append(f"{path}: {error.strerror}.")
        except (BadFile, BadFiles) as bad:
            self.bad.append(str(bad))
        else:
            self.notices += [
                f"{path}{'' if line is None else f', line {line}'}: {message}. {remedy}."
                for line, message, remedy in reading.notices
            ]
            return reading.records
        return ()

    def refuse_if_bad(self) -> None:
        if self.bad:
            refuse("\n".join(self.bad))


def add_encoding(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--encoding",
        choices=ENCODINGS,
        default=UTF_8,
        help="windows-1252: files that are not UTF-8 are read as that, or as Latin-1",
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


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else open(path, "rb")


def _named(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else path
