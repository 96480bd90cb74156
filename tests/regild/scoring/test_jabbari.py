import math

import pytest

from regild.scoring.measures import FAMILIES
from regild.scoring.sentence_scores import score_systems

# Jabbari, Hepple & Guthrie 2010, section 2: {G:3, M:3, S:2, J:1, Ch:1}.
H = {"G": 3, "M": 3, "S": 2, "J": 1, "Ch": 1}


def values(*answers, penalty=1):
    keys = [measure.key for measure in FAMILIES["jabbari"]]
    found = score_systems(
        gold={"1": H}, systems=[{"1": answers}], keys=keys, penalty=penalty
    ).matrices
    return {key.removeprefix("jabbari."): matrix[0, 0] for key, matrix in found.items()}


@pytest.mark.parametrize(
    ("answers", "best"),
    [
        (["M"], 1),  # section 3 of the paper
        (["S"], 2 / 3),  # printed as .66
        (["S", "X"], 1 / 3),  # printed as .33
    ],
)
def test_best_as_in_the_paper(answers, best):
    assert values(*answers)["best"] == pytest.approx(best)


def test_coverage_of_three_right_and_two_wrong_as_in_the_paper():
    found = values("G", "S", "J", "X", "Y")
    # Section 4: R = 6/10, P = 6/(6 + 2). F by hand 2 · .6 · .75 / 1.35 = 2/3.
    assert (found["R"], found["P"]) == (pytest.approx(0.6), pytest.approx(0.75))
    assert found["F"] == pytest.approx(2 / 3)
    # By hand: 6 / (3 · 5) and 3/3.
    assert (found["best"], found["best1"]) == (pytest.approx(2 / 5), 1)


def test_coverage_of_all_right_and_five_wrong_as_in_the_paper():
    found = values("G", "M", "S", "J", "Ch", "X", "Y", "Z", "V", "W")
    # Section 4: R = 1, P = 10/(10 + 5), printed as .66.
    assert (found["R"], found["P"]) == (1, pytest.approx(2 / 3))
    assert found["F"] == pytest.approx(4 / 5)


def test_the_top_n_table_and_the_best_cut_off_by_hand():
    found = values("X", "G", "M", "Y")
    # Credits 0 3 6 6, penalties 1 1 1 2; F = 2c / (c + p + 10).
    expected = [0, 6 / 14, 12 / 17, 12 / 18]
    assert [found[f"top_{n}"] for n in (1, 2, 3, 4)] == pytest.approx(expected)
    assert found["optimal_F"] == pytest.approx(12 / 17)


def test_a_list_shorter_than_n_is_taken_whole():
    found = values("G", "X")
    assert found["top_2"] == found["top_10"] == found["F"]


def test_answers_beyond_the_tenth_count_in_coverage():
    found = values(*(f"x{i}" for i in range(10)), "G")
    # Credit 3 after ten wrong answers: 2 · 3 / (3 + 10 + 10).
    assert found["F"] == pytest.approx(6 / 23)
    assert found["top_10"] == 0


def test_a_sentence_without_answers_counts_zero_in_every_mean():
    found = values()
    # No cut-off of nothing is best.
    assert math.isnan(found.pop("optimal_cut"))
    assert set(found.values()) == {0}


def test_a_wrong_answer_costs_what_the_penalty_says():
    # Credit 6 of 10 and two wrong ones: P = 6 / (6 + 2k).
    for penalty, p in ((0.5, 6 / 7), (2, 6 / 10), (0, 1)):
        found = values("G", "S", "J", "X", "Y", penalty=penalty)
        assert (found["P"], found["R"]) == (pytest.approx(p), pytest.approx(0.6))
        assert found["F"] == pytest.approx(2 * p * 0.6 / (p + 0.6))


def test_without_weights_right_answers_are_counted():
    # Section 4 before its weighted definitions: |H∩A| = 3 of |H| = 5 and |A| = 6.
    found = values("G", "S", "J", "X", "Y", "Z")
    assert (found["R_types"], found["P_types"]) == (pytest.approx(3 / 5), pytest.approx(3 / 6))
    assert found["F_types"] == pytest.approx(6 / 11)


@pytest.mark.parametrize(
    ("answers", "cut"),
    [
        (("X", "G", "M", "Y"), 3),
        # F is 6/13, 12/16 and, with J, 14/17.
        (("G", "M", "J"), 3),
        (("M", "X"), 1),
        # 6/13 after the first, 12/(6 + 3 + 10) after all.
        (("G", "X", "Y", "Z", "M"), 5),
    ],
)
def test_the_best_cut_off_says_how_many_answers_it_keeps(answers, cut):
    assert values(*answers)["optimal_cut"] == cut


def test_of_equally_good_cut_offs_the_shortest_is_told():
    # Of no penalty a wrong answer changes nothing.
    assert values("G", "X", "Y", penalty=0)["optimal_cut"] == 1


def test_an_answer_judged_bad_is_penalised_like_one_that_is_not_in_the_gold():
    systems = [{"1": ["G", text]} for text in ("bad", "X")]
    [[one, other]] = score_systems(gold={"1": H | {"bad": 0}}, systems=systems).matrices[
        "jabbari.P"
    ]
    # P = 3 / (3 + 1)
    assert one == other == 3 / 4
