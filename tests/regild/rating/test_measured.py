import random

import pytest

from regild.rating.measured import measure, percent_of, times_by_percent
from regild.rating.quality import Rated


def test_nothing_rated_measures_nothing():
    found = measure([])
    assert (found.rated, found.timed, found.times, found.longest_run) == (0, 0, (), 0)
    assert found.same_share is found.median_ms is found.correlation is found.lean is None
    assert found.anchor_share is found.foil_share is found.repeat_difference is None


def test_what_the_checks_look_at_is_measured():
    found = measure(
        [
            Rated(1, 2, 900, votes=3, others_mean=3.0),
            Rated(2, 0, 300, votes=2, others_mean=1.0),
            Rated(3, 0, 500, foil=True),
            Rated(4, 0, 700, votes=1, others_mean=0.5),
            Rated(5, None, None),
            Rated(6, 1, 100, votes=3, repeat_of=1),
            Rated(7, 1, 1100, foil=True),
        ]
    )
    assert (found.rated, found.same_share, found.longest_run) == (7, 3 / 7, 3)
    assert (found.timed, found.median_ms) == (6, 600)
    # A repeat of an anchor is one more answer to it.
    assert (found.anchors, found.anchor_share) == (3, 1 / 3)
    assert (found.foils, found.foil_share) == (2, 1 / 2)
    assert (found.repeats, found.repeat_difference) == (1, 1)
    # (2 - 3 + 0 - 1 + 0 - .5) / 3
    assert (found.shared, found.lean) == (3, -2.5 / 3)
    # Own 2, 0, 0 (mean 2/3); others 3, 1, .5 (mean 1.5): products 4/3 x 1.5 + -2/3 x -.5
    # + -2/3 x -1 = 3; squares 24/9 and 3.5; r = 3 / sqrt(9.3333) = .98198
    assert found.correlation == pytest.approx(0.98198, abs=1e-5)


def test_names_are_not_measured_by_what_needs_an_order():
    found = measure(
        [
            Rated(1, 2, votes=3, others_mean=1.0),
            Rated(2, 5, repeat_of=1),
            Rated(3, 0, foil=True),
        ],
        level="nominal",
    )
    assert (found.anchors, found.foils, found.shared) == (0, 0, 0)
    # Another name is another, however far apart the two stand.
    assert (found.repeats, found.repeat_difference) == (1, 1)


@pytest.mark.parametrize("n", [1, 3, 7, 99, 100, 101, 256])
def test_so_many_percent_are_faster_exactly_when_the_time_at_it_is(n):
    rng = random.Random(n)
    timed = sorted(rng.randint(1, 60) for _time in range(n))
    times = times_by_percent(timed)
    assert len(times) == 100
    for percent in range(1, 101):
        for least in range(62):
            share = sum(ms < least for ms in timed) / n
            assert (share >= percent / 100) == (times[percent - 1] < least)


@pytest.mark.parametrize(
    ("share", "percent"), [(0.3, 30), (0.07, 7), (0.29, 29), (1, 100), (0.333, None)]
)
def test_a_share_is_of_whole_percents_or_of_none(share, percent):
    assert percent_of(share) == percent
