"""From proposals to the first gold."""

import hashlib
import io

import pytest

from regild.formats.gold import read_gold
from regild.proposing.freezing import freeze_first_gold, gold_lines
from regild.proposing.making import (
    AcceptedMerge,
    ProposalLeftOut,
    ProposalMerge,
    make_first_gold,
)
from regild.words import Wording
from tests.regild.proposing.stage import HAPPY, proposal

PLAIN = Wording()
LOWER = Wording(case="lower")


def votes(made, place=0):
    return dict(made.records[place].substitutes)


def test_votes_are_annotators_as_in_the_papers_example():
    made = make_first_gold(HAPPY, wording=PLAIN)
    [record] = made.records
    # 'glad 3 merry 2 cheerful 1 and jovial 1' (section 3).
    assert record.substitutes == (("glad", 3), ("merry", 2), ("cheerful", 1), ("jovial", 1))
    assert record.given_by[2] == ("3", ("cheerful", "glad"))
    assert (made.merges, made.left_out, made.few) == ((), (), ())


def test_spellings_that_are_worded_alike_are_one_vote_an_annotator_and_told():
    given = [proposal("1", "a", "Glad", "glad"), proposal("1", "b", " at_ease", "glad")]
    made = make_first_gold(given, wording=LOWER)
    assert votes(made) == {"glad": 2, "at ease": 1}
    assert made.merges == (
        ProposalMerge("1", " at_ease", "at ease", ("blanks", "underscore"), 1),
        ProposalMerge("1", "Glad", "glad", ("case",), 1),
    )


def test_a_merge_is_undone_in_its_sentence_alone():
    given = [proposal("1", "a", "Glad"), proposal("2", "a", "Glad")]
    made = make_first_gold(given, wording=LOWER, undone={("1", "Glad")})
    assert (votes(made, 0), votes(made, 1)) == ({"Glad": 1}, {"glad": 1})
    assert [merge.sentence for merge in made.merges] == ["2"]


def test_rules_of_the_mapping_and_lemmas_are_merges_and_can_be_undone():
    wording = Wording(rules=[("calm.a", "apaiser", "apaisé")])
    given = [
        proposal("1", "a", "apaiser", "sereins", group="calm.a"),
        proposal("1", "b", "apaisé", "serein", group="calm.a"),
    ]
    lemmas = {("sereins", "a"): "serein", ("sereins", "n"): "wrong"}
    made = make_first_gold(given, wording=wording, lemmas=lemmas)
    assert votes(made) == {"apaisé": 2, "serein": 2}
    assert [(one.raw, one.steps) for one in made.merges] == [
        ("apaiser", ("mapping",)),
        ("sereins", ("lemma",)),
    ]
    undone = {("1", "apaiser"), ("1", "sereins")}
    left = make_first_gold(given, wording=wording, lemmas=lemmas, undone=undone)
    assert votes(left) == {"apaiser": 1, "apaisé": 1, "serein": 1, "sereins": 1}


def test_a_merge_is_accepted_in_its_sentence_alone_and_goes_on_from_there():
    given = [
        proposal("1", "a", "superposé"),
        proposal("1", "b", "superposer"),
        proposal("1", "c", "superposée"),
        proposal("2", "a", "superposé"),
    ]
    accepted = [
        AcceptedMerge("1", "superposée", "superposé"),
        AcceptedMerge("1", "superposé", "superposer"),
    ]
    made = make_first_gold(given, wording=PLAIN, accepted=accepted)
    assert (votes(made, 0), votes(made, 1)) == ({"superposer": 3}, {"superposé": 1})
    assert {merge.steps for merge in made.merges} == {("accepted",)}


def test_merges_in_a_circle_are_refused():
    accepted = [AcceptedMerge("1", "a", "b"), AcceptedMerge("1", "b", "a")]
    with pytest.raises(ValueError, match="circle"):
        make_first_gold([proposal("1", "x", "a")], wording=PLAIN, accepted=accepted)


def test_two_responses_of_one_annotator_are_refused():
    with pytest.raises(ValueError, match="ann has two responses to sentence 1"):
        make_first_gold([proposal("1", "ann", "a")] * 2, wording=PLAIN)


def test_marks_are_codes_and_whoever_gave_one_abstained():
    given = [
        proposal("1", "a", mark="nil"),
        proposal("1", "b", mark="name"),
        proposal("1", "c", "glad", mark="phrase", phrase="happy hour"),
        proposal("1", "d", mark="name"),
    ]
    made = make_first_gold(given, wording=PLAIN)
    [record] = made.records
    assert record.codes == (("NIL", 1), ("NAME", 2))
    assert record.given_by[0] == ("a", ())
    assert made.few == ("1",)
    [semeval] = make_first_gold(given, wording=PLAIN, name_code="pn").records
    assert dict(semeval.codes)["pn"] == 2


def test_the_target_itself_and_nothing_are_left_out_and_told():
    given = [proposal("1", "a", "Happy", "glad"), proposal("1", "b", "_", "happy")]
    made = make_first_gold(given, wording=PLAIN, itself={"1": ["happy"]})
    assert votes(made) == {"glad": 1}
    assert made.left_out == (
        ProposalLeftOut("1", "Happy", "itself", 1),
        ProposalLeftOut("1", "_", "empty", 1),
        ProposalLeftOut("1", "happy", "itself", 1),
    )
    assert votes(make_first_gold(given, wording=PLAIN)) == {"Happy": 1, "glad": 1, "happy": 1}


def test_sentences_come_in_the_order_of_their_file_and_have_its_targets():
    given = [proposal("2", "a", "x", group=""), proposal("1", "a", "y", group="")]
    made = make_first_gold(given, wording=PLAIN, groups={"1": "b.n", "2": "a.n", "3": "c.n"})
    assert [(one.sentence, one.group) for one in made.records] == [("1", "b.n"), ("2", "a.n")]


class TestFreezing:
    def test_the_lines_are_read_as_they_were(self):
        records = make_first_gold(HAPPY, wording=PLAIN).records
        again = read_gold(io.BytesIO(gold_lines(records)), name="gold").records
        assert again[0].substitutes == records[0].substitutes

    def test_it_is_numbered_with_the_checksum_of_its_file(self):
        records = make_first_gold(HAPPY, wording=PLAIN).records
        first = freeze_first_gold(records)
        assert first.lines == b"happy.a 9999 :: glad 3;merry 2;cheerful 1;jovial 1;\n"
        assert (first.number, first.sha256) == (1, hashlib.sha256(first.lines).hexdigest())
        assert freeze_first_gold(records, earlier=[first]) is first
        fewer = make_first_gold(HAPPY[:-1], wording=PLAIN).records
        second = freeze_first_gold(fewer, earlier=[first])
        assert second.number == 2
        assert second.sha256 != first.sha256

    def test_a_sentence_without_a_target_cannot_be_frozen(self):
        records = make_first_gold([proposal("1", "a", "x", group="")], wording=PLAIN).records
        with pytest.raises(ValueError, match=r"sentence 1 has no word\.pos"):
            freeze_first_gold(records)
