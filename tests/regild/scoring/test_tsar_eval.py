"""tsar_eval.py by hand; what it printed for real systems is in tests/reference."""

import pytest

from regild.scoring.official.printed import ProgramStops
from regild.scoring.official.tsar_eval import print_scores

# model 3, sample 2, first 1; the word itself leaves.
ONE = "A prototype .\tprototype\tmodel\tmodel\tmodel\tsample\tsample\tprototype\tfirst\n"
# crash and impact share the most votes.
TWO = "The collision .\tcollision\tcrash\tcrash\timpact\timpact\taccident\n"


def printed(answers, *, gold=ONE + TWO):
    given = answers if isinstance(answers, bytes) else answers.encode()
    return print_scores(gold_data=gold.encode(), answer_data=given)


def values(*answers, sentence="A prototype .\tprototype", **options):
    return printed("\t".join([sentence, *answers]) + "\n", **options).values


def test_top_1_is_any_of_the_most_frequent():
    found = values("accident", "impact", sentence="The collision .\tcollision")
    assert (found["ACC@1"], found["ACC@1@Top1"], found["ACC@2@Top1"]) == (1, 0, 1)
    assert values("crash", sentence="The collision .\tcollision")["ACC@1@Top1"] == 1


def test_precision_is_over_the_answers_given_and_recall_over_the_types_of_the_gold():
    found = values("x", "model")
    assert (found["Precision@1"], found["Precision@2"], found["Precision@10"]) == (0, 0.5, 0.5)
    # One of model, sample and first: .3333…, cut and not rounded; two of three: .6666.
    assert (found["Recall@1"], found["Recall@2"]) == (0, 0.3333)
    assert values("sample", "model")["Recall@10"] == 0.6666


def test_average_precision_is_over_k_whatever_the_gold_has():
    # (1/1 + 2/3) / 3 = .5555…, and over ten .1666…
    found = values("first", "x", "sample")
    assert (found["MAP@1"], found["MAP@2"], found["MAP@3"]) == (1, 0.5, 0.5555)
    assert found["MAP@10"] == 0.1666


def test_the_word_itself_and_repeats_leave_the_answers():
    found = values("prototype", "x", "x", "model")
    assert (found["Potential@1"], found["Potential@2"]) == (0, 1)
    assert values("prototype")["Precision@1"] == 0


def test_case_and_accents_must_be_the_same():
    assert values("Model")["ACC@1"] == 0


def test_means_are_over_the_pairs_of_the_systems_file_of_which_the_last_line_counts():
    one = "A prototype .\tprototype\tx\nA prototype .\tprototype\tmodel\n"
    found = printed(one)
    assert (found.n, found.values["ACC@1"]) == (1, 1)
    found = printed(one + "The collision .\tcollision\n")
    assert (found.n, found.values["ACC@1"]) == (2, 0.5)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("A rehearsal .\trehearsal\tx\n", "the gold has no 'rehearsal'"),
        ("A __ b .\tb\tx\n", "holds two underscores"),
        ("", "there is no answer"),
    ],
)
def test_it_dies_on_scoring(answers, why):
    found = printed(answers, gold=ONE + "A __ b .\tb\tx\n")
    assert set(found.values.values()) == {None}
    assert why in found.stopped


def test_it_dies_where_the_gold_is_the_word_alone():
    assert "is the word itself" in printed("A b .\tb\tx\n", gold="A b .\tb\tb\n").stopped


@pytest.mark.parametrize("answers", ["a line of noise\n", "\n", b"caf\xe9\tx\n"])
def test_it_stops_at_a_line_that_it_cannot_read(answers):
    with pytest.raises(ProgramStops) as stop:
        printed(answers)
    assert (stop.value.file, stop.value.line) == ("answers", 1)


def test_windows_line_ends_and_blanks_around_substitutes_are_harmless():
    assert values(" model ", "x\r")["ACC@1"] == 1
