"""How much a file holds, counted in bounded memory before anybody reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

_CHUNK = 1024 * 1024


def count_lines(stream: IO[bytes]) -> int:
    """The line ends from here on; the stream is then where it was."""
    return count_marks(stream, b"\n")


def count_marks(stream: IO[bytes], mark: bytes) -> int:
    """How often some bytes stand in what follows; the stream is then where it was."""
    count, rest = 0, b""
    with staying(stream):
        while chunk := stream.read(_CHUNK):
            block = rest + chunk
            count += block.count(mark)
            # Too short to hold the mark, long enough for one that goes on.
            rest = block[1 - len(mark) :] if len(mark) > 1 else b""
    return count


@contextmanager
def staying(stream: IO[bytes]) -> Iterator[None]:
    """Go back to where the stream was."""
    began = stream.tell()
    try:
        yield
    finally:
        stream.seek(began)
