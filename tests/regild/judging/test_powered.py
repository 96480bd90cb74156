"""Prediction-powered means: by hand, and over many draws from a known truth. Against another
program: tests/reference/test_judging.py."""

import numpy as np
import pytest

from regild.judging.powered import ALL_RATED, NO_SPREAD, TOO_FEW_RATED, powered_scores


def scores(values):
    return {f"{place:05}": float(value) for place, value in enumerate(values)}


def one(human, model, **options):
    [found] = powered_scores({"s": human}, {"s": model}, **options).systems
    return found


def test_a_small_table_by_hand():
    # Y 1 0 1 0; Ŷ of these 1 0 1 1, of the four others 1 0 0 0. cov is .5 · .75 - .375 =
    # .125 more: mean of (±.5)(.25, -.75, .25, .25) = (.125 + .375 + .125 - .125) / 4 = .125;
    # var(Ŷ) over all eight is 2 / 7; λ = .125 / (2 · 2 / 7) = .21875.
    found = one(scores([1, 0, 1, 0]), scores([1, 0, 1, 1, 1, 0, 0, 0]))
    assert found.weight == pytest.approx(0.21875)
    # λ · .25 + .5 - λ · .75
    assert found.powered.value == pytest.approx(0.5 - 0.21875 / 2)
    assert found.people.value == 0.5
    # Of people alone 1.96 · √(.25 / 4).
    assert found.people.high == pytest.approx(0.5 + 1.959964 * 0.25)
    # λ² · (3 / 16) / 4 + var(Y - λŶ) / 4, with Y - λŶ = .78125, 0, .78125, -.21875.
    variance = 0.21875**2 * 0.1875 / 4 + np.var([0.78125, 0, 0.78125, -0.21875]) / 4
    assert found.powered.high - found.powered.value == pytest.approx(1.959964 * variance**0.5)
    assert (found.n_rated, found.n_unrated, found.reason) == (4, 4, None)


def test_equal_probabilities_are_a_random_draw():
    rng = np.random.default_rng(3)
    true = rng.normal(size=400)
    said = true + rng.normal(size=400)
    human, model = scores(true[:100]), scores(said)
    drawn, equal = (
        one(human, model),
        one(human, model, probabilities=dict.fromkeys(model, 0.25)),
    )
    assert equal.people == pytest.approx(drawn.people)
    # It rests on the model's mean over all sentences, three quarters of which are the others.
    assert equal.weight * 3 / 4 == pytest.approx(drawn.weight, rel=0.1)
    assert equal.powered == pytest.approx(drawn.powered, abs=0.02)


@pytest.mark.parametrize("unequal", [False, True])
@pytest.mark.parametrize("noise", [0.5, 3])
def test_intervals_hold_the_truth_as_often_as_they_say_and_are_not_wider(unequal, noise):
    """Whether the model is good or worthless, and 0.4 too high on each sentence."""
    rng = np.random.default_rng(11)
    held, wider, people_held = [], [], []
    for _time in range(1_000):
        true = rng.normal(2, 1, 600)
        said = true + 0.4 + rng.normal(0, noise, 600)
        # Sentences that seem good are rated more often.
        chance = 1 / (1 + np.exp(1.2 - 0.4 * (true - 2))) if unequal else np.full(600, 0.2)
        rated = rng.random(600) < chance
        human = {key: value for key, value in scores(true).items() if rated[int(key)]}
        probabilities = scores(chance) if unequal else None
        found = one(human, scores(said), probabilities=probabilities)
        held.append(found.powered.low <= 2 <= found.powered.high)
        people_held.append(found.people.low <= 2 <= found.people.high)
        wider.append(
            (found.powered.high - found.powered.low) / (found.people.high - found.people.low)
        )
    assert 0.93 <= np.mean(held) <= 0.97
    assert 0.93 <= np.mean(people_held) <= 0.97
    assert np.mean(wider) < (0.8 if noise < 1 else 1)


def test_a_model_that_says_the_opposite_is_not_used():
    found = one(scores([1, 0, 1, 0]), scores([0, 1, 0, 1, 0, 1]))
    assert found.weight == 0
    assert found.powered == pytest.approx(found.people)


@pytest.mark.parametrize(
    ("human", "model", "reason"),
    [
        ([1], [1, 0, 1], TOO_FEW_RATED),
        ([1, 0], [1, 0], ALL_RATED),
        ([1, 0], [1, 1, 1], NO_SPREAD),
    ],
)
def test_undefined_has_a_reason_and_people_alone_where_there_are_enough(human, model, reason):
    found = one(scores(human), scores(model))
    assert (found.powered, found.weight, found.reason) == (None, None, reason)
    assert (found.people is None) is (len(human) < 2)


@pytest.mark.parametrize(
    ("human", "model", "options", "said"),
    [
        ({"s": {"1": 1, "2": 0}}, {"s": {"1": 1}}, {}, "nothing of 2; a model judges every"),
        ({"s": {"1": 1}}, {"t": {"1": 1}}, {}, "only one of people and model scores s, t"),
        ({"s": {"1": 1}}, {"s": {"1": float("nan")}}, {}, "s: a score is not a number"),
        (
            {"s": {"1": 1}},
            {"s": {"1": 1, "2": 0}},
            {"probabilities": {"2": 0.5}},
            "sentence 1 was rated: its probability is above 0",
        ),
    ],
)
def test_what_would_make_it_wrong_is_refused(human, model, options, said):
    with pytest.raises(ValueError, match=said):
        powered_scores(human, model, **options)
