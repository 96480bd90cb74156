"""Lists of sentences as parts: SemEval's MAN and RAND."""

import io

import pytest

import regild
from regild.formats.sentence_list import read_sentence_list
from regild.problems import BadFile

GOLD = {"1": {"happy": 3, "merry": 1}, "2": {"space": 2}, "3": {"still": 4}}
ANSWERS = {"careful": {"1": ["happy"], "2": ["leeway"], "3": ["level"]}}


def read(text):
    return read_sentence_list(io.BytesIO(text.encode()), name="man.txt")


def test_a_measure_on_a_list_is_the_mean_over_its_sentences():
    parts = {"MAN": ["1", "2"], "RAND": ["3"]}
    scores = regild.score(GOLD, ANSWERS, measures=["best.R.MAN", "best.R.RAND"], parts=parts)
    # 3/4 and 0 of two sentences; 0 of one.
    assert scores.systems[0].measures == {"best.R.MAN": 3 / 8, "best.R.RAND": 0}
    assert scores.systems[0].sentences == {"best.R.MAN": 2, "best.R.RAND": 1}


def test_a_list_is_ids_with_or_without_their_target_and_repeated_ones_are_told():
    reading = read("1\nglad.a 2\n\n1\n")
    assert [one.sentence for one in reading.records] == ["1", "2"]
    assert [(one.line, str(one.message)) for one in reading.notices] == [
        (4, "sentence 1 is already on line 1")
    ]


def test_lines_that_are_no_ids_are_told_at_once():
    with pytest.raises(BadFile) as bad:
        read("1\none two\na b c\n")
    assert [one.line for one in bad.value.problems] == [2, 3]


def test_sentences_that_the_gold_lacks_are_in_no_score(tmp_path):
    (tmp_path / "man.txt").write_text("1\n77\n2\n")
    for ids in (tmp_path / "man.txt", ["1", "77", "2"]):
        scores = regild.score(GOLD, ANSWERS, measures=["best.R.MAN"], parts={"MAN": ids})
        assert scores.systems[0].sentences == {"best.R.MAN": 2}


def test_a_list_of_another_corpus_is_refused(tmp_path):
    (tmp_path / "man.txt").write_text("76\n77\n")
    with pytest.raises(BadFile, match="line 2: no sentence has the id '77'"):
        regild.score(GOLD, ANSWERS, parts={"MAN": tmp_path / "man.txt"})
    with pytest.raises(ValueError, match="there is no sentence 77"):
        regild.score(GOLD, ANSWERS, parts={"MAN": ["77"]})


@pytest.mark.parametrize("name", ["NMWS", "NMWT", "a.b", "é", "", "x" * 41])
def test_a_name_that_cannot_stand_behind_a_measure_is_refused(name):
    with pytest.raises(ValueError, match="part"):
        regild.score(GOLD, ANSWERS, parts={name: ["1"]})
