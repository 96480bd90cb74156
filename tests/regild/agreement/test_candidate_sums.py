"""Worked by hand."""

import pytest

from regild.agreement.candidate_sums import SumOfCandidate, SumOfItem, sum_of_item, sum_up

WEIGHTS = {0: 0.0, 1: 1.0, 2: 2.0, 3: 3.0}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], SumOfCandidate(0)),
        # One annotator makes no pair, and has nothing to differ from.
        ([2], SumOfCandidate(1, mean=2.0)),
        ([3, 3, 3], SumOfCandidate(3, mean=3.0, sd=0.0, differ=0.0)),
        # Squares .25² · 3 + .75² over 3; the 2 differs from each of three, of six pairs.
        ([3, 3, 3, 2], SumOfCandidate(4, mean=2.75, sd=0.5, differ=0.5)),
        # Squares 1 + 1 + 0 over 2; every pair differs.
        ([0, 2, 1], SumOfCandidate(3, mean=1.0, sd=1.0, differ=1.0)),
    ],
)
def test_a_candidates_ratings_come_to_mean_deviation_and_disagreement(values, expected):
    assert sum_up(values, WEIGHTS) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([7], SumOfCandidate(1, top=7, share=1.0)),
        # The 4 differs from either 7, of three pairs.
        ([7, 7, 4], SumOfCandidate(3, differ=2 / 3, top=7, share=2 / 3)),
        # As often as another: none is the one most often chosen.
        ([7, 4], SumOfCandidate(2, differ=1.0, top=None, share=0.5)),
    ],
)
def test_names_have_a_most_frequent_one_and_no_mean(values, expected):
    assert sum_up(values, None) == expected


def test_weights_are_what_is_averaged():
    assert sum_up([1, 5], {1: 0.5, 5: 1.0}).mean == 0.75


def test_an_item_is_the_mean_of_its_candidates_and_all_of_their_pairs():
    given = [[3, 3, 3, 2], [0, 2, 1], [2], []]
    found = sum_of_item((sum_up(values, WEIGHTS), values) for values in given)
    # Means 2.75, 1 and 2; deviations .5 and 1; 3 of 6 and 3 of 3 pairs differ.
    assert found == SumOfItem(4, 3, 8, mean=5.75 / 3, sd=0.75, differ=6 / 9)


def test_an_item_without_ratings_has_nothing_to_say():
    assert sum_of_item([(sum_up([], WEIGHTS), [])]) == SumOfItem(1, 0, 0, None, None, None)
