"""Sentences of a release in a file of our own: a large one's are too many for the memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from regild.scoring.frozen import Entry, FrozenRating, FrozenSentence


@contextmanager
def spooled(
    sentences: Iterable[FrozenSentence], *, folder: Path | None = None
) -> Iterator[Iterable[FrozenSentence]]:
    """Taken in once, and gone through again and again, one in memory at a time.

    So every part of a file, and every file of a dataset, is made from the very same sentences,
    and no database waits for what is made of them. `folder` is where the file lies while it is
    needed, the system's own for such unless given.
    """
    with NamedTemporaryFile("w", encoding="ascii", dir=folder) as file:
        record: type[Any] = tuple
        for sentence in sentences:
            record = type(sentence.record)
            file.write(f"{json.dumps(sentence)}\n")
        file.flush()
        yield _Spooled(file.name, record)


class _Spooled:
    """A task's records are tuples of a type of its own, all of one."""

    def __init__(self, path: str, record: type[Any]) -> None:
        self._path = path
        self._record = record

    def __iter__(self) -> Iterator[FrozenSentence]:
        with open(self._path, encoding="ascii") as lines:
            for line in lines:
                record, entries = json.loads(line)
                yield FrozenSentence(self._record(*record), tuple(map(_entry, entries)))


def _entry(cells: list[object]) -> Entry:
    *known, ratings, choice = cells
    given = tuple(FrozenRating(*rating) for rating in ratings)  # type: ignore[attr-defined]
    return Entry(*known, given, choice)  # type: ignore
