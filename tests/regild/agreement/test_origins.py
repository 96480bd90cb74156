import numpy as np
import pytest

from regild.agreement.origins import (
    Differing,
    differing,
    overlapping,
    score_bands,
    verdicts,
    verdicts_by_origin,
)
from regild.agreement.patterns import Patterns, group_patterns, pack_counts
from regild.agreement.scale import Scale
from tests.regild.agreement.tables import SCALE, counts_of, table_of

BAD, REASONABLE, GOOD = range(3)


@pytest.mark.parametrize(
    ("ratings", "verdict"),
    [
        ([GOOD, GOOD, BAD], GOOD),
        ([BAD, BAD, GOOD], BAD),
        ([REASONABLE, REASONABLE, BAD], REASONABLE),
        # The rule of the paper where each of three chose another value.
        ([BAD, REASONABLE, GOOD], REASONABLE),
        # Ties go down: GR→R, RB→B; GB→R lies between.
        ([GOOD, REASONABLE], REASONABLE),
        ([REASONABLE, BAD], BAD),
        ([GOOD, BAD], REASONABLE),
        ([GOOD, GOOD, REASONABLE, BAD], REASONABLE),
        ([BAD, BAD, REASONABLE, REASONABLE], BAD),
        ([GOOD, GOOD, BAD, BAD, REASONABLE, GOOD], REASONABLE),
        ([GOOD], -1),
        ([], -1),
    ],
)
def test_the_verdict_is_the_floor_of_the_median(ratings: list[int], verdict: int) -> None:
    counts = np.bincount(np.array(ratings, dtype=np.int64), minlength=3)[np.newaxis]
    assert verdicts(Patterns(counts, np.array([1]))).tolist() == [verdict]


def every_pattern(n: int) -> Patterns:
    """Each way in which n annotators can choose of three values, by one candidate."""
    ways = [(bad, fair, n - bad - fair) for bad in range(n + 1) for fair in range(n + 1 - bad)]
    return Patterns(np.array(ways), np.ones(len(ways), dtype=np.int64))


@pytest.mark.parametrize(("n", "expected"), [(2, 0), (3, 0), (4, 1), (5, 0), (6, 2), (7, 2)])
def test_the_two_rules_differ_on_few_patterns(n: int, expected: int) -> None:
    assert len(differing(every_pattern(n))) == expected


def test_two_good_one_reasonable_and_one_bad_are_good_by_the_plurality_alone() -> None:
    assert differing(every_pattern(4)) == [Differing([1, 1, 2], REASONABLE, GOOD, 1)]


def test_a_plurality_that_several_share_is_settled_by_the_median() -> None:
    counts = np.array([[2, 0, 2], [2, 1, 0], [0, 1, 0], [0, 1, 2], [2, 2, 0]])
    found = verdicts(Patterns(counts, np.ones(5, dtype=np.int64)), "plurality")
    assert found.tolist() == [REASONABLE, BAD, -1, GOOD, BAD]


def test_table_8_counts_what_both_proposed_for_each_of_them() -> None:
    # Found by a program of its own: bad, reasonable and good of gold, systems, both.
    counts = [[0, 272, 0], [12, 212, 52], [10, 7, 62]]
    found = overlapping(counts, ["gold", "systems", "both"])
    assert found.counts == [[272, 0], [264, 64], [69, 72]]
    per_cent = [[round(100 * (share or 0), 2) for share in row] for row in found.shares]
    assert per_cent == [[44.96, 0], [43.64, 47.06], [11.4, 52.94]]


def test_verdicts_are_counted_by_origin() -> None:
    table = table_of([2, 2], [2, 1], [0, 0], [0, 0, 1], [1])
    packed = pack_counts(counts_of(table, 3))
    members = group_patterns(
        pattern=packed.of_candidate,
        group=np.array([0, 0, 0, 1, 1]),
        n_patterns=len(packed.patterns.counts),
        n_groups=3,
    )
    found = verdicts_by_origin(packed.patterns, members=members)
    assert found.counts == [[1, 1, 0], [1, 0, 0], [1, 0, 0]]
    third = pytest.approx(1 / 3)
    assert found.shares == [[third, 1, None], [third, 0, None], [third, 0, None]]


def test_a_score_belongs_to_the_band_that_starts_at_or_below_it() -> None:
    # Table 1 of the post hoc paper: [0,1[ [1,2[ [2,3[ [3].
    scores = np.array([0, 0.99, 1, 1.75, 2, 2.75, 3])
    found = score_bands(
        scores=scores, origin=np.array([0, 0, 0, 1, 0, 1, 0]), n_origins=2, scale=SCALE
    )
    assert found.counts == [[2, 0], [1, 1], [1, 1], [1, 0]]
    assert found.shares == [[0.4, 0], [0.2, 0.5], [0.2, 0.5], [0.2, 0]]


def test_bands_follow_the_campaigns_own_scale() -> None:
    found = score_bands(
        scores=np.array([49.9, 50, 100]),
        origin=np.array([0, 0, 0]),
        n_origins=1,
        scale=Scale((0, 50, 100)),
    )
    assert found.counts == [[1], [1], [1]]
