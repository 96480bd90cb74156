import numpy as np
import pytest

from regild.agreement.origins import score_bands, verdicts, verdicts_by_origin
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
