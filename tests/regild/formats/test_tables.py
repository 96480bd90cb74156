import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.formats.answers_table import read_answers_table, write_answers_table
from regild.formats.long import (
    read_gold_table,
    read_ratings_table,
    read_sentences_table,
    write_gold_table,
    write_sentences_table,
)
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord, SentenceRecord
from regild.formats.rows import write_rows
from regild.problems import BadFile

FORMS = ("csv", "tsv", "jsonl")


def read(reader, text: str, **options):
    return reader(io.BytesIO(text.encode()), name="table.csv", **options)


def problems(reader, text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFile) as refused:
        read(reader, text)
    return [(problem.line, problem.message) for problem in refused.value.problems]


def written(writer, records, form: str) -> str:
    sink = io.BytesIO()
    writer(sink, records, form=form)
    return sink.getvalue().decode()


def without_lines(records):
    return tuple(record._replace(line=0) for record in records)


CALM = SentenceRecord("1", "calm.a", "The sea, ", "calm", ", slept.", 0)


class TestSentences:
    @pytest.mark.parametrize(
        "text",
        [
            'sentence,lexelt,left,target,right\n1,calm.a,"The sea, ",calm,", slept."\n',
            'target;right;left;lexelt;sentence\r\ncalm;", slept.";"The sea, ";calm.a;1\r\n',
            '\ufeff"Sentence"\tLexelt\tLeft\tTarget\tRight\n'
            "1\tcalm.a\tThe sea, \tcalm\t, slept.",
            '{"sentence": 1, "lexelt": "calm.a", "left": "The sea, ", "target": "calm", '
            '"right": ", slept."}\n',
        ],
    )
    def test_each_separator_and_json_lines_give_the_same_record(self, text):
        reading = read(read_sentences_table, text)
        assert without_lines(reading.records) == (CALM,)

    def test_a_record_s_line_is_where_its_row_begins(self):
        text = 'sentence,lexelt,left,target,right\n1,a.n,"two\nlines ",a,\n\n2,a.n,,a,\n'
        assert [record.line for record in read(read_sentences_table, text).records] == [2, 5]

    def test_wrong_columns_are_told_with_the_right_ones(self):
        with pytest.raises(BadFile) as refused:
            read(read_sentences_table, "id,lexelt,left,target,left\n")
        (problem,) = refused.value.problems
        assert problem.line == 1
        assert problem.message == (
            "there is no column sentence, right and an unknown column 'id' and a column twice"
        )
        assert "sentence, lexelt, left, target, right" in problem.remedy

    def test_faulty_rows_are_told_at_once(self):
        text = (
            "sentence,lexelt,left,target,right\n"
            "1,calm,,calm,\n"
            "2,calm.a,,,\n"
            "3,calm.a,calm\n"
            ",,,,\n"
            "4,calm.a,,calm,\n"
            "4,calm.a,,still,\n"
        )
        assert problems(read_sentences_table, text) == [
            (2, "'calm' is not of the form word.pos"),
            (3, "target '' is empty"),
            (4, "the row has 3 cells for 5 columns"),
            (7, "sentence 4 is already on line 6"),
        ]

    def test_open_quotes_are_told_where_the_row_begins(self):
        text = 'sentence,lexelt,left,target,right\n1,a.n,,a,\n2,a.n,"never closed,a,\n3,a.n,,a,'
        (problem,) = problems(read_sentences_table, text)
        assert problem == (3, "the row cannot be taken apart: unexpected end of data")

    @pytest.mark.parametrize("form", FORMS)
    @settings(max_examples=40, deadline=None)
    @given(
        st.text("ab =+-@'\"\t\n,;é", max_size=8).map(str.lstrip),
        st.sampled_from(["=1+1", "'=x", "''@", "-tree", "'tis", "a;b", 'say "a"']),
        st.text("ab =+-@'\"\t\n,;é", max_size=8).map(str.rstrip),
    )
    def test_written_sentences_read_as_the_same_records(self, form, left, target, right):
        records = (SentenceRecord("1", "=a.n", left, target, right, 0),)
        text = written(write_sentences_table, records, form)
        assert without_lines(read(read_sentences_table, text).records) == records


