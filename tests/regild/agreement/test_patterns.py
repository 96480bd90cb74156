import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.agreement.patterns import Packed, group_patterns, pack_counts, pack_ratings
from regild.arrays import IntArray


def histograms(packed: Packed) -> list[list[int]]:
    return packed.patterns.counts[packed.of_candidate].tolist()


def naive(candidate: IntArray, value: IntArray, n_candidates: int, n_values: int) -> IntArray:
    counts = np.zeros((n_candidates, n_values), dtype=np.int64)
    for c, v in zip(candidate, value, strict=True):
        counts[c, v] += 1
    return counts


@given(data=st.data(), n_values=st.integers(2, 12))
@settings(max_examples=40, deadline=None)
def test_packing_keeps_every_histogram(data: st.DataObject, n_values: int) -> None:
    row = st.tuples(st.integers(0, 4), st.integers(0, n_values - 1))
    rows = np.array(data.draw(st.lists(row, max_size=60)), dtype=np.int64).reshape(-1, 2)
    packed = pack_ratings(
        candidate=rows[:, 0], value=rows[:, 1], n_candidates=5, n_values=n_values
    )
    counts = naive(rows[:, 0], rows[:, 1], 5, n_values)
    assert histograms(packed) == counts.tolist()
    assert histograms(pack_counts(counts)) == counts.tolist()
    assert packed.patterns.candidates.sum() == 5
    assert len({tuple(row) for row in packed.patterns.counts.tolist()}) == len(
        packed.patterns.counts
    )


@pytest.mark.parametrize(
    "counts",
    [
        # Four values pack in base 16. Sixteen ratings of the lowest value carry and look
        # like one of the next.
        [[16, 0, 0, 0], [0, 1, 0, 0]],
        [[0, 0, 40, 1], [3, 0, 0, 0]],
        # The highest digit outgrows the table of codes.
        [[0, 0, 0, 16], [1, 1, 0, 0]],
        [[0, 0, 0, 100_000], [1, 1, 0, 0]],
    ],
)
def test_more_ratings_than_a_digit_holds_are_packed_all_the_same(
    counts: list[list[int]],
) -> None:
    candidate = np.repeat([0, 1], np.sum(counts, axis=1))
    value = np.concatenate([np.repeat(np.arange(4), row) for row in counts])
    packed = pack_ratings(candidate=candidate, value=value, n_candidates=2, n_values=4)
    assert histograms(packed) == counts


def test_a_slider_of_101_values_does_not_fit_a_code_and_is_packed_by_rows() -> None:
    rng = np.random.default_rng(7)
    candidate, value = rng.integers(6, size=30), rng.integers(101, size=30)
    packed = pack_ratings(candidate=candidate, value=value, n_candidates=6, n_values=101)
    assert histograms(packed) == naive(candidate, value, 6, 101).tolist()


def test_nobody_rated_is_one_empty_pattern() -> None:
    nothing = np.array([], dtype=np.int64)
    packed = pack_ratings(candidate=nothing, value=nothing, n_candidates=3, n_values=4)
    assert packed.patterns.counts.tolist() == [[0, 0, 0, 0]]
    assert packed.patterns.candidates.tolist() == [3]


def test_rows_the_database_counted_already_weigh_what_they_count() -> None:
    members = group_patterns(
        pattern=np.array([0, 1, 1]),
        group=np.array([0, 0, 1]),
        candidates=np.array([5, 2, 7]),
        n_patterns=2,
        n_groups=3,
    )
    assert members.toarray().tolist() == [[5, 2], [0, 7], [0, 0]]
