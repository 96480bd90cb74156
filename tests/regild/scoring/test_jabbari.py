import math

import pytest

import regild
from regild.scoring.inputs import AnswerLists
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
    # Nor has it scores.
    assert math.isnan(found.pop("threshold"))
    assert math.isnan(found.pop("threshold_F"))
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


class TestThreshold:
    """Two sentences, worked out by hand with k = 1; ΣG is 10 in the first, 4 in the second.

    By falling score: G .9, M .8, a .6 (of the second), X .6, Y .5, b .2 (of the second).
    F = 2c / (c + p + ΣG) of each sentence after each threshold:

    | t  | first                 | second            | sum of F        |
    | .9 | 6 / 13                | 0                 | .4615           |
    | .8 | 12 / 16               | 0                 | .75             |
    | .6 | 12 / 17               | 6 / 7             | 1.5630, highest |
    | .5 | 12 / 18               | 6 / 7             | 1.5238          |
    | .2 | 12 / 18               | 6 / 8             | 1.4167          |
    """

    GOLD = {"1": H, "2": {"a": 3, "c": 1}}
    FIRST = {"G": 0.9, "M": 0.8, "X": 0.6, "Y": 0.5}
    SECOND = {"a": 0.6, "b": 0.2}

    def of(self, *sentences, gold=None, **options):
        given = dict(zip("12", sentences, strict=False))
        answers = AnswerLists()
        for sentence, scored in given.items():
            answers.give(sentence, [*scored.items()])
        keys = ["jabbari.threshold", "jabbari.threshold_F"]
        scores = score_systems(gold=gold or self.GOLD, systems=[answers], keys=keys, **options)
        return tuple(scores.means(key)[0] for key in keys)

    def test_one_threshold_for_all_sentences_by_hand(self):
        threshold, f = self.of(self.FIRST, self.SECOND)
        # The very score: X, which has it too, is on its side of it.
        assert threshold == (0.6, 2, None)
        assert f == (pytest.approx((12 / 17 + 6 / 7) / 2), 2, None)

    def test_a_wrong_answer_that_costs_nothing_leaves_the_highest_threshold(self):
        # Without the penalty .5 and .2 are as good as .6.
        threshold, f = self.of(self.FIRST, self.SECOND, penalty=0)
        assert threshold.value == 0.6
        assert f.value == pytest.approx((12 / 16 + 6 / 7) / 2)

    def test_ranks_do_not_matter_where_scores_stand(self):
        turned = dict(reversed(self.FIRST.items()))
        assert self.of(turned, self.SECOND) == self.of(self.FIRST, self.SECOND)

    def test_a_sentence_without_answers_counts_0(self):
        threshold, f = self.of(self.FIRST)
        assert threshold.value == 0.8
        assert f == (pytest.approx(12 / 16 / 2), 2, None)

    def test_a_threshold_that_no_sum_can_miss(self):
        gold = {str(n): {"a": 1} for n in range(1, 4)}
        answers = AnswerLists()
        for sentence in gold:
            answers.give(sentence, [("a", 0.1)])
        found = score_systems(gold=gold, systems=[answers], keys=["jabbari.threshold"])
        # (0.1 + 0.1 + 0.1) / 3 is 0.10000000000000002.
        assert found.means("jabbari.threshold")[0].value == 0.1

    def test_nothing_right_has_an_f_of_0_and_no_threshold(self):
        threshold, f = self.of({"X": 0.9}, {"Y": 0.1})
        assert threshold == (None, 0, "not all its answers carry scores, or none is right")
        assert f == (0, 2, None)

    def test_answers_without_scores_have_neither_and_say_why(self):
        threshold, f = self.of(self.FIRST, {"a": None, "b": None})
        assert threshold[0] is None
        assert f == (None, 0, "not all its answers carry scores")
        assert math.isnan(values("G")["threshold_F"])


def test_a_system_of_which_a_part_leaves_no_answer_has_an_f_of_nothing(tmp_path):
    (tmp_path / "run.txt").write_text("RANKED\tcalm.a 1\tat peace 3.5\n")
    keys = ["jabbari.threshold_F.NMWS", "jabbari.threshold.NMWS"]
    [found] = regild.score({"1": {"quiet": 2}}, tmp_path / "run.txt", measures=keys).systems
    assert found.measures == {keys[0]: 0, keys[1]: None}


def test_a_sentence_answered_wholly_wrong_counts_0_where_wrong_answers_cost_nothing():
    gold = {"1": {"quiet": 2}, "2": {"space": 1}}
    answers = {"1": ["quiet"], "2": ["hall"]}
    [found] = regild.score(gold, {"one": answers}, measures=["jabbari.P"], penalty=0).systems
    assert (found.measures["jabbari.P"], found.sentences["jabbari.P"]) == (1 / 2, 2)
