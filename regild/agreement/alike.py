"""Candidates to which the same annotators gave the same values.

Whatever is computed from a candidate's ratings alone is the same for all of them. Of a campaign
in which few people sit at a subset, a half of the candidates is left or less.
"""

from __future__ import annotations

from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np


class Alike(NamedTuple):
    """Each distinct set of cells once: the first row that has it, how many rows do, and which
    of the sets each row has."""

    first: IntArray
    counts: FloatArray
    of_row: IntArray


def merge_alike(*, row: IntArray, cell: IntArray, n_rows: int, n_cells: int) -> Alike:
    """Exactly, and in any order: rows are alike when they hold the same cells as often.

    A row without a cell is one of its own kind.
    """
    # In place, and let go of at once: of a million candidates each array is tens of megabytes.
    both = row * n_cells
    both += cell
    both.sort()
    row, cell = np.divmod(both, n_cells)
    del both
    size = np.bincount(row, minlength=n_rows)
    start = np.cumsum(size) - size
    # From one cell to the next, rows have one code while all before was the same.
    code = np.zeros(n_rows, dtype=np.int64)
    for place in range(int(size.max(initial=0))):
        there = np.flatnonzero(size > place)
        longer = code[there] * n_cells + cell[start[there] + place]
        code[there] = np.unique(longer, return_inverse=True)[1]
    _codes, first, of_row, counts = np.unique(
        size * n_rows + code, return_index=True, return_inverse=True, return_counts=True
    )
    return Alike(first, counts.astype(np.float64), of_row)
