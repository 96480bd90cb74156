from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.pooling.dispatch import PoolItem, dispatch
from regild.pooling.portions import (
    Portion,
    TooFewSubsets,
    dispatch_portions,
    double_and_single,
    seats_planned,
)


def documents(n):
    """One candidate each, and none of a first gold."""
    return [PoolItem(id, id, False) for id in range(n)]


def keys(n):
    return {id: f"d{id}" for id in range(n)}


def planned(n, *, share, subsets, seed=7):
    portions = double_and_single(documents(n), keys(n), share=share, subsets=subsets, seed=seed)
    return dispatch_portions(portions, block_size=8, seed=seed, anchored=False)


def test_jabbari_s_share_of_a_thousand_is_annotated_twice():
    plan = planned(1000, share=0.18, subsets=40)
    # 180 of 1000 belong into 7.2 of 40 subsets: 7 of about 25.7, 33 of about 24.8.
    assert seats_planned(plan) == [(1, 33, 820, 820), (2, 7, 180, 180)]
    assert set(plan.sizes) == {24, 25, 26}


@settings(max_examples=80, deadline=None)
@given(
    st.integers(2, 120),
    st.floats(0.01, 1),
    st.integers(2, 12),
    st.integers(0, 2**32),
)
def test_everything_is_placed_once_and_sizes_are_as_even_as_whole_subsets_allow(
    n, share, subsets, seed
):
    portions = double_and_single(documents(n), keys(n), share=share, subsets=subsets, seed=seed)
    assert sum(one.subsets for one in portions) == subsets
    doubles = sum(len(one.pool) for one in portions if one.seats == 2)
    assert abs(doubles - share * n) <= 0.5 + 1e-6
    if any(one.subsets > len(one.pool) for one in portions):
        return
    plan = dispatch_portions(portions, block_size=8, seed=seed, anchored=False)
    assert sorted(plan.candidate.tolist()) == list(range(n))
    for seats in (1, 2):
        sizes = [size for size, own in zip(plan.sizes, plan.seats, strict=True) if own == seats]
        assert not sizes or max(sizes) - min(sizes) <= 1
    if len(portions) == 2:
        # No other sharing out of the subsets brings the two sizes closer.
        double, single = portions
        apart = abs(len(double.pool) / double.subsets - len(single.pool) / single.subsets)
        assert (
            apart
            <= min(
                abs(len(double.pool) / k - len(single.pool) / (subsets - k))
                for k in range(1, subsets)
            )
            + 1e-9
        )


def test_the_seed_draws_the_same_and_another_seed_others():
    assert (
        planned(50, share=0.2, subsets=5).checksum()
        == planned(50, share=0.2, subsets=5).checksum()
    )
    assert len({planned(50, share=0.2, subsets=5, seed=n).checksum() for n in range(5)}) == 5


def test_a_sentence_is_annotated_as_often_wherever_its_blocks_are():
    pool = [PoolItem(10 * s + n, s, n < 4) for s in range(12) for n in range(10)]
    portions = double_and_single(pool, keys(12), share=0.25, subsets=8, seed=3)
    plan = dispatch_portions(portions, block_size=4, seed=3)
    seats_of = {}
    for place in plan.places():
        seats_of.setdefault(place.sentence, set()).add(plan.seats[place.subset])
    assert Counter(map(tuple, seats_of.values())) == {(2,): 3, (1,): 9}
    # Every block has its anchor, as `dispatch` promises of each portion.
    blocks = {(place.subset, place.sentence) for place in plan.places()}
    anchored = {(p.subset, p.sentence) for p in plan.places() if p.anchor}
    assert blocks == anchored


def test_both_kinds_need_a_subset():
    with pytest.raises(TooFewSubsets):
        double_and_single(documents(10), keys(10), share=0.2, subsets=1, seed=1)
    (only,) = double_and_single(documents(10), keys(10), share=1, subsets=1, seed=1)
    assert (len(only.pool), only.seats) == (10, 2)


def test_without_anchors_no_sentence_is_left_out_and_one_portion_is_a_plain_plan():
    plain = dispatch(documents(9), subsets=3, block_size=8, seed=4, anchored=False)
    assert (plain.unanchored, plain.sizes, plain.seats) == ((), (3, 3, 3), (None,) * 3)
    one = dispatch_portions([Portion(documents(9), 3, 5)], block_size=8, seed=4, anchored=False)
    assert one.candidate.tolist() == plain.candidate.tolist()
    assert one.seats == (5, 5, 5)
    assert one.checksum() != plain.checksum()
