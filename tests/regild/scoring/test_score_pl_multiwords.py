"""`score.pl -t mw`; the trial release's figures were also got from the program."""

from regild.scoring.official.score_pl import DIVIDED_BY_ZERO, RELEASE_2007, RELEASE_TRIAL
from regild.scoring.official.score_pl_multiwords import print_multiword_scores

GOLD = """\
take.v 1 :: take off 3;take out 1;
take.v 2 :: take in 2;take up 2;
large.a 3 :: by and large 2;
last.a 4 :: at last 1;
"""


def printed(answers, *, gold=GOLD, release=RELEASE_TRIAL):
    return print_multiword_scores(
        gold_data=gold.encode(), answer_data=answers.encode(), release=release
    )


def test_detection_and_identification_by_hand():
    # Gold multiwords in 1 and 3: 2 has a tie, 4 a single vote. Named are 1 (right), 3, 4.
    answers = "take.v 1 :: take off\nlarge.a 3 :: large\nlast.a 4 :: at last\nnoise\n"
    assert printed(answers).values == {
        "mw_total": "2",
        "mw_found": "3",
        "mw_genuine": "2",
        "detection_precision": "0.667",
        "detection_recall": "1.000",
        "identification_precision": "0.333",
        "identification_recall": "0.500",
        "error_lines": "1",
    }
    assert printed(answers, release=RELEASE_2007).values["detection_precision"] == "66.67"


def test_an_empty_answer_detects_and_the_first_line_of_an_id_counts():
    values = printed("take.v 1 :: \ntake.v 1 :: take off\nlast.a 4 :: x\n").values
    assert (values["mw_found"], values["mw_genuine"]) == ("1", "1")
    assert (values["detection_precision"], values["identification_recall"]) == (
        *("1.000", "0.000"),
    )


def test_trailing_blanks_and_hyphens_make_another_multiword():
    for answer in ("take off ", "take-off", "Take off", "take off;"):
        assert printed(f"take.v 1 :: {answer}\n").values["identification_recall"] == "0.000"


def test_numbers_that_were_never_set_are_printed_as_nothing():
    values = printed("last.a 9 ::\n").values
    assert (values["mw_found"], values["mw_genuine"]) == ("", "")
    assert (values["detection_precision"], values["detection_recall"]) == ("", "0.000")


def test_a_gold_without_multiwords_is_a_division_by_zero():
    values, stopped, *_ = printed(
        "last.a 4 :: at last\n", gold="last.a 4 :: at last 1;\nbad line\n"
    )
    assert stopped == DIVIDED_BY_ZERO
    assert (values["mw_total"], values["detection_recall"]) == (None, None)
    # The line of the gold is complained of as well.
    assert values["error_lines"] == "1"
