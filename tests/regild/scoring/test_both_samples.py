"""Scores given both samples: targets and annotators."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import regild
from bench.simulated import SMALL, draw_campaign, truth, truths
from bench.ties import MEASURE, coverage
from regild.resampling import student_two_sided
from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.both_samples import (
    BothDrawn,
    both_intervals,
    draw_both,
    draw_measures,
    pairs_apart,
    told_apart,
)
from regild.scoring.forecast import forecast, then
from regild.scoring.letters import letters_of
from regild.scoring.stopping import boundary, look
from regild.scoring.tie_groups import TIED, groups_of


@pytest.fixture(scope="module")
def drawn():
    campaign = draw_campaign(SMALL, np.random.default_rng(3))
    return draw_both(
        campaign.rated(),
        campaign.systems(),
        measure=MEASURE,
        groups=campaign.targets,
        seed=1,
    )


def test_intervals_hold_what_is_true():
    """Of 40 campaigns here, of 200 in bench.ties, which holds 93 to 97 per cent."""
    measures = ("semdis.best_norm", "best.P", "ndcg@10")
    assert {*measures} < {*TIED}
    true = truths(measures, np.random.default_rng(1), targets=20_000)
    by_hand = truth(np.random.default_rng(1), targets=20_000)
    assert true["semdis.best_norm"] == pytest.approx(by_hand)
    found = coverage(SMALL, runs=40, seed=5, true=true)
    for measure in measures:
        assert 0.88 <= found[measure].systems <= 1
        assert 0.9 <= found[measure].pairs <= 1
    # Percentiles of the replicates do not even hold the score they are of.
    assert found["semdis.best_norm"].own < 0.85


def test_people_who_agree_leave_the_targets_alone_to_vary():
    """By hand: scores 1 and 0 at one target, 0 and 1 at the other; the variance of a mean of
    two is s² / 2, with s² = 1/2, and the difference varies four times as much."""
    rated = RatedGold(
        [
            RatedSubstitute(sentence, word, [("ann", value), ("bob", value), ("eve", value)])
            for sentence in "1234"
            for word, value in (("good", 3), ("bad", 0))
        ],
        weights=[0, 1, 2, 3],
        rule="mean",
    )
    one = {"1": ["good"], "2": ["good"], "3": ["bad"], "4": ["bad"]}
    two = {"1": ["bad"], "2": ["bad"], "3": ["good"], "4": ["good"]}
    targets = {"1": "a", "2": "a", "3": "b", "4": "b"}
    found = draw_both(rated, [one, two], measure=MEASURE, groups=targets, seed=1)
    assert found.values.tolist() == [0.5, 0.5]
    assert (found.units, found.annotators, found.ratings) == (2, 3, 24)
    assert np.allclose(found.bias, 0)
    assert np.allclose(found.of_annotators, 0)
    assert found.covariance == pytest.approx(np.array([[0.25, -0.25], [-0.25, 0.25]]))
    [pair] = pairs_apart(found)
    assert (pair.difference, pair.p) == (0, 1)
    assert pair.high == pytest.approx(stats.t.ppf(0.975, 1))


def test_one_annotator_leaves_nobody_to_weigh_against():
    rated = RatedGold(
        [RatedSubstitute(n, "good", [("ann", 3)]) for n in range(3)],
        weights=[0, 1, 2, 3],
        rule="mean",
    )
    found = draw_both(rated, [{0: ["good"]}, {}], measure=MEASURE, groups={}, seed=1)
    assert found.by_annotators.shape == (0, 2)
    assert forecast(found).needed is None
    assert not look(found, planned=100).stop


def test_a_system_without_a_score_is_in_no_pair_and_no_group():
    rated = RatedGold(
        [
            RatedSubstitute(n, word, [("ann", 3), ("bob", value)])
            for n in range(4)
            for word, value in (("good", 3), ("bad", n % 2))
        ],
        weights=[0, 1, 2, 3],
        rule="mean",
    )
    one = {n: ["good"] for n in range(4)}
    found = draw_both(rated, [one, {}], measure="best.P", groups={}, seed=1)
    assert pairs_apart(found)[0][2:] == (None,) * 5
    groups = groups_of(found, ["one", "none"], measure="best.P")
    assert [(one.system, one.rank, one.letters) for one in groups.systems] == [
        ("one", 1, "a"),
        ("none", None, ""),
    ]
    assert both_intervals(found)[1] == (None, None)
    assert forecast(found).neighbours == ()


def test_slips_that_come_to_more_than_both_samples_make_no_score_certain():
    # By hand: .01 + .04 - SLIPS_OFF * .2 is less than 0, so .04, the annotators' alone; of the
    # difference of two that do not go together twice that. Student's t of 3 is 3.1824.
    some = np.eye(2)
    found = BothDrawn(
        values=np.array([0.6, 0.5]),
        bias=np.zeros(2),
        by_annotators=np.zeros((0, 2)),
        of_targets=0.01 * some,
        of_annotators=0.04 * some,
        of_slips=0.2 * some,
        units=4,
        annotators=3,
        ratings=24,
    )
    low, high = both_intervals(found)[0]
    assert (low, high) == pytest.approx((0.6 - 3.1824 * 0.2, 0.6 + 3.1824 * 0.2), abs=1e-4)
    [pair] = pairs_apart(found)
    reach = 3.1824 * math.sqrt(0.08)
    assert (pair.low, pair.high) == pytest.approx((0.1 - reach, 0.1 + reach), abs=1e-4)
    assert pair.p > 0.5
    groups = groups_of(found, ["one", "two"], measure="best.P")
    assert [one.letters for one in groups.systems] == ["a", "a"]


def test_the_same_seed_gives_the_same_groups_and_they_are_plain_values(drawn):
    names = [f"s{n}" for n in range(6)]
    found = groups_of(drawn, names, measure=MEASURE)
    apart = told_apart(pairs_apart(drawn))
    letters = {one.system: set(one.letters) for one in found.systems}
    for one in range(6):
        for two in range(one + 1, 6):
            shared = letters[names[one]] & letters[names[two]]
            assert bool(shared) == ((one, two) not in apart)
    assert set(found.to_dict()) == {
        *("measure", "units", "annotators", "ratings", "systems", "pairs"),
    }
    for one in found.systems:
        assert one.low < one.adjusted < one.high


@settings(deadline=None)
@given(st.integers(2, 7), st.data())
def test_two_share_a_letter_if_and_only_if_they_cannot_be_told_apart(n, data):
    pairs = [(one, two) for one in range(n) for two in range(one + 1, n)]
    apart = data.draw(st.sets(st.sampled_from(pairs)))
    letters = letters_of([*range(n)], apart)
    for one, two in pairs:
        assert bool(set(letters[one]) & set(letters[two])) == ((one, two) not in apart)


def test_letters_of_piephos_kind_by_hand():
    # 1 and 3 differ, 2 from neither.
    assert letters_of([1, 2, 3], {(1, 3)}) == {1: "a", 2: "ab", 3: "b"}
    assert letters_of([], ()) == {}


@pytest.mark.parametrize(("t", "freedom"), [(0, 3), (1.3, 1), (2.2, 29), (4, 200)])
def test_ps_of_students_t_are_those_of_scipy(t, freedom):
    assert student_two_sided(t, freedom=freedom) == pytest.approx(2 * stats.t.sf(t, freedom))


def test_a_forecast_strays_by_half_the_variance_with_twice_the_ratings(drawn):
    later = then(drawn, 2.0)
    strayed = later - later.mean(axis=0)
    replicates = drawn.by_annotators - drawn.by_annotators.mean(axis=0)
    assert np.allclose(strayed, replicates / 2**0.5)
    assert later.mean(axis=0) == pytest.approx(drawn.values - drawn.bias / 2)
    found = forecast(drawn)
    assert [one.times for one in found.curve] == [1.25, 1.5, 2.0, 3.0, 4.0]
    assert found.twice.ratings == 2 * drawn.ratings
    assert -1 <= found.twice.kendall_tau <= 1
    assert all(0 <= one.keeps <= 1 for one in found.neighbours)
    assert len(found.neighbours) == 5
    # What is needed is enough for the pairs that are told to be unsettled.
    assert (found.needed == 0) == (not found.unsettled)
    assert forecast(drawn, further_apart=1).needed == 0
    assert forecast(drawn, doubt=0.4).needed <= found.needed


def test_the_boundary_is_that_of_robbins_mixture_and_wider_than_one_look():
    """By hand, with n ρ² = 1: √(4 · log(√2 / α)); and never within the normal quantile."""
    for n in (10, 100, 1_000, 100_000):
        assert boundary(n, planned=1_000, level=0.005) > stats.norm.ppf(1 - 0.0025)
    at = {n: boundary(n, planned=1_000, level=0.005) for n in range(100, 5_000, 100)}
    assert abs(min(at, key=at.get) - 1_000) <= 500
    assert boundary(0, planned=10, level=0.05) == float("inf")


def test_a_campaign_stops_when_every_pair_is_settled_and_not_before(drawn):
    decision = look(drawn, planned=drawn.ratings)
    assert len(decision.pairs) == 15
    assert decision.stop == (not decision.unsettled)
    assert not look(drawn, planned=drawn.ratings, least=drawn.ratings + 1).stop
    # What is within the difference that matters is settled too.
    assert look(drawn, planned=drawn.ratings, further_apart=2).stop


def test_the_command_of_two_lines_finds_the_groups_of_a_file_of_ratings():
    rows = [
        (who, str(n), word, value)
        for who in ("ann", "bob", "eve")
        for n in range(12)
        for word, value in (("good", 3), ("bad", n % 2))
    ]
    one = {str(n): ["good"] for n in range(12)}
    two = {str(n): ["bad"] for n in range(12)}
    found = regild.tie_groups(rows, {"one": one, "two": two, "again": one}, scale="0-3")
    assert [(each.system, each.letters) for each in found.systems] == [
        ("one", "a"),
        ("again", "a"),
        ("two", "b"),
    ]


def test_measures_drawn_together_are_each_as_drawn_alone():
    campaign = draw_campaign(SMALL, np.random.default_rng(3))
    measures = [MEASURE, "semdis.oot_norm"]
    together = draw_measures(
        campaign.rated(),
        campaign.systems(),
        measures=measures,
        groups=campaign.targets,
        seed=1,
    )
    for measure, found in zip(measures, together, strict=True):
        alone = draw_both(
            campaign.rated(),
            campaign.systems(),
            measure=measure,
            groups=campaign.targets,
            seed=1,
        )
        for ours, theirs in zip(found, alone, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-15)
