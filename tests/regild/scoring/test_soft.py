"""Distributions and answers for each person: by hand, and Wasserstein's distance against
scipy's."""

import numpy as np
import pytest
from scipy import stats

from regild.scoring.soft import (
    IMPOSSIBLE,
    NO_ORDER,
    NOTHING_TO_SCORE,
    score_by_person,
    score_soft_labels,
    soft_labels,
)

SCALE = {"bad": 0.0, "fair": 1.0, "good": 3.0}


def measured(gold, answers, scale=SCALE):
    found = score_soft_labels(gold, {"s": answers}, scale=scale).systems["s"]
    return {key: one.value for key, one in found.items()}


def test_two_items_by_hand():
    gold = {"1": {"bad": 0.5, "fair": 0.5}, "2": {"good": 1.0}}
    answers = {"1": {"bad": 0.25, "fair": 0.5, "good": 0.25}, "2": {"fair": 0.5, "good": 0.5}}
    found = measured(gold, answers)
    # A quarter goes from bad to good, three away; a half from fair to good, two away.
    assert found["wasserstein"] == pytest.approx((0.25 * 3 + 0.5 * 2) / 2)
    assert found["manhattan"] == pytest.approx((0.25 + 0.25 + 0.5 + 0.5) / 2)
    expected = -(0.5 * np.log(0.25) + 0.5 * np.log(0.5)) - np.log(0.5)
    assert found["cross_entropy"] == pytest.approx(expected / 2)


def test_wassersteins_distance_is_scipys():
    rng = np.random.default_rng(4)
    numbers = [*SCALE.values()]
    people, answered = rng.dirichlet([1, 1, 1], 20), rng.dirichlet([1, 1, 1], 20)

    def labels(rows):
        return {
            f"{n}": dict(zip(SCALE, row.tolist(), strict=True)) for n, row in enumerate(rows)
        }

    assert measured(labels(people), labels(answered))["wasserstein"] == pytest.approx(
        np.mean(
            [
                stats.wasserstein_distance(numbers, numbers, one, other)
                for one, other in zip(people, answered, strict=True)
            ]
        )
    )


def test_the_same_is_no_distance_and_its_own_entropy():
    gold = {"1": {"bad": 0.5, "good": 0.5}}
    found = measured(gold, gold)
    assert (found["wasserstein"], found["manhattan"]) == (0, 0)
    assert found["cross_entropy"] == pytest.approx(np.log(2))


def test_what_is_not_answered_is_answered_evenly():
    gold = {"1": {"bad": 1.0}, "2": {"good": 1.0}}
    found = score_soft_labels(gold, {"s": {"1": {"bad": 1.0}}}, scale=SCALE)
    assert found.unanswered == {"s": 1}
    # Two thirds of 1 at 0 and at 1: a third comes from three away, a third from two.
    assert found.systems["s"]["wasserstein"].value == pytest.approx((3 / 3 + 2 / 3) / 2)
    assert found.systems["s"]["manhattan"].value == pytest.approx((4 / 3) / 2)
    assert found.systems["s"]["wasserstein"].n == 2


def test_undefined_has_a_reason():
    gold = {"1": {"bad": 1.0}}
    found = score_soft_labels(gold, {"s": {"1": {"good": 1.0}}}).systems["s"]
    assert (found["wasserstein"].value, found["wasserstein"].reason) == (None, NO_ORDER)
    assert (found["cross_entropy"].value, found["cross_entropy"].reason) == (None, IMPOSSIBLE)
    assert found["manhattan"].value == 2
    nothing = score_soft_labels({}, {"s": {}}, scale=SCALE).systems["s"]["manhattan"]
    assert (nothing.value, nothing.reason) == (None, NOTHING_TO_SCORE)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"bad": 0.5}, "s, 1: shares are not negative and add up to 1, not to 0.5"),
        ({"bad": 1.5, "good": -0.5}, "not negative"),
        ({"bad": float("nan")}, "add up to 1, not to nan"),
        ({"odd": 1.0}, "odd are not on the scale"),
    ],
)
def test_what_is_no_distribution_is_refused(answer, said):
    with pytest.raises(ValueError, match=said):
        measured({"1": {"bad": 1.0}}, {"1": answer})


def test_labels_count_what_people_gave():
    people = {"ann": {"1": 0, "2": 3}, "bob": {"1": 3}, "eve": {"1": 0}}
    found = soft_labels(people)
    assert found["1"] == ({"0": 2, "3": 1}, {"0": 2 / 3, "3": 1 / 3})
    assert found["2"] == ({"3": 1}, {"3": 1.0})


class TestByPerson:
    GOLD = {"ann": {"1": "bad", "2": "good"}, "bob": {"1": "fair"}, "eve": {"1": "bad"}}

    def test_two_items_by_hand(self):
        answers = {"ann": {"1": "bad", "2": "fair"}, "bob": {"1": "good"}, "eve": {"1": "bad"}}
        found = score_by_person(self.GOLD, {"s": answers}, scale=SCALE).systems["s"]
        # One of three wrong on item 1, by two thirds of the scale; all of item 2, by as much.
        assert found["error_rate"].value == pytest.approx((1 / 3 + 1) / 2)
        assert found["normalised_distance"].value == pytest.approx((2 / 9 + 2 / 3) / 2)
        assert found["error_rate"].n == 2

    def test_silence_is_an_error_as_far_as_the_scale_is_long(self):
        scores = score_by_person(self.GOLD, {"s": {"ann": {"1": "bad"}}}, scale=SCALE)
        found = scores.systems["s"]
        assert scores.unanswered == {"s": 3}
        assert found["error_rate"].value == pytest.approx((2 / 3 + 1) / 2)
        assert found["normalised_distance"].value == pytest.approx((2 / 3 + 1) / 2)

    def test_names_have_an_error_rate_alone(self):
        found = score_by_person(self.GOLD, {"s": self.GOLD}).systems["s"]
        assert found["error_rate"].value == 0
        assert found["normalised_distance"].reason == NO_ORDER
        nothing = score_by_person({}, {"s": {}}).systems["s"]["error_rate"]
        assert (nothing.value, nothing.reason) == (None, NOTHING_TO_SCORE)

    def test_a_value_off_the_scale_is_refused(self):
        with pytest.raises(ValueError, match="odd is not on the scale"):
            score_by_person(self.GOLD, {"s": {"ann": {"1": "odd"}}}, scale=SCALE)
