"""What the method says is English that carries what another language needs."""

import copy
import io
import pickle

import pytest

from regild.formats.detect import read_gold_any, read_ratings_any, read_sentences
from regild.pooling.dispatch import PlanImpossible, PoolItem, dispatch
from regild.problems import N_, BadFile, Text, reason_of

FRENCH = {
    "%(n)s votes for %(what)s": "%(what)s : %(n)s votes",
    "no %(names)s": "aucun %(names)s",
    "%(one)s or %(other)s": "%(one)s ou %(other)s",
    "it is cut short": "c’est tronqué",
}


def french(template):
    return FRENCH[template]


def test_a_text_is_its_english_sentence():
    text = N_("%(n)s votes for %(what)s", n=3, what="glad")
    assert text == "3 votes for glad"
    assert f"{text}." == "3 votes for glad."
    assert (text.template, dict(text.parameters)) == (
        "%(n)s votes for %(what)s",
        {"n": 3, "what": "glad"},
    )


def test_it_can_be_said_in_the_language_of_a_catalogue():
    assert N_("%(n)s votes for %(what)s", n=3, what="glad").said(french) == "glad : 3 votes"


def test_texts_within_a_text_are_said_too_and_several_with_commas_between():
    text = N_("no %(names)s", names=("rank", N_("%(one)s or %(other)s", one="a", other="b")))
    assert text == "no rank, a or b"
    assert text.said(french) == "aucun rank, a ou b"


def test_a_template_without_parameters_keeps_its_per_cent():
    assert N_("100 % of it") == "100 % of it"
    assert N_("no %(names)s") == "no %(names)s"
    assert N_("no %(names)s").filled(names="rank").said(french) == "aucun rank"


def test_the_words_of_another_program_are_kept_in_english_alone():
    reason = reason_of(EOFError("stream ended"), otherwise=N_("it is cut short"))
    assert reason == "stream ended"
    assert reason.said(french) == "c’est tronqué"
    ours = N_("no %(names)s", names="rank")
    assert reason_of(ValueError(ours), otherwise=N_("it is cut short")) is ours


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_says_the_same(again):
    text = again(N_("%(n)s votes for %(what)s", n=3, what="100 %"))
    assert (text, text.said(french)) == ("3 votes for 100 %", "100 % : 3 votes")


def every_text_of(reader, data, name):
    with pytest.raises(BadFile) as bad:
        reader(io.BytesIO(data), name=name)
    return [text for _line, *texts in bad.value.problems for text in texts]


def test_all_that_a_reader_finds_can_be_said_elsewhere():
    found = [
        *every_text_of(read_sentences, b"<corpus><lexelt></corpus>", "s.xml"),
        *every_text_of(read_sentences, b"sentence,lexelt\n1,2\n", "s.csv"),
        *every_text_of(read_gold_any, b"glad.a 1 :: \x07 3\nrubbish\n", "g.txt"),
        *every_text_of(read_gold_any, b"{", "g.json"),
        *every_text_of(read_ratings_any, b'annotator,x"\n', "r.csv"),
    ]
    assert len(found) > 10
    assert {type(text) for text in found} == {Text}


def test_what_makes_a_plan_impossible_says_how_many_subsets_there_can_be():
    with pytest.raises(PlanImpossible) as impossible:
        dispatch([PoolItem(1, 1, True), PoolItem(2, 2, False)], subsets=2, block_size=8, seed=1)
    assert impossible.value.text == str(impossible.value)
    assert dict(impossible.value.text.parameters) == {"subsets": 2, "most": 1, "left_out": 1}
