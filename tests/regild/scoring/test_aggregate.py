import pytest

from regild.scoring.aggregate import second_gold_weight

# Counts are of the options bad, reasonable, good, or of 0, 1, 2, 3.
THREE = (0, 1, 2)
FOUR = (0, 1, 2, 3)


def weight(counts, *, weights=FOUR, rule="mean", min_ratings=3):
    return second_gold_weight(counts, weights=weights, rule=rule, min_ratings=min_ratings)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 0, 0, 3), 3),
        ((0, 0, 1, 3), 2.75),  # écart in sentence 208 of the post hoc paper
        ((1, 0, 1, 1), 5 / 3),
        ((4, 0, 0, 0), 0),
    ],
)
def test_the_mean_rating(counts, expected):
    assert weight(counts) == expected


def test_equal_shares_of_ratings_give_the_same_weight_to_the_last_digit():
    # Otherwise two substitutes would not tie for the mode.
    third = (0.1, 0.7, 0.2)
    assert weight((1, 1, 1), weights=third) == weight((2, 2, 2), weights=third)


def test_too_few_ratings_are_unknown_and_not_zero():
    assert weight((0, 0, 0, 2)) is None
    assert weight((0, 0, 0, 2), min_ratings=2) == 3
    assert weight((0, 0, 0, 0), min_ratings=0) is None


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((1, 0, 0, 2), 3), ((1, 1, 2, 0), 1.5), ((2, 0, 0, 2), 1.5), ((0, 2, 1, 0), 1)],
)
def test_the_median_averages_the_two_in_the_middle(counts, expected):
    assert weight(counts, rule="median") == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((0, 1, 2), 2),  # a majority
        ((2, 0, 1), 0),
        ((1, 1, 1), 1),  # McCarthy & Navigli: one good and one reasonable make reasonable
        ((0, 2, 2), 1),  # the ties of measures.md: GR → R
        ((2, 2, 0), 0),  # RB → B
        ((2, 0, 2), 1),  # GB → R
    ],
)
def test_the_majority_verdict(counts, expected):
    assert weight(counts, weights=THREE, rule="majority") == expected


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 1, 2), 2),  # where the majority's verdict is reasonable
        ((1, 1, 1), 1),
        ((2, 0, 2), 1),
        ((2, 2, 0), 0),
        ((3, 2, 2), 0),
    ],
)
def test_the_option_chosen_most_often(counts, expected):
    assert weight(counts, weights=THREE, rule="plurality") == expected


def test_the_verdict_carries_the_weight_of_its_option():
    assert weight((0, 2, 1), weights=(0, 0.4, 1), rule="majority") == 0.4
