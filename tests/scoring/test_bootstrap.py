import numpy as np
import pytest

from regild.scoring.bootstrap import bootstrap_each, bootstrap_means

NAN = float("nan")


def rng():
    return np.random.default_rng(20160523)


def test_bootstrap_means_spread_as_a_mean_of_n_sentences_does():
    column = np.random.default_rng(1).random(400)
    means = bootstrap_means(column[:, np.newaxis], replicates=4000, rng=rng())[:, 0]
    assert means.mean() == pytest.approx(column.mean(), abs=0.002)
    # The bootstrap's standard error of a mean is the population deviation over √n.
    assert means.std() == pytest.approx(column.std() / 20, rel=0.05)


def test_all_systems_see_the_same_sentences():
    one = np.random.default_rng(2).random(50)
    means = bootstrap_means(np.stack([one, one + 0.25], axis=1), replicates=100, rng=rng())
    assert means[:, 1] - means[:, 0] == pytest.approx(0.25)
    assert means[:, 0].std() > 0


def test_measures_together_have_the_replicates_each_has_alone():
    matrices = [np.random.default_rng(n).random((50, 2)) for n in (3, 4)]
    together = bootstrap_each(matrices, replicates=100, rng=rng())
    for matrix, means in zip(matrices, together, strict=True):
        alone = bootstrap_means(matrix, replicates=100, rng=rng())
        np.testing.assert_allclose(means, alone, rtol=1e-12)


def test_the_same_seed_gives_the_same_replicates():
    matrix = np.random.default_rng(3).random((30, 2))
    again = [bootstrap_means(matrix, replicates=20, rng=rng()) for _ in range(2)]
    assert (again[0] == again[1]).all()


def test_a_sentence_outside_the_mean_stays_outside():
    # Precision of a system that answered one sentence, with 0.4: drawn or not, never else.
    matrix = np.array([[0.4], [NAN], [NAN]])
    means = bootstrap_means(matrix, replicates=200, rng=rng())[:, 0]
    assert set(np.round(means[~np.isnan(means)], 12)) == {0.4}
    # Not drawn in (2/3)^3 = 30% of the replicates.
    assert np.isnan(means).mean() == pytest.approx(8 / 27, abs=0.1)


def test_replicates_that_do_not_fit_at_once_are_all_made():
    matrix = np.random.default_rng(4).random((3000, 1))
    means = bootstrap_means(matrix, replicates=2000, rng=rng())[:, 0]
    assert len(set(means)) == 2000


def test_without_sentences_there_are_no_means():
    assert np.isnan(bootstrap_means(np.empty((0, 2)), replicates=3, rng=rng())).all()
