"""How far long work has come: on standard error, and only where somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic

# What is done, how much of it, of how much.
Progress = Callable[[str, int, int], None]

# What takes less is not worth a line.
SECONDS = 1.0


def unobserved(doing: str, done: int, total: int) -> None:
    """Nobody looks."""


class ProgressLine:
    """One line, written over again, and gone when the work is done."""

    def __init__(self) -> None:
        self._seen = sys.stderr.isatty()
        self._began = monotonic()
        self._width = 0

    def __call__(self, doing: str, done: int, total: int) -> None:
        if self._seen and monotonic() - self._began >= SECONDS:
            self._write(f"{doing}: {done} of {total}")

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_raised: object) -> None:
        if self._width:
            self._write("")
            sys.stderr.write("\r")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()
        self._width = max(self._width, len(text))
