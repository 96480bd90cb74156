"""Random rating tables with missing ratings, for comparing with independent libraries."""

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from regild.agreement.annotators import RatingColumns
from regild.agreement.declaration import Measurement
from regild.agreement.measuring import campaign_measures
from regild.agreement.patterns import pack_counts
from regild.agreement.scale import Scale
from regild.arrays import IntArray

SCALE = Scale((0, 1, 2, 3))
MISSING = -1

# Candidates × annotators, value indices.
Table = npt.NDArray[np.int64]


@st.composite
def tables(
    draw: st.DrawFn,
    *,
    n_annotators: tuple[int, int] = (2, 6),
    n_values: int = 4,
    missing: bool = True,
) -> Table:
    annotators = draw(st.integers(*n_annotators))
    row = st.lists(
        st.integers(MISSING if missing else 0, n_values - 1),
        min_size=annotators,
        max_size=annotators,
    )
    return np.array(draw(st.lists(row, min_size=2, max_size=12)), dtype=np.int64)


def counts_of(table: Table, n_values: int = 4) -> IntArray:
    return (table[:, :, np.newaxis] == np.arange(n_values)).sum(axis=1)


def ratings_of(table: Table) -> RatingColumns:
    candidate, annotator = np.nonzero(table != MISSING)
    return RatingColumns(candidate, annotator, table[candidate, annotator])


def measures_of(table: Table, scale: Scale = SCALE) -> dict[str, Measurement]:
    return campaign_measures(pack_counts(counts_of(table, len(scale.values))).patterns, scale)


def table_of(*candidates: list[int]) -> Table:
    """Rows of different lengths, filled up with missing ratings."""
    table = np.full((len(candidates), max(map(len, candidates))), MISSING, dtype=np.int64)
    for row, values in zip(table, candidates, strict=True):
        row[: len(values)] = values
    return table
