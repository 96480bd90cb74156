"""semdis_eval.py line by line; the figures were printed by it under Python 2.7.18."""

import pytest

from regild.scoring.official.printed import ProgramStops
from regild.scoring.official.python2 import walk_order
from regild.scoring.official.semdis_eval import print_scores

GOLD = "espace.n 1 ::  distance 4; place 3; écart 1;\naisé.a 2 ::  riche 2;\n"
MAPPING = "# for this target only\nplaces(espace.n)-->place\n"


def printed(answers, *, gold=GOLD, mapping=None):
    return print_scores(
        gold_data=gold.encode(),
        answer_data=answers if isinstance(answers, bytes) else answers.encode(),
        mapping_data=None if mapping is None else mapping.encode(),
    )


def scores(answers, **options):
    values = printed(answers, **options).values
    return values["instances"], values["best"], values["oot"]


def test_best_is_the_first_answer_and_oot_all_ten_over_the_items_in_the_file():
    # 3/8 and (3 + 4)/8; the second item is not in the file and costs nothing.
    assert scores("espace.n 1 :: place ; zone ; distance\n") == ("1", "0.375", "0.875")
    assert scores("espace.n 1 :: place\naisé.a 2 :: pauvre\n") == ("2", "0.1875", "0.1875")


def test_scores_are_printed_with_twelve_digits_and_at_least_one_decimal():
    gold = "espace.n 1 :: a 1; b 2\n"
    assert scores("espace.n 1 :: a ; b", gold=gold) == ("1", "0.333333333333", "1.0")
    assert scores("espace.n 1 :: c", gold=gold) == ("1", "0.0", "0.0")
    assert scores("espace.n 1 :: a", gold="espace.n 1 :: a 1; b 99999")[1] == "1e-05"


def test_an_empty_list_counts_as_an_item():
    assert scores("espace.n 1 :: place\naisé.a 2 :: \n") == ("2", "0.1875", "0.1875")
    assert scores("espace.n 1 :: place\naisé.a 2 ::\n") == ("2", "0.1875", "0.1875")


def test_the_last_line_of_an_item_counts():
    assert scores("espace.n 1 :: distance\nespace.n 1 :: écart\n") == ("1", "0.125", "0.125")


def test_the_eleventh_answer_earns_nothing():
    assert scores(f"espace.n 1 :: {'zone ; ' * 10}place\n")[2] == "0.0"


def test_duplicates_are_credited_twice():
    assert scores("espace.n 1 :: place ; place") == ("1", "0.375", "0.75")


def test_a_mapping_takes_duplicates_away_but_only_where_a_target_has_rules():
    assert scores("espace.n 1 :: places ; place", mapping=MAPPING) == ("1", "0.375", "0.375")
    assert scores("espace.n 1 :: place ; place", mapping=MAPPING)[2] == "0.375"
    assert scores("aisé.a 2 :: riche ; riche", mapping=MAPPING)[2] == "2.0"


def test_decimals_in_the_gold_are_cut_to_integers():
    gold = "mal.n 1 ::  maladie 3.0; mal 1.67; algie 0.75;\n"
    assert scores("mal.n 1 :: mal ; algie", gold=gold) == ("1", "0.25", "0.25")


def test_of_a_repeated_substitute_the_last_count_is_credited_and_all_are_in_the_sum():
    assert scores("mal.n 1 :: a", gold="mal.n 1 :: a 3; b 1; a 1")[1] == "0.2"


def test_carriage_returns_and_trailing_semicolons_do_no_harm():
    answers = "espace.n 1 :: place ; distance ;;\r\n"
    assert scores(answers, gold=GOLD.replace("\n", "\r\n")) == ("1", "0.375", "0.875")


def test_a_line_of_noise_is_passed_over_unless_it_is_the_first():
    assert scores("espace.n 1 :: place\nloading..\n\na :: b :: c\n") == ("1", "0.375", "0.375")
    with pytest.raises(ProgramStops, match="first line") as stop:
        printed("loading..\nespace.n 1 :: place\n")
    assert (stop.value.file, stop.value.line) == ("answers", 1)


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        ("\ufeffespace.n 1 :: place\n", 1),  # a byte order mark
        ("espace.n 1 :: place\nespace 2 :: place\n", 2),
        ("espace.n 1 :: place\n".encode("utf-16"), 1),
        ("espace.n 1 :: place\naisé.a 2 :: riche\n".encode("latin-1"), 2),
    ],
)
def test_what_stops_it_is_named_with_its_line(answers, line):
    with pytest.raises(ProgramStops) as stop:
        printed(answers)
    assert (stop.value.file, stop.value.line) == ("answers", line)


@pytest.mark.parametrize(
    ("gold", "line"),
    [
        ("espace.n 1 :: a 1\naisé.a 2 :: \n", 2),
        ("\nespace.n 1 :: a 1\n", 1),
        ("e.n 1 :: a\n", 1),
    ],
)
def test_a_gold_line_without_substitutes_stops_it(gold, line):
    with pytest.raises(ProgramStops) as stop:
        printed("espace.n 1 :: place", gold=gold)
    assert (stop.value.file, stop.value.line) == ("gold", line)


def test_an_unknown_item_kills_it_after_the_number_of_items():
    values, stopped, *_ = printed("espace.n 7 :: place")
    assert values == {"instances": "1", "best": None, "oot": None}
    assert "espace.n 7" in stopped


def test_an_item_without_votes_kills_oot_but_not_best():
    values, stopped, *_ = printed("mal.n 1 :: b", gold="mal.n 1 :: a 0.5")
    assert values == {"instances": "1", "best": "0.0", "oot": None}
    assert "mal.n 1" in stopped


def test_a_file_without_items_is_a_division_by_zero():
    values, stopped, *_ = printed("")
    assert (values["instances"], values["best"]) == ("0", None)
    assert "divide" in stopped


def test_items_are_summed_in_the_order_of_python_2s_dictionary():
    # As `list(d)` has it in Python 2.7.18 after storing the keys in the order of their ids
    # here; the sixth made the table grow.
    stored = [
        *(("aisé.a", 2), ("vaseux.a", 3), ("débit.n", 41), ("côte.n", 7)),
        *(("arrêter.v", 1), ("espace.n", 208), ("montée.n", 12)),
    ]
    assert walk_order(stored) == [
        *(("espace.n", 208), ("vaseux.a", 3), ("aisé.a", 2), ("arrêter.v", 1)),
        *(("débit.n", 41), ("côte.n", 7), ("montée.n", 12)),
    ]
