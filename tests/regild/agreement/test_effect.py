import numpy as np
import pytest

from regild.agreement.effect import effect_of
from regild.agreement.scale import Scale

SCALE = Scale((0, 1, 2, 3))


def test_leaving_a_rating_out_changes_what_it_took_part_in():
    # Three candidates: 0 0 3, 2 2 2 and 1. Without the 3, every pair agrees.
    before = np.array([[2, 0, 0, 1], [0, 0, 3, 0], [0, 1, 0, 0]])
    after = np.array([[2, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0]])
    effect = effect_of(before, after, SCALE, wanted=np.array([3, 3, 3]), level="ordinal")
    assert (effect.before.ratings, effect.after.ratings) == (7, 6)
    assert (effect.before.enough, effect.after.enough) == (2, 1)
    measures = dict(effect.measures)
    assert [measure.value for measure in measures["unanimity"]] == [1 / 2, 1]
    # The standard deviation of 0 0 3 is √3; the mean over two candidates is half of it.
    assert [measure.value for measure in measures["sd"]] == pytest.approx([3**0.5 / 2, 0])
    assert measures["alpha_ordinal"][1].value == 1


def test_a_candidate_that_loses_its_only_rating_is_rated_no_more():
    effect = effect_of(
        np.array([[0, 1, 0, 0]]),
        np.array([[0, 0, 0, 0]]),
        SCALE,
        wanted=np.array([1]),
        level="ordinal",
    )
    assert (effect.before.candidates, effect.after.candidates) == (1, 0)
    assert [measure.value for measure in dict(effect.measures)["unanimity"]] == [None, None]


def test_without_a_scale_coverage_is_told_and_nothing_is_measured():
    counts = np.array([[3, 0]])
    effect = effect_of(counts, counts, None, wanted=np.array([3]), level="ordinal")
    assert effect.before.enough == 1
    assert effect.measures == []
