"""Three rules for further ratings, tried on made-up ones."""

import numpy as np
import pytest

from bench.stopping import saving
from regild.scoring.round_saving import (
    RULES,
    RatedWorld,
    saved_at_equal,
    true_weights,
    try_rules,
)


def world_of(*, apart: float = 0.0, items: int = 40, words: int = 4, seed: int = 5):
    """Four words an item; the first system answers the best, the second the next, and the worst
    word is `apart` below the others, answered by the third."""
    rng = np.random.default_rng(seed)
    worth = np.sort(rng.normal(1.5, 0.5, size=(items, words)), axis=1)[:, ::-1].copy()
    worth[:, -1] -= apart
    rows = np.arange(items) * words
    return RatedWorld(
        items=np.arange(items).repeat(words),
        worth=worth.ravel(),
        strata=[n % words for n in range(items * words)],
        answers=[(rows + n)[:, np.newaxis] for n in (0, 1, words - 1)],
        weights=np.array([0.0, 1.0, 2.0, 3.0]),
    )


def test_what_all_would_say_stays_on_the_scale():
    world = world_of()._replace(
        items=np.zeros(4, dtype=int), worth=np.array([1.5, -9.0, 9.0, 1.0])
    )
    # Half say 1 and half 2 of what lies between, with as many strays to either side.
    assert true_weights(world).tolist() == pytest.approx([1.5, 0, 3, 1.0], abs=0.02)


def test_ratings_saved_are_of_all_there_are_at_the_same_quality():
    """By hand: what all alike reach with .5 more, the rule reaches with .25 more: 3.25 ratings
    for 3.5; what they reach with 1 more, with .5 more: 3.5 for 4."""
    shares = (0.25, 0.5, 1.0)
    alike, found = np.array([0.5, 0.6, 0.7]), np.array([0.6, 0.7, 0.8])
    saved = saved_at_equal(alike, found, first=3, shares=shares)
    assert saved == pytest.approx(np.mean([1 - 3.25 / 3.5, 1 - 3.5 / 4]))
    assert saved_at_equal(alike, alike, first=3, shares=shares) == pytest.approx(0)
    assert saved_at_equal(np.ones(3), np.ones(3), first=3, shares=shares) is None
    assert saved_at_equal(np.ones(1), np.ones(1), first=3, shares=(1.0,)) is None


def test_systems_that_nobody_could_mix_up_are_ranked_right_by_every_rule():
    tried = try_rules(world_of(apart=3.0, items=200), first=3, most=7, runs=5, seed=1)
    assert [one.rule for one in tried] == list(RULES)
    for one in tried:
        assert set(one.taus) == {1.0}
        assert one.saved_tau is None
        assert len(one.errors) == 4


def test_rounds_come_nearer_to_the_truth_than_as_many_for_all_alike():
    """Half of the words move no systems apart, and ratings of these are lost."""
    world = world_of(words=8, items=60)
    alike, _by_rank, chosen = try_rules(world, first=2, most=7, runs=60, seed=1)
    assert chosen.errors[1] < alike.errors[1]
    assert chosen.saved_error > 0.05 > 0.001 > abs(alike.saved_error)


def test_the_same_seed_gives_the_same():
    world = world_of()
    first, again, other = (
        try_rules(world, first=2, most=4, runs=3, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_more_than_there_is_room_for_ends():
    world = world_of(items=3)
    tried = try_rules(world, first=2, most=3, runs=2, seed=1, shares=(0.5, 5.0))
    # Everything has all it may have: by each rule the same ratings, but what no system answers.
    assert tried[1].errors[1] == pytest.approx(tried[2].errors[1])


def test_the_bench_ranks_every_word_of_its_made_up_world():
    lines = [*saving(1, 7)]
    assert all(line.startswith(rule) for line, rule in zip(lines, RULES, strict=True))
