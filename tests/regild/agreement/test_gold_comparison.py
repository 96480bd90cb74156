import numpy as np
import pytest
from scipy import stats

from regild.agreement.boxes import Box, scores_by_votes
from regild.agreement.first_gold import GoldVotes
from regild.agreement.gold_comparison import (
    NO_FREQUENCY,
    ONE_FREQUENCY,
    compare_frequencies,
    frequency_of_votes,
    gold_measures,
    log_frequencies,
    votes_and_logarithms,
)
from regild.agreement.measures.two_golds import NO_WORD_LIST, WordFrequencies
from regild.agreement.rank_correlation import CONSTANT, TOO_FEW, rank_correlation

# A sentence with five first-gold substitutes and five from systems.
VOTES = np.array([4, 4, 2, 2, 1, 0, 0, 0, 0, 0])
SCORES = np.array([3, 3, 3, 2.75, 0.75, 2.5, 2.5, 1, 0, 0])
RATINGS = np.full(10, 4)


def test_rho_is_pearson_on_the_worked_mid_ranks() -> None:
    found = gold_measures(votes=VOTES, scores=SCORES, ratings=RATINGS)
    # Mid-ranks by hand.
    first = [9.5, 9.5, 7.5, 7.5, 6, 3, 3, 3, 3, 3]
    second = [9, 9, 9, 7, 3, 5.5, 5.5, 4, 1.5, 1.5]
    assert found["spearman_all"].value == pytest.approx(np.corrcoef(first, second)[0, 1])
    assert found["spearman_all"].value == pytest.approx(0.8024514930171044, abs=1e-9)
    assert found["spearman_gold"].value == pytest.approx(0.8249579113843054, abs=1e-9)


def test_rho_says_what_it_rests_on() -> None:
    found = gold_measures(votes=VOTES, scores=SCORES, ratings=RATINGS)
    assert found["spearman_all"][1:3] == (10, 40)
    assert found["spearman_gold"][1:3] == (5, 20)


@pytest.mark.parametrize(
    ("votes", "scores", "reason"),
    [
        ([], [], TOO_FEW),
        ([2], [3], TOO_FEW),
        ([2, 2], [0, 3], CONSTANT),
        ([1, 2], [3, 3], CONSTANT),
    ],
)
def test_an_undefined_rho_says_why(votes: list[int], scores: list[float], reason: str) -> None:
    found = gold_measures(
        votes=np.array(votes, dtype=np.int64),
        scores=np.array(scores, dtype=np.float64),
        ratings=np.ones(len(votes), dtype=np.int64),
    )
    for key in ("spearman_all", "spearman_gold"):
        assert (found[key].value, found[key].reason) == (None, reason)


def test_scores_by_votes_are_five_numbers_for_each_number_of_votes() -> None:
    # Without votes: 0 0 1 2.5 2.5; the quartiles are the second and fourth.
    found = scores_by_votes(votes=VOTES, scores=SCORES)
    assert found.boxes == [
        Box(0, 5, 0, 0, 0, 1, 2.5, 2.5, 2.5, 0, []),
        Box(1, 1, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0, []),
        Box(2, 2, 2.75, 2.75, 2.8125, 2.875, 2.9375, 3, 3, 0, []),
        Box(4, 2, 3, 3, 3, 3, 3, 3, 3, 0, []),
    ]
    assert not found.is_outlier.any()


def test_whiskers_end_at_the_furthest_score_within_one_and_a_half_boxes() -> None:
    # Nine scores: quartiles 1 and 2, so that the fences are -0.5 and 3.5; 3.5 itself is within.
    scores = np.array([-1, 0, 1, 1, 1.5, 2, 2, 3.5, 3.75])
    found = scores_by_votes(votes=np.zeros(9, dtype=np.int64), scores=scores)
    (box,) = found.boxes
    assert (box.lower_quartile, box.upper_quartile) == (1, 2)
    assert (box.lower_whisker, box.upper_whisker) == (0, 3.5)
    assert (box.n_outliers, box.outliers) == (2, [(-1, 1), (3.75, 1)])
    assert found.is_outlier.tolist() == [True, *[False] * 7, True]


def test_in_a_box_of_one_score_every_other_is_an_outlier() -> None:
    """As among the candidates of systems alone, of which most are rejected."""
    scores = np.array([0, 0, 0, 0, 0, 0, 0.5, 3, 3])
    (box,) = scores_by_votes(votes=np.zeros(9, dtype=np.int64), scores=scores).boxes
    # The upper quartile is the seventh: 0.5; its fence 1.25.
    assert (box.upper_quartile, box.upper_whisker) == (0.5, 0.5)
    assert box.outliers == [(3, 2)]


