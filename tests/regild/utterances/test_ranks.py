from fractions import Fraction
from itertools import permutations
from math import sqrt
from statistics import fmean

import pytest

from regild.problems import BadFile
from regild.tasks.utterances.ranks import rank_sets, shared_ranks
from regild.tasks.utterances.scores import read_scores, write_scores
from regild.tasks.utterances.sets import Coconuts, Utterance, UtteranceSet


def set_of(key, size=8, natural=1):
    return UtteranceSet(
        key,
        "w",
        tuple(Utterance(("w",), 0, natural=place < natural) for place in range(size)),
    )


def sets(n, **sizes):
    return Coconuts({}, tuple(set_of(str(number), **sizes) for number in range(n)))


def test_equal_scores_share_the_mean_of_their_ranks():
    assert shared_ranks([1, 3, 3, 0, 3]) == [4, 2, 2, 5, 2]
    assert shared_ranks([0.0] * 8) == [4.5] * 8


def test_rank_reciprocal_and_first_are_as_by_hand():
    scores = {
        "0": [9, *range(7)],  # 1
        "1": [0, *[1] * 7],  # 8
        "2": [5, 5, 5, *[0] * 5],  # shares 1 to 3: 2
        "3": [2, 3, *[0] * 6],  # 2
    }
    found = rank_sets(sets(4), scores)
    assert found.ranks == {"0": (1,), "1": (8,), "2": (2,), "3": (2,)}
    measures = found.measures
    assert measures["mean_rank"].value == 13 / 4
    assert measures["mrr"].value == pytest.approx((1 + 1 / 8 + 1 / 2 + 1 / 2) / 4)
    assert measures["p_at_1"].value == 1 / 4
    # Deviations from 3.25: squares 5.0625 + 22.5625 + 1.5625 * 2 over 3; 1.96 of √(s²/4).
    half = 1.959964 * sqrt((5.0625 + 22.5625 + 2 * 1.5625) / 3 / 4)
    assert measures["mean_rank"].low == pytest.approx(3.25 - half)
    assert measures["mean_rank"].high == pytest.approx(3.25 + half)
    # Wilson's interval of 1 of 4, as R's prop.test(1, 4, correct = FALSE) prints it.
    assert measures["p_at_1"].low == pytest.approx(0.0455873, abs=1e-6)
    assert measures["p_at_1"].high == pytest.approx(0.6993582, abs=1e-6)


def test_of_46_sets_a_coin_has_4_5_and_two_thirds_of_a_rank():
    """Each rank equally often but two, near enough: 1.96 · 2.29 / √46."""
    scores = {}
    for number in range(46):
        rank = number % 8
        scores[str(number)] = [rank - 0.5, *range(7)]
    found = rank_sets(sets(46), scores).measures["mean_rank"]
    assert found.chance == 4.5
    assert (found.high - found.low) / 2 == pytest.approx(0.66, abs=0.02)


@pytest.mark.parametrize("natural", [1, 2, 3])
def test_a_coin_gets_the_mean_over_all_orders(natural):
    size = 5
    found = [
        rank_sets(sets(1, size=size, natural=natural), {"0": order}).measures
        for order in permutations(range(size))
    ]
    for key in ("mean_rank", "mrr", "p_at_1"):
        mean = fmean(Fraction(one[key].value).limit_denominator(100) for one in found)
        assert found[0][key].chance == pytest.approx(mean)


def test_of_several_natural_ones_the_best_counts_for_mrr_and_first():
    found = rank_sets(sets(1, natural=3), {"0": [3, 9, 5, 8, 7, 0, 0, 0]})
    assert found.ranks["0"] == (1, 4, 5)
    assert found.measures["mean_rank"].value == pytest.approx(10 / 3)
    assert (found.measures["mrr"].value, found.measures["p_at_1"].value) == (1, 1)


def test_one_set_has_no_interval():
    found = rank_sets(sets(1), {"0": [9, *range(7)]}).measures["mean_rank"]
    assert (found.value, found.low, found.high, found.n) == (1, None, None, 1)


@pytest.mark.parametrize("scores", [{}, {"0": [1] * 7}, {"0": [float("nan")] * 8}])
def test_a_score_that_is_missing_is_told(scores):
    with pytest.raises(ValueError, match="set 0 has"):
        rank_sets(sets(1), scores)


def test_scores_are_read_as_they_were_written(tmp_path):
    scores = {"0": [0.1 + 0.2, -1e-300, *range(6)], "1": [*range(8)]}
    write_scores(scores, tmp_path / "scores.csv")
    assert read_scores(tmp_path / "scores.csv", sets(2)) == scores


def test_an_order_is_read_as_scores_that_fall(tmp_path):
    (tmp_path / "order.csv").write_text("set,utterance,rank\n0,1,2\n0,2,1\n")
    read = read_scores(tmp_path / "order.csv", sets(1, size=2))
    assert read == {"0": [-2, -1]}
    # The natural one is the first: rank 2, as the file says.
    assert rank_sets(sets(1, size=2), read).ranks == {"0": (2,)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("set,score\n", "there is no column utterance"),
        ("set,utterance\n0,1\n", "there is no column score or rank"),
        ("set,utterance,score\n0,1,high\n", "line 2: score 'high' is not a number"),
        ("set,utterance,score\n0,1,nan\n", "line 2: score 'nan' is not a number"),
        ("set,utterance,rank\n0,1,first\n", "line 2: rank 'first' is not a number"),
        ("set,utterance,score\n0,3,1\n", "line 2: set '0' has no utterance '3'"),
        ("set,utterance,score\n9,1,1\n", "line 2: no set has the id '9'"),
        ("set,utterance,score\n0,1,1\n0,1,2\n", "line 3: utterance '1' has a score already"),
        ("set,utterance,score\n0,1,1\n", "set '0' has no score for utterance 2"),
    ],
)
def test_a_table_of_scores_with_a_fault_is_refused(tmp_path, text, reason):
    (tmp_path / "scores.csv").write_text(text)
    with pytest.raises(BadFile) as bad:
        read_scores(tmp_path / "scores.csv", sets(1, size=2))
    assert reason in str(bad.value)
