"""What each baseline answers, worked by hand on lexicons and texts of a few words."""

from math import log

import pytest

import regild
from regild.formats.lexicons import read_lexicon
from regild.formats.records import SentenceRecord
from regild.problems import BadFile
from regild.tasks.substitution.ngram_answers import _placed
from regild.tasks.utterances.ngrams import Counts, ModelOptions, read_text
from tests.regild.formats.small_wordnet import write_wordnet


@pytest.fixture
def lexicon(tmp_path):
    [lexicon] = read_lexicon(write_wordnet(tmp_path / "wn")).records
    return lexicon


def sentence(lexelt, left="", target=None, right=""):
    target = target or lexelt.partition(".")[0]
    return {"1": {"lexelt": lexelt, "left": left, "target": target, "right": right}}


def answers(given, **how):
    return regild.baseline(given, **how).to_dict()["1"]


class TestOfALexicon:
    def test_best_is_the_most_frequent_of_the_first_synset(self, lexicon):
        assert answers(sentence("boat.n"), lexicon=lexicon) == ["small boat"]
        assert answers(sentence("boat.n"), lexicon=lexicon, frequencies={"craft": 1}) == [
            "craft"
        ]

    def test_oot_goes_through_the_four_criteria_in_order(self, lexicon):
        assert answers(sentence("boat.n"), lexicon=lexicon, task="oot") == [
            # The first synset: 7 and 1; its hypernyms: 3 and 2 by the counts.
            *("small boat", "craft", "watercraft", "vessel"),
            # All synsets, then all their hypernyms: none has a count.
            *("gravy boat", "dish", "bowl"),
        ]

    def test_synonyms_nobody_counted_stay_in_the_lexicons_order(self, lexicon):
        assert answers(sentence("boat.n"), lexicon=lexicon, task="oot", frequencies={}) == [
            *("craft", "small boat", "vessel", "watercraft", "gravy boat", "dish", "bowl")
        ]

    def test_similar_adjectives_come_second(self, lexicon):
        assert answers(sentence("glad.a"), lexicon=lexicon, task="oot") == [
            *("happy", "merry", "cheerful")
        ]

    def test_the_target_is_no_answer_in_either_form_whatever_its_capitals(self, tmp_path):
        path = tmp_path / "lexicon.csv"
        path.write_text("word,pos,synonym\nrun,v,RUN\nrun,v,ran\nrun,v,race\nrun,v,Race\n")
        given = sentence("run.v", target="Ran")
        assert answers(given, lexicon=path, task="oot") == ["race"]

    def test_there_are_ten_at_most(self, tmp_path):
        path = tmp_path / "lexicon.tsv"
        path.write_text("".join(f"glad\ta\tword{n}\t{n}\n" for n in range(12, 0, -1)))
        assert answers(sentence("glad.a"), lexicon=path, task="oot") == [
            f"word{n}" for n in range(1, 11)
        ]

    def test_an_inflected_target_is_looked_up_in_its_dictionary_form(self, lexicon):
        assert answers(sentence("boats.n"), lexicon=lexicon)[0] == "boat"

    def test_of_two_parts_of_speech_both_are_asked(self, tmp_path):
        path = tmp_path / "lexicon.tsv"
        path.write_text("bar\tv\tstop\nbar\tn\tpub\n")
        assert answers(sentence("bar.n.v"), lexicon=path, task="oot") == ["pub", "stop"]

    def test_an_unknown_word_has_no_answer(self, lexicon):
        assert answers(sentence("ship.n"), lexicon=lexicon, task="oot") == []

    def test_an_unknown_part_of_speech_is_refused_with_every_line(self, lexicon, tmp_path):
        path = tmp_path / "sentences.csv"
        path.write_text(
            "sentence,lexelt,left,target,right\n1,boat.q,a,boat,\n2,boat.n,a,boat,\n"
            "3,boat.x,a,boat,\n"
        )
        with pytest.raises(BadFile) as raised:
            regild.baseline(path, lexicon=lexicon)
        assert [problem.line for problem in raised.value.problems] == [2, 4]
        assert "'q' is not a part of speech" in str(raised.value)

    @pytest.mark.parametrize(
        ("how", "said"),
        [
            ({}, "needs a lexicon"),
            ({"kind": "distributional"}, "needs vectors"),
            ({"kind": "distributional", "task": "mw"}, "a lexicon alone"),
            ({"kind": "ngram", "lexicon": "ours"}, "needs a text"),
        ],
    )
    def test_what_is_missing_is_told(self, lexicon, how, said):
        how = {**how, "lexicon": lexicon} if "lexicon" in how else how
        with pytest.raises(ValueError, match=said):
            regild.baseline(sentence("boat.n"), **how)


