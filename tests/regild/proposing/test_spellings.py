"""Spellings that are close to each other are listed, and none is merged."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regild.formats.records import GoldRecord
from regild.proposing.spellings import (
    MARKS_ALONE,
    ONE_LETTER,
    SAME_STEM,
    TWO_LETTERS,
    close_spellings,
    distance,
    fold,
    why_close,
)

LETTERS = st.text("abc", max_size=7)


def gold(*votes, given_by=()):
    return GoldRecord("1", "x.v", tuple(votes), (), 1, given_by)


@pytest.mark.parametrize(
    ("text", "other", "why"),
    [
        ("superposé", "superposer", SAME_STEM),
        ("well-lit", "well lit", MARKS_ALONE),
        ("cœur", "coeur", MARKS_ALONE),
        ("mots", "mot", SAME_STEM),
        ("écrire", "écrier", SAME_STEM),
        ("heartbeat", "hearbeat", ONE_LETTER),  # SemEval's test gold, 490
        ("reccomend", "recommend", TWO_LETTERS),
        ("whiteboard", "wipeboard", TWO_LETTERS),  # the same, 1783
        ("part", "port", None),  # short words are a letter apart by chance
        ("son", "ton", None),
        ("merry", "glad", None),
        ("luminous", "light", None),
        ("circle", "circus", None),
    ],
)
def test_what_is_close_and_why(text, other, why):
    assert why_close(fold(text), fold(other)) == why
    assert why_close(fold(other), fold(text)) == why


def test_a_pair_says_its_votes_and_who_took_it_for_two():
    given = (("a", ("superposer", "superposé")), ("b", ("superposer",)), ("c", ("empiler",)))
    record = gold(("superposer", 2), ("empiler", 1), ("superposé", 1), given_by=given)
    [pair] = close_spellings([record])
    assert pair[1:6] == ("superposer", "superposé", 2, 1, 1)
    assert pair.why is SAME_STEM


def test_pairs_with_most_votes_come_first():
    record = gold(("porter", 1), ("porté", 1), ("emporter", 3), ("emporté", 1))
    assert [pair.text for pair in close_spellings([record])] == ["emporter", "porter"]


def plainly(text, other):
    """Optimal string alignment as it is defined, every cell of it."""
    cell = {(i, 0): i for i in range(len(text) + 1)} | {
        (0, j): j for j in range(len(other) + 1)
    }
    for i in range(1, len(text) + 1):
        for j in range(1, len(other) + 1):
            differ = text[i - 1] != other[j - 1]
            ways = [cell[i - 1, j] + 1, cell[i, j - 1] + 1, cell[i - 1, j - 1] + differ]
            if i > 1 and j > 1 and text[i - 2 : i] == other[j - 2 : j][::-1]:
                ways.append(cell[i - 2, j - 2] + 1)
            cell[i, j] = min(ways)
    return cell[len(text), len(other)]


@given(LETTERS, LETTERS, st.integers(0, 3))
def test_the_distance_near_the_diagonal_is_that_of_all_cells(text, other, most):
    assert distance(text, other, most=most) == min(plainly(text, other), most + 1)


def test_two_thousand_sentences_take_no_time():
    words = [
        f"{a}{b}{c}" for a in ("super", "inter") for b in ("pos", "pass") for c in "aeiour"
    ]
    words += [f"{word}ment" for word in words]
    records = [
        gold(*((f"{word}{n % 97}x", 1) for word in words[:20]))._replace(sentence=str(n))
        for n in range(2000)
    ]
    began = time.process_time()
    close_spellings(records)
    assert time.process_time() - began < 10
