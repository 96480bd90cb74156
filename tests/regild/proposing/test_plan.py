"""Which sentences go together when annotators are asked to propose."""

import itertools
import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regild.proposing.plan import propose_plan

GROUPS = st.lists(st.integers(1, 12), min_size=1, max_size=12)


def sentences(sizes):
    return [(f"{g}-{n}", f"w{g}.n") for g, size in enumerate(sizes) for n in range(size)]


def group_of(key):
    return f"w{key.partition('-')[0]}.n"


@given(GROUPS, st.integers(1, 40), st.integers(1, 9), st.integers(0, 99))
def test_each_sentence_once_sizes_even_and_a_targets_spread(sizes, per_subset, k, seed):
    asked = sentences(sizes)
    plan = propose_plan(asked, per_subset=per_subset, annotators=k, seed=seed)
    shown = [key for subset in plan.subsets for key in subset]
    assert sorted(shown) == sorted(key for key, _group in asked)
    assert len(plan.subsets) == math.ceil(len(asked) / per_subset)
    held = [len(subset) for subset in plan.subsets]
    assert max(held) <= per_subset
    assert max(held) - min(held) <= 1
    assert plan.sittings == len(plan.subsets) * k
    for group, size in Counter(group for _key, group in asked).items():
        counts = [sum(group_of(key) == group for key in subset) for subset in plan.subsets]
        assert max(counts) == math.ceil(size / len(plan.subsets))
        told = {place for place, name in plan.repeated if name == group}
        assert told == {place for place, n in enumerate(counts) if n > 1}


@given(GROUPS, st.integers(1, 40), st.integers(0, 99))
def test_two_of_one_target_are_neighbours_only_where_they_must(sizes, per_subset, seed):
    plan = propose_plan(sentences(sizes), per_subset=per_subset, annotators=5, seed=seed)
    for subset in plan.subsets:
        groups = [group_of(key) for key in subset]
        most = max(Counter(groups).values())
        if most <= (len(groups) + 1) // 2:
            assert all(one != other for one, other in itertools.pairwise(groups))


def test_a_seed_gives_its_plan_in_whatever_order_the_sentences_come():
    asked = sentences([10] * 30)
    plan = propose_plan(asked, per_subset=30, annotators=7, seed=3)
    mixed = random.Random(1).sample(asked, len(asked))
    assert propose_plan(mixed, per_subset=30, annotators=7, seed=3) == plan
    assert propose_plan(asked, per_subset=30, annotators=7, seed=4) != plan
    # SemDis: 300 sentences of 30 targets, each for seven. Ten subsets have each target once.
    assert [len(subset) for subset in plan.subsets] == [30] * 10
    assert (plan.repeated, plan.sittings) == ((), 70)


def test_subsets_are_no_copies_of_each_other():
    """The k-th subset of one target is not that of the next: company changes."""
    plan = propose_plan(sentences([2] * 40), per_subset=8, annotators=5, seed=0)
    groups = [{group_of(key) for key in subset} for subset in plan.subsets]
    assert len({frozenset(one) for one in groups}) == 10


def test_nothing_to_plan_is_no_plan():
    assert propose_plan([], per_subset=5, annotators=5, seed=0).subsets == ()


@pytest.mark.parametrize(("per_subset", "annotators"), [(0, 5), (5, 0)])
def test_a_subset_needs_a_sentence_and_an_annotator(per_subset, annotators):
    with pytest.raises(ValueError, match="a subset needs"):
        propose_plan([("1", "a.n")], per_subset=per_subset, annotators=annotators, seed=0)


def test_a_sentence_given_twice_is_refused():
    with pytest.raises(ValueError, match="sentence 1 is given twice"):
        propose_plan([("1", "a.n"), ("1", "b.n")], per_subset=5, annotators=5, seed=0)
