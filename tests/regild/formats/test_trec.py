"""TREC's qrels and runs."""

import io

import pytest

from regild.formats.detect import read_answers_any, read_gold_any
from regild.problems import BadFile

QRELS = "1 0 glad 3\n1 0 over_the_moon 1\n1 0 sad 0\n2 0 big -2\n"
RUN = "1 Q0 sad 1 0.5 mine\n1 Q0 glad 2 0.9 mine\n2 Q0 big 1 1e-3 mine\n"


def gold(text, name="qrels.txt"):
    return read_gold_any(io.BytesIO(text.encode()), name=name)


def answers(text, name="run.txt", **options):
    return read_answers_any(io.BytesIO(text.encode()), name=name, **options)


def test_qrels_are_gold_in_which_0_was_judged_and_found_bad():
    reading = gold(QRELS)
    one, two = reading.records
    assert one.substitutes == (("glad", 3.0), ("over_the_moon", 1.0), ("sad", 0.0))
    assert (one.sentence, one.group, two.substitutes) == ("1", "", (("big", 0.0),))
    assert [str(notice.message) for notice in reading.notices] == [
        "1 weights are below 0 and were read as 0"
    ]


def test_of_a_run_the_score_counts_and_not_the_rank():
    one, two = answers(RUN).records
    assert (one.answers, one.scores) == (("glad", "sad"), (0.9, 0.5))
    assert (two.sentence, two.answers) == ("2", ("big",))


def test_equal_scores_keep_the_order_of_the_file_and_repeats_their_best_rank():
    reading = answers("1 Q0 b 1 2 x\n1 Q0 a 2 2 x\n1 Q0 b 3 1 x\n")
    assert reading.records[0].answers == ("b", "a")
    assert len(reading.notices) == 1


def test_what_is_wrong_is_told_with_its_line():
    with pytest.raises(BadFile) as bad:
        gold("1 0 glad 3\n1 0 glad 2\nnoise\n1 0 a;b 1\n")
    assert [problem.line for problem in bad.value.problems] == [2, 3, 4]
    with pytest.raises(BadFile) as bad:
        answers("1 Q0 glad 1 0.9 x\n1 Q0 merry 2 best x\nnoise\n")
    assert [problem.line for problem in bad.value.problems] == [2, 3]


def test_noise_in_a_run_is_passed_over_on_request():
    reading = answers(RUN + "loading..\n", skip_noise=True)
    assert len(reading.records) == 2
    assert [notice.line for notice in reading.notices] == [4]


def test_qrels_are_no_answers_and_a_run_is_no_gold():
    with pytest.raises(BadFile, match="is not a line of answers"):
        answers(QRELS)
    with pytest.raises(BadFile, match="is not a gold line"):
        gold(RUN)


def test_a_gold_line_whose_sentence_is_0_is_none_of_qrels():
    [record] = gold("calm.a 0 :: still 2;\n").records
    assert record.substitutes == (("still", 2.0),)
    with pytest.raises(BadFile, match="'3' is not a substitute with its votes"):
        gold("calm.a 0 :: 3\n")
