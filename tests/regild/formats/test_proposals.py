"""The tables of a first stage: proposals, lemmas, merges, senses."""

import io

import pytest

from regild.formats.lemma_table import read_lemma_table, write_lemma_table
from regild.formats.merge_table import read_merges
from regild.formats.proposals import read_proposals, write_proposals
from regild.formats.records import ProposalRecord
from regild.formats.sense_counts import read_sense_counts
from regild.problems import BadFile, BadFiles, Text

HEAD = "sentence,annotator,rank,substitute\n"
MARKED = "sentence,annotator,rank,substitute,mark,phrase\n"


def read(text, reader=read_proposals, **options):
    return reader(io.BytesIO(text.encode()), name="p.csv", **options)


def problems(text, reader=read_proposals, **options):
    with pytest.raises(BadFile) as bad:
        read(text, reader, **options)
    assert {type(said) for _line, *texts in bad.value.problems for said in texts} == {Text}
    return [(line, str(message)) for line, message, _remedy in bad.value.problems]


def test_answers_come_by_rank_in_whatever_order_and_with_gaps():
    found = read(HEAD + "1,ann,3,big\n1,bob,1,vast\n1,ann,1,large\n").records
    assert [(one.annotator, one.answers) for one in found] == [
        ("ann", ("large", "big")),
        ("bob", ("vast",)),
    ]


def test_without_ranks_they_come_as_they_stand():
    found = read("sentence,annotator,substitute\n1,ann,big\n1,ann,large\n").records
    assert found[0].answers == ("big", "large")


def test_a_row_without_a_substitute_was_seen():
    [record] = read(HEAD + "1,ann,,\n").records
    assert (record.answers, record.mark) == ((), "")


@pytest.mark.parametrize(
    ("row", "mark", "phrase", "answers"),
    [
        ("1,ann,,,nil,", "nil", "", ()),
        ("1,ann,,,NAME,", "name", "", ()),
        ("1,ann,,NIL,,", "nil", "", ()),
        ("1,ann,,NAME,,", "name", "", ()),
        ("1,ann,1,pn,name,", "name", "", ()),
        ("1,ann,1,pub,phrase,bar  none", "phrase", "bar none", ("pub",)),
        ("1,ann,1,pub,,bar none", "phrase", "bar none", ("pub",)),
    ],
)
def test_marks_and_codes(row, mark, phrase, answers):
    [record] = read(MARKED + row + "\n").records
    assert (record.mark, record.phrase, record.answers) == (mark, phrase, answers)


def test_a_mark_may_stand_in_any_row_of_the_response():
    [record] = read(MARKED + "1,ann,1,pub,,\n1,ann,2,inn,phrase,bar none\n").records
    assert (record.answers, record.mark) == (("pub", "inn"), "phrase")


@pytest.mark.parametrize(
    ("rows", "line", "said"),
    [
        ("1 2,ann,1,big,,\n", 2, "sentence '1 2' holds a blank"),
        ("1,,1,big,,\n", 2, "annotator '' is empty"),
        ("1,ann,first,big,,\n", 2, "'first' is not a rank"),
        ("1,ann,1,big,,\n1,ann,1,vast,,\n", 3, "rank 1 of sentence 1 is already on line 2"),
        ("1,ann,1,big,,\n1,ann,,vast,,\n", 3, "some answers of sentence 1 have a rank"),
        ("1,ann,1,big;vast,,\n", 2, "holds a semicolon"),
        ("1,ann,1,big,nil,\n", 2, "ann proposes substitutes in sentence 1 and marks it nil"),
        ("1,ann,1,big,unsure,\n", 2, "'unsure' is not a mark"),
        ("1,ann,,,nil,\n1,ann,,,name,\n", 3, "ann marks sentence 1 in two ways: 'nil', 'name'"),
        ("1,ann,,,,a b\n1,ann,,,,c d\n", 3, "in two ways: 'a b', 'c d'"),
        ("1,ann,,,phrase,\n", 2, "marked as part of a phrase, but the phrase is missing"),
        ("1,ann,,,nil,a b\n", 2, "there is a phrase, but the mark is not 'phrase'"),
    ],
)
def test_a_problem_has_its_line(rows, line, said):
    [(where, message)] = problems(MARKED + rows)
    assert where == line
    assert said in message


def test_all_problems_are_told_at_once():
    found = problems(MARKED + "1,ann,x,big,,\n2,,1,big,,\n3,bob,1,,what,\n")
    assert [line for line, _message in found] == [2, 3, 4]


