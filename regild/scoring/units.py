"""What is drawn and exchanged: targets where several sentences share one, else sentences.

Sentences of one target have much of their score in common: whoever knows the word well knows it
in all ten. Drawn one by one they look like ten times as much evidence as they are. Another
campaign would draw other targets, and so does the bootstrap.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from regild.arrays import FloatArray, IntArray, np

K = TypeVar("K", bound=Hashable)


def shared_targets(sentences: Sequence[K], groups: Mapping[K, str]) -> IntArray | None:
    """Of each sentence the place of its target; None where no two share one. A sentence whose
    target nobody named has one of its own."""
    places: dict[tuple[str, K | None], int] = {}
    found = []
    for sentence in sentences:
        group = groups.get(sentence, "")
        target = (group, None) if group else ("", sentence)
        found.append(places.setdefault(target, len(places)))
    return np.array(found, dtype=np.intp) if len(places) < len(found) else None


def by_unit(rows: FloatArray, units: IntArray | None) -> FloatArray:
    """The sum of each unit's rows; the rows themselves where each is one."""
    if units is None:
        return rows
    # Every unit has a row, and they are numbered without a gap.
    steps = np.diff(units, prepend=-1)
    if (steps < 0).any():
        order = np.argsort(units, kind="stable")
        rows, steps = rows[order], np.diff(units[order], prepend=-1)
    return np.add.reduceat(rows, np.flatnonzero(steps), axis=0)


def units_counted(matrix: FloatArray, units: IntArray | None) -> list[int]:
    """How many units have a score, a system."""
    scored = (~np.isnan(matrix)).astype(np.float64)
    return [*map(int, (by_unit(scored, units) > 0).sum(axis=0))]
