from itertools import product

import pytest

from regild.formats.tagged import Token
from regild.tasks.utterances.coconuts import Options, make_coconuts, mended
from regild.tasks.utterances.sets import read_sets, write_sets

NOUNS = ["dog", "apple", "cat", "egg", "house", "ink", "lamp", "owl", "pen", "rose"]
VERBS = ["saw", "took", "left"]


def sentence(noun, verb, at):
    """She saw a dog 3 ."""
    article = mended("a", noun)
    words = [("She", "pps"), (verb, "vbd"), (article, "at"), (noun, "nn"), (str(at), "cd")]
    return tuple(Token(word, tag) for word, tag in [*words, (".", ".")])


# Each noun three times, and one word that occurs once.
CORPUS = [sentence(*one, at) for at, one in enumerate(product(NOUNS, VERBS))]
CORPUS += [sentence("unicum", "saw", 99), (Token("Dogs", "nns"), Token("bark", "vb"))]
NATURAL = {tuple(token.word for token in one) for one in CORPUS}


def made(kind, **options):
    return make_coconuts(CORPUS, Options(kind, **{"count": 6, "seed": 1, **options}))


@pytest.mark.parametrize("draw", ["token", "type"])
def test_a_sentence_coconut_is_one_sentence_with_eight_words(draw):
    found = made("sentence", draw=draw)
    assert len(found.sets) == 6
    sentences = set()
    for one in found.sets:
        [natural] = [utterance for utterance in one.utterances if utterance.natural]
        assert natural.words in NATURAL
        assert natural.words[natural.place] == one.probe
        words = [utterance.words[utterance.place] for utterance in one.utterances]
        assert len({*words}) == 8
        assert {*words} <= {*NOUNS}
        # All else is the same, but for the article.
        assert len({(u.words[:2], u.words[4:]) for u in one.utterances}) == 1
        assert all(mended("a", u.words[3]) == u.words[2] for u in one.utterances)
        sentences.add(natural.words)
    assert len(sentences) == 6


@pytest.mark.parametrize(("draw", "natural"), [("token", 1), ("type", 1), ("token", 3)])
def test_a_word_coconut_is_one_word_in_eight_sentences(draw, natural):
    found = made("word", draw=draw, natural=natural)
    assert len({one.probe for one in found.sets}) == 6
    for one in found.sets:
        assert {utterance.words[utterance.place] for utterance in one.utterances} == {one.probe}
        assert len({utterance.words[4] for utterance in one.utterances}) == 8
        for utterance in one.utterances:
            # What was swapped is the probe's sentence nowhere in the corpus.
            assert (utterance.words in NATURAL) == utterance.natural
        assert sum(utterance.natural for utterance in one.utterances) == natural


def test_words_of_one_sentence_are_neither_probes_nor_put_in():
    """Unless that is asked for."""

    def words(**options):
        sets = made("sentence", count=30, **options).sets
        return {u.words[u.place] for one in sets for u in one.utterances}

    assert "unicum" not in words()
    assert "unicum" in words(min_sentences=1, draw="type")


def test_the_natural_one_stands_anywhere_in_its_set():
    sets = made("sentence", count=30).sets
    places = {[u.natural for u in one.utterances].index(True) for one in sets}
    assert len(places) > 4


def test_drawing_by_token_follows_the_corpus_and_by_type_does_not():
    often = CORPUS + [sentence("dog", "saw", at) for at in range(100, 400)]
    shares = {}
    for draw in ("token", "type"):
        options = Options("sentence", size=2, count=200, draw=draw, seed=3)
        swapped = [
            u.words[u.place].lower()
            for one in make_coconuts(often, options).sets
            if one.probe != "dog"
            for u in one.utterances
            if not u.natural
        ]
        shares[draw] = swapped.count("dog") / len(swapped)
    # 303 of 330 tokens, less those of the probe; 1 of 9 types.
    assert shares["token"] > 0.7
    assert shares["type"] < 0.4


def test_a_seed_makes_the_same_sets_and_another_one_others():
    assert made("word") == made("word")
    assert made("word").sets != made("word", seed=2).sets


@pytest.mark.parametrize(
    ("before", "word", "after"),
    [
        ("a", "apple", "an"),
        ("an", "dog", "a"),
        ("An", "dog", "A"),
        ("A", "egg", "An"),
        ("the", "apple", "the"),
        # By its first letter, as in the paper, and wrong now and then.
        ("a", "hour", "a"),
        ("a", "unit", "an"),
    ],
)
def test_the_article_follows_the_first_letter(before, word, after):
    assert mended(before, word) == after


def test_articles_can_be_left_as_they_are():
    found = made("sentence", determiners="none")
    assert all(len({u.words[2] for u in one.utterances}) == 1 for one in found.sets)


def test_a_word_takes_the_capitals_of_the_one_it_takes_the_place_of():
    corpus = [(Token("Dog", "NN"), Token("and", "CC"), Token("CAT", "NN")) for _ in range(9)]
    [*sets] = make_coconuts(corpus, Options("sentence", size=2, count=9)).sets
    swapped = {u.words for one in sets for u in one.utterances if not u.natural}
    assert swapped == {("Cat", "and", "CAT"), ("Dog", "and", "DOG")}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"kind": "sentence", "size": 12}, "too few different words of the tag NN"),
        ({"kind": "sentence", "count": 99}, "too few sentences"),
        ({"kind": "sentence", "tag": "XY"}, "too few sentences .* of the tag XY"),
        ({"kind": "word", "natural": 4}, "too few words that occur in 4 sentences or more"),
        ({"kind": "word", "count": 11}, "too few words that occur in 2 sentences or more"),
        ({"kind": "word", "size": 40}, "too few different sentences"),
        ({"kind": "word", "size": 1}, "two utterances or more"),
        ({"kind": "word", "natural": 8}, "fewer than the set's"),
        ({"kind": "sentence", "natural": 2}, "for word coconuts"),
        ({"kind": "word", "count": 0}, "one set at least"),
    ],
)
def test_what_cannot_be_made_is_said(options, reason):
    with pytest.raises(ValueError, match=reason):
        made(**options)


def test_a_file_of_sets_is_read_as_it_was_written(tmp_path):
    found = made("word", natural=2)
    write_sets(found, tmp_path / "sets.json")
    read = read_sets(tmp_path / "sets.json")
    assert read == found
    assert read.options["made_by"] == "regild coconuts"
    assert (read.options["kind"], read.options["draw"], read.options["seed"]) == (
        "word",
        "token",
        1,
    )


ONE = '{"words": ["a", "b"], "place": 1, "natural": true}'
OTHER = '{"words": ["a", "c"], "place": 1, "natural": false}'


def file_of(*utterances, options="{}"):
    said = ", ".join(utterances)
    return (
        f'{{"options": {options}, "sets": [{{"set": "1", "probe": "b",'
        f' "utterances": [{said}]}}]}}'
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "not JSON"),
        ("[]", "not a file of sets"),
        ('{"options": {}, "sets": []}', "no set in it"),
        (file_of(ONE), "set 1: it needs natural utterances and others"),
        (file_of(OTHER, OTHER), "set 1: it needs natural utterances and others"),
        (file_of(ONE, OTHER.replace("1", "2")), "set 1: the place is none"),
        (file_of(ONE, OTHER, options="[1]"), "not a file of sets"),
    ],
)
def test_what_is_no_file_of_sets_is_refused(tmp_path, text, reason):
    (tmp_path / "sets.json").write_text(text)
    with pytest.raises(ValueError, match=reason):
        read_sets(tmp_path / "sets.json")
