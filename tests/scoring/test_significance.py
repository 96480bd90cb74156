import numpy as np
import pytest
from scipy.stats import permutation_test
from statsmodels.stats.multitest import multipletests

from regild.scoring.significance import Exchanges, compare_systems, holm

NAN = float("nan")


def rng():
    return np.random.default_rng(20160523)


def test_randomisation_finds_the_exact_p_of_scipy():
    matrix = np.random.default_rng(5).normal([0, 0.6, 0.2], 1, size=(10, 3))
    found = compare_systems(matrix, permutations=20_000, rng=rng())
    assert [(c.first, c.second) for c in found] == [(0, 1), (0, 2), (1, 2)]
    for comparison in found:
        one, two = matrix[:, comparison.first], matrix[:, comparison.second]
        assert comparison.difference == pytest.approx(one.mean() - two.mean())
        # All 2^10 permutations: no more are there to be drawn.
        exact = permutation_test(
            (one, two),
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert comparison.p == exact.pvalue


def test_of_many_sentences_those_drawn_find_the_p_of_scipy():
    matrix = np.random.default_rng(5).normal([0, 0.2], 1, size=(60, 2))
    [comparison] = compare_systems(matrix, permutations=16_000, rng=rng())
    theirs = permutation_test(
        (matrix[:, 0], matrix[:, 1]),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        n_resamples=16_000,
        vectorized=True,
        rng=rng(),
    )
    assert comparison.p == pytest.approx(theirs.pvalue, abs=0.015)


def test_what_is_exchanged_is_a_group_and_each_unit_in_half_of_it():
    """By hand: of each set, what its units' values are with their signs."""
    exchanges = Exchanges.drawn(7, permutations=20, pairs=1, rng=rng())
    assert (exchanges.bits, len(set(exchanges.columns.tolist()))) == (6, 7)
    values = np.random.default_rng(3).random((7, 2))
    signs = np.array(
        [
            [(-1) ** (set_ & column).bit_count() for column in exchanges.columns.tolist()]
            for set_ in range(64)
        ]
    )
    np.testing.assert_allclose(exchanges.apply(values), (signs @ values).T)
    assert (signs.sum(axis=0) == 0).all()
    rows = {*map(tuple, signs.tolist())}
    assert {tuple(a * b for a, b in zip(x, y, strict=True)) for x in rows for y in rows} == rows


def test_chance_alone_is_significant_as_often_as_the_level_says():
    drawn = rng()
    ps = [
        compare_systems(drawn.normal(size=(25, 2)), permutations=100, rng=drawn)[0].p
        for _time in range(2_000)
    ]
    for level in (0.05, 0.25, 0.5):
        assert np.mean(np.array(ps) <= level) == pytest.approx(level, abs=0.035)


def test_however_many_pairs_there_are_one_can_be_significant():
    matrix = np.random.default_rng(9).random((50, 24))
    matrix[:, 0] += 1
    pairs = compare_systems(matrix, permutations=1_000, rng=rng())
    assert all(pair.p_holm < 0.05 for pair in pairs if pair.first == 0)


def test_three_sentences_cannot_be_significant():
    # All three favour the first: 2 of 8 permutations are as far apart.
    matrix = np.array([[1.0, 0.0]] * 3)
    [comparison] = compare_systems(matrix, permutations=20_000, rng=rng())
    assert comparison.p == 0.25


def test_equal_systems_do_not_differ():
    matrix = np.repeat(np.random.default_rng(6).random((20, 1)), 2, axis=1)
    [comparison] = compare_systems(matrix, permutations=50, rng=rng())
    assert comparison == (0, 1, 0, 1, 1)


def test_a_clear_difference_has_the_smallest_p_there_can_be():
    matrix = np.stack([np.ones(40), np.zeros(40)], axis=1)
    [comparison] = compare_systems(matrix, permutations=999, rng=rng())
    # As many as asked for and more: 2^10, one of which exchanges nothing.
    assert comparison.p == 1 / 1024


def test_precisions_are_exchanged_with_what_they_are_over():
    # The second system answered one sentence of two: means (.5 + 0)/2 and 1. Exchanging only
    # the first sentence makes them (1 + 0)/2 and .5, only the second .5 and (1 + 0)/2, both
    # 1 and (.5 + 0)/2. Two of the four permutations are as far apart as observed.
    matrix = np.array([[0.5, 1.0], [0.0, NAN]])
    [comparison] = compare_systems(matrix, permutations=20_000, rng=rng())
    assert comparison.difference == pytest.approx(-0.75)
    assert comparison.p == 1 / 2


def test_a_system_without_a_mean_is_compared_with_none_and_costs_no_correction():
    matrix = np.random.default_rng(7).random((30, 3))
    matrix[:, 1] = NAN
    first, second, third = compare_systems(matrix, permutations=99, rng=rng())
    assert first[2:] == third[2:] == (None, None, None)
    assert second.p_holm == second.p is not None


def test_holm_is_that_of_statsmodels():
    ps = [0.01, 0.04, 0.03, 0.005, 0.9, 0.04]
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1])


def test_holm_by_hand():
    # 3 · .01; then 2 · .03; then 1 · .04, which may not fall below the one before.
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([]) == []
