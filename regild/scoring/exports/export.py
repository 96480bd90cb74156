"""A form in which a task's releases can be taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from regild.formats.text import Sink
from regild.problems import Text
from regild.scoring.exports.publication import Publication
from regild.scoring.frozen import FrozenGold


class Export(NamedTuple):
    """`scale` is what the file's whole weights were multiplied by, where it has such."""

    title: Text
    suffix: str
    content_type: str
    write: Callable[[Sink, FrozenGold], None]
    scale: Callable[[FrozenGold], int] | None = None


class Dataset(NamedTuple):
    """A folder with all of it, by the paths of its files; `make` is told where it is published,
    from when and under which licence."""

    title: Text
    make: Callable[[FrozenGold, Publication], dict[str, bytes]]
    scale: Callable[[FrozenGold], int] | None = None
