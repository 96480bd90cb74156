"""Answers that carry the system's own scores."""

import io

import pytest

import regild
from regild.formats.answers_table import read_answers_table, write_answers_table
from regild.formats.detect import read_answers_any
from regild.formats.ranked import write_ranked
from regild.problems import BadFile

RANKED = "RANKED\tglad.a 1\tmerry 0.25\thappy 0.5\tover the moon -1e-05\nRANKED\tcalm.a 5\n"


def read(text, name="neural.ranked"):
    return read_answers_any(io.BytesIO(text.encode()), name=name)


def test_ranked_lines_come_best_first_with_their_scores():
    glad, calm = read(RANKED).records
    assert glad.answers == ("happy", "merry", "over the moon")
    assert glad.scores == (0.5, 0.25, -1e-05)
    assert (calm.sentence, calm.answers, calm.scores) == ("5", (), ())


def test_equal_scores_keep_the_order_of_the_file_and_a_repeated_answer_its_best_rank():
    [glad] = read("RANKED\tglad.a 1\tb 1\ta 1\tb 0.5\n").records
    assert (glad.answers, glad.scores) == (("b", "a"), (1, 1))


@pytest.mark.parametrize(("rule", "kept"), [("first", "a"), ("last", "b")])
def test_of_a_sentence_ranked_twice_one_line_counts_on_request_and_noise_is_passed_over(
    rule, kept
):
    text = "RANKED\tglad.a 1\ta 1\n3/4 done\nRANKED\tglad.a 1\tb 1\n"
    reading = read_answers_any(
        io.BytesIO(text.encode()), name="x", on_repeated=rule, skip_noise=True
    )
    assert [record.answers for record in reading.records] == [(kept,)]
    assert [notice.line for notice in reading.notices] == [2, 3]


def test_written_ranked_lines_read_as_the_same_records():
    records = read(RANKED).records
    out = io.BytesIO()
    write_ranked(out, records)
    assert read(out.getvalue().decode()).records == records


def test_faulty_ranked_lines_are_told_at_once():
    text = "RANKED\tglad.a 1\thappy\tmerry nan\nglad.a 2 :: x\nRANKED\tglad.a 1\tx 1\n"
    with pytest.raises(BadFile) as bad:
        read("RANKED\tcalm.a 5\tstill 1\n" + text)
    assert [(one.line, str(one.message)) for one in bad.value.problems] == [
        (2, "'happy' is not a score"),
        (2, "'nan' is not a score"),
        (3, "'glad.a 2 :: x' is not a line of ranked answers"),
        (4, "sentence 1 was already answered on line 2"),
    ]


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
def test_a_table_keeps_scores_and_ranks_by_them_where_it_has_no_ranks(form):
    [record] = read("sentence,substitute,score\n1,b,-0.5\n1,a,2\n", "a.csv").records
    assert (record.answers, record.scores) == (("a", "b"), (2, -0.5))
    out = io.BytesIO()
    write_answers_table(out, [record], form=form)
    [again] = read_answers_table(io.BytesIO(out.getvalue()), name="again").records
    assert again[:3] + again[4:] == record[:3] + record[4:]


def test_ranks_come_before_scores_and_some_scores_are_none():
    text = "sentence,rank,substitute,score\n1,1,a,.1\n1,2,b,.9\n2,1,c,.3\n2,2,d,\n"
    reading = read(text, "answers.csv")
    one, two = reading.records
    assert (one.answers, one.scores) == (("a", "b"), (0.1, 0.9))
    assert (two.answers, two.scores) == (("c", "d"), ())
    assert "have no score" in str(reading.notices[0].message)
    with pytest.raises(BadFile, match="some answers of sentence 1 have a rank"):
        read("sentence,rank,substitute,score\n1,1,a,.1\n1,,b,.9\n", "answers.csv")


def test_the_library_takes_scores_beside_answers():
    gold = {"1": {"happy": 3}, "2": {"still": 1}}
    answers = {"1": {"happy": 0.7, "sad": 0.9}, "2": {"still": 0.7}}
    [found] = regild.score(gold, {"neural": answers}, measures=["jabbari.threshold"]).systems
    assert found.measures == {"jabbari.threshold": 0.7}
    assert regild.Answers.of(answers).rows()[0]["score"] == 0.9
