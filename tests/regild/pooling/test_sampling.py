"""A rule's conditions, each way it can be wrong, and samples that a seed gives again."""

import hashlib

import pytest

from regild.pooling.sampling import BadRule, Known, draw, read_rule
from regild.tasks.substitution import SUBSTITUTION

FACTS = SUBSTITUTION.facts
PAPER = "single_words > 2 and no name and no multiword"


def read(text):
    return read_rule(text, facts=FACTS)


# 'glad.a 1 :: happy 3;merry 1;over the moon 1;pn 1': four answers, three without a blank.
GLAD = Known(texts=["happy", "merry", "over the moon"], votes=5, codes={"pn": 1})


@pytest.mark.parametrize(
    ("rule", "met"),
    [
        ("", True),
        ("answers = 4", True),
        ("single_words>2", True),
        ("single_words > 2 and no name", False),  # pn
        ("name", True),
        ("no nil", True),
        ("votes >= 5 AND votes <= 5", True),
        ("votes < 5", False),
        ("votes != 5", False),
        ("multiword", False),
        ("no multiword and answers>3.5", True),
    ],
)
def test_an_item_meets_a_rule_when_it_meets_every_condition(rule, met):
    assert read(rule).is_met(GLAD, FACTS) is met


def test_semevals_rule_leaves_out_names_and_multiwords():
    three = Known(texts=["happy", "merry", "glad"], votes=5)
    assert read(PAPER).is_met(three, FACTS)
    assert not read(PAPER).is_met(three._replace(codes={"NAME": 2}), FACTS)
    assert not read(PAPER).is_met(three._replace(parts={"multiword"}), FACTS)
    assert not read(PAPER).is_met(three._replace(texts=["happy", "merry", "at last"]), FACTS)


def test_a_rule_is_stored_as_it_is_read_again():
    rule = read(" single_words>2   and NO name and multiword ")
    assert str(rule) == "single_words > 2 and no name and multiword > 0"
    assert read(str(rule)) == rule


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("words > 2", "'words' is unknown; you can use: answers, single_words, votes,"),
        ("no hope", "'hope' is unknown; you can use: "),
        ("votes > two", "'votes > two' compares with 'two', which is not a number"),
        ("votes > -1", "compares with '-1', which is not a number"),
        ("votes >", "compares with '', which is not a number"),
        ("votes => 2", "'=>' is not a comparison; you can use: >=, <=, !=, >, <, ="),
        ("votes > 2 and", "a condition is missing beside an 'and'"),
        ("votes > 2 or name", "compares with '2 or name', which is not a number"),
        ("2 < votes", "'2' is unknown; you can use: "),
        ("no no name", "'no no name' is not a condition"),
        ("votes > 2, no name", "compares with '2, no name', which is not a number"),
        ("votes > 1 and " * 20 + "name", "a rule has at most 200 characters"),
    ],
)
def test_what_is_wrong_with_a_rule_is_told(rule, told):
    with pytest.raises(BadRule) as refused:
        read(rule)
    assert told in str(refused.value)


def test_a_seed_draws_the_same_whatever_the_order_and_others_keep_their_lots():
    keys = [str(number) for number in range(50)]
    drawn = draw(keys, size=10, seed=3)
    assert sorted(draw(keys[::-1], size=10, seed=3)) == sorted(drawn)
    assert set(draw(keys, size=10, seed=4)) != set(drawn)
    without = [key for key in keys if key != drawn[0]]
    assert set(draw(without, size=10, seed=3)) > set(drawn[1:])
    # By hand: the smallest SHA-256 of "3 0" … "3 49".
    lots = {key: hashlib.sha256(b"3 " + key.encode()).hexdigest() for key in keys}
    assert drawn == sorted(keys, key=lots.__getitem__)[:10]


def test_those_drawn_before_come_first():
    assert draw(["a", "b", "c", "d"], size=2, seed=1, first={"d", "c"}) in (
        ["c", "d"],
        ["d", "c"],
    )


def test_draws_are_even():
    """500 draws of 10 of 50: each key 100 times, give or take five deviations (8.9)."""
    keys = [str(number) for number in range(50)]
    times = dict.fromkeys(keys, 0)
    for seed in range(500):
        for key in draw(keys, size=10, seed=seed):
            times[key] += 1
    assert all(55 < n < 145 for n in times.values())
