"""Labels of documents on a gold: worked by hand, and against scikit-learn."""

from io import BytesIO

import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, precision_recall_fscore_support

from regild.formats.category_tree import CategoryTree
from regild.formats.labels import read_labels, write_labels, write_majority, write_shares
from regild.scoring.labels import annotators_against_each_other, majority, score_labels, shares

TREE = CategoryTree(
    {"work": "", "home": "", "meetings": "work", "papers": "work", "family": "home"}
)
GOLD = {"1": "meetings", "2": "meetings", "3": "papers", "4": "family", "5": "family"}
LABELS = {"1": "meetings", "2": "papers", "3": "papers", "4": "meetings", "5": "family"}


def test_each_category_and_all_together_by_hand():
    leaf = score_labels(GOLD, LABELS, TREE)["leaf"]
    assert leaf.categories["meetings"] == (2, 2, 1, 1 / 2, 1 / 2, 1 / 2)
    assert leaf.categories["papers"] == (1, 2, 1, 1 / 2, 1, pytest.approx(2 / 3))
    assert (leaf.n, leaf.given, leaf.accuracy) == (5, 5, 3 / 5)
    # By chance (2·2 + 1·2 + 2·1) / 25.
    assert leaf.kappa == pytest.approx((0.6 - 0.32) / (1 - 0.32))
    assert leaf.macro_recall == pytest.approx((1 / 2 + 1 + 1 / 2) / 3)


def test_higher_up_what_is_near_is_right():
    top = score_labels(GOLD, LABELS, TREE)["top"]
    assert top.accuracy == 4 / 5
    assert top.categories["home"] == (2, 1, 1, 1, 1 / 2, pytest.approx(2 / 3))


def test_as_scikit_learn_computes_it():
    leaf = score_labels(GOLD, LABELS, TREE)["leaf"]
    right, said = [*GOLD.values()], [LABELS[key] for key in GOLD]
    assert leaf.accuracy == pytest.approx(accuracy_score(right, said))
    assert leaf.kappa == pytest.approx(cohen_kappa_score(right, said))
    ours = (leaf.macro_precision, leaf.macro_recall, leaf.macro_f)
    assert ours == pytest.approx(
        precision_recall_fscore_support(right, said, average="macro")[:3]
    )


def test_a_document_without_a_label_lowers_recall_alone():
    leaf = score_labels(GOLD, {"1": "meetings", "none": "papers"}, TREE)["leaf"]
    assert (leaf.given, leaf.accuracy, leaf.micro_precision, leaf.micro_recall) == (
        1,
        1 / 5,
        1,
        1 / 5,
    )
    # Nothing was labelled so: no precision, and no mean over categories.
    assert leaf.categories["family"] == (2, 0, 0, None, 0, None)
    assert leaf.macro_precision is None


def test_annotators_are_each_the_gold_of_the_other():
    chosen = {"ann": {"1": "meetings", "2": "papers"}, "bob": {"1": "meetings", "2": "family"}}
    scores = annotators_against_each_other(chosen, TREE)
    assert scores["leaf"].accuracy == 1 / 2
    assert scores["leaf"].categories["papers"] == (1, 1, 0, 0, 0, 0)
    alone = annotators_against_each_other({"ann": {"1": "papers"}, "bob": {}}, TREE)
    assert alone == {"leaf": None, "top": None}


def test_a_tie_has_no_majority():
    assert majority([("1", "a"), ("1", "b"), ("1", "a"), ("2", "a"), ("2", "b")]) == {
        "1": "a",
        "2": None,
    }


def test_soft_labels_are_shares_of_the_choices():
    choices = [("1", "b"), ("1", "a"), ("1", "a"), ("2", "b"), ("1", "c")]
    assert shares(choices) == [
        ("1", "a", 1 / 2),
        ("1", "b", 1 / 4),
        ("1", "c", 1 / 4),
        ("2", "b", 1),
    ]


def test_a_majority_is_written_as_a_gold_and_ties_are_given_back():
    sink = BytesIO()
    assert write_majority(sink, {"1": "a", "2": None, "3": "b, or c"}) == ("2",)
    assert sink.getvalue().decode() == 'document,category\n1,a\n3,"b, or c"\n'
    sink.seek(0)
    found = read_labels(sink, name="gold.csv").records
    assert [(one.document, one.category) for one in found] == [("1", "a"), ("3", "b, or c")]


def test_soft_labels_and_labels_are_tables():
    sink = BytesIO()
    write_shares(sink, shares([("1", "a"), ("1", "b")]))
    assert sink.getvalue().decode() == "document,category,share\n1,a,0.5\n1,b,0.5\n"
    sink = BytesIO()
    write_labels(sink, [("1", "a", 0.25)], form="jsonl")
    sink.seek(0)
    assert read_labels(sink, name="x.jsonl").records == (("1", "a", 0.25, 1),)
