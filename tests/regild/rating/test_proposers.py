"""Synthetic annotators who propose."""

from random import Random
from statistics import mean, median

import pytest

from regild.rating.proposers import (
    PROPOSING,
    SyntheticProposer,
    ThoughtOf,
    plausible_phrase,
    plausible_words,
)
from regild.rating.simulation import AnnotatorKind

VOCABULARY = ("anchor", "bottle", "candle", "drawer")
THOUGHT = ThoughtOf({"happy": 8, "pleased": 4, "merry": 1}, "glad", "")


def said(kind, *, most=3, sentence=THOUGHT, n=2_000):
    proposer = SyntheticProposer(kind, vocabulary=VOCABULARY, rng=Random(3))
    return [proposer.propose(sentence, most=most) for _ in range(n)]


def share(found, holds):
    return mean(holds(one) for one in found)


@pytest.mark.parametrize("kind", AnnotatorKind)
@pytest.mark.parametrize("most", [1, 3])
def test_whatever_is_proposed_can_be_stored(kind, most):
    for one in said(kind, most=most, n=300):
        assert len(set(one.answers)) == len(one.answers) <= most
        assert (one.mark == "nil") == (not one.answers)
        assert one.elapsed_ms >= 700


def test_a_careful_annotator_says_what_fits_and_the_likely_word_most_often():
    found = said(AnnotatorKind.CAREFUL)
    assert share(found, lambda one: set(one.answers) <= {*THOUGHT.words}) > 0.85
    first = [one.answers[0] for one in found if one.answers]
    assert first.count("happy") > first.count("pleased") > first.count("merry")


def test_a_straight_liner_copies_the_target_and_a_random_one_says_anything():
    copied = share(said(AnnotatorKind.STRAIGHT_LINER), lambda one: one.answers == ("glad",))
    assert copied == pytest.approx(0.9 * 0.85, abs=0.03)
    strayed = said(AnnotatorKind.RANDOM)
    assert share(strayed, lambda one: set(one.answers) <= {*VOCABULARY}) == 1


def test_only_the_careless_hurry():
    medians = {kind: median(one.elapsed_ms for one in said(kind)) for kind in AnnotatorKind}
    assert max(medians, key=medians.__getitem__) == AnnotatorKind.CAREFUL
    for kind, habit in PROPOSING.items():
        assert medians[kind] == pytest.approx(habit.median_ms, rel=0.15)


def test_a_phrase_is_marked_by_most_who_could():
    phrased = THOUGHT._replace(phrase="glad rags")
    marked = share(said(AnnotatorKind.CAREFUL, sentence=phrased), lambda one: bool(one.phrase))
    assert marked == pytest.approx(0.97 * 0.6, abs=0.04)
    assert {one.mark for one in said(AnnotatorKind.CAREFUL, sentence=phrased)} == {
        *("", "nil", "phrase")
    }


def test_words_that_are_known_are_what_people_think_of_and_others_are_drawn():
    known = {"happy": 3.0}
    assert plausible_words(known, vocabulary=VOCABULARY, rng=Random(1)) == known
    drawn = plausible_words({}, vocabulary=VOCABULARY, rng=Random(1))
    assert sorted(drawn) == sorted(VOCABULARY)
    assert list(drawn.values()) == [1, 0.5, 0.25, 0.125]
    assert plausible_words({}, vocabulary=(), rng=Random(1)) == {}


def test_a_phrase_is_the_target_with_the_word_behind_it():
    found = {
        plausible_phrase(target="give", right=" up, at last.", rng=Random(seed))
        for seed in range(300)
    }
    assert found == {"", "give up"}
    assert {
        plausible_phrase(target="give", right=right, rng=Random(seed))
        for seed in range(300)
        for right in ("", ".", " ...", "n up")
    } == {""}
