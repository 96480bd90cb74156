import numpy as np
import pytest

from scoring.annotators import Rated, annotator_rounds
from scoring.measures import score_tables
from scoring.tables import answer_table, gold_table


def rounds(gold, ratings, *, rounds=50):
    table = gold_table(gold)
    rng = np.random.default_rng(7)
    return table, list(annotator_rounds(table, ratings, rng=rng, rounds=rounds))


def test_one_annotator_is_always_believed():
    _, golds = rounds({"1": {"a": 2, "b": 1}}, [Rated("1", "a", 9, 2), Rated("1", "b", 9, 1)])
    assert all(gold.weights.tolist() == [[2, 1]] for gold in golds)


def test_two_annotators_who_differ_are_mixed_alike_for_all_their_ratings():
    gold = {"1": {"a": 1.5}, "2": {"b": 1.5}}
    ratings = [
        Rated(s, t, who, w) for s, t in (("1", "a"), ("2", "b")) for who, w in ((1, 0), (2, 3))
    ]
    _, golds = rounds(gold, ratings, rounds=2000)
    mixed = np.array([gold.weights[:, 0] for gold in golds])
    assert mixed[:, 0] == pytest.approx(mixed[:, 1])
    # The share of one of two exponential weights is uniform: mean 1.5, deviation 3/√12.
    assert mixed[:, 0].mean() == pytest.approx(1.5, abs=0.06)
    assert mixed[:, 0].std() == pytest.approx(3 / 12**0.5, rel=0.05)


def test_ratings_of_what_the_gold_lacks_are_left_out():
    ratings = [Rated("1", "a", 1, 3), Rated("1", "foil", 1, 0), Rated("9", "a", 2, 1)]
    _, golds = rounds({"1": {"a": 3}}, ratings)
    assert golds[0].weights.tolist() == [[3]]


def test_a_substitute_without_ratings_keeps_its_weight():
    _, golds = rounds({"1": {"a": 3, "b": 1.25}}, [Rated("1", "a", 1, 2)])
    assert golds[0].weights.tolist() == [[2, 1.25]]


def test_answers_are_scored_on_each_rounds_gold_without_being_looked_up_again():
    table, (gold, *_) = rounds({"1": {"a": 1, "b": 3}}, [Rated("1", "a", 1, 3)], rounds=1)
    answers = answer_table(table, {"1": ["a"]})
    scores = score_tables([answers.on(gold)], sentences=gold.sentences, keys=["semdis.best"])
    # 3 / (3 + 3), where it was 1 / (1 + 3).
    assert scores.means("semdis.best")[0].value == 1 / 2
