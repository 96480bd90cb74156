"""Intervals and tests of labels: replicates are made of what scikit-learn counts too."""

from random import Random

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score, f1_score, precision_score, recall_score

from regild.formats.category_tree import CategoryTree
from regild.scoring.label_evaluation import (
    evaluate_annotators,
    evaluate_labels,
    measure_keys,
    within,
)
from regild.scoring.labels import score_labels

TREE = CategoryTree({"Work": "", "Plan": "Work", "Report": "Work", "Private": ""})
LEAVES = ("Plan", "Report", "Private")


def drawn(n, *, right, seed):
    rng = Random(seed)
    gold = {str(key): rng.choice(LEAVES) for key in range(n)}
    systems = [
        {
            key: own if rng.random() < share else rng.choice(LEAVES)
            for key, own in gold.items()
            if rng.random() < 0.95
        }
        for share in right
    ]
    return gold, systems


def test_every_point_is_that_of_the_scores_and_lies_in_its_interval():
    gold, systems = drawn(200, right=(0.8, 0.5), seed=1)
    found = evaluate_labels(gold, systems, TREE, seed=1, permutations=200)
    assert [*found] == measure_keys(TREE)
    for place, labels in enumerate(systems):
        for level, scores in score_labels(gold, labels, TREE).items():
            own = found[f"{level}.accuracy"][place]
            assert (own.value, own.n) == (scores.accuracy, 200)
            assert found[f"{level}.macro_f"][place].value == scores.macro_f
    assert all(one.low <= one.value <= one.high for column in found.values() for one in column)
    assert [one.rank for one in found["leaf.accuracy"]] == [1, 2]


def test_an_interval_is_over_the_documents_drawn():
    """The same draws, each counted by scikit-learn from the documents themselves."""
    gold, [labels] = drawn(60, right=(0.7,), seed=2)
    labels = {key: labels.get(key, "Plan") for key in gold}
    found = evaluate_labels(gold, [labels], TREE, seed=7, replicates=300)
    rng = np.random.default_rng(7)
    weights = rng.multinomial(60, np.full(60, 1 / 60), size=300)
    right, said = np.array([*gold.values()]), np.array([*labels.values()])
    options = {"labels": LEAVES, "average": None}
    per_class = {
        "precision": precision_score,
        "recall": recall_score,
        "f": f1_score,
    }
    for name, function in per_class.items():
        values = np.array([function(right, said, sample_weight=w, **options) for w in weights])
        for place, leaf in enumerate(LEAVES):
            one = found[f"leaf.{leaf}.{name}"][0]
            low, high = np.quantile(values[:, place], [0.025, 0.975])
            # Another generator may draw otherwise: both are 300 draws of the same.
            assert one.low == pytest.approx(low, abs=0.08)
            assert one.high == pytest.approx(high, abs=0.08)
    kappas = [cohen_kappa_score(right, said, sample_weight=w) for w in weights]
    assert found["leaf.kappa"][0].low == pytest.approx(np.quantile(kappas, 0.025), abs=0.08)


def test_a_figure_without_a_value_in_some_replicate_has_no_interval():
    gold = {"1": "Plan", "2": "Private", "3": "Private", "4": "Private"}
    found = evaluate_labels(gold, [dict(gold)], TREE, seed=1)
    one = found["leaf.Plan.recall"][0]
    # Some draws lack document 1.
    assert (one.value, one.low, one.high) == (1, None, None)
    assert found["leaf.Report.recall"][0].reason == "no document of the gold is in it"


def test_systems_are_compared_where_a_figure_is_a_mean():
    """Of ten documents one system has all right and the other none: of 1,024 exchanges two are
    as far apart, so p is near 2 / 1,024."""
    gold = {str(key): "Plan" for key in range(10)}
    wrong = dict.fromkeys(gold, "Private")
    found = evaluate_labels(gold, [dict(gold), wrong], TREE, seed=1)
    assert found["leaf.accuracy"][0].p_next == pytest.approx(2 / 1024, abs=0.002)
    assert found["leaf.Plan.recall"][0].p_next == found["leaf.accuracy"][0].p_next
    assert found["leaf.accuracy"][1].p_next is None
    assert found["leaf.kappa"][0].p_next is None


def test_annotators_are_drawn_with_their_documents():
    chosen = {
        "u": {"1": "Plan", "2": "Private", "3": "Report"},
        "v": {"1": "Plan", "2": "Plan"},
    }
    found = evaluate_annotators(chosen, TREE, seed=1)
    # One of two documents, both ways; a draw has none, one or both of them.
    one = found["leaf.accuracy"]
    assert (one.value, one.n, one.low, one.high) == (0.5, 4, 0, 1)


def test_annotators_who_share_nothing_have_a_reason():
    found = evaluate_annotators({"u": {"1": "Plan"}, "v": {"2": "Plan"}}, TREE, seed=1)
    assert {(one.value, one.reason) for one in found.values()} == {
        (None, "no two annotators share a document")
    }


def test_labels_of_another_tree_are_none():
    assert within([("1", "Plan"), ("2", "Work"), ("3", "Gone")], TREE) == {"1": "Plan"}
