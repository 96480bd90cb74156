"""The names that `regild.agreement` gives: listed, documented, as type checkers are told."""

import doctest

import regild.agreement
from tests.regild.public import (
    assert_gives_what_it_lists,
    assert_type_checkers_are_told_the_same,
)


def test_every_public_name_is_there_is_listed_and_says_what_it_is():
    for name in regild.agreement.__all__:
        assert getattr(regild.agreement, name).__doc__, name
    assert_gives_what_it_lists(regild.agreement)


def test_the_example_is_right():
    ended = doctest.testmod(regild.agreement)
    assert (ended.attempted > 3, ended.failed) == (True, 0)


def test_what_type_checkers_are_told_is_what_is_given():
    assert_type_checkers_are_told_the_same(regild.agreement)
