"""Annotators take turn after turn, until nothing is left for any of them."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regild.rating.allocation import Offer, choose_turn

# By how much two pairs may differ in the doubles they share, where all take turns in rounds:
# of twelve thousand simulated campaigns 99 in 100 came to 2 at most, none to more than this.
MOST_APART = 3


class Campaign:
    """So many subsets of each number of seats; who sits where."""

    def __init__(self, *, seed, double=0, single=0, five=0, times=2):
        own = [times] * double + [1] * single + [5] * five
        self.own = dict(enumerate(own))
        self.rounds = range(double + single, len(own))
        self.times = times
        self.sat = {subset: set() for subset in self.own}
        self.rng = Random(seed)

    def offers(self):
        return [
            Offer(
                id,
                frozenset(range(1, len(sat) + 1)),
                len(sat),
                max(self.own[id] - len(sat), 0),
                self.own[id],
                self.own[id],
                frozenset(sat),
                id in self.rounds,
            )
            for id, sat in self.sat.items()
        ]

    def take(self, annotator):
        seen = {id for id, sat in self.sat.items() if annotator in sat}
        turn = choose_turn(self.offers(), annotator=annotator, seen=seen, rng=self.rng)
        if turn is not None:
            assert turn.seat == len(self.sat[turn.subset]) + 1
            self.sat[turn.subset].add(annotator)
        return turn

    def by(self, annotator, seats):
        return sum(annotator in sat for id, sat in self.sat.items() if self.own[id] == seats)

    def pairs(self, annotators):
        found = Counter(
            pair
            for id, sat in self.sat.items()
            if self.own[id] == self.times
            for pair in combinations(sorted(sat), 2)
        )
        return [found[pair] for pair in combinations(range(annotators), 2)]


def work(campaign, annotators):
    """In rounds of one turn each, in a new order every time."""
    working = list(range(annotators))
    while working:
        campaign.rng.shuffle(working)
        working = [one for one in working if campaign.take(one) is not None]


plans = st.tuples(
    st.integers(3, 7), st.integers(1, 30), st.integers(0, 40), st.integers(0, 2**32)
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(plans)
def test_every_subset_ends_with_its_own_number_and_pairs_share_about_as_many_doubles(plan):
    annotators, double, single, seed = plan
    campaign = Campaign(seed=seed, double=double, single=single)
    work(campaign, annotators)
    assert all(len(sat) == campaign.own[id] for id, sat in campaign.sat.items())
    pairs = campaign.pairs(annotators)
    assert sum(pairs) == double
    assert max(pairs) - min(pairs) <= MOST_APART


@pytest.mark.parametrize("seed", range(5))
def test_ten_annotators_of_ninety_doubles_share_two_with_each_other(seed):
    # 45 pairs: two of the 90 each, were all alike.
    campaign = Campaign(seed=seed, double=90, single=270)
    work(campaign, 10)
    assert max(abs(n - 2) for n in campaign.pairs(10)) <= 2


@pytest.mark.parametrize("seed", range(5))
def test_what_is_annotated_three_times_comes_in_proportion_and_is_shared_alike(seed):
    # 15 pairs, three in each of the 30: six each, were all alike.
    campaign = Campaign(seed=seed, double=30, single=90, times=3)
    first = Counter(campaign.own[campaign.take(one).subset] for one in range(6))
    assert set(first) == {3, 1}
    work(campaign, 6)
    pairs = campaign.pairs(6)
    assert sum(pairs) == 90
    assert max(abs(n - 6) for n in pairs) <= MOST_APART


@settings(max_examples=60, deadline=None)
@given(plans)
def test_nobody_is_a_whole_subset_ahead_of_their_part_of_any_kind(plan):
    annotators, double, single, seed = plan
    campaign = Campaign(seed=seed, double=double, single=single + 1)
    part = 2 * double / (2 * double + single + 1)
    for turn in range(double):
        annotator = turn % annotators
        both = len(
            {
                offer.own
                for offer in campaign.offers()
                if offer.load < offer.seats and annotator not in offer.sat
            }
        )
        if both < 2 or campaign.take(annotator) is None:
            return
        for seats, share in ((2, part), (1, 1 - part)):
            had = campaign.by(annotator, 2) + campaign.by(annotator, 1)
            assert abs(campaign.by(annotator, seats) - share * had) < 1 + 1e-9


def test_a_calibration_round_comes_first_and_is_filled_evenly():
    campaign = Campaign(seed=1, double=4, single=8, five=2)
    for annotator in range(6):
        assert campaign.own[campaign.take(annotator).subset] == 5
    assert sorted(len(sat) for id, sat in campaign.sat.items() if campaign.own[id] == 5) == [
        3,
        3,
    ]


def test_the_second_annotator_of_a_double_is_whom_the_first_has_shared_fewest_with():
    def double(id, *sat):
        return Offer(
            id, frozenset(range(1, len(sat) + 1)), len(sat), 2 - len(sat), 2, 2, frozenset(sat)
        )

    # 7 has shared two with 1 and one with 2, and none with 3.
    offers = [double(1, 1, 7), double(2, 7, 1), double(3, 2, 7)]
    offers += [double(4, 1), double(5, 2), double(6, 3)]
    taken = {
        choose_turn(offers, annotator=7, seen={1, 2, 3}, rng=Random(n)).subset
        for n in range(20)
    }
    assert taken == {6}


def test_what_has_its_minimum_waits_until_doubles_and_singles_have_theirs():
    done = [Offer(n, frozenset({1, 2, 3}), 3, 0, 7) for n in range(1, 9)]
    double = Offer(9, frozenset({1}), 1, 1, 2, 2, frozenset({5}))
    for seed in range(20):
        turn = choose_turn([*done, double], annotator=7, seen=(), rng=Random(seed))
        assert turn == (9, 2, 2)


def test_as_its_campaign_says_what_lacks_most_comes_first_and_nothing_beyond_its_seats():
    offers = [
        Offer(1, frozenset({1, 2, 3}), 3, 0, 3),
        Offer(2, frozenset({1}), 1, 1, 3),
        Offer(3, frozenset({2}), 1, 2, 3),
    ]
    assert choose_turn(offers, annotator=9, seen=(), rng=Random(1)) == (3, 1, 3)
    assert choose_turn(offers, annotator=9, seen={3}, rng=Random(1)) == (2, 2, 3)
    assert choose_turn(offers, annotator=9, seen={2, 3}, rng=Random(1)) is None
