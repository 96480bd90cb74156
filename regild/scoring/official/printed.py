"""What an official program printed, or why it would print nothing."""

from __future__ import annotations

from typing import Literal, NamedTuple

File = Literal["gold", "answers", "mapping"]


class Printed(NamedTuple):
    """`stopped` says why the program died, and None is what it had not printed by then."""

    values: dict[str, str | None]
    stopped: str | None = None


class ProgramStops(Exception):  # noqa: N818
    """The program dies on reading `file`, before it prints anything."""

    def __init__(self, file: File, line: int, message: str) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
