"""lst_gap.py by hand; what it printed for a real ranking is in tests/reference."""

import pytest

from regild.scoring.official.lst_gap import print_scores
from regild.scoring.official.printed import ProgramStops

GOLD = "happy.a 1 :: glad 3;merry 2;cheerful 1;jovial 1;\n"


def printed(answers, *, gold=GOLD):
    return print_scores(gold_data=gold.encode(), answer_data=answers.encode())


def gap(*answers, gold=GOLD):
    return printed("\t".join(["RANKED", "happy.a 1", *answers]) + "\n", gold=gold)


def test_it_adds_the_mean_weight_down_to_each_right_answer():
    # Above: 2/1 + (2 + 0 + 3)/3 + (2 + 0 + 3 + 1)/4 = 31/6; below: 3 + 5/2 + 6/3 + 7/4 = 37/4.
    found = gap("merry 9", "x 8", "glad 7", "jovial 6")
    assert found.values == {"gap": pytest.approx(62 / 111)}
    assert found.sentences == {"1": {"gap": pytest.approx(62 / 111)}}
    assert found.n == 1


def test_the_higher_score_comes_first_and_ties_keep_the_order_of_the_file():
    assert gap("x .1", "glad .2").values["gap"] == pytest.approx(3 / (37 / 4))
    assert gap("x .2", "glad .2").values["gap"] == pytest.approx(3 / 2 / (37 / 4))


def test_blanks_and_hyphens_leave_both_sides():
    gold = "happy.a 1 :: well-off 5;over the moon 4;glad 3;\n"
    assert gap("over the moon 9", "well-off 8", "glad 1", gold=gold).values == {"gap": 1}


def test_two_blanks_before_a_count_make_a_substitute_of_two_words():
    assert gap("glad 1", gold="happy.a 1 :: glad 2;merry  2;\n").values == {"gap": 1}


def test_a_repeated_substitute_keeps_its_last_weight_where_it_is_found():
    # Found: 1; to be found: 3/1 + (3 + 1)/2 = 5.
    found = gap("glad 1", gold="happy.a 1 :: glad 3;glad 1;\n").values
    assert found["gap"] == pytest.approx(1 / 5)


def test_a_sentence_without_single_words_is_in_no_mean():
    gold = GOLD + "size.n 2 :: very big 2;\n"
    found = printed("RANKED\thappy.a 1\tglad 1\nRANKED\tsize.n 2\tbig 1\n", gold=gold)
    assert (found.n, [*found.sentences]) == (1, ["1"])


def test_an_answer_without_a_number_is_passed_over():
    assert gap("x y", "merry", "glad 1").values["gap"] == pytest.approx(3 / (37 / 4))


def test_it_dies_where_the_ranking_lacks_a_sentence_of_the_gold():
    found = gap("glad 1", gold=GOLD + "size.n 2 :: big 2;\n")
    assert found.values == {"gap": None}
    assert found.stopped == "lst_gap.py dies: there is no ranking of size.n 2"


@pytest.mark.parametrize(
    ("gold", "answers", "file", "line"),
    [
        (GOLD + "noise\n", "RANKED\thappy.a 1\tglad 1\n", "gold", 2),
        ("happy.a 1 :: glad 2.5;\n", "RANKED\thappy.a 1\tglad 1\n", "gold", 1),
        (GOLD, "RANKED happy.a 1 glad 1\n", "answers", 1),
    ],
)
def test_it_stops_at_a_line_that_it_cannot_read(gold, answers, file, line):
    with pytest.raises(ProgramStops) as stop:
        printed(answers, gold=gold)
    assert (stop.value.file, stop.value.line) == (file, line)