@pytest.mark.parametrize("seed", range(5))
def test_boxes_are_those_that_matplotlib_computes(seed: int) -> None:
    cbook = pytest.importorskip("matplotlib.cbook")
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 13, 40) ** 2 / 12
    found = scores_by_votes(votes=np.ones(40, dtype=np.int64), scores=scores)
    (theirs,) = cbook.boxplot_stats(scores, whis=1.5)
    (box,) = found.boxes
    assert [box.lower_whisker, box.upper_whisker] == [theirs["whislo"], theirs["whishi"]]
    assert sorted(scores[found.is_outlier]) == sorted(theirs["fliers"])
    assert sum(n for _score, n in box.outliers) == box.n_outliers == len(theirs["fliers"])


def test_frequencies_compare_as_worked() -> None:
    # By hand: 2.1 beats two and ties one, 2.9 beats four, the others five: 16.5. Mean 10,
    # variance 4·5/12 · (10 − 6/72); z = (16.5 − 10 − 1/2) / √variance.
    found = compare_frequencies(
        first=np.array([2.1, 2.9, 3.3, 4.0]), second=np.array([1.0, 1.7, 2.1, 2.5, 3.0])
    )
    z = 6 / (4 * 5 / 12 * (10 - 6 / 72)) ** 0.5
    assert found.u == 16.5
    assert found.p == pytest.approx(2 * stats.norm.sf(z))
    assert found.p == pytest.approx(0.1399825237583975, abs=1e-9)
    assert (found.n_first, found.n_second) == (4, 5)
    assert (found.median_first, found.median_second) == (pytest.approx(3.1), 2.1)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [([], [1.0], NO_FREQUENCY), ([1.0], [], NO_FREQUENCY), ([2.0, 2.0], [2.0], ONE_FREQUENCY)],
)
def test_an_undefined_frequency_comparison_says_why(
    first: list[float], second: list[float], reason: str
) -> None:
    found = compare_frequencies(first=np.array(first), second=np.array(second))
    assert (found.u, found.p, found.reason) == (None, None, reason)


def test_rho_has_its_p_and_interval() -> None:
    found = rank_correlation(VOTES, SCORES, n_ratings=40)
    rho = 0.8024514930171044
    # By hand: t = rho √(8 / (1 − rho²)) with 8 degrees of freedom, and
    # z ± 1.96 √((1 + rho²/2) / 7).
    t = rho * (8 / (1 - rho**2)) ** 0.5
    assert found.p == pytest.approx(2 * stats.t.sf(t, 8))
    half = stats.norm.ppf(0.975) * ((1 + rho**2 / 2) / 7) ** 0.5
    expected = [np.tanh(np.arctanh(rho) + sign * half) for sign in (-1, 1)]
    assert [found.low, found.high] == pytest.approx(expected)


def test_a_rho_of_1_has_no_interval() -> None:
    found = rank_correlation(np.arange(9), np.arange(9), n_ratings=9)
    assert (found.value, found.low, found.high, found.p) == (1, None, None, None)


def test_votes_and_scores_correlate_with_the_frequencies_of_known_words() -> None:
    votes, scores = np.array([3, 1, 0, 0, 0]), np.array([3.0, 1, 2, 0, 1])
    words = {"a": 100.0, "b": 10.0, "c": 1.0, "d": 5.0, "never": 0.0}
    logarithms = log_frequencies(["a", "b", "c", "d", "never"], words)
    assert np.isnan(logarithms).tolist() == [False] * 4 + [True]
    first = GoldVotes({"a": 3, "b": 1, "c": 1, "unheard": 5}, {})
    found = gold_measures(
        votes=votes,
        scores=scores,
        ratings=np.full(5, 2),
        words=WordFrequencies(logarithms, scores > 0, *votes_and_logarithms([first], words)),
    )
    # Ranks of votes 3, 1½, 1½ against 3, 2, 1.
    assert found["spearman_frequency_first"].value == pytest.approx(3**0.5 / 2)
    assert found["spearman_frequency_first"][1:3] == (3, 5)
    assert found["spearman_frequency_first"] == frequency_of_votes([first], words)
    # 3, 1, 2 against a, b, c; with d, of score 0, 4 2 3 1 against 4 3 1 2.
    assert found["spearman_frequency_second"].value == pytest.approx(0.5)
    assert found["spearman_frequency_rated"].value == pytest.approx(1 - 6 * 6 / 60)
    without = gold_measures(votes=votes, scores=scores, ratings=np.full(5, 2))
    assert without["spearman_frequency_rated"].reason == NO_WORD_LIST
