"""One reference figure, with what Regild finds for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Figure(NamedTuple):
    """`found` and `expected` are the same text, or numbers no further apart than `within`."""

    source: str
    program: str
    dataset: str
    system: str
    measure: str
    options: str
    expected: str
    found: str
    within: float = 0

    @property
    def agrees(self) -> bool:
        if not self.within:
            return self.found == self.expected
        return abs(float(self.found) - float(self.expected)) <= self.within


def read(reader: Callable[..., Any], path: Path) -> Any:
    with path.open("rb") as stream:
        return reader(stream, name=path.name).records
