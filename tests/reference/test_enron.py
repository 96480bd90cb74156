"""Real e-mails with categories, annotated twice: what an independent program found."""

import json
from collections import Counter

import pytest

import regild
from regild.formats.category_tree import CategoryTree, read_categories
from regild.formats.documents import read_folder
from regild.formats.labels import read_annotations
from regild.scoring.word_baseline import label_by_words

pytestmark = pytest.mark.sqlite


def test_agreement_at_both_levels_and_every_confusion(shared_data):
    folder = shared_data / "enron"
    reference = json.loads((folder / "reference.json").read_text())
    found = regild.measure_category_agreement(
        folder / "annotations.csv", categories=folder / "categories.csv"
    )
    for name, expected in (("leaf", reference["category"]), ("top", reference["top"])):
        level = found.levels[name]
        for key in ("pairwise_exact", "alpha_nominal", "fleiss_kappa"):
            assert level.measures[key]["value"] == pytest.approx(expected[key], abs=1e-9)
            assert level.measures[key]["n"] == expected["n"]
        assert {f"{a} | {b}": n for a, b, n in level.confusions} == expected["confusions"]


def test_figures_1_and_2_on_the_messages_here(shared_data):
    folder = shared_data / "enron"
    top = regild.measure_category_agreement(
        folder / "annotations.csv", categories=folder / "categories.csv"
    ).levels["top"]
    business, personal = top.categories
    assert (business.both, personal.both, business.one) == (478, 37, 9)
    assert business.share == pytest.approx(0.9208, abs=5e-5)


def after_first_empty_line(path):
    """As the program read that found the figures below: an empty line is two line feeds in a
    row. The headers end in carriage returns, so that the text begins after its first paragraph,
    and a message of one paragraph is read whole, with its headers."""
    text = path.read_bytes().decode("ascii")
    return text.split("\n\n", 1)[-1]


def labelled_as_published(folder, texts, level, only=()):
    """(right, n) by category."""
    with (folder / "categories.csv").open("rb") as stream:
        tree = CategoryTree.of(read_categories(stream, name="categories.csv").records)
    with (folder / "annotations.csv").open("rb") as stream:
        records = read_annotations(stream, name="annotations.csv").records
    gold = {
        one.document: tree.levels[level][one.category]
        for one in records
        if one.annotator == "a"
    }
    gold = {key: one for key, one in gold.items() if not only or one in only}
    labels = label_by_words(texts, gold)
    n = Counter(gold.values())
    right = Counter(one for key, one in gold.items() if labels[key].category == one)
    return {category: (right[category], n[category]) for category in n}


def accuracy(found):
    return sum(right for right, _n in found.values()) / sum(n for _right, n in found.values())


def test_the_baseline_of_words_on_the_text_that_another_program_read(shared_data):
    folder = shared_data / "enron"
    texts = {path.stem: after_first_empty_line(path) for path in folder.glob("messages/*")}
    top = labelled_as_published(folder, texts, "top")
    assert round(accuracy(top), 4) == 0.8302
    two = ("Company business", "Purely personal")
    found = labelled_as_published(folder, texts, "leaf", two)
    assert found == {two[0]: (245, 248), two[1]: (3, 13)}
    assert [round(right / n, 4) for right, n in found.values()] == [0.9879, 0.2308]
    assert round(accuracy(found), 4) == 0.9502


def test_the_baseline_of_words_on_the_text_that_annotators_read(shared_data):
    """Whole bodies: plain counting of the same words, without a library, found the same."""
    folder = shared_data / "enron"
    texts = {one.key: one.text for one in read_folder(folder / "messages").records}
    assert accuracy(labelled_as_published(folder, texts, "top")) == 437 / 524
    two = ("Company business", "Purely personal")
    found = labelled_as_published(folder, texts, "leaf", two)
    assert found == {two[0]: (244, 248), two[1]: (2, 13)}
