"""The baseline of words, worked by hand."""

import re
import sys
from collections import Counter
from math import log

import pytest

from regild.scoring.word_baseline import label_by_words

TEXTS = {"1": "Budget BUDGET", "2": "beach", "3": "budget", "4": "beach, wine", "x": "zoo"}
GOLD = {"1": "work", "2": "home", "3": "work", "4": "home"}


def test_a_probability_by_hand():
    # Of three folds, 1 and 4 are in fold 0; trained on are 2 (beach) and 3 (budget), and the
    # vocabulary has budget, beach, wine and zoo. Of 1, two budgets:
    # work 1/2 · ((1 + 1)/(1 + 4))², home 1/2 · ((0 + 1)/(1 + 4))².
    labels = label_by_words(TEXTS, GOLD, folds=3)
    assert labels["1"].category == "work"
    assert labels["1"].score == pytest.approx(4 / (4 + 1))
    # Of 4: beach 2/5 against 1/5, wine 1/5 both.
    assert labels["4"] == ("home", pytest.approx(2 / (2 + 1)))


def test_a_category_is_as_likely_beforehand_as_it_is_frequent():
    # A word of e alone tells nothing but how many words each category has.
    texts = {"a": "x", "b": "x", "c": "y", "d": "z", "e": "only"}
    gold = {"a": "home", "b": "home", "c": "work", "d": "home", "e": "work"}
    labels = label_by_words(texts, gold, folds=5)
    # home 3/4 · 1/(3 + 4), work 1/4 · 1/(1 + 4).
    home, work = 3 / 4 / 7, 1 / 4 / 5
    assert labels["e"].category == "home"
    assert labels["e"].score == pytest.approx(home / (home + work))


def test_folds_are_of_ids_sorted_as_text():
    # Sorted 1, 10, 2, 9: 1 and 2 are one fold, trained on 10 and 9.
    texts = {"9": "b", "10": "b", "2": "a", "1": "a"}
    gold = {"9": "q", "10": "q", "2": "p", "1": "p"}
    assert {key: one.category for key, one in label_by_words(texts, gold, folds=2).items()} == {
        "1": "q",
        "10": "p",
        "2": "q",
        "9": "p",
    }


def test_of_two_as_likely_the_first_in_the_alphabet():
    labels = label_by_words({"1": "a", "2": "b", "3": "c"}, {"1": "q", "2": "p", "3": "p"})
    # Of 2, trained on q and p once each, with a word of neither.
    assert labels["2"] == ("p", pytest.approx(1 / 2))


def test_as_plain_counting_finds_it():
    """A second program, without a library, on made-up texts."""
    texts = {
        str(n): " ".join("abcdef"[(n * k) % 6] * 2 for k in range(1, 6)) for n in range(30)
    }
    gold = {key: "pqr"[(int(key) ** 2) % 3] for key in texts}
    labels = label_by_words(texts, gold, folds=4)
    keys = sorted(gold)
    words = {key: re.findall("[a-z]+", texts[key]) for key in keys}
    vocabulary = {word for found in words.values() for word in found}
    for place, key in enumerate(keys):
        train = [other for n, other in enumerate(keys) if n % 4 != place % 4]
        scores = {}
        for category in {gold[other] for other in train}:
            own = [other for other in train if gold[other] == category]
            seen = Counter(word for other in own for word in words[other])
            total = seen.total() + len(vocabulary)
            scores[category] = log(len(own) / len(train)) + sum(
                log((seen[word] + 1) / total) for word in words[key]
            )
        assert scores[labels[key].category] == pytest.approx(max(scores.values()))


@pytest.mark.parametrize(
    ("texts", "gold", "folds", "said"),
    [
        (TEXTS, GOLD, 1, "two folds"),
        (TEXTS, {"1": "work"}, 10, "two documents"),
        (TEXTS, {"1": "work", "9": "home", "8": "home"}, 10, "2 documents have no text"),
        ({"1": "42", "2": "—"}, {"1": "work", "2": "home"}, 10, "no document has a word"),
    ],
)
def test_what_cannot_be_trained_on_is_said(texts, gold, folds, said):
    with pytest.raises(ValueError, match=said):
        label_by_words(texts, gold, folds=folds)


def test_without_its_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.naive_bayes", None)
    with pytest.raises(ImportError, match="pip install scikit-learn"):
        label_by_words(TEXTS, GOLD)
