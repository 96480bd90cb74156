import numpy as np
import pytest
from scipy.stats import permutation_test
from statsmodels.stats.multitest import multipletests

from regild.scoring.resampling import (
    bootstrap_each,
    bootstrap_means,
    compare_systems,
    holm,
    percentile_interval,
)

NAN = float("nan")


def rng():
    return np.random.default_rng(20160523)


def test_bootstrap_means_spread_as_a_mean_of_n_sentences_does():
    column = np.random.default_rng(1).random(400)
    means = bootstrap_means(column[:, np.newaxis], rounds=4000, rng=rng())[:, 0]
    assert means.mean() == pytest.approx(column.mean(), abs=0.002)
    # The bootstrap's standard error of a mean is the population deviation over √n.
    assert means.std() == pytest.approx(column.std() / 20, rel=0.05)


def test_all_systems_see_the_same_sentences():
    one = np.random.default_rng(2).random(50)
    means = bootstrap_means(np.stack([one, one + 0.25], axis=1), rounds=100, rng=rng())
    assert means[:, 1] - means[:, 0] == pytest.approx(0.25)
    assert means[:, 0].std() > 0


def test_measures_together_have_the_rounds_each_has_alone():
    matrices = [np.random.default_rng(n).random((50, 2)) for n in (3, 4)]
    together = bootstrap_each(matrices, rounds=100, rng=rng())
    for matrix, means in zip(matrices, together, strict=True):
        np.testing.assert_array_equal(means, bootstrap_means(matrix, rounds=100, rng=rng()))


def test_the_same_seed_gives_the_same_rounds():
    matrix = np.random.default_rng(3).random((30, 2))
    again = [bootstrap_means(matrix, rounds=20, rng=rng()) for _ in range(2)]
    assert (again[0] == again[1]).all()


def test_a_sentence_outside_the_mean_stays_outside():
    # Precision of a system that answered one sentence, with 0.4: drawn or not, never else.
    matrix = np.array([[0.4], [NAN], [NAN]])
    means = bootstrap_means(matrix, rounds=200, rng=rng())[:, 0]
    assert set(np.round(means[~np.isnan(means)], 12)) == {0.4}
    # Not drawn in (2/3)^3 = 30% of the rounds.
    assert np.isnan(means).mean() == pytest.approx(8 / 27, abs=0.1)


def test_rounds_that_do_not_fit_at_once_are_all_made():
    matrix = np.random.default_rng(4).random((3000, 1))
    means = bootstrap_means(matrix, rounds=2000, rng=rng())[:, 0]
    assert len(set(means)) == 2000


def test_an_interval_leaves_out_the_same_share_on_both_sides():
    assert percentile_interval(np.arange(101.0)) == pytest.approx((2.5, 97.5))
    assert percentile_interval(np.arange(101.0), level=0.5) == pytest.approx((25, 75))


@pytest.mark.parametrize("samples", [[], [0.1, NAN, 0.3]])
def test_an_interval_over_undefined_rounds_is_undefined(samples):
    assert percentile_interval(np.array(samples)) is None


def test_without_sentences_there_are_no_means():
    assert np.isnan(bootstrap_means(np.empty((0, 2)), rounds=3, rng=rng())).all()


def test_randomisation_finds_the_exact_p_of_scipy():
    matrix = np.random.default_rng(5).normal([0, 0.6, 0.2], 1, size=(10, 3))
    found = compare_systems(matrix, rounds=20_000, rng=rng())
    assert [(c.first, c.second) for c in found] == [(0, 1), (0, 2), (1, 2)]
    for comparison in found:
        one, two = matrix[:, comparison.first], matrix[:, comparison.second]
        assert comparison.difference == pytest.approx(one.mean() - two.mean())
        # All 2^10 exchanges.
        exact = permutation_test(
            (one, two),
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert comparison.p == pytest.approx(exact.pvalue, abs=0.015)


def test_three_sentences_cannot_be_significant():
    # All three favour the first: 2 of 8 exchanges are as far apart.
    matrix = np.array([[1.0, 0.0]] * 3)
    [comparison] = compare_systems(matrix, rounds=20_000, rng=rng())
    assert comparison.p == pytest.approx(0.25, abs=0.01)


def test_equal_systems_do_not_differ():
    matrix = np.repeat(np.random.default_rng(6).random((20, 1)), 2, axis=1)
    [comparison] = compare_systems(matrix, rounds=50, rng=rng())
    assert comparison == (0, 1, 0, 1, 1)


def test_a_clear_difference_has_the_smallest_p_there_can_be():
    matrix = np.stack([np.ones(40), np.zeros(40)], axis=1)
    [comparison] = compare_systems(matrix, rounds=999, rng=rng())
    assert comparison.p == pytest.approx(1 / 1000)


def test_precisions_are_exchanged_with_what_they_are_over():
    # The second system answered one sentence of two: means (.5 + 0)/2 and 1. Exchanging only
    # the first sentence makes them (1 + 0)/2 and .5, only the second .5 and (1 + 0)/2, both
    # 1 and (.5 + 0)/2. Two of the four exchanges are as far apart as observed.
    matrix = np.array([[0.5, 1.0], [0.0, NAN]])
    [comparison] = compare_systems(matrix, rounds=20_000, rng=rng())
    assert comparison.difference == pytest.approx(-0.75)
    assert comparison.p == pytest.approx(1 / 2, abs=0.015)


def test_a_system_without_a_mean_is_compared_with_none_and_costs_no_correction():
    matrix = np.random.default_rng(7).random((30, 3))
    matrix[:, 1] = NAN
    first, second, third = compare_systems(matrix, rounds=99, rng=rng())
    assert first[2:] == third[2:] == (None, None, None)
    assert second.p_holm == second.p is not None


def test_holm_is_that_of_statsmodels():
    ps = [0.01, 0.04, 0.03, 0.005, 0.9, 0.04]
    assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1])


def test_holm_by_hand():
    # 3 · .01; then 2 · .03; then 1 · .04, which may not fall below the one before.
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([]) == []
