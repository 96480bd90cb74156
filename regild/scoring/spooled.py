"""Sentences of a release in a file of our own: a large one's are too many for the memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from regild.formats.records import SentenceRecord
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
        for sentence in sentences:
            file.write(f"{json.dumps(sentence)}\n")
        file.flush()
        yield _Spooled(file.name)


class _Spooled:
    def __init__(self, path: str) -> None:
        self._path = path

    def __iter__(self) -> Iterator[FrozenSentence]:
        with open(self._path, encoding="ascii") as lines:
            for line in lines:
                record, entries = json.loads(line)
                yield FrozenSentence(SentenceRecord(*record), tuple(map(_entry, entries)))


def _entry(cells: list[object]) -> Entry:
    *known, ratings = cells
    return Entry(*known, tuple(FrozenRating(*rating) for rating in ratings))  # type: ignore
