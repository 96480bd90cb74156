import pytest

from regild.rating.quality import (
    ATTENTION_RULES,
    Finding,
    Rated,
    Rule,
    Thresholds,
    Unfinished,
    find_flaws,
)

FEW = Thresholds(min_ratings=4, min_checks=2, longest_run=4, same_share=0.75)


def rated(*values, **columns):
    return [Rated(candidate, value, **columns) for candidate, value in enumerate(values)]


def timed(*milliseconds):
    # Values that go up and down, so that no other rule has anything to say.
    return [Rated(place, place % 4, ms) for place, ms in enumerate(milliseconds)]


def findings(ratings, *, thresholds=FEW, unfinished=None):
    return find_flaws(ratings, unfinished=unfinished, thresholds=thresholds)


def test_nothing_rated_gives_no_finding():
    assert findings([]) == []


def test_varied_unhurried_ratings_give_no_finding():
    ratings = [
        Rated(place, value, elapsed_ms=2500, votes=3, others_mean=value + 0.5)
        for place, value in enumerate([0, 3, 1, 2, 0, 2, 3, 1])
    ]
    assert findings(ratings) == []


def test_a_sitting_that_was_left_says_how_far_it_got():
    assert findings([], unfinished=Unfinished(answered=12, shown=146)) == [
        Finding(Rule.INCOMPLETE, "left after 12 of 146 candidates", 12 / 146, 1)
    ]


def test_a_sitting_answered_to_the_end_was_not_left():
    assert findings([], unfinished=Unfinished(answered=5, shown=5)) == []


def test_one_value_throughout_is_a_straight_line():
    share, run = findings(rated(2, 2, 2, 2, 2))
    assert share == (Rule.STRAIGHT_LINING, "5 of 5 candidates were given 2", 1, 0.75)
    assert run == (Rule.STRAIGHT_LINING, "5 candidates in a row were given 2", 5, 4)


@pytest.mark.parametrize(
    ("values", "share"),
    [
        ([1, 1, 0, 1], 3 / 4),  # as large as the threshold
        ([1, 1, 0, 2, 1, 1, 2, 1], None),  # 5 of 8
        ([1, 1, 1], None),  # too few to tell
    ],
)
def test_the_share_of_one_value_must_reach_its_threshold(values, share):
    assert [finding.value for finding in findings(rated(*values))] == (
        [] if share is None else [share]
    )


@pytest.mark.parametrize(
    ("values", "run"),
    [
        ([0, 3, 3, 3, 3, 0, 1, 2], 4),
        ([3, 3, 3, 0, 3, 3, 3, 0, 1, 2], None),  # six threes, three in a row at most
    ],
)
def test_the_longest_run_must_reach_its_threshold(values, run):
    assert [finding.value for finding in findings(rated(*values))] == (
        [] if run is None else [run]
    )


def test_not_judging_anything_is_a_straight_line():
    assert findings(rated(None, None, None, None))[0].reason == (
        "4 of 4 candidates were given 'I cannot judge this'"
    )


def test_without_a_known_order_there_are_no_runs():
    (finding,) = findings(rated(0, 0, 0, 0, in_order=False))
    assert finding.reason == "4 of 4 candidates were given 0"


def test_a_median_under_the_threshold_is_too_fast():
    # Middle two of five hundred … 900: (700 + 800) / 2.
    assert findings(timed(900, 500, 700, 800)) == [
        Finding(Rule.TOO_FAST, "median time of 4 ratings 750 ms, under 800 ms", 750, 800)
    ]


def test_many_fast_ratings_are_too_fast_even_with_a_slow_median():
    assert findings(timed(100, 2000, 300, 2500, 2600)) == [
        Finding(Rule.TOO_FAST, "2 of 5 ratings made in under 400 ms", 2 / 5, 0.3)
    ]


@pytest.mark.parametrize(
    "milliseconds",
    [
        (800, 800, 800, 800),  # not under
        (10, 10, 10),  # too few
        (10, 10, 10, None),  # an untimed rating does not make them more
    ],
)
def test_what_was_not_clearly_fast_is_not_flagged(milliseconds):
    assert findings(timed(*milliseconds)) == []


def test_anchors_rated_zero_are_failed():
    ratings = rated(0, 0, 0, votes=2) + rated(1, votes=5)
    thresholds = FEW._replace(same_share=1)
    assert findings(ratings, thresholds=thresholds) == [
        Finding(
            Rule.ANCHORS_FAILED,
            "3 of 4 first-gold candidates with at least 2 votes rated 0",
            3 / 4,
            0.5,
        )
    ]


@pytest.mark.parametrize(
    "ratings",
    [
        rated(0, 0, votes=1),  # one vote proves nothing
        rated(0, 0),  # no gold at all
        rated(0, votes=7),  # a single anchor
        rated(None, None, votes=7),  # not judged
        rated(0, 1, 1, votes=2),  # 1 of 3
    ],
)
def test_anchors_are_only_failed_by_enough_zeros(ratings):
    assert findings(ratings) == []