def test_more_than_were_asked_for_are_refused():
    rows = HEAD + "".join(f"1,ann,{n},w{n}\n" for n in range(1, 5))
    assert read(rows).records[0].answers == ("w1", "w2", "w3", "w4")
    [(line, message)] = problems(rows, max_answers=3)
    assert (line, message) == (
        2,
        "ann proposes 4 substitutes in sentence 1, at most 3 are asked for",
    )


def test_a_substitute_given_twice_counts_once_with_a_notice():
    reading = read(HEAD + "1,ann,1,big\n1,ann,2,big\n")
    assert reading.records[0].answers == ("big",)
    [notice] = reading.notices
    assert (notice.line, str(notice.message)) == (3, "ann gives 'big' twice; it counts once")


def test_a_sentence_has_one_target():
    head = "sentence,lexelt,annotator,rank,substitute\n"
    [(line, message)] = problems(head + "1,big.a,ann,1,vast\n1,bag.n,bob,1,sack\n")
    assert (line, message) == (3, "sentence 1 is 'big.a' on line 2")


def test_time_is_whole_milliseconds():
    head = "sentence,annotator,rank,substitute,ms\n"
    [record] = read(head + "1,ann,1,big,5200\n1,ann,2,vast,\n").records
    assert record.elapsed_ms == 5200
    [(line, message)] = problems(head + "1,ann,1,big,5.2 s\n")
    assert (line, message) == (2, "'5.2 s' is not a time")


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
def test_what_is_written_is_read_again(form):
    records = [
        ProposalRecord("1", "big.a", "ann", ("vast", "=huge"), "", "", 5200, 2),
        ProposalRecord("1", "big.a", "bob", (), "nil", "", None, 4),
        ProposalRecord("2", "big.a", "ann", ("a, b",), "phrase", "big deal", 10, 5),
    ]
    out = io.BytesIO()
    write_proposals(out, records, form=form)
    out.seek(0)
    again = read_proposals(out, name=f"p.{form}").records
    assert [one[:-1] for one in again] == [one[:-1] for one in records]


class TestLemmas:
    def test_a_row_without_a_lemma_is_undone(self):
        out = io.BytesIO()
        rows = [("chats", "n", "chat", "-s → -", 3), ("gris", "a", "", "-s → -", 1)]
        write_lemma_table(out, rows, form="csv")
        out.seek(0)
        [record] = read_lemma_table(out, name="l.csv").records
        assert record[:3] == ("chats", "n", "chat")

    def test_a_form_has_one_lemma(self):
        text = "form,pos,lemma\nsuis,v,être\nsuis,v,suivre\n"
        [(line, message)] = problems(text, read_lemma_table)
        assert (line, message) == (3, "the form 'suis' has the lemma 'être' on line 2")


class TestMerges:
    def test_without_into_a_merge_is_undone(self):
        found = read("sentence,spelling,into\n1,a,b\n1,c,\n", read_merges).records
        assert [one[:3] for one in found] == [("1", "a", "b"), ("1", "c", "")]

    def test_a_spelling_is_decided_once(self):
        text = "sentence,spelling,into\n1,a,b\n1,a,\n"
        [(line, message)] = problems(text, read_merges)
        assert (line, message) == (3, "'a' of sentence 1 is already on line 2")


class TestSenses:
    def test_a_table(self, tmp_path):
        path = tmp_path / "senses.csv"
        path.write_text("word,pos,senses\nbank,n,10\nbank,v,8\n")
        assert dict(read_sense_counts(path).records) == {("bank", "n"): 10, ("bank", "v"): 8}

    def test_its_problems(self, tmp_path):
        path = tmp_path / "senses.csv"
        path.write_text("word,pos,senses\nbank,noun,10\nbank,v,many\nbar,n,1\nbar,n,2\n")
        with pytest.raises(BadFile) as bad:
            read_sense_counts(path)
        assert [line for line, *_texts in bad.value.problems] == [2, 3, 5]

    def test_wordnets_index(self, tmp_path):
        """As wndb(5WN) describes: lemma pos synset_cnt, under a licence."""
        (tmp_path / "index.noun").write_text(
            "  1 This software\nhot_dog n 3 2 @ ~ 3 1 07676602 1 2\nbar n 15 1 @ 15 0 1\n"
        )
        (tmp_path / "index.adj").write_text("big a 13 1 & 13 1 01382086\n")
        counts = dict(read_sense_counts(tmp_path).records)
        assert counts == {("hot dog", "n"): 3, ("bar", "n"): 15, ("big", "a"): 13}

    def test_a_folder_of_something_else_is_refused(self, tmp_path):
        with pytest.raises(BadFiles, match=r"index\.noun"):
            read_sense_counts(tmp_path)