class TestOfMultiwords:
    @pytest.mark.parametrize(
        ("left", "target", "right", "expected"),
        [
            ("pass the gravy ", "boat", " on", ["gravy boat"]),
            ("two Gravy ", "boats", " sank", ["gravy boat"]),
            ("a very ", "boat", "", []),
            # It does not go on past a comma, nor with a word between.
            ("gravy, ", "boat", "", []),
            ("gravy on the ", "boat", "", []),
            ("", "boat", " gravy", []),
        ],
    )
    def test_the_lexicons_own_are_found_round_the_target(
        self, lexicon, left, target, right, expected
    ):
        given = sentence("boat.n", left, target, right)
        assert answers(given, lexicon=lexicon, task="mw") == expected

    def test_two_words_before_and_behind_are_looked_at(self, tmp_path):
        path = tmp_path / "lexicon.tsv"
        path.write_text(
            "by the way\tr\tincidentally\nway of all flesh\tn\tdeath\n"
            "by the way of the\tr\tvia\nnot by the way\tr\tnever\n"
        )
        given = sentence("way.n", "not by the ", "way", " of the sea")
        assert answers(given, lexicon=path, task="mw") == ["by the way of the"]
        given = sentence("way.n", "not by the ", "way", " of all flesh")
        assert answers(given, lexicon=path, task="mw") == ["by the way"]

    def test_the_lexelt_says_the_form_of_the_target(self, tmp_path):
        path = tmp_path / "lexicon.tsv"
        path.write_text("go on\tv\tcontinue\n")
        given = sentence("go.v", "it ", "went", " on")
        assert answers(given, lexicon=path, task="mw") == ["go on"]


class TestOfVectors:
    def test_the_most_alike_words_come_first_without_signs(self, tmp_path):
        path = tmp_path / "vectors.txt"
        path.write_text(
            "glad 1 0\nGLAD 1 0\nsad 0 1\nat_last 1 1\n</s> 1 .1\n,; 1 .1\nmerry 1 .2\n"
        )
        assert answers(sentence("glad.a"), kind="distributional", vectors=path, task="oot") == [
            "merry",
            "at last",
            "sad",
        ]

    def test_words_with_a_part_of_speech_are_ranked_among_their_own(self, tmp_path):
        path = tmp_path / "counts.csv"
        path.write_text(
            "word,feature,count\nglad.a,day,2\nmerry.a,day,1\nmerry.a,man,1\nday.n,day,2\n"
        )
        found = regild.baseline(
            sentence("glad.a"),
            kind="distributional",
            vectors=path,
            similarity="l1",
            task="oot",
        )
        assert found.to_dict() == {"1": ["merry"]}

    def test_a_target_without_a_vector_has_no_answer(self, tmp_path):
        path = tmp_path / "vectors.txt"
        path.write_text("glad 1 0\nsad 0 1\n")
        assert answers(sentence("ship.n"), kind="distributional", vectors=path) == []


class TestOfNgrams:
    @pytest.fixture
    def text(self, tmp_path):
        path = tmp_path / "text.txt"
        path.write_text("The merry man sang.\nA merry man slept.\nThe happy dog.\n")
        return path

    @pytest.fixture
    def synonyms(self, tmp_path):
        path = tmp_path / "lexicon.tsv"
        path.write_text("glad\ta\thappy\t1\nglad\ta\tmerry\t2\nglad\ta\tin good spirits\t3\n")
        return path

    def test_the_sentence_ranks_the_lexicons_synonyms(self, text, synonyms):
        how = {"kind": "ngram", "lexicon": synonyms, "text": text, "task": "oot", "order": 2}
        man = sentence("glad.a", "The ", "glad", " man")
        assert answers(man, **how)[:2] == ["merry", "happy"]
        dog = sentence("glad.a", "The ", "glad", " dog")
        assert answers(dog, **how)[:2] == ["happy", "merry"]

    def test_its_scores_are_worked_by_hand(self, text):
        """Two bigrams have the word, 'the merry' (1 of the 2 'the') and 'merry man' (2 of the 2
        'merry'); .1 is added to each count. V is the text's words, the end and all others."""
        record = SentenceRecord("1", "glad.a", "Then the ", "glad", " man sang on.", 0)
        placed = {word: _placed(record, word, 2) for word in ("merry", "in good spirits")}
        assert [one.words for one in placed["merry"]] == [("the", "merry", "man")]
        assert [one.place for one in placed["in good spirits"]] == [1, 2, 3]
        counts = Counts(placed["merry"], orders=[2], text=read_text(text))
        options = ModelOptions(
            order=2,
            context="window",
            likelihood="per-word",
            smoothing="additive",
            unknown="score",
        )
        v = len({"the", "merry", "man", "sang", "a", "slept", "happy", "dog", "."}) + 2
        by_hand = log((1 + 0.1) / (2 + 0.1 * v)) + log((2 + 0.1) / (2 + 0.1 * v))
        assert counts.scores(placed["merry"], options) == [pytest.approx(by_hand / 2)]

    def test_the_model_is_srilms_unless_another_is_asked_for(self, tmp_path, synonyms):
        """`merry` and `spirits` are not in the text. Left out, their windows would be the
        likeliest; so they come last."""
        text = tmp_path / "text.txt"
        text.write_text("The happy dog sat. A man sang. A man slept. The man left. A man came.")
        how = {"kind": "ngram", "lexicon": synonyms, "text": text, "task": "oot", "order": 2}
        man = sentence("glad.a", "A ", "glad", " man")
        usual = answers(man, **how)
        assert usual == answers(man, **how, smoothing="srilm", unknown="skip")
        assert usual[0] == "happy"
        assert {*usual[1:]} == {"merry", "in good spirits"}
        assert answers(man, **how, smoothing="additive")[0] == "happy"

    def test_one_gram_counts_the_word_alone(self, text, synonyms):
        how = {"kind": "ngram", "lexicon": synonyms, "text": text, "task": "oot", "order": 1}
        dog = sentence("glad.a", "The ", "glad", " dog")
        assert answers(dog, **how)[:2] == ["merry", "happy"]