def repeated(*pairs):
    first = [Rated(place, value) for place, (value, _again) in enumerate(pairs)]
    again = [
        Rated(100 + place, value, repeat_of=place)
        for place, (_value, value) in enumerate(pairs)
    ]
    return first + again


def test_repeats_rated_apart_are_inconsistent():
    # |0−3|, |2−1|, |1−1|: 4/3
    (finding,) = findings(repeated((0, 3), (2, 1), (1, 1)))
    assert finding == (
        Rule.INCONSISTENT,
        "3 candidates shown twice were rated 1.33 apart on average",
        pytest.approx(4 / 3),
        1.0,
    )


@pytest.mark.parametrize(
    "pairs",
    [
        [(0, 1), (2, 2)],  # 1/2
        [(0, 3)],  # one repeat is too few
        [(0, 3), (None, 3), (1, None)],  # only one was judged twice
    ],
)
def test_repeats_must_be_enough_and_far_enough_apart(pairs):
    assert findings(repeated(*pairs)) == []


def test_a_repeat_whose_original_was_not_rated_says_nothing():
    ratings = [Rated(100, 3, repeat_of=1), Rated(101, 0, repeat_of=2)]
    assert findings(ratings) == []


def test_foils_rated_above_zero_are_failed():
    assert findings(rated(2, 0, 1, foil=True)) == [
        Finding(Rule.FOILS_FAILED, "2 of 3 words known to be wrong rated above 0", 2 / 3, 0.5)
    ]


@pytest.mark.parametrize(
    "ratings",
    [
        rated(0, 0, 1, foil=True),
        rated(3, foil=True),  # a single foil
        rated(3, None, foil=True),  # the other one was not judged
    ],
)
def test_foils_must_be_enough_and_rated_above_zero(ratings):
    assert findings(ratings) == []


# F. J. Anscombe, "Graphs in Statistical Analysis", The American Statistician 27 (1973), set I:
# r = 0.816.
ANSCOMBE = [
    (10, 8.04), (8, 6.95), (13, 7.58), (9, 8.81), (11, 8.33), (14, 9.96),
    (6, 7.24), (4, 4.26), (12, 10.84), (7, 4.82), (5, 5.68),
]  # fmt: skip


def compared(pairs):
    return [
        Rated(place, value, others_mean=others) for place, (value, others) in enumerate(pairs)
    ]


def test_a_low_correlation_with_the_others_is_pearsons():
    (finding,) = findings(compared(ANSCOMBE), thresholds=FEW._replace(correlation=0.9))
    assert finding.rule == Rule.LOW_CORRELATION
    assert finding.value == pytest.approx(0.81642, abs=5e-6)
    assert finding.reason == (
        "correlates 0.82 with the mean of the others on 11 candidates, under 0.90"
    )


@pytest.mark.parametrize(
    "pairs",
    [
        ANSCOMBE,  # .816 is not under .2
        [(0, 3), (1, 2), (3, 0)],  # too few
        [(0, 3), (1, 2), (3, 0), (2, None), (None, 1)],  # too few that others rated too
        [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3), (3, 2 / 6)],  # the others never vary
        # nor does the annotator, where compared
        [(1, 0.5), (2, None), (1, 1.5), (1, 2.5), (0, None), (1, 3.0)],
    ],
)
def test_a_correlation_must_be_defined_and_low(pairs):
    assert findings(compared(pairs)) == []


def test_only_failed_attention_is_held_against_an_annotator_at_once():
    assert {"too_fast", "inconsistent", "foils_failed"} == ATTENTION_RULES


# ---- Names, which have no order --------------------------------------------------------------


def of_names(ratings):
    return find_flaws(
        ratings,
        unfinished=None,
        thresholds=FEW,
        codes=["Plan", "Report", "Private", "Other"],
        level="nominal",
    )


def test_the_first_of_names_is_not_the_lowest():
    """Some choose it as the first gold has it, and never what others did."""
    ratings = [
        Rated(place, place % 2, votes=3, others_mean=1 - place % 2) for place in range(8)
    ]
    assert {one.rule for one in findings(ratings)} == {
        Rule.ANCHORS_FAILED,
        Rule.LOW_CORRELATION,
    }
    assert of_names(ratings) == []


def test_one_name_throughout_is_told_by_the_name():
    assert of_names(rated(2, 2, 2, 2, 1))[0] == (
        Rule.STRAIGHT_LINING,
        "4 of 5 candidates were given Private",
        0.8,
        0.75,
    )


def test_names_given_otherwise_the_second_time_are_counted_and_not_measured():
    ratings = [Rated(1, 0), Rated(2, 2), Rated(3, 3, repeat_of=1), Rated(4, 2, repeat_of=2)]
    # Three places apart and none: 1.5 on average, but one of two.
    assert [one.rule for one in findings(ratings)] == [Rule.INCONSISTENT]
    assert of_names(ratings) == []
    ratings[3] = Rated(4, 1, repeat_of=2)
    assert of_names(ratings) == [
        Finding(
            Rule.INCONSISTENT,
            "2 of 2 candidates shown twice were given another answer",
            1,
            1,
        )
    ]
