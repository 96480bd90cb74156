"""TSAR's measures by our own rules, by hand; beside its own program in tests/reference."""

import pytest

from regild.scoring.sentence_scores import score_systems

PROTOTYPE = {"model": 3, "sample": 3, "first": 1, "bad": 0}


def values(*answers):
    found = score_systems(gold={"1": PROTOTYPE}, systems=[{"1": answers}]).matrices
    return {key.removeprefix("tsar."): matrix[0, 0] for key, matrix in found.items()}


def test_top_1_is_any_substitute_of_the_highest_weight():
    found = values("first", "sample", "x")
    assert (found["ACC@1"], found["ACC@1@Top1"], found["ACC@2@Top1"]) == (1, 0, 1)
    assert values("x", "y", "z", "model")["ACC@3@Top1"] == 0


def test_average_precision_is_over_k_ranks():
    # 1/2 + 2/3 over 3, 5 and 10.
    found = values("bad", "first", "model")
    assert found["MAP@3"] == pytest.approx(7 / 18)
    assert found["MAP@5"] == pytest.approx(7 / 30)
    assert found["MAP@10"] == pytest.approx(7 / 60)


def test_potential_is_whether_any_of_the_first_is_right():
    found = values("bad", "x", "y", "z", "first")
    assert (found["Potential@3"], found["Potential@5"], found["ACC@1"]) == (0, 1, 0)


def test_a_sentence_that_was_skipped_counts():
    scores = score_systems(
        gold={"1": PROTOTYPE, "2": {"a": 1}}, systems=[{"1": ("model",)}], keys=["tsar.ACC@1"]
    )
    assert scores.means("tsar.ACC@1")[0][:2] == (0.5, 2)
