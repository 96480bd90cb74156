import gzip
from math import exp, log

import pytest

from regild.tasks.utterances.ngrams import (
    BEGIN,
    END,
    Counts,
    ModelOptions,
    read_text,
    score_sets,
)
from regild.tasks.utterances.sets import Coconuts, Utterance, UtteranceSet

# Two sentences of a text; with the end of a sentence it has five words.
TEXT = [("the", "dog", "sat"), ("the", "cat", "sat")]
DOG = Utterance(("The", "dog", "sat"), 1, natural=True)
SAT = Utterance(("The", "sat", "dog"), 1, natural=False)


def likelihood(utterance, **options):
    """By the model that adds to every count, unless another is named."""
    model = ModelOptions(**({"smoothing": "additive", "unknown": "score"} | options))
    counts = Counts([DOG, SAT, utterance], orders=[model.order], text=TEXT)
    [found] = counts.scores([utterance], model)
    return found


def test_a_bigram_model_of_a_whole_sentence_is_as_by_hand():
    # V is 5 and one for all unknown words: 6. the|<s> 2 of 2, dog|the 1 of 2, sat|dog 1 of 1,
    # </s>|sat 2 of 2.
    expected = (2.1 / 2.6) * (1.1 / 2.6) * (1.1 / 1.6) * (2.1 / 2.6)
    found = likelihood(DOG, order=2, context="sentence")
    assert exp(found) == pytest.approx(expected)
    mean = likelihood(DOG, order=2, context="sentence", likelihood="per-word")
    assert mean == pytest.approx(log(expected) / 4)


def test_what_was_never_seen_has_what_is_added():
    # sat|the 0 of 2, dog|sat 0 of 2, </s>|dog 0 of 1.
    expected = (2.1 / 2.6) * (0.1 / 2.6) * (0.1 / 2.6) * (0.1 / 1.6)
    assert exp(likelihood(SAT, order=2, context="sentence")) == pytest.approx(expected)


def test_a_window_has_the_ngrams_with_the_swapped_word():
    # 2n - 1 words: for n = 2 dog|the and sat|dog.
    found = exp(likelihood(DOG, order=2, context="window"))
    assert found == pytest.approx((1.1 / 2.6) * (1.1 / 1.6))
    # For n = 3 those that end on dog, sat and the end.
    grams = [(1 + 0.1) / (2 + 0.6), (1 + 0.1) / (1 + 0.6), (1 + 0.1) / (1 + 0.6)]
    expected = grams[0] * grams[1] * grams[2]
    assert exp(likelihood(DOG, order=3, context="window")) == pytest.approx(expected)


def test_a_window_at_the_end_of_a_sentence_ends_there():
    last = Utterance(("the", "dog", "sat"), 2, natural=True)
    # Three ngrams would have it, were there a word behind: sat and the end.
    expected = 2 * log(1.1 / 1.6)
    assert likelihood(last, order=3, context="window") == pytest.approx(expected)
    mean = likelihood(last, order=3, context="window", likelihood="per-word")
    assert mean == pytest.approx(expected / 2)


def test_the_vocabulary_has_the_words_of_the_sets_or_one_for_them_all():
    owl = Utterance(("the", "owl", "sat"), 1, natural=False)
    # the dog cat sat </s>, and one for owl, in either: 6.
    for vocabulary in ("training", "both"):
        found = exp(likelihood(owl, order=2, vocabulary=vocabulary))
        assert found == pytest.approx((0.1 / 2.6) * (0.1 / 0.6))
    # With another unknown word they part: 6 and 7.
    two = Utterance(("an", "owl", "sat"), 1, natural=False)
    assert exp(likelihood(two, order=2)) == pytest.approx((0.1 / 0.6) ** 2)
    both = exp(likelihood(two, order=2, vocabulary="both"))
    assert both == pytest.approx((0.1 / 0.7) ** 2)


def test_probabilities_of_all_words_add_up_to_1():
    words = ["the", "dog", "cat", "sat", "owl"]
    found = sum(
        exp(likelihood(Utterance((word,), 0, natural=False), order=1)) for word in words
    )
    # And the end, 2 of 8.
    assert found + 2.1 / 8.6 == pytest.approx(1)


def test_more_smoothing_is_nearer_to_all_words_alike():
    found = exp(likelihood(DOG, order=1, context="window", added=1e9))
    assert found == pytest.approx(1 / 6)


def test_sets_are_scored_by_every_model_as_by_each_alone():
    coconuts = Coconuts({}, (UtteranceSet("1", "dog", (DOG, SAT)),))
    models = [ModelOptions(order) for order in (2, 3)]
    assert score_sets(coconuts, TEXT, models) == [
        score_sets(coconuts, TEXT, [model])[0] for model in models
    ]
    [found] = score_sets(coconuts, TEXT, models[:1])
    usual = {"order": 2, "smoothing": "srilm", "unknown": "skip"}
    assert found == {"1": [likelihood(DOG, **usual), likelihood(SAT, **usual)]}


# For SRILM's model: V is the, dog, cat, sat and the end, 5; 8 words and ends were counted.
SRILM_WORDS = ["the", "dog", "cat", "sat", END]


def srilm(utterance, **options):
    return likelihood(utterance, **({"smoothing": "srilm", "unknown": "skip"} | options))


