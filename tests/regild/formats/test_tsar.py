"""TSAR-2022's lines, by their own reader and among all others."""

import io

import pytest

from regild.formats.detect import read_answers_any, read_gold_any, read_sentences
from regild.problems import BadFile

GOLD = "An odd word .\todd\tstrange\tstrange\todd\tpeculiar\nAll in all .\tin all\twhole\n"
ANSWERS = "An odd word .\todd\tstrange\tpeculiar\tstrange\t\nAll in all .\tin all\n"


def gold(text, name="gold.tsv"):
    return read_gold_any(io.BytesIO(text.encode()), name=name)


def answers(text, name="run.tsv", **options):
    return read_answers_any(io.BytesIO(text.encode()), name=name, **options)


def test_a_substitute_has_as_many_votes_as_it_stands_there():
    odd, whole = gold(GOLD).records
    assert odd.substitutes == (("strange", 2.0), ("peculiar", 1.0))
    assert (odd.group, whole.group) == ("odd.UNKNOWN", "in_all.UNKNOWN")


def test_gold_and_answers_find_each_other_by_sentence_and_word():
    odd, whole = gold(GOLD).records
    found = {record.sentence: record.answers for record in answers(ANSWERS).records}
    assert found == {odd.sentence: ("strange", "peculiar"), whole.sentence: ()}
    [other] = answers("An odd word .\tword\tterm\n").records
    assert other.sentence not in found


def test_the_word_itself_is_left_out_with_one_notice():
    reading = answers("An odd word .\todd\todd\tstrange\nAn odd word .\tword\tword\n")
    assert [record.answers for record in reading.records] == [("strange",), ()]
    assert [str(notice.message) for notice in reading.notices] == [
        "the word itself stands 2 times among its substitutes and was left out"
    ]


@pytest.mark.parametrize("name", ["gold.tsv", "gold.txt", "gold"])
def test_it_is_known_by_its_first_line_whatever_its_name(name):
    assert len(gold(GOLD, name).records) == 2
    assert len(answers(ANSWERS, name).records) == 2


def test_a_table_with_tabs_stays_a_table():
    [record] = gold("sentence\tsubstitute\tvotes\n1\tstrange\t2\n").records
    assert record.sentence == "1"
    with pytest.raises(BadFile, match="there is no column sentence"):
        gold("id\tsubstitute\tvotes\n1\tstrange\t2\n")


@pytest.mark.parametrize(("rule", "kept"), [("first", "strange"), ("last", "peculiar")])
def test_of_a_pair_answered_twice_one_line_counts_on_request(rule, kept):
    twice = "An odd word .\todd\tstrange\nAn odd word .\todd\tpeculiar\n"
    with pytest.raises(BadFile, match="was already answered on line 1"):
        answers(twice)
    reading = answers(twice, on_repeated=rule)
    assert [record.answers for record in reading.records] == [(kept,)]
    assert [notice.line for notice in reading.notices] == [2]


def test_a_pair_twice_in_gold_and_lines_without_a_word_are_refused():
    with pytest.raises(BadFile) as bad:
        gold("An odd word .\todd\tx\nnoise\nAn odd word .\todd\ty\nAn odd word .\t\tz\n")
    assert [problem.line for problem in bad.value.problems] == [2, 3, 4]


def test_noise_is_passed_over_on_request():
    reading = answers(ANSWERS + "done in 3 s\n", skip_noise=True)
    assert len(reading.records) == 2
    assert reading.notices[-1].line == 3


def test_it_holds_no_sentences_to_rate():
    with pytest.raises(BadFile, match="no column"):
        read_sentences(io.BytesIO(GOLD.encode()), name="gold.tsv")
