import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.words import Normalised, Wording


@pytest.mark.parametrize(
    ("text", "expected", "steps"),
    [
        ("calme", "calme", ()),
        ("e\u0301lan", "élan", ("nfc",)),
        (" faire\u00a0\u202f prisonnier\t", "faire prisonnier", ("blanks",)),
        ("mettre en état d’arrestation", "mettre en état d'arrestation", ("apostrophe",)),
        ("d\u02bcabord", "d'abord", ("apostrophe",)),
        ("_at__last", "at last", ("underscore",)),
        ("BSE", "BSE", ()),
        ("", "", ()),
        (" _ ", "", ("blanks", "underscore")),
    ],
)
def test_each_step_is_named_when_it_changed_something(text, expected, steps):
    assert Wording().normalise(text, group="mot.n") == Normalised(expected, steps)


def test_capitals_are_kept_unless_the_policy_is_to_lower_them():
    assert Wording(case="keep").normalise("The Eucharist", group="x.n").text == "The Eucharist"
    assert Wording(case="lower").normalise("The Eucharist", group="x.n") == Normalised(
        "the eucharist", ("case",)
    )


def test_a_rule_maps_its_own_target_s_exact_text_only():
    wording = Wording(rules=[("compris.a", "abaisser", "abaissé")])
    assert wording.normalise("abaisser", group="compris.a") == Normalised(
        "abaissé", ("mapping",)
    )
    for text, lexelt in [("abaisser", "modeste.a"), ("s'abaisser", "compris.a")]:
        assert wording.normalise(text, group=lexelt) == Normalised(text, ())


def test_the_mapping_comes_last_and_its_rules_go_through_the_other_steps():
    wording = Wording(case="lower", rules=[("x.v", "S’e\u0301lever_haut", "É\u00a0LEVER")])
    assert wording.normalise("s\u02bcÉlever  haut", group="x.v") == Normalised(
        "é lever", ("blanks", "apostrophe", "case", "mapping")
    )


def test_a_mapped_text_is_not_mapped_again():
    wording = Wording(rules=[("x.v", "a", "b"), ("x.v", "b", "c")])
    assert wording.normalise("a", group="x.v").text == "b"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=12), st.sampled_from(["keep", "lower"]))
def test_a_normalised_text_needs_no_further_step(text, case):
    wording = Wording(case=case)
    once = wording.normalise(text, group="x.n").text
    assert wording.normalise(once, group="x.n") == Normalised(once, ())


@settings(max_examples=200, deadline=None)
@given(st.text("aé \u00a0\t_’´`ʼ'\u0301\u212b", max_size=6))
def test_nothing_is_left_that_a_step_takes_out(text):
    plain = Wording().normalise(text, group="x.n").text
    assert unicodedata.is_normalized("NFC", plain)
    assert plain == " ".join(plain.split())
    assert set(plain).isdisjoint("_’´`ʼ")


@settings(max_examples=200, deadline=None)
@given(st.text("aéA \u00a0_’\u0301\u212b", max_size=4), st.sampled_from(["keep", "lower"]))
def test_what_a_glance_says_is_kept_is_kept(text, case):
    wording = Wording(case=case, rules=[("x.n", "a", "b")])
    for lexelt in ("x.n", "x.v"):
        if wording.keeps(text, group=lexelt):
            assert wording.normalise(text, group=lexelt) == Normalised(text, ())


def test_a_glance_is_enough_for_plain_words_of_a_target_without_rules():
    wording = Wording(rules=[("x.n", "a", "b")])
    assert wording.keeps("word", group="x.v")
    assert wording.keeps("été", group="x.v")
    assert not wording.keeps("a", group="x.n")


def test_lowering_leaves_composed_letters():
    # J̌ has no composed capital, while ǰ is one character.
    text = Wording(case="lower").normalise("J\u030c", group="x.n").text
    assert text == "\u01f0"
    assert unicodedata.is_normalized("NFC", text)
