"""Distances worked by hand from the definition of Iglewicz and Hoaglin (1993)."""

import pytest

from regild.rating.measured import measure
from regild.rating.outliers import OUTLIER, Sign, robust_distances, stand
from regild.rating.quality import Rated

NOTHING = measure([])


def crowd(**columns):
    """Annotators from 1 on, each with a value of every column; so many ratings and checks."""
    enough = {"rated": 50, "timed": 50, "shared": 50, "anchors": 9, "repeats": 9, "foils": 9}
    rows = zip(*columns.values(), strict=True)
    return {
        number: NOTHING._replace(**enough, **dict(zip(columns, row, strict=True)))
        for number, row in enumerate(rows, 1)
    }


def standing(found):
    return stand(found, min_ratings=20, min_checks=3)


def test_the_distance_is_in_median_absolute_deviations():
    # Median 4; deviations .8 .6 .3 .3 .2 .1 0 0 .1 .2 .7 .8 10 11, their median .3;
    # .6745 x 10 / .3 = 22.483, .6745 x 11 / .3 = 24.732, .6745 x -.8 / .3 = -1.799.
    data = [3.2, 3.4, 3.7, 3.7, 3.8, 3.9, 4, 4, 4.1, 4.2, 4.7, 4.8, 14, 15]
    found = robust_distances(data)
    assert found[-2:] == pytest.approx([22.483, 24.732], abs=1e-3)
    assert found[0] == pytest.approx(-1.799, abs=1e-3)
    assert [x for x, one in zip(data, found, strict=True) if abs(one) >= OUTLIER] == [14, 15]


def test_where_most_are_equal_the_mean_deviation_takes_its_place():
    # Median 0, mean absolute deviation (1 + 3) / 8 = .5; 3 / (1.253314 x .5) = 4.787.
    found = robust_distances([0, 0, 0, 0, 0, 0, 1, 3])
    assert found == pytest.approx([0, 0, 0, 0, 0, 0, 1.596, 4.787], abs=1e-3)


def test_where_all_are_equal_nobody_is_far():
    assert robust_distances([2, 2, 2]) is None
    assert standing(crowd(correlation=[0.5] * 9))[1] == ({}, [])


def test_who_agrees_less_than_the_crowd_is_an_outlier_and_who_agrees_more_is_not():
    # Median .69, deviations 0 .01 .01 .02 .02 .03 .03 .04 .59: their median .02;
    # .6745 x (.1 - .69) / .02 = -19.898.
    values = [0.7, 0.71, 0.69, 0.72, 0.68, 0.73, 0.67, 0.66, 0.1]
    found = standing(crowd(correlation=values))
    (outlier,) = found[9].outliers
    assert outlier.sign == Sign.CORRELATION
    assert (outlier.value, outlier.crowd, outlier.annotators) == (0.1, 0.69, 9)
    assert outlier.distance == pytest.approx(-19.898, abs=1e-3)
    assert found[9].furthest == pytest.approx(19.898, abs=1e-3)
    assert all(not found[id].outliers and found[id].furthest == 0 for id in range(1, 9))
    better = standing(crowd(correlation=[1 - value for value in values]))
    assert better[9].distances[Sign.CORRELATION] == pytest.approx(19.898, abs=1e-3)
    assert better[9].outliers == []


def test_a_distance_that_matters_to_nobody_makes_no_outlier():
    values = [0.700, 0.701, 0.699, 0.702, 0.698, 0.703, 0.697, 0.696, 0.64]
    found = standing(crowd(correlation=values))
    assert found[9].distances[Sign.CORRELATION] < -OUTLIER
    assert found[9].outliers == []


def test_times_are_compared_by_how_many_times_as_fast():
    # Logarithms of base 2: 11 but for 10.5, 10.5, 11.5, 11.5 and 8; deviations' median .5;
    # .6745 x -3 / .5 = -4.047.
    times = [2**10.5, 2**10.5, 2**11.5, 2**11.5, 2**11, 2**11, 2**11, 2**10.4, 2**8]
    found = standing(crowd(median_ms=times))
    (outlier,) = found[9].outliers
    assert (outlier.sign, outlier.value, outlier.crowd) == (Sign.PACE, 256, 2048)
    assert outlier.distance == pytest.approx(-4.047)
    slow = standing(crowd(median_ms=[*times[:-1], 2**14]))
    assert slow[9].outliers == []


def test_leaning_to_either_side_is_far():
    values = [0, 0.1, -0.1, 0.1, -0.1, 0.2, -0.2, 0, 0.9, -0.9]
    found = standing(crowd(lean=values))
    assert [id for id, one in found.items() if one.outliers] == [9, 10]


def test_the_furthest_is_told_first():
    # Median .2, median deviation .1: .6745 x .7 / .1 = 4.72 and .6745 x .6 / .1 = 4.05.
    found = standing(
        crowd(
            foil_share=[0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.2, 0.9],
            anchor_share=[0.1, 0.1, 0.2, 0.2, 0.1, 0.1, 0.2, 0.2, 0.8],
        )
    )
    assert [one.sign for one in found[9].outliers] == [Sign.FOIL_SHARE, Sign.ANCHOR_SHARE]


def test_with_too_little_of_it_nobody_is_compared():
    values = [0.7, 0.71, 0.69, 0.72, 0.68, 0.73, 0.67, 0.66, 0.1]
    few = crowd(correlation=values)
    few[9] = few[9]._replace(shared=19)
    assert standing(few)[9] == ({}, [])
    assert standing({id: few[id] for id in range(1, 8)})[1] == ({}, [])  # seven are no crowd


def test_ratings_themselves_make_an_outlier():
    careful = [Rated(n, n % 4, 2000, others_mean=n % 4 + 0.1 * (n % 3)) for n in range(40)]
    random_one = [Rated(n, (n * 7 // 5) % 4, 2000, others_mean=n % 4) for n in range(40)]
    found = {id: measure(careful) for id in range(1, 12)}
    for id in found:  # not all alike
        found[id] = found[id]._replace(correlation=found[id].correlation - 0.001 * id)
    found[12] = measure(random_one)
    assert Sign.CORRELATION in {one.sign for one in standing(found)[12].outliers}
