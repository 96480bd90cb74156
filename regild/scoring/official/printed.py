"""What an official program printed, or why it would print nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

File = Literal["gold", "answers", "mapping"]
PrintedValue = str | float | None


class Printed(NamedTuple):
    """`values` are the strings a program prints, or its numbers where it prints them in full or
    cut. `stopped` says why it died, and None is what it had not printed by then. `n` counts the
    sentences it scored, and `sentences` are its values of each by id, where it tells them.
    """

    values: Mapping[str, PrintedValue]
    stopped: str | None = None
    n: int | None = None
    sentences: Mapping[str, Mapping[str, float]] = {}


class ProgramStops(Exception):  # noqa: N818
    """The program dies on reading `file`, before it prints anything; at a line, where the file
    has lines."""

    def __init__(self, file: File, line: int | None, message: str) -> None:
        super().__init__(message)
        self.file = file
        self.line = line


class Dies(Exception):  # noqa: N818
    """The program dies on scoring, after it has printed something or while it would."""