def test_srilms_bigrams_are_as_by_hand():
    # Seen: the|<s> 2 of 2, dog|the 1 of 2, sat|dog 1 of 1, </s>|sat 2 of 2.
    seen = (2.1 / 2.5) * (1.1 / 2.5) * (1.1 / 1.5) * (2.1 / 2.5)
    assert exp(srilm(DOG, order=2, context="sentence")) == pytest.approx(seen)
    # sat|the, dog|sat and </s>|dog were not: what the seen words after `the`, `sat` and `dog`
    # leave is shared out as the words are by themselves.
    after_the = (1 - 2.2 / 2.5) / (1 - 2.2 / 8.5)
    after_sat = (1 - 2.1 / 2.5) / (1 - 2.1 / 8.5)
    after_dog = (1 - 1.1 / 1.5) / (1 - 2.1 / 8.5)
    backed_off = after_the * (2.1 / 8.5) * after_sat * (1.1 / 8.5) * after_dog * (2.1 / 8.5)
    found = exp(srilm(SAT, order=2, context="sentence"))
    assert found == pytest.approx((2.1 / 2.5) * backed_off)


# Of three words and more, what was seen once is no n-gram of the model: (a b) d.
LONGER = [("a", "b", "c"), ("a", "b", "c"), ("a", "b", "d"), ("e", "b", "d")]


def test_srilms_trigrams_are_as_by_hand():
    one = Utterance(("a", "b", "d"), 2, natural=True)
    options = ModelOptions(order=3)
    counts = Counts([one], orders=[3], text=LONGER)
    # V is a, b, c, d, e and the end: 6.
    c_after_b = d_after_b = 2.1 / 4.6
    assert counts.probability("d", ("b",), options) == pytest.approx(d_after_b)
    assert counts.probability("c", ("a", "b"), options) == pytest.approx(2.1 / 3.6)
    weight = (1 - 2.1 / 3.6) / (1 - c_after_b)
    assert counts.probability("d", ("a", "b"), options) == pytest.approx(weight * d_after_b)
    # At the beginning of a sentence there is one mark, and what comes before it is nothing.
    assert counts.probability("a", (BEGIN,), options) == pytest.approx(3.1 / 4.6)
    # `(b d) </s>` was seen twice, `d </s>` too: 2.1 / 2.6 in either.
    assert counts.scores([one], options)[0] == pytest.approx(
        log(weight * d_after_b) + log(2.1 / 2.6)
    )


@pytest.mark.parametrize("unknown", ["skip", "score"])
@pytest.mark.parametrize(
    ("text", "utterance", "words"),
    [
        (TEXT, DOG, SRILM_WORDS),
        (TEXT, SAT, SRILM_WORDS),
        (LONGER, Utterance(("a", "b", "d"), 2, natural=True), ["a", "b", "c", "d", "e", END]),
        (LONGER, Utterance(("e", "b", "owl", "c"), 2, natural=True), [*"abcde", END]),
    ],
)
def test_srilms_probabilities_of_all_words_add_up_to_1(unknown, text, utterance, words):
    options = ModelOptions(order=3, unknown=unknown)
    counts = Counts([utterance], orders=[3], text=text)
    said = (BEGIN, *map(str.lower, utterance.words))
    for before in {said[at:to] for at in range(len(said)) for to in (at, at + 1, at + 2)}:
        total = sum(counts.probability(word, before, options) for word in words)
        if unknown == "score":
            total += counts.probability("owl", before, options)
        assert total == pytest.approx(1), before


def test_an_unknown_word_is_left_out_and_shortens_what_comes_before_the_next():
    owl = Utterance(("the", "owl", "sat"), 1, natural=False)
    # Nothing is known of owl, nor of what follows it: sat by itself.
    assert exp(srilm(owl, order=2)) == pytest.approx(2.1 / 8.5)
    assert srilm(owl, order=2, likelihood="per-word") == pytest.approx(log(2.1 / 8.5))
    # Scored, it is one more word that was never seen: V is 6.
    weight = (1 - 2.2 / 2.6) / (1 - 2.2 / 8.6)
    found = exp(srilm(owl, order=2, unknown="score"))
    assert found == pytest.approx(weight * (0.1 / 8.6) * (2.1 / 8.6))
    # Where the vocabulary has the words of the sets no word is unknown.
    both = exp(srilm(owl, order=2, vocabulary="both"))
    assert both == pytest.approx(found)
    # What is added to every count leaves the word out too, and nothing else.
    plain = exp(srilm(owl, order=2, smoothing="additive"))
    assert plain == pytest.approx(0.1 / 0.5)


def test_an_utterance_of_unknown_words_has_nothing_to_be_unlikely():
    owls = Utterance(("owls",), 0, natural=False)
    for likelihood_ in ("sum", "per-word"):
        assert srilm(owls, order=1, likelihood=likelihood_) == 0


PROSE = """\
The dog's ears: 1,750 hairs.
It
sat in the U.S. ``Yes!''

An owl
"""


@pytest.mark.parametrize("name", ["text.txt", "text.txt.gz"])
def test_a_text_is_read_in_sentences(tmp_path, name):
    data = PROSE.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    assert [*read_text(tmp_path / name)] == [
        ("the", "dog's", "ears", ":", "1,750", "hairs", "."),
        ("it", "sat", "in", "the", "u.s.", '"', "yes", "!''"),
        ("an", "owl"),
    ]


@pytest.mark.parametrize("options", [{"order": 0}, {"added": 0}, {"added": -1}])
def test_a_model_that_makes_no_sense_is_refused(options):
    with pytest.raises(ValueError, match=r"1 or more|more than 0"):
        ModelOptions(**options)


def test_a_text_without_words_trains_nothing():
    with pytest.raises(ValueError, match="no word"):
        Counts([DOG], orders=[2], text=[])
