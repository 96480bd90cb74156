from itertools import permutations
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from regild.scoring.ranking import kendall_tau, rank_differences, ranks, rbo, tau_ap

# The post hoc paper's Tables 2 (BEST) and 3 (OOT): ranks on gold 1 in the order of gold 2.
GOLD2 = list(range(1, 11))
BEST_GOLD1 = [1, 3, 2, 4, 7, 8, 5, 9, 6, 10]
OOT_GOLD1 = [1, 2, 4, 5, 3, 6, 8, 9, 7, 10]

rankings = st.lists(st.integers(1, 5), min_size=2, max_size=6)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0.29, 0.2, 0.23], [1, 3, 2]),
        ([0.5, 0.7, 0.5, 0.1], [2, 1, 2, 4]),  # equal scores share the better rank
        ([0.5, None, 0.7], [2, None, 1]),
        ([0.1 + 0.2, 0.3, 0.29], [1, 1, 3]),  # the first is 0.30000000000000004
        ([], []),
    ],
)
def test_rank_one_is_the_best(scores, expected):
    assert ranks(scores) == expected


def test_rank_differences_are_those_printed_in_tables_2_and_3():
    assert rank_differences(first_gold=BEST_GOLD1, second_gold=GOLD2) == [
        *(0, -1, 1, 0, -2, -2, 2, -1, 3, 0)
    ]
    assert rank_differences(first_gold=OOT_GOLD1, second_gold=GOLD2) == [
        *(0, 0, -1, -1, 2, 0, -1, -1, 2, 0)
    ]
    assert rank_differences(first_gold=[None, 1], second_gold=[1, None]) == [None, None]


@pytest.mark.parametrize(
    ("gold1", "tau", "ap", "ap_other_way", "overlap"),
    [
        # 6 inversions of 45 pairs: 1 - 12/45; the others summed by hand as fractions.
        (BEST_GOLD1, 11 / 15, 79 / 108, 547 / 756, 0.9086242744642858),
        # 4 inversions: 1 - 8/45.
        (OOT_GOLD1, 37 / 45, 5 / 6, 613 / 756, 0.9412042744642859),
    ],
)
def test_how_far_the_rankings_of_the_two_golds_agree(gold1, tau, ap, ap_other_way, overlap):
    assert kendall_tau(gold1, GOLD2) == pytest.approx(tau)
    assert tau_ap(GOLD2, reference=gold1) == pytest.approx(ap)
    assert tau_ap(gold1, reference=GOLD2) == pytest.approx(ap_other_way)
    assert rbo(gold1, GOLD2) == rbo(GOLD2, gold1) == pytest.approx(overlap)


def test_the_same_ranking_agrees_fully_and_the_reverse_not_at_all():
    for agreement in (
        kendall_tau(GOLD2, GOLD2),
        tau_ap(GOLD2, reference=GOLD2),
        rbo(GOLD2, GOLD2),
    ):
        assert agreement == pytest.approx(1)
    assert kendall_tau(GOLD2, GOLD2[::-1]) == tau_ap(GOLD2, reference=GOLD2[::-1]) == -1


@pytest.mark.parametrize("ranking", [[], [1]])
def test_fewer_than_two_systems_have_no_agreement(ranking):
    assert kendall_tau(ranking, ranking) is None
    assert tau_ap(ranking, reference=ranking) is None
    assert rbo(ranking, ranking) is None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=2, max_size=8))
def test_tau_with_ties_is_that_of_scipy(pairs):
    one, two = zip(*pairs, strict=True)
    expected = kendalltau(one, two).statistic
    found = kendall_tau(one, two)
    assert found == (None if expected != expected else pytest.approx(expected))


@settings(max_examples=60, deadline=None)
@given(rankings, st.randoms(use_true_random=False))
def test_tied_systems_have_the_mean_tau_ap_of_all_their_orders(ranking, random):
    reference = random.sample(range(1, 7), k=len(ranking))
    orders = {
        tuple(sorted(range(len(ranking)), key=lambda i: (ranking[i], tie_break[i])))
        for tie_break in permutations(range(len(ranking)))
    }
    expected = mean(
        tau_ap([order.index(i) + 1 for i in range(len(ranking))], reference=reference)
        for order in orders
    )
    assert tau_ap(ranking, reference=reference) == pytest.approx(expected)


def test_tau_ap_counts_an_error_at_the_top_more():
    # Swapped are the first two, then the last two; Kendall's tau is the same for both.
    top, bottom = [2, 1, 3, 4], [1, 2, 4, 3]
    assert kendall_tau(top, [1, 2, 3, 4]) == kendall_tau(bottom, [1, 2, 3, 4])
    # 2/3 · (0/1 + 2/2 + 3/3) - 1 and 2/3 · (1/1 + 2/2 + 2/3) - 1.
    assert tau_ap(top, reference=[1, 2, 3, 4]) == pytest.approx(1 / 3)
    assert tau_ap(bottom, reference=[1, 2, 3, 4]) == pytest.approx(7 / 9)


def test_systems_tied_everywhere_overlap_fully():
    assert rbo([1, 1, 1], [1, 1, 1]) == pytest.approx(1)


def test_rbo_of_two_swapped_systems_by_hand():
    # Agreement 0 at depth 1 and 1 at depth 2: (.1/.9) · .81 + .81 = .9
    assert rbo([1, 2], [2, 1]) == pytest.approx(0.9)
