"""Lemmas of the corpus, and by rules that anybody can follow."""

import pytest

from regild.proposing.lemmas import (
    ITSELF_FORM,
    LemmaSuggestion,
    as_lemmas,
    lemmas_by_rule,
    lemmas_of_corpus,
    suggest_lemmas,
)

KNOWN = {
    *(("city", "n"), ("box", "n"), ("news", "n"), ("leaf", "n"), ("leave", "n")),
    *(("stop", "v"), ("hope", "v"), ("hop", "v"), ("carry", "v"), ("big", "a")),
}
CONNUS = {
    *(("cheval", "n"), ("parler", "v"), ("finir", "v"), ("rendre", "v")),
    *(("heureux", "a"), ("vif", "a"), ("égal", "a"), ("porte", "n"), ("porter", "v")),
}


@pytest.mark.parametrize(
    ("form", "pos", "lemmas"),
    [
        ("cities", "n", ["city"]),
        ("boxes", "n", ["box"]),
        ("news", "n", ["news"]),
        ("leaves", "n", ["leave", "leaf"]),  # two: nothing is suggested
        ("carried", "v", ["carry"]),
        ("hoping", "v", ["hop", "hope"]),
        ("stopping", "v", []),  # no rule halves letters
        ("bigger", "a", []),
        ("cities", "v", []),
    ],
)
def test_rules_of_english(form, pos, lemmas):
    found = lemmas_by_rule(form, pos, known=KNOWN, language="en")
    assert sorted(found) == sorted(lemmas)


@pytest.mark.parametrize(
    ("form", "pos", "lemma"),
    [
        ("chevaux", "n", "cheval"),
        ("parlées", "v", "parler"),
        ("finissent", "v", "finir"),
        ("rendu", "v", "rendre"),
        ("heureuses", "a", "heureux"),
        ("vive", "a", "vif"),
        ("égaux", "a", "égal"),
        ("porte", "v", "porter"),
    ],
)
def test_rules_of_french(form, pos, lemma):
    assert [*lemmas_by_rule(form, pos, known=CONNUS, language="fr")] == [lemma]


def test_a_suggestion_says_its_rule_and_a_form_that_is_a_lemma_has_none():
    forms = {("cities", "n"): 4, ("news", "n"): 2, ("leaves", "n"): 1, ("zzz", "n"): 9}
    found = suggest_lemmas(forms, known=KNOWN, language="en")
    assert found == [LemmaSuggestion("cities", "n", "city", "-ies → -y", 4)]
    assert as_lemmas(found) == {("cities", "n"): "city"}
    assert lemmas_by_rule("news", "n", known=KNOWN, language="en") == {"news": ITSELF_FORM}


def test_of_a_corpus_the_lemma_that_most_occurrences_have():
    words = {
        ("suis", "v", "être"): 5,
        ("suis", "v", "suivre"): 2,
        ("chat", "n", "chat"): 8,
        ("fils", "n", "fil"): 1,
        ("fils", "n", "fils"): 1,
    }
    # 'fil' and 'fils' are even: the first by alphabet.
    assert lemmas_of_corpus(words) == [
        LemmaSuggestion("fils", "n", "fil", "corpus", 2),
        LemmaSuggestion("suis", "v", "être", "corpus", 7),
    ]
