"""Every pair of systems, with the interval of its difference."""

from itertools import combinations

import numpy as np
import pytest

import regild
from regild.scoring.significance import holm

GOLD = {str(n): {"good": 4, "fair": 1} for n in range(12)}
ANSWERS = {
    "high": {key: ["good"] for key in GOLD},
    "half": {key: ["good" if int(key) % 2 else "bad"] for key in GOLD},
    "fair": {key: ["fair"] for key in GOLD},
    "mute": {},
}
KEY = "semdis.best_norm"


def compared(systems=ANSWERS, **asked):
    return regild.score(GOLD, systems, measures=[KEY], compare=True, **asked)


def test_all_pairs_are_there_with_their_difference():
    found = compared()
    assert [(one.first, one.second) for one in found.differences] == [*combinations(ANSWERS, 2)]
    by_pair = {(one.first, one.second): one for one in found.differences}
    assert by_pair["high", "half"].difference == pytest.approx(1 / 2)
    assert by_pair["half", "fair"].difference == pytest.approx(1 / 2 - 1 / 4)


def test_a_difference_that_is_the_same_everywhere_is_sure():
    """Drawing other sentences changes nothing: 1 - 1/4 in each."""
    [pair] = compared({"high": ANSWERS["high"], "fair": ANSWERS["fair"]}).differences
    assert (pair.low, pair.high) == pytest.approx((0.75, 0.75))
    # Swapped wholly, or not at all, are two of 2¹² ways.
    assert pair.p < 0.01


def test_an_interval_is_of_the_difference_not_of_the_two():
    """Two systems that both depend on the sentence, one always a quarter of the other: drawn
    together. Their difference varies by 3/4 of what the first does."""
    half = ANSWERS["half"]
    quarter = {
        key: ["fair"] if answers == ["good"] else answers for key, answers in half.items()
    }
    found = compared({"half": half, "quarter": quarter})
    [pair], [first, _second] = found.differences, found.systems
    low, high = first.interval[KEY]
    assert (pair.low, pair.high) == pytest.approx((0.75 * low, 0.75 * high))


def test_p_is_that_of_the_ranking_and_corrected_for_all_pairs():
    found = compared(seed=4)
    ps = [one.p for one in found.differences]
    assert [one.p_holm for one in found.differences] == pytest.approx(holm(ps))
    by_pair = {(one.first, one.second): one for one in found.differences}
    high = found.systems[0]
    assert high.rank[KEY] == 1
    assert high.p[KEY] == by_pair["high", "half"].p_holm


def test_without_draws_there_are_differences_alone():
    [pair] = compared(
        {"high": ANSWERS["high"], "half": ANSWERS["half"]}, replicates=0, permutations=0
    ).differences
    assert pair.difference == pytest.approx(1 / 2)
    assert (pair.low, pair.high, pair.p, pair.p_holm) == (None, None, None, None)


def test_a_system_without_a_mean_has_no_difference():
    found = regild.score(
        GOLD,
        {"mute": {}, "high": ANSWERS["high"]},
        measures=["best.P"],
        compare=True,
    )
    [pair] = found.differences
    assert pair[3:] == (None, None, None, None, None)


def test_nobody_who_did_not_ask_is_told_of_pairs():
    assert regild.score(GOLD, ANSWERS, measures=[KEY]).differences is None
    assert "differences" not in regild.score(GOLD, ANSWERS, measures=[KEY]).to_dict()


def test_the_mean_of_the_replicates_differences_is_the_difference_of_the_means():
    rng = np.random.default_rng(1)
    gold = {str(n): {"good": 1} for n in range(200)}
    systems = {
        name: {key: ["good" if rng.random() < share else "bad"] for key in gold}
        for name, share in (("one", 0.7), ("two", 0.5))
    }
    found = regild.score(gold, systems, measures=[KEY], compare=True)
    [pair] = found.differences
    one, two = (np.array([a == ["good"] for a in given.values()]) for given in systems.values())
    apart = one.astype(float) - two
    # The normal interval of a paired mean.
    reach = 1.96 * apart.std(ddof=1) / np.sqrt(len(apart))
    assert pair.low == pytest.approx(apart.mean() - reach, abs=0.01)
    assert pair.high == pytest.approx(apart.mean() + reach, abs=0.01)


def test_systems_share_a_letter_where_they_cannot_be_told_apart():
    found = compared({**ANSWERS, "again": ANSWERS["high"]})
    apart = {(one.first, one.second) for one in found.differences if one.p_holm < 0.05}
    letters = {one.system: set(one.groups[KEY]) for one in found.systems}
    assert letters["high"] == letters["again"] == {"a"}
    for one, two in combinations(letters, 2):
        assert bool(letters[one] & letters[two]) == ((one, two) not in apart)
    assert all(one.groups is None for one in regild.score(GOLD, ANSWERS).systems)
