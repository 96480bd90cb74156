import pytest
from scipy import stats

from regild.scoring.annotators import OverAnnotators
from regild.scoring.consensus import CONSTANT, TOO_FEW
from regild.scoring.evaluation import Scored
from regild.scoring.release_comparison import (
    Difference,
    Pair,
    compare_rankings,
    compare_weights,
    furthest_apart,
    policy_differences,
)
from regild.scoring.two_golds import Line, two_rankings

# Weights as means of three ratings have them, and how many candidates share a pair.
PAIRS = [
    Pair(0.0, 0.0, 5),
    Pair(1 / 3, 0.5, 2),
    Pair(8 / 3, 2.0, 3),
    Pair(3.0, 3.0, 4),
    Pair(2.0, 3.0, 1),
    Pair(1.0, None, 6),
    Pair(None, 2.0, 7),
    Pair(None, None, 8),
]


def test_candidates_are_counted_by_which_release_decided_them():
    found = compare_weights(PAIRS)
    assert (found.decided, found.same) == (15, 9)
    assert (found.only_first, found.only_second, found.undecided) == (6, 7, 8)


def test_correlations_are_those_of_the_candidates_written_out_one_by_one():
    """scipy.stats knows no counts."""
    both = [pair for pair in PAIRS if pair.first is not None and pair.second is not None]
    first = [pair.first for pair in both for _ in range(pair.n)]
    second = [pair.second for pair in both for _ in range(pair.n)]
    found = compare_weights(PAIRS)
    assert found.spearman == pytest.approx(stats.spearmanr(first, second).statistic)
    assert found.pearson == pytest.approx(stats.pearsonr(first, second).statistic)
    assert found.reason is None


def test_differences_are_the_means_over_those_decided_in_both():
    # By hand: 2 × 1/6 up, 3 × 2/3 down, 1 up; over 15.
    found = compare_weights(PAIRS)
    assert found.mean_difference == pytest.approx((2 / 6 - 2 + 1) / 15)
    assert found.mean_absolute == pytest.approx((2 / 6 + 2 + 1) / 15)


@pytest.mark.parametrize(
    ("pairs", "reason"),
    [
        ([], TOO_FEW),
        ([Pair(None, 1.0, 9)], TOO_FEW),
        ([Pair(1.0, 2.0, 1)], TOO_FEW),
        ([Pair(1.0, 2.0, 2)], CONSTANT),
        ([Pair(1.0, 2.0, 1), Pair(1.0, 3.0, 1)], CONSTANT),
    ],
)
def test_a_correlation_that_does_not_exist_is_none_and_says_why(pairs, reason):
    found = compare_weights(pairs)
    assert (found.spearman, found.pearson, found.reason) == (None, None, reason)


def test_with_nothing_in_both_there_is_no_mean_either():
    found = compare_weights([Pair(1.0, None, 2)])
    assert (found.mean_difference, found.mean_absolute) == (None, None)


def test_the_furthest_apart_are_enough_pairs_and_all_that_are_as_far():
    near, far, as_far, undecided = (
        Pair(1.0, 1.5, 9),
        Pair(0.0, 3.0, 2),
        Pair(3.0, 0.0, 4),
        Pair(None, 3.0, 8),
    )
    pairs = [near, undecided, far, Pair(2.0, 2.0, 5), as_far]
    assert furthest_apart(pairs, 1) == [far, as_far]
    assert furthest_apart(pairs, 6) == [far, as_far]
    assert furthest_apart(pairs, 7) == [far, as_far, near]
    assert furthest_apart([undecided], 5) == []


def test_of_a_policy_only_what_differs_is_told_and_of_lists_what_the_other_lacks():
    first = {
        "rule": "mean",
        "min_ratings": 3,
        "mapping": [["glad.a", "a", "b"], ["glad.a", "c", "d"]],
        "hidden_sentences": ["1", "2"],
        "case": "keep",
    }
    second = {
        "rule": "median",
        "min_ratings": 3,
        "mapping": [["glad.a", "c", "d"], ["room.n", "e", "f"]],
        "hidden_sentences": ["2", "1"],
        "case": "keep",
        "moons": 2,
    }
    assert policy_differences(first, second) == [
        Difference("rule", "mean", "median"),
        Difference("mapping", [["glad.a", "a", "b"]], [["room.n", "e", "f"]]),
        # Of a version that knew more, or less.
        Difference("moons", None, 2),
    ]
    assert policy_differences(first, first) == []


def test_a_ranking_says_of_the_second_gold_what_the_second_release_says():
    def scored(value, rank):
        return Scored(value, 9, "", value, value, rank, None)

    def release(pooled, *scores):
        lines = [
            Line(
                id,
                f"system {id}",
                pooled,
                scored(0.5, 1),
                scored(value, rank),
                judged=0.9,
                over_annotators=OverAnnotators(value, value, rank, rank, 1.0, None),
            )
            for id, (value, rank) in enumerate(scores)
        ]
        return two_rankings("best.P", lines)

    first = release(False, (0.3, 2), (0.4, 1), (0.1, 3))
    second = release(True, (0.8, 1), (0.7, 2))
    found = compare_rankings(first, second)
    assert [(line.id, line.first.value, line.second.value) for line in found.lines] == [
        (0, 0.3, 0.8),
        (1, 0.4, 0.7),
    ]
    assert [line.over_annotators.low for line in found.lines] == [0.8, 0.7]
    assert all(line.pooled and line.judged is None for line in found.lines)
