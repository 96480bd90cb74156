"""Targets drawn and exchanged in place of sentences, where several share one."""

import numpy as np
import pytest
from scipy import stats

from regild.resampling import NO_INTERVAL, student_quantile
from regild.scoring.bootstrap import bootstrap_each, expanded_tail, mean_interval
from regild.scoring.evaluation import evaluate_by_target
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.significance import compare_each
from regild.scoring.units import shared_targets, units_counted

NAN = float("nan")
# Ten targets of four sentences; what a system earns is the target's, and hardly the sentence's.
TARGETS = np.repeat(np.arange(10), 4)
RNG = np.random.default_rng(11)
SCORES = np.clip(
    RNG.uniform(size=(10, 3))[TARGETS] + RNG.normal(0, 0.05, size=(40, 3)) + [0, 0.1, 0.3], 0, 1
)


def rng():
    return np.random.default_rng(20160523)


def of_targets(matrix):
    scores = SentenceScores(tuple(map(str, range(len(matrix)))), {"m": matrix})
    groups = {str(place): f"word{target}.n" for place, target in enumerate(TARGETS)}
    return evaluate_by_target(scores, groups, seed=1, permutations=2_000)


def test_sentences_share_a_target_by_its_name_and_none_where_nobody_named_it():
    groups = {"1": "calm.a", "2": "room.n", "3": "calm.a", "4": "", "5": ""}
    assert shared_targets("12345", groups).tolist() == [0, 1, 0, 2, 3]
    assert shared_targets("1245", groups) is None
    assert shared_targets("", groups) is None


def test_replicates_are_means_over_whole_targets_however_many_sentences_each_has():
    """Of a target with one sentence, 1, and one with three, 0: what can be drawn is both of the
    one, one of each, or both of the other."""
    matrix = np.array([[1.0], [0.0], [0.0], [0.0]])
    [means] = bootstrap_each(
        [matrix], replicates=4_000, rng=rng(), units=np.array([0, 1, 1, 1])
    )
    values, counts = np.unique(means, return_counts=True)
    assert values.tolist() == [0, 1 / 4, 1]
    assert counts / 4_000 == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=0.02)


def test_a_sentence_outside_the_mean_stays_outside_its_target():
    matrix = np.array([[1.0], [NAN], [0.5]])
    [means] = bootstrap_each([matrix], replicates=500, rng=rng(), units=np.array([0, 0, 1]))
    assert set(means[:, 0]) == {0.5, 0.75, 1}
    assert units_counted(np.array([[NAN], [NAN], [0.5]]), np.array([0, 0, 1])) == [1]


def test_the_spread_over_targets_is_that_of_their_means():
    [means] = bootstrap_each([SCORES], replicates=4_000, rng=rng(), units=TARGETS)
    of_target = SCORES.reshape(10, 4, 3).mean(axis=1)
    assert means.std(axis=0) == pytest.approx(of_target.std(axis=0) / 10**0.5, rel=0.05)


def test_exchanges_of_targets_find_the_exact_p_of_their_sums():
    [pairs] = compare_each([SCORES], permutations=20_000, rng=rng(), units=TARGETS)
    sums = SCORES.reshape(10, 4, 3).sum(axis=1)
    for pair in pairs:
        exact = stats.permutation_test(
            (sums[:, pair.first], sums[:, pair.second]),
            lambda a, b, axis: np.mean(a - b, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        )
        assert pair.p == pytest.approx(exact.pvalue, abs=0.015)
        difference = SCORES[:, pair.first].mean() - SCORES[:, pair.second].mean()
        assert pair.difference == pytest.approx(difference)


def test_targets_are_the_unit_and_sentences_stand_beside():
    found = of_targets(SCORES)
    for scored, over in zip(found.scored["m"], found.over_sentences["m"], strict=True):
        assert (scored.n, over.targets) == (40, 10)
        assert scored.low < over.low < scored.value < over.high < scored.high
    best, middle, _last = sorted(range(3), key=lambda i: found.scored["m"][i].rank)
    for system in (best, middle):
        assert found.over_sentences["m"][system].p_next < found.scored["m"][system].p_next


def test_a_score_of_one_target_has_no_interval():
    matrix = SCORES.copy()
    matrix[4:, 0] = NAN
    found = of_targets(matrix)
    assert found.scored["m"][0][3:5] == NO_INTERVAL
    assert found.over_sentences["m"][0].targets == 1


def test_where_every_sentence_has_a_target_of_its_own_nothing_stands_beside():
    scores = SentenceScores(("1", "2"), {"m": np.array([[0.0], [1.0]])})
    assert evaluate_by_target(scores, {"1": "a.n", "2": "b.n"}, seed=1).over_sentences == {}


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 10, 29, 199, 2_000])
@pytest.mark.parametrize("p", [0.6, 0.975, 0.995])
def test_students_quantiles_are_those_of_scipy(freedom, p):
    assert student_quantile(p, freedom=freedom) == pytest.approx(stats.t.ppf(p, freedom))


def test_the_ends_lie_as_far_out_as_few_units_need():
    """For a normal mean of n, the quantiles of the bootstrap are then the ends of Student's
    interval: its spread is short by √((n - 1) / n), and they reach for t."""
    for n in (5, 10, 30):
        reach = stats.norm.ppf(1 - expanded_tail(n)) * ((n - 1) / n) ** 0.5
        assert reach == pytest.approx(stats.t.ppf(0.975, n - 1))
    assert expanded_tail(100_000) == pytest.approx(0.025, abs=1e-5)
    samples = np.arange(1001.0)
    assert mean_interval(samples, units=1) == NO_INTERVAL
    assert mean_interval(samples) == pytest.approx((25, 975))
    assert mean_interval(samples, units=2) == pytest.approx((0, 1000))
