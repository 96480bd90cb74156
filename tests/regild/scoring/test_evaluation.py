import numpy as np
import pytest

from regild.scoring.evaluation import evaluate
from regild.scoring.sentence_scores import NO_SENTENCE, SentenceScores
from regild.scoring.significance import compare_systems

RNG = np.random.default_rng(7)
# Four systems, clearly apart but for the last two, which are the same.
MATRIX = np.clip(RNG.normal([0.2, 0.8, 0.5, 0.5], 0.1, size=(40, 4)), 0, 1)
MATRIX[:, 3] = MATRIX[:, 2]


def scored(matrix, **options):
    scores = SentenceScores(tuple(range(len(matrix))), {"m": matrix})
    usual = {"seed": 1, "replicates": 200, "permutations": 500}
    return evaluate(scores, **usual | options)["m"]


def test_each_mean_has_its_interval_count_and_rank():
    found = scored(MATRIX)
    assert [one.rank for one in found] == [4, 1, 2, 2]
    for one, mean in zip(found, MATRIX.mean(axis=0), strict=True):
        assert one.value == pytest.approx(mean)
        assert one.low < one.value < one.high
        assert (one.n, one.reason) == (40, "")


def test_a_system_is_compared_with_the_one_ranked_next_and_corrected_for_all_pairs():
    found = scored(MATRIX)
    pairs = compare_systems(MATRIX, permutations=500, rng=np.random.default_rng(1))
    p_of = {(pair.first, pair.second): pair.p_holm for pair in pairs}
    # The ranking is 1, then 2 and 3 tied, then 0.
    assert found[1].p_next == p_of[1, 2]
    assert found[2].p_next == p_of[2, 3] == 1
    assert found[3].p_next == p_of[0, 3]
    assert found[0].p_next is None


def test_systems_that_earned_the_same_on_other_sentences_share_their_rank():
    # In another order the same numbers do not always add up to the same last digit.
    rng = np.random.default_rng(1)
    thirds = rng.integers(0, 4, size=290) / 3
    for _ in range(20):
        found = scored(
            np.array([thirds, rng.permutation(thirds)]).T, replicates=2, permutations=2
        )
        assert [one.rank for one in found] == [1, 1]


def test_a_system_without_a_mean_has_a_reason_and_no_rank():
    matrix = MATRIX.copy()
    matrix[:, 1] = np.nan
    found = scored(matrix)
    assert found[1] == (None, 0, NO_SENTENCE, None, None, None, None)
    assert [one.rank for one in found] == [3, None, 1, 1]


def test_the_same_seed_gives_the_same_numbers():
    assert scored(MATRIX) == scored(MATRIX)


def test_progress_is_told_after_each_measure():
    done = []
    scored(MATRIX, measured=lambda: done.append(1))
    assert done == [1]


def test_without_permutations_systems_are_not_compared_and_all_else_is_the_same():
    compared, alone = scored(MATRIX), scored(MATRIX, permutations=None)
    assert all(one.p_next is None for one in alone)
    assert [one[:-1] for one in alone] == [one[:-1] for one in compared]
