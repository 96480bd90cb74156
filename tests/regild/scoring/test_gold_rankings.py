"""How far two golds rank alike, with intervals: by hand, and by scipy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

import regild
from regild.scoring.gold_rankings import (
    COEFFICIENTS,
    better_ps,
    soft_pairwise_accuracy,
)
from regild.scoring.ranking import pairwise_accuracy, ranks

FIRST = {"1": {"a": 3, "b": 1}, "2": {"a": 1, "b": 1}, "3": {"a": 2}, "4": {"b": 2, "c": 1}}
SECOND = {"1": {"a": 1, "b": 3}, "2": {"b": 2}, "3": {"a": 2, "c": 1}, "4": {"c": 3, "b": 1}}
SYSTEMS = {
    "one": {"1": ["a"], "2": ["a"], "3": ["a"], "4": ["b"]},
    "two": {"1": ["b"], "2": ["b"], "3": ["a"], "4": ["c"]},
    "three": {"1": ["c"], "2": ["b"], "3": ["c"]},
    "four": {"1": ["a"], "2": ["c"], "4": ["c"]},
}


def test_pairs_in_the_same_order_are_counted():
    # Of 1-2-3 against 1-3-2 two of three pairs; a tie on one alone is not the same.
    assert pairwise_accuracy([1, 2, 3], [1, 3, 2]) == pytest.approx(2 / 3)
    assert pairwise_accuracy([1, 1, 3], [1, 2, 3]) == pytest.approx(2 / 3)
    assert pairwise_accuracy([1, 1, 3], [1, 1, 3]) == 1
    assert pairwise_accuracy([1, 2, 3], [3, 2, 1]) == 0
    assert pairwise_accuracy([1], [1]) is None


@given(
    st.permutations(range(1, 7)),
    st.permutations(range(1, 7)),
)
def test_without_ties_pairwise_accuracy_is_tau_on_another_scale(one, two):
    tau = kendalltau(one, two).statistic
    assert pairwise_accuracy(one, two) == pytest.approx((tau + 1) / 2)


def test_p_is_by_hand_one_sided():
    """Three sentences in which the first system has 1 and the second 0. Of the 8 ways to swap
    only none at all leaves it as far ahead."""
    values = np.array([[1.0, 0.0]] * 3)
    every = np.array([[i >> bit & 1 for bit in range(3)] for i in range(8)], dtype=float)
    assert better_ps(values, np.ones_like(values), every) == pytest.approx([(1 + 1) / (1 + 8)])
    # The other way round every one of them does.
    [worse] = better_ps(values[:, ::-1], np.ones_like(values), every)
    assert worse == pytest.approx((1 + 8) / (1 + 8))


def test_soft_accuracy_is_by_hand():
    # 1 - .1, 1 - .5, 1 - 0, over three.
    first, second = np.array([0.1, 0.9, 0.4]), np.array([0.2, 0.4, 0.4])
    assert soft_pairwise_accuracy(first, second) == pytest.approx((0.9 + 0.5 + 1) / 3)
    assert soft_pairwise_accuracy(np.array([]), np.array([])) is None


def test_two_systems_that_one_gold_is_sure_of_and_the_other_not_are_half_right():
    """The same order on both, so pairwise accuracy is 1; p is near 0 and near 1/2."""
    gold = {str(n): {"a": 1} for n in range(40)}
    systems = {
        "one": {key: ["a"] for key in gold},
        "two": {key: ["b"] for key in gold},
    }
    # On the other gold each is right in half, the first in one sentence more.
    other = {key: {"a" if n < 21 else "b": 1} for n, key in enumerate(gold)}
    found = regild.compare_golds(gold, other, systems).coefficients
    assert found["pairwise_accuracy"].value == 1
    assert found["soft_pairwise_accuracy"].value == pytest.approx(1 - 0.44, abs=0.05)


def test_the_coefficients_are_those_of_the_scores_rankings():
    found = regild.compare_golds(FIRST, SECOND, SYSTEMS)
    scored = [
        regild.score(gold, SYSTEMS, measures=["semdis.best_norm"]) for gold in (FIRST, SECOND)
    ]
    both = regild.compare_rankings(*scored)
    for name in ("kendall_tau", "tau_ap", "rbo"):
        assert found.coefficients[name].value == pytest.approx(getattr(both, name)), name
    values = [[s.measures["semdis.best_norm"] for s in one.systems] for one in scored]
    tau = kendalltau(*map(ranks, values)).statistic
    assert found.coefficients["kendall_tau"].value == pytest.approx(tau)
    assert (found.n, found.sentences, found.units) == (4, 4, 4)


def test_intervals_are_those_of_the_joint_draws():
    """Done again by hand: the same sentences for both golds, the ranking of each replicate."""
    replicates, seed = 200, 7
    scored = [
        regild.score(gold, SYSTEMS, measures=["semdis.best_norm"], per_sentence=True)
        for gold in (FIRST, SECOND)
    ]
    matrices = [
        np.array(
            [[s.per_sentence[key]["semdis.best_norm"] for s in one.systems] for key in FIRST]
        )
        for one in scored
    ]
    drawn = np.random.default_rng(seed).integers(0, 4, size=(replicates, 4), dtype=np.int32)
    accuracies = [
        pairwise_accuracy(*(ranks(matrix[rows].mean(axis=0).tolist()) for matrix in matrices))
        for rows in drawn
    ]
    found = regild.compare_golds(FIRST, SECOND, SYSTEMS, seed=seed, replicates=replicates)
    accuracy = found.coefficients["pairwise_accuracy"]
    # Few units: the ends lie further out than 2.5 %, within what was drawn.
    assert min(accuracies) <= accuracy.low <= np.quantile(accuracies, 0.025)
    assert np.quantile(accuracies, 0.975) <= accuracy.high <= max(accuracies)


@settings(max_examples=20, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from("123456"),
        st.dictionaries(st.sampled_from("abc"), st.integers(1, 5), min_size=1),
        min_size=2,
    ),
    st.integers(0, 99),
)
def test_a_gold_agrees_with_itself_wholly_whatever_it_ties(gold, seed):
    gold["1"] = {"a": 2, "b": 1}  # to have a target that each system answers
    found = regild.compare_golds(gold, gold, SYSTEMS, seed=seed, replicates=20)
    for name, one in found.coefficients.items():
        assert one == pytest.approx((1, 1, 1)), name


def test_a_sentence_of_one_gold_alone_is_drawn_and_counts_there():
    alone = {**FIRST, "5": {"a": 1}}
    found = regild.compare_golds(alone, SECOND, SYSTEMS)
    assert (found.sentences, found.units) == (5, 5)


def test_one_system_has_no_ranking():
    found = regild.compare_golds(FIRST, SECOND, {"one": SYSTEMS["one"]})
    assert found.n == 1
    assert [one["value"] for one in found.rows()] == [None] * len(COEFFICIENTS)


def test_targets_are_drawn_whole(tmp_path):
    lines = [f"word{n // 5}.n {n} :: a {1 + n % 3};b 1;" for n in range(20)]
    path = tmp_path / "gold.txt"
    path.write_text("\n".join(lines))
    found = regild.compare_golds(path, path, {"one": {"1": ["a"]}, "two": {"2": ["b"]}})
    assert (found.sentences, found.units) == (20, 4)
