"""A batch of proposals, read and checked."""

import uuid

import pytest

from regild.formats.entries import MalformedBatch
from regild.formats.records import SentenceRecord
from regild.proposing.batch import faults, holds_target, new_proposal, read_batch

KEY = "7e6bd3d0-8a43-4ac8-9b1f-1b3c41f2f2b0"
SENTENCE = SentenceRecord("1", "give.v", "They will ", "give", " up,\nthe  boats.", 1)


def entry(**said):
    return {"sentence": 7, "answers": ["yield"], "key": KEY} | said


def proposed(*answers, mark="", phrase=""):
    return new_proposal(
        sentence=7, answers=answers, mark=mark, phrase=phrase, key=uuid.UUID(KEY)
    )


def codes(*answers, mark="", phrase="", most=3):
    proposal = proposed(*answers, mark=mark, phrase=phrase)
    return [code for _field, code, _text in faults(proposal, most=most, sentence=SENTENCE)]


def test_answers_are_read_best_first_without_the_blanks_around_and_within():
    [read] = read_batch({"proposals": [entry(answers=["  let \t go", "", "yield"])]})
    assert (read.sentence, read.answers, read.mark) == (7, ("let go", "yield"), "")
    assert (read.phrase, read.elapsed_ms) == ("", None)


def test_a_sentence_may_be_answered_by_a_mark_alone_and_by_nothing():
    nil, nothing = read_batch(
        {"proposals": [entry(answers=[], mark="nil"), {"sentence": 8, "key": KEY}]}
    )
    assert (nil.answers, nil.mark) == ((), "nil")
    assert (nothing.answers, nothing.mark) == ((), "")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"sentence": 0}, "sentence"),
        ({"sentence": True}, "sentence"),
        ({"answers": "yield"}, "answers"),
        ({"answers": [1]}, "answers"),
        ({"answers": ["x"] * 101}, "answers"),
        ({"mark": "maybe"}, "mark"),
        ({"mark": ["nil"]}, "mark"),
        ({"phrase": 3}, "phrase"),
        ({"key": "nobody's"}, "key"),
        ({"elapsed_ms": -1}, "elapsed_ms"),
    ],
)
def test_what_is_no_proposal_is_told_by_its_place_and_field(said, field):
    with pytest.raises(MalformedBatch) as bad:
        read_batch({"proposals": [entry(), entry(**said)]})
    assert [(one.index, one.field) for one in bad.value.problems] == [(1, field)]


@pytest.mark.parametrize(
    "body", [None, [], {}, {"proposals": {}}, {"proposals": []}, {"proposals": [3]}]
)
def test_what_is_no_batch_is_told(body):
    with pytest.raises(MalformedBatch):
        read_batch(body)


def test_all_problems_are_told_at_once():
    with pytest.raises(MalformedBatch) as bad:
        read_batch({"proposals": [entry(key=""), entry(mark="?", sentence=-1)]})
    assert [(one.index, one.field) for one in bad.value.problems] == [
        (0, "key"),
        (1, "sentence"),
        (1, "mark"),
    ]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (codes("yield", "cede", "surrender"), []),
        (codes("a", "b", "c", "d"), ["too_many_answers"]),
        (codes("a", "b", most=1), ["too_many_answers"]),
        (codes("cede", "cede"), ["answer_twice"]),
        (codes("a;b"), ["answer_invalid"]),
        (codes("x" * 201), ["answer_invalid"]),
        (codes("nul\0"), ["answer_invalid"]),
        (codes(mark="nil"), []),
        (codes("yield", mark="nil"), ["mark_with_answers"]),
        (codes("yield", mark="name"), []),
        (codes("yield", mark="phrase", phrase="give up"), []),
        (codes(mark="phrase"), ["phrase_missing"]),
        (codes(phrase="give up"), ["phrase_unmarked"]),
        (codes(mark="phrase", phrase="the boats"), ["phrase_not_in_sentence"]),
        (codes(mark="phrase", phrase="; give"), ["phrase_invalid"]),
    ],
)
def test_each_fault_has_its_code(found, expected):
    assert found == expected


@pytest.mark.parametrize(
    ("phrase", "held"),
    [
        ("give up", True),
        ("will give", True),
        ("give  up, the boats.", True),
        ("give", True),
        ("up, the", False),
        ("ive up", False),
        ("give in", False),
        ("", False),
    ],
)
def test_a_phrase_is_the_part_of_the_sentence_around_its_target(phrase, held):
    assert holds_target(phrase, SENTENCE) is held


def test_a_phrase_that_stands_elsewhere_too_is_found_where_the_target_is():
    twice = SentenceRecord("1", "give.v", "Give up or ", "give", " up.", 1)
    assert holds_target("give up", twice)
    assert not holds_target("Give up", twice)