class TestSpreadsheets:
    # https://owasp.org/www-community/attacks/CSV_Injection
    @pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "'=1", "''-1"])
    @pytest.mark.parametrize("delimiter", [",", "\t"])
    def test_a_cell_that_would_be_a_formula_is_written_as_text(self, cell, delimiter):
        out = io.StringIO()
        assert write_rows(out, ["a", "b"], [(cell, -1)], delimiter=delimiter) == 1
        rows = list(csv.reader(io.StringIO(out.getvalue()), delimiter=delimiter))
        assert rows == [["a", "b"], ["'" + cell, "-1"]]

    def test_other_apostrophes_are_left_alone(self):
        text = "sentence,substitute,votes\n1,'tis,1\n2,'-a,1\n"
        records = read(read_gold_table, text).records
        assert [record.substitutes[0][0] for record in records] == ["'tis", "-a"]


class TestGold:
    def test_votes_are_read_by_sentence_and_codes_kept_apart(self):
        text = "sentence,substitute,votes\n1,quiet,3\n2,mild,0.75\n1,pn,1\n1,at peace,1\n3,,\n"
        assert read(read_gold_table, text).records == (
            GoldRecord("1", "", (("quiet", 3.0), ("at peace", 1.0)), (("pn", 1.0),), 2),
            GoldRecord("2", "", (("mild", 0.75),), (), 3),
            GoldRecord("3", "", (), (), 6),
        )

    def test_votes_are_counted_from_annotators(self):
        text = (
            "sentence,substitute,annotator\n"
            "1,still,Ann B\n"
            "1,quiet,Ann B\n"
            "1,quiet,Cid\n"
            "1,quiet,Cid\n"
            "1,pn,Dov\n"
            "1,,Eve\n"
        )
        reading = read(read_gold_table, text)
        assert reading.records == (
            GoldRecord(
                "1",
                "",
                (("quiet", 2.0), ("still", 1.0)),
                (("pn", 1.0),),
                2,
                (("Ann B", ("still", "quiet")), ("Cid", ("quiet",)), ("Dov", ()), ("Eve", ())),
            ),
        )
        assert [notice.line for notice in reading.notices] == [5]

    def test_a_repeated_substitute_adds_up_with_a_notice(self):
        reading = read(read_gold_table, "sentence,substitute,votes\n1,quiet,2\n1,quiet,1\n")
        assert reading.records[0].substitutes == (("quiet", 3.0),)
        assert [notice.line for notice in reading.notices] == [3]

    def test_faulty_rows_are_told_at_once(self):
        text = (
            "sentence,lexelt,substitute,votes,annotator\n"
            '1,calm.a,quiet,"2,5",\n'
            "1,calm.a,still,,\n"
            "1,calm.a,,3,\n"
            "1,calm.a,mild,2,Ann\n"
            "1,side.n,mild,1,Ann\n"
            "2,calm.a,a;b,1,\n"
            ",calm.a,mild,1,\n"
        )
        assert problems(read_gold_table, text) == [
            (2, "'2,5' is not a number of votes"),
            (3, "'' is not a number of votes"),
            (4, "there are votes without a substitute"),
            (5, "Ann gives '2' votes to 'mild'"),
            (6, "sentence 1 is 'calm.a' on line 2"),
            (7, "substitute 'a;b' holds a semicolon, which separates substitutes"),
            (8, "sentence '' is empty"),
        ]

    def test_votes_or_annotators_are_needed(self):
        assert problems(read_gold_table, "sentence,substitute\n1,a\n") == [
            (1, "there is no column votes or annotator")
        ]

    @pytest.mark.parametrize("form", FORMS)
    def test_written_gold_reads_as_the_same_records(self, form):
        records = (
            GoldRecord("1", "calm.a", (("quiet", 2.0), ("=x", 0.25), ("y", 0.0)), (), 0),
            GoldRecord("2", "calm.a", (), (("pn", 3.0),), 0),
            GoldRecord("3", "calm.a", (), (), 0),
            GoldRecord(
                "4",
                "calm.a",
                (("quiet", 4.0), ("mild", 1.0)),
                (("NIL", 1.0),),
                0,
                (("Ann", ("mild", "quiet")), ("Bo", ("quiet",)), ("Cy", ())),
            ),
        )
        text = written(write_gold_table, records, form)
        assert without_lines(read(read_gold_table, text).records) == records

    def test_numbers_are_numbers_in_json_lines(self):
        records = [GoldRecord("1", "calm.a", (("quiet", 2.0), ("mild", 0.5)), (), 0)]
        rows = [
            json.loads(row)
            for row in written(write_gold_table, records, "jsonl").split("\n")[:2]
        ]
        assert [(row["substitute"], row["votes"]) for row in rows] == [
            ("quiet", 2),
            ("mild", 0.5),
        ]


