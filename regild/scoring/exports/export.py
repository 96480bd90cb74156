"""A form in which a task's releases can be taken away."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from regild.formats.text import Sink
from regild.problems import Text
from regild.scoring.exports.publication import Publication
from regild.scoring.frozen import FrozenGold

# A file of a folder by its path, to be written.
OpenFile = Callable[[str], AbstractContextManager[Sink]]


class Export(NamedTuple):
    """`scale` is what the file's whole weights were multiplied by, where it has such."""

    title: Text
    suffix: str
    content_type: str
    write: Callable[[Sink, FrozenGold], None]
    scale: Callable[[FrozenGold], int] | None = None


class Dataset(NamedTuple):
    """A folder with all of it; `write` is told how to open its files by their paths, and where
    it is published, from when and under which licence."""

    title: Text
    write: Callable[[OpenFile, FrozenGold, Publication], None]
    scale: Callable[[FrozenGold], int] | None = None
