"""Against scipy and scikit-learn, which know nothing of sets."""

from math import isnan
from random import Random

import pytest
from scipy import stats
from sklearn.metrics import ndcg_score

from regild.tasks.utterances.plausibility import expected_ndcg, ndcg, spearman


@pytest.mark.parametrize("seed", range(20))
def test_with_ties_on_both_sides(seed):
    rng = Random(seed)
    scores = [rng.randint(0, 3) for _ in range(8)]
    means = [rng.randint(0, 9) / 3 for _ in range(8)]
    assert ndcg(scores, means) == pytest.approx(ndcg_score([means], [scores]))
    assert spearman(scores, means) == pytest.approx(stats.spearmanr(scores, means).statistic)
    assert expected_ndcg(means) == pytest.approx(ndcg_score([means], [[0] * 8]))


def test_whoever_says_nothing_gains_nothing():
    assert spearman([-float("inf")] * 3, [1, 2, 3]) == 0
    assert isnan(spearman([1, 2, 3], [2, 2, 2]))
    assert isnan(ndcg([1, 2], [0, 0]))
