import math

import pytest
from sklearn.metrics import ndcg_score

from regild.scoring.sentence_scores import score_systems

HAPPY = {"glad": 3, "merry": 2, "cheerful": 1, "jovial": 1}


def values(*answers, gold=HAPPY):
    found = score_systems(gold={"1": gold}, systems=[{"1": answers}]).matrices
    return {key: matrix[0, 0] for key, matrix in found.items()}


def test_gap_by_hand():
    # Above: 2/1 + (2 + 0 + 3)/3 + (2 + 0 + 3 + 1)/4 = 31/6; the second answer is wrong.
    # Below, the gold in order: 3/1 + 5/2 + 6/3 + 7/4 = 37/4.
    assert values("merry", "x", "glad", "jovial")["gap"] == pytest.approx(62 / 111)


def test_gap_is_one_for_the_gold_in_order_whatever_follows():
    assert values("glad", "merry", "jovial", "cheerful", "x")["gap"] == 1


def test_precision_at_three_is_over_three_ranks_even_for_a_short_list():
    assert values("glad")["P@3"] == pytest.approx(1 / 3)
    assert values("x", "glad", "merry", "jovial")["P@3"] == pytest.approx(2 / 3)
    assert values("x", "glad")["P@1"] == 0


def test_recall_at_ten_counts_substitutes_and_not_weights():
    assert values("glad", "jovial", "x")["R@10"] == 2 / 4
    assert values(*(f"x{i}" for i in range(10)), "glad")["R@10"] == 0


def test_ndcg_discounts_the_weight_by_the_rank():
    # 2/log2(2) + 0 + 3/log2(4) over 3/1 + 2/log2(3) + 1/2 + 1/log2(5).
    ideal = 3 + 2 / math.log2(3) + 1 / 2 + 1 / math.log2(5)
    assert values("merry", "x", "glad")["ndcg@10"] == pytest.approx(3.5 / ideal)


def test_ndcg_is_that_of_scikit_learn():
    gold = {f"s{i}": weight for i, weight in enumerate([3, 2.75, 2.5, 2, 1, 0.75] * 2 + [0])}
    ranked = [*list(gold)[::-1][:5], "x", *list(gold)[:7]]
    relevance = [gold.get(text, 0) for text in ranked]
    missed = [weight for text, weight in gold.items() if text not in ranked]
    order = list(range(len(ranked) + len(missed), 0, -1))
    expected = ndcg_score([relevance + missed], [order], k=10)
    assert values(*ranked, gold=gold)["ndcg@10"] == pytest.approx(expected)


def test_judged_counts_the_bad_but_not_the_unknown():
    found = values("glad", "bad", "x", "y", gold=HAPPY | {"bad": 0})
    assert found["judged@10"] == 2 / 4


def test_judged_looks_at_ten_answers_at_most():
    found = values("glad", *(f"x{i}" for i in range(20)))
    assert found["judged@10"] == 1 / 10


def test_judged_is_undefined_without_answers():
    assert math.isnan(values()["judged@10"])
    assert values()["gap"] == 0


def test_judged_variants_move_answers_up_past_those_no_one_judged():
    gold = HAPPY | {"bad": 0}
    found = values("x", "merry", "y", "bad", "glad", "z", "jovial", gold=gold)
    expected = values("merry", "bad", "glad", "jovial", gold=gold)
    for key in ("gap", "P@1", "P@3", "R@10", "ndcg@10"):
        assert found[f"{key}_judged"] == expected[key]
    assert (found["P@1"], found["P@1_judged"]) == (0, 1)


def test_a_system_of_which_nothing_is_judged_gets_zero_there():
    assert values("x", "y")["gap_judged"] == 0
