import gzip
from math import exp, log

import pytest

from regild.tasks.utterances.ngrams import Counts, ModelOptions, read_text, score_sets
from regild.tasks.utterances.sets import Coconuts, Utterance, UtteranceSet

# Two sentences of a text; with the end of a sentence it has five words.
TEXT = [("the", "dog", "sat"), ("the", "cat", "sat")]
DOG = Utterance(("The", "dog", "sat"), 1, natural=True)
SAT = Utterance(("The", "sat", "dog"), 1, natural=False)


def likelihood(utterance, **options):
    model = ModelOptions(**options)
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
    found = exp(likelihood(DOG, order=1, context="window", smoothing=1e9))
    assert found == pytest.approx(1 / 6)


def test_sets_are_scored_by_every_model_as_by_each_alone():
    coconuts = Coconuts({}, (UtteranceSet("1", "dog", (DOG, SAT)),))
    models = [ModelOptions(order) for order in (2, 3)]
    assert score_sets(coconuts, TEXT, models) == [
        score_sets(coconuts, TEXT, [model])[0] for model in models
    ]
    [found] = score_sets(coconuts, TEXT, models[:1])
    assert found == {"1": [likelihood(DOG, order=2), likelihood(SAT, order=2)]}


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


@pytest.mark.parametrize("options", [{"order": 0}, {"smoothing": 0}, {"smoothing": -1}])
def test_a_model_that_makes_no_sense_is_refused(options):
    with pytest.raises(ValueError, match=r"1 or more|more than 0"):
        ModelOptions(**options)


def test_a_text_without_words_trains_nothing():
    with pytest.raises(ValueError, match="no word"):
        Counts([DOG], orders=[2], text=[])
