from regild.formats.records import AnswerRecord, GoldRecord
from regild.scoring.inputs import (
    Spellings,
    answer_lists,
    gold_weights,
    single_word_answers,
    single_word_gold,
)
from regild.words import Wording

PLAIN = Spellings(Wording())


def gold_record(*substitutes, sentence="1", lexelt="bar.n.v"):
    return GoldRecord(sentence, lexelt, substitutes, codes=(), line=1)


def answer_record(*answers, sentence="1", lexelt="bar.v"):
    return AnswerRecord(sentence, lexelt, answers, line=1)


def test_spellings_of_one_substitute_add_their_votes():
    gold = gold_weights([gold_record(("at_last", 2), ("end", 1), ("at last", 1))], PLAIN)
    assert gold == {"1": {"at last": 3, "end": 1}}


def test_answers_that_become_the_same_count_once_at_the_better_rank():
    records = [answer_record("at_last", "end", "at last")]
    assert answer_lists(records, PLAIN, groups={"1": "bar.n.v"}) == {"1": ("at last", "end")}


def test_a_mapping_goes_by_the_golds_name_of_the_target():
    spellings = Spellings(Wording(rules=[("bar.n.v", "pubs", "pub")]))
    found = answer_lists([answer_record("pubs", "pub")], spellings, groups={"1": "bar.n.v"})
    assert found == {"1": ("pub",)}


def test_answers_to_a_sentence_that_the_gold_lacks_are_left_out():
    assert answer_lists([answer_record("pub")], PLAIN, groups={"2": "bar.n"}) == {}


def test_an_answer_of_nothing_but_blanks_is_none():
    assert answer_lists([answer_record("_")], PLAIN, groups={"1": "bar.n"}) == {"1": ()}


def test_multiwords_leave_gold_and_answers_and_hyphens_do_not():
    assert single_word_gold({"1": {"at last": 2, "well-known": 1}}) == {"1": {"well-known": 1}}
    assert single_word_answers({"1": ("at last",), "2": ("well-known", "at last")}) == {
        "1": (),
        "2": ("well-known",),
    }
