import numpy as np
import pytest
from scipy.stats import permutation_test
from statsmodels.stats.multitest import multipletests

from regild.scoring.significance import compare_systems, holm

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
        # All 2^10 permutations.
        exact = permutation_test(
            (one, two),
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert comparison.p == pytest.approx(exact.pvalue, abs=0.015)


def test_three_sentences_cannot_be_significant():
    # All three favour the first: 2 of 8 permutations are as far apart.
    matrix = np.array([[1.0, 0.0]] * 3)
    [comparison] = compare_systems(matrix, permutations=20_000, rng=rng())
    assert comparison.p == pytest.approx(0.25, abs=0.01)


def test_equal_systems_do_not_differ():
    matrix = np.repeat(np.random.default_rng(6).random((20, 1)), 2, axis=1)
    [comparison] = compare_systems(matrix, permutations=50, rng=rng())
    assert comparison == (0, 1, 0, 1, 1)


def test_a_clear_difference_has_the_smallest_p_there_can_be():
    matrix = np.stack([np.ones(40), np.zeros(40)], axis=1)
    [comparison] = compare_systems(matrix, permutations=999, rng=rng())
    assert comparison.p == pytest.approx(1 / 1000)


def test_precisions_are_exchanged_with_what_they_are_over():
    # The second system answered one sentence of two: means (.5 + 0)/2 and 1. Exchanging only
    # the first sentence makes them (1 + 0)/2 and .5, only the second .5 and (1 + 0)/2, both
    # 1 and (.5 + 0)/2. Two of the four permutations are as far apart as observed.
    matrix = np.array([[0.5, 1.0], [0.0, NAN]])
    [comparison] = compare_systems(matrix, permutations=20_000, rng=rng())
    assert comparison.difference == pytest.approx(-0.75)
    assert comparison.p == pytest.approx(1 / 2, abs=0.015)


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
