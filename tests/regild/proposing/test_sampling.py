"""Targets and sentences drawn from a corpus."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.formats.corpora import CorpusSentence, CorpusWord, plain_sentences
from regild.proposing.sampling import SampleOptions, sample_sentences, with_lemmas

LETTERS = "abcdefghij"


def sentence(*words):
    """Each word is `form/lemma/pos`, or a form alone."""
    made, text = [], ""
    for word in words:
        form, lemma, pos = word.split("/") if "/" in word else (word, "", "")
        made.append(CorpusWord(form, lemma, pos, len(text)))
        text += f"{form} "
    return CorpusSentence(text.rstrip(), tuple(made))


def corpus(n_words=10, each=6):
    """Of each word `each` sentences, nouns and verbs in turn."""
    return [
        sentence("The", f"{letter}os/{letter}o/{'nv'[place % 2]}", "was", f"number{n}", "here")
        for place, letter in enumerate(LETTERS[:n_words])
        for n in range(each)
    ]


def drawn(whole, **changes):
    options = SampleOptions(pos=("n", "v"), groups=4, sentences=3)._replace(**changes)
    return sample_sentences(lambda: whole, options)


def test_as_many_targets_of_each_part_of_speech_and_sentences_of_each_target():
    sample = drawn(corpus())
    groups = Counter(record.group for record in sample.records)
    assert [*groups.values()] == [3] * 4
    assert [target.pos for target in sample.drawn] == ["n", "n", "v", "v"]
    assert [record.key for record in sample.records] == [str(n) for n in range(1, 13)]
    assert {target.frequency for target in sample.drawn} == {6}
    assert (sample.eligible, sample.missing) == ({"n": 5, "v": 5}, {})
    for record in sample.records:
        assert record.target == f"{record.group[0]}os"
        assert f"{record.left}{record.target}{record.right}".startswith("The ")


def test_what_is_over_goes_to_the_first_parts_of_speech():
    sample = drawn(corpus(), groups=5)
    assert Counter(target.pos for target in sample.drawn) == {"n": 3, "v": 2}


@settings(max_examples=30)
@given(st.integers(0, 1000), st.randoms())
def test_a_seed_draws_the_same_from_a_corpus_in_any_order(seed, shuffler):
    whole = corpus()
    mixed = random.Random(shuffler.random()).sample(whole, len(whole))
    assert drawn(mixed, seed=seed) == drawn(whole, seed=seed)


def test_another_seed_draws_others():
    draws = {drawn(corpus(), seed=seed).drawn for seed in range(5)}
    assert len(draws) > 1


def test_frequency_and_senses_are_conditions():
    whole = [*corpus(), *corpus(2, each=30)]
    rare = drawn(whole, groups=20, max_frequency=10)
    assert {target.frequency for target in rare.drawn} == {6}
    assert rare.missing == {"n": 6, "v": 6}
    often = drawn(whole, groups=2, min_frequency=20)
    assert {(target.lemma, target.frequency) for target in often.drawn} == {
        ("ao", 36),
        ("bo", 36),
    }
    known = {("ao", "n"): 1, ("co", "n"): 3, ("eo", "n"): 9, ("bo", "v"): 4, ("do", "n"): 4}
    sample = sample_sentences(
        lambda: whole,
        SampleOptions(pos=("n", "v"), groups=10, sentences=3, senses=(2, 5)),
        senses=known,
    )
    assert [(one.lemma, one.senses) for one in sample.drawn] == [("co", 3), ("bo", 4)]


def test_a_sentence_is_drawn_once_and_has_its_target_once():
    both = [sentence("The", "ao/ao/n", "and", "co/co/n", "met", f"at{n}") for n in range(6)]
    twice = [sentence("An", "ao/ao/n", "is", "an", "ao/ao/n", f"at{n}") for n in range(6)]
    sample = drawn([*both, *both, *twice], pos=("n",), groups=2)
    texts = [f"{one.left}{one.target}{one.right}" for one in sample.records]
    assert len(texts) == len(set(texts)) == 6
    assert not any(text.startswith("An") for text in texts)
    # Four of the six for the one: two are left for the other, which is too few.
    fewer = drawn([*both, *twice], pos=("n",), groups=2, sentences=4)
    assert (len(fewer.drawn), fewer.missing) == (1, {"n": 1})


def test_a_sentence_has_as_many_words_as_asked_for():
    short = [sentence("ao/ao/n", f"at{n}") for n in range(6)]
    assert drawn(short, pos=("n",), groups=1).records == ()
    assert len(drawn(short, pos=("n",), groups=1, words=(2, 3)).records) == 3


def test_targets_are_words_of_letters_alone():
    odd = [sentence("x/24/n", "y/a/n", "z/e.g./n", "of", f"at{n}") for n in range(9)]
    assert drawn(odd, pos=("n",)).eligible == {"n": 0}


def test_capitals_are_kept_in_forms_whose_lemma_has_some():
    german = [sentence("Häuser/Haus/n", "Die/der/n", "x", "y", "z")]
    assert {*drawn(german, pos=("n",)).forms} == {("Häuser", "n", "Haus"), ("die", "n", "der")}


@pytest.mark.parametrize(
    ("form", "lemma", "pos"),
    [
        ("cities", "city", "n"),
        ("light", "", ""),  # a noun or an adjective
        ("lights", "light", "n"),
        ("unheard", "", ""),
    ],
)
def test_plain_words_get_a_lemma_where_only_one_can_be(form, lemma, pos):
    known = {("city", "n"): 3, ("light", "n"): 9, ("light", "a"): 5}
    [plain] = plain_sentences(f"We saw {form} there.")
    found = with_lemmas(plain, known=known, language="en", cache={})
    assert found.words[2][1:3] == (lemma, pos)