class TestJsonLines:
    def test_faulty_lines_are_told_at_once(self):
        text = (
            '{"sentence": "007", "substitute": "quiet", "votes": 1.50}\n'
            "\n"
            '{"sentence": "2", "substitute": "quiet", "votes": true}\n'
            '{"sentence": "3", "substitute": "quiet", "vote": 1}\n'
            '{"sentence": "4",\n'
            f"{'[' * 100_000}\n"
            '["5"]\n'
            '{"sentence": "6", "substitute": "a\\ud800", "votes": 1}\n'
            '{"sentence": "7", "substitute": "quiet", "votes": NaN}\n'
        )
        found = problems(read_gold_table, text)
        assert [line for line, _ in found] == [3, 4, 5, 6, 7, 8, 9]
        assert (
            found[1][1] == "there is no column votes or annotator and an unknown column 'vote'"
        )
        assert "U+D800" in found[5][1]

    def test_ids_and_numbers_are_kept_as_written(self):
        text = '{"sentence": "007", "substitute": "quiet", "votes": 1.50}\n'
        assert read(read_gold_table, text).records[0].sentence == "007"
        assert read(read_gold_table, text).records[0].substitutes == (("quiet", 1.5),)


class TestAnswers:
    def test_answers_come_by_rank_whatever_the_order_of_rows(self):
        text = "sentence,rank,substitute\n1,10,c\n2,1,x\n1,2,b\n1,1,a\n3,,\n"
        assert read(read_answers_table, text).records == (
            AnswerRecord("1", "", ("a", "b", "c"), 2),
            AnswerRecord("2", "", ("x",), 3),
            AnswerRecord("3", "", (), 6),
        )

    def test_without_ranks_and_scores_the_rows_come_best_first_with_a_notice(self):
        reading = read(read_answers_table, "sentence,substitute\n1,b\n2,\n1,a\n")
        assert [record.answers for record in reading.records] == [("b", "a"), ()]
        assert [str(notice.message) for notice in reading.notices] == [
            "no answer has a rank or a score; they were taken to come best first"
        ]

    def test_an_empty_rank_beside_ranks_is_refused(self):
        text = "sentence,rank,substitute\n1,1,a\n2,,b\n"
        assert problems(read_answers_table, text) == [(3, "'' is not a rank")]

    def test_repeated_answers_and_those_beyond_the_limit_are_left_out(self):
        text = "sentence,rank,substitute\n1,1,a\n1,2,a\n1,3,b\n1,4,c\n"
        reading = read(read_answers_table, text, max_answers=2)
        assert reading.records[0].answers == ("a", "b")
        assert len(reading.notices) == 2

    def test_faulty_rows_are_told_at_once(self):
        text = "sentence,rank,substitute\n1,0,a\n1,first,b\n1,2,c\n1,2,d\n1,3,\n1,,e\n"
        assert problems(read_answers_table, text) == [
            (2, "'0' is not a rank"),
            (3, "'first' is not a rank"),
            (5, "rank 2 of sentence 1 is already on line 4"),
            (6, "substitute '' is empty"),
            (7, "'' is not a rank"),
        ]

    @pytest.mark.parametrize("form", FORMS)
    def test_written_answers_read_as_the_same_records(self, form):
        records = (
            AnswerRecord("1", "calm.a", ("quiet", "-ish", "'=a", 'say "a"'), 0),
            AnswerRecord("2", "calm.a", (), 0),
        )
        text = written(write_answers_table, records, form)
        assert without_lines(read(read_answers_table, text).records) == records


class TestRatings:
    def test_a_value_is_kept_as_text(self):
        text = "annotator;sentence;substitute;value\nAnn B;1;at peace;3\nCid;1;at peace;good\n"
        assert read(read_ratings_table, text).records == (
            RatingRecord("Ann B", "1", "at peace", "3", 2),
            RatingRecord("Cid", "1", "at peace", "good", 3),
        )

    def test_faulty_rows_are_told_at_once(self):
        text = (
            "annotator,sentence,substitute,value\n"
            ",1,quiet,3\n"
            "Ann,1,quiet,\n"
            "Ann,1,still,2\n"
            "Ann,1,still,3\n"
        )
        assert problems(read_ratings_table, text) == [
            (2, "annotator '' is empty"),
            (3, "value '' is empty"),
            (5, "the rating of 'still' in 1 by Ann is already on line 4"),
        ]
