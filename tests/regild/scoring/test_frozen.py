from statistics import stdev

import pytest

from regild.scoring.frozen import (
    FrozenOption,
    in_order,
    is_unanimous_zero,
    spread,
    value_counts,
)
from tests.regild.scoring.golds import SCALE, entry, rated

OPTIONS = [FrozenOption(**option) for option in SCALE]


def test_ratings_are_counted_for_every_option_used_or_not():
    assert value_counts(rated("3320"), OPTIONS) == [1, 0, 1, 2]


@pytest.mark.parametrize("values", ["30", "0213", "222", "3332"])
def test_the_spread_is_the_sample_standard_deviation(values):
    found = spread(value_counts(rated(values), OPTIONS), OPTIONS)
    assert found == pytest.approx(stdev(map(int, values)))


def test_one_rating_has_no_spread():
    assert spread([1, 0, 0, 0], OPTIONS) is None


def test_the_heaviest_come_first_the_undecided_last_and_equals_by_text():
    entries = [entry("b", "333"), entry("c", "3"), entry("d", "000"), entry("a", "333")]
    assert [found.substitute for found in in_order(entries)] == ["a", "b", "d", "c"]


def test_a_unanimous_zero_is_what_everyone_found_worthless():
    assert is_unanimous_zero(entry("x", "000"))
    # A median of 0 is not unanimous.
    assert not is_unanimous_zero(entry("x", "003")._replace(weight=0.0))
    assert not is_unanimous_zero(entry("x", "00"))
    assert not is_unanimous_zero(entry("x", "333"))
