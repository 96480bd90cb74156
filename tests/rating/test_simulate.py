import io
import json
import random
from collections import Counter
from statistics import fmean, median

import pytest
from django.core.management import CommandError, call_command

from annotators.models import Annotator
from core.refusals import Refused
from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment, Rating
from rating.services.simulating import simulate_campaign
from rating.services.simulating_rounds import simulate_saving, world_of
from regild.problems import BadFiles
from regild.rating.simulation import (
    AnnotatorKind,
    SyntheticAnnotator,
    draw_annotators,
    plausible_value,
)
from sources.services.systems import add_system
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.rating.sitting import delete_annotators

TOP = 3


def rng():
    return random.Random(7)


def given(kind, true_value, times=400):
    annotator = SyntheticAnnotator(kind, top=TOP, rng=rng())
    return [annotator.rate(true_value) for _time in range(times)]


# ---- The annotators themselves --------------------------------------------------------------


@pytest.mark.parametrize("kind", AnnotatorKind)
@pytest.mark.parametrize("true_value", [0, 1.5, 3])
def test_values_stay_on_the_scale_and_take_time(kind, true_value):
    ratings = given(kind, true_value)
    assert {value for value, _ms in ratings} <= {0, 1, 2, 3}
    assert min(ms for _value, ms in ratings) >= 120


def test_a_careful_annotator_sees_better_than_a_hasty_one():
    def error(kind):
        return fmean(
            abs(value - truth) for truth in range(4) for value, _ms in given(kind, truth)
        )

    assert error(AnnotatorKind.CAREFUL) < 0.3 < 0.6 < error(AnnotatorKind.HASTY)


def test_a_random_annotator_does_not_look():
    assert given(AnnotatorKind.RANDOM, 0) == given(AnnotatorKind.RANDOM, 3)
    assert {value for value, _ms in given(AnnotatorKind.RANDOM, 0)} == {0, 1, 2, 3}


def test_a_straight_liner_has_a_favourite():
    (_favourite, times), *_rest = Counter(
        value for value, _ms in given(AnnotatorKind.STRAIGHT_LINER, 1.5)
    ).most_common()
    assert times > 0.97 * 400


def test_only_the_careless_hurry():
    medians = {kind: median(ms for _value, ms in given(kind, 2)) for kind in AnnotatorKind}
    assert medians[AnnotatorKind.STRAIGHT_LINER] < 800
    assert medians[AnnotatorKind.HASTY] < 800
    assert medians[AnnotatorKind.CAREFUL] > 2000


@pytest.mark.parametrize(
    ("count", "shares", "expected"),
    [
        (
            10,
            {AnnotatorKind.CAREFUL: 0.7, AnnotatorKind.RANDOM: 0.3},
            {"careful": 7, "random": 3},
        ),
        (3, {AnnotatorKind.CAREFUL: 2, AnnotatorKind.HASTY: 1}, {"careful": 2, "hasty": 1}),
        (4, {AnnotatorKind.CAREFUL: 0, AnnotatorKind.HASTY: 1}, {"hasty": 4}),
        (1, {AnnotatorKind.CAREFUL: 0.7, AnnotatorKind.RANDOM: 0.3}, {"careful": 1}),
    ],
)
def test_kinds_come_in_their_shares(count, shares, expected):
    people = draw_annotators(count, shares=shares, top=TOP, rng=rng())
    assert Counter(person.kind for person in people) == expected
    assert all(person.patience >= 1 for person in people)


def test_what_people_proposed_is_worth_more_than_what_systems_gave():
    draws = rng()

    def mean(votes, systems):
        values = [
            plausible_value(votes=votes, systems=systems, top=TOP, rng=draws)
            for _time in range(500)
        ]
        assert 0 <= min(values) <= max(values) <= TOP
        return fmean(values)

    assert mean(None, 1) < mean(None, 5) < mean(1, 0) < mean(5, 0)


# ---- Through the services -------------------------------------------------------------------


def answers():
    return list(
        Rating.objects.order_by("id").values_list(
            "annotator__name",
            "candidate__item__key",
            "candidate__text",
            "value",
            "elapsed_ms",
        )
    )


@pytest.mark.django_db
def test_every_subset_is_filled_as_far_as_the_campaign_wants():
    campaign = make_campaign(subsets=2, min_ratings=2, max_ratings=3)
    report = simulate_campaign(campaign=campaign, annotators=12, seed=1)
    assert set(Rating.objects.values_list("candidate").distinct()) == set(
        Candidate.objects.values_list("id")
    )
    assert report.sittings == Assignment.objects.filter(state="complete").count() == 6
    assert report.ratings == Rating.objects.count() == 3 * Candidate.objects.count()
    assert report.annotators.total() == Annotator.objects.filter(source="simulated").count()


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_ratings_again():
    first = make_campaign("first")
    simulate_campaign(campaign=first, annotators=5, seed=3)
    before = answers()
    delete_annotators(first)
    second = make_campaign("second")
    simulate_campaign(campaign=second, annotators=5, seed=3)
    assert answers() == before
    delete_annotators(second)
    simulate_campaign(campaign=make_campaign("third"), annotators=5, seed=4)
    assert answers() != before


@pytest.mark.django_db
def test_careful_annotators_give_the_true_values():
    campaign = make_campaign(subsets=1)
    truth = source(
        "sentence\tsubstitute\tvalue\n1\thappy\t3\n1\tsorry\t0\n1\tglad\t3\n", "truth.tsv"
    )
    report = simulate_campaign(
        campaign=campaign, annotators=7, seed=2, shares={AnnotatorKind.CAREFUL: 1}, truth=truth
    )
    # `glad` is the target itself, which the campaign keeps out of its pool.
    assert report.true_values == 2
    assert report.derived == Candidate.objects.count() - 2
    means = {
        text: fmean(Rating.objects.filter(candidate__text=text).values_list("value", flat=True))
        for text in ("happy", "sorry")
    }
    assert means["happy"] > 2.5
    assert means["sorry"] < 0.5


@pytest.mark.django_db
def test_foils_are_worth_nothing_and_repeats_what_their_originals_are():
    campaign = make_campaign(subsets=1, foil_share=0.3, repeat_share=0.3)
    simulate_campaign(
        campaign=campaign, annotators=7, seed=2, shares={AnnotatorKind.CAREFUL: 1}
    )
    foils = Rating.objects.filter(candidate__role="foil").values_list("value", flat=True)
    assert fmean(foils) < 0.5
    for repeat in Candidate.objects.filter(role="repeat"):
        again, first = (
            fmean(Rating.objects.filter(candidate=id).values_list("value", flat=True))
            for id in (repeat.id, repeat.repeat_of_id)
        )
        assert abs(again - first) < 0.75


@pytest.mark.django_db
def test_a_bad_truth_is_told_line_by_line_and_nothing_is_rated():
    campaign = make_campaign()
    truth = source(
        "sentence\tsubstitute\tvalue\n99\thappy\t3\n1\thappy\t4\n1\tpleased\thigh\n"
        "1\tsorry\t0\n1\tsorry\t1\n1\tcontent\tnan\n",
        "truth.tsv",
    )
    with pytest.raises(BadFiles) as caught:
        simulate_campaign(campaign=campaign, annotators=2, seed=1, truth=truth)
    assert [problem.line for problem in caught.value.files[0].problems] == [2, 3, 4, 6, 7]
    assert not Annotator.objects.exists()


@pytest.mark.django_db
def test_a_campaign_that_is_not_open_is_refused():
    with pytest.raises(Refused, match="not open"):
        simulate_campaign(campaign=make_campaign(state="paused"), annotators=1, seed=1)


# ---- The command ----------------------------------------------------------------------------


def run(*arguments):
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_command_prints_what_it_did():
    make_campaign()
    shares = ["--kinds", "careful=3,random=1"]
    facts = json.loads(run("boats", "--annotators", "4", "--seed", "9", *shares, "--json"))
    assert facts["seed"] == 9
    assert facts["annotators"] == {"careful": 3, "random": 1}
    assert facts["ratings"] == Rating.objects.count()
    assert "2 careful" in run("boats", "--annotators", "2", "--kinds", "careful=1")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ["--annotators", "0"],
        ["--annotators", "2", "--kinds", "clever=1"],
        ["--annotators", "2", "--kinds", "careful"],
        ["--annotators", "2", "--kinds", "careful=-1,random=2"],
        ["--annotators", "2", "--kinds", "careful=0"],
        ["--annotators", "2", "--kinds", "careful=nan"],
    ],
)
def test_a_wrong_call_is_refused(arguments):
    make_campaign()
    with pytest.raises(CommandError):
        run("boats", *arguments)
    assert not Annotator.objects.exists()


@pytest.mark.django_db
def test_what_rounds_would_save_is_tried_on_the_campaign_s_own_candidates():
    campaign = make_campaign(min_ratings=2, max_ratings=5)
    with pytest.raises(CommandError, match="at least two systems answered"):
        printed_by("simulate", "boats", "--saving", 3)
    second = "glad.a 1 :: pleased;happy\nroom.n 3 :: place\ncalm.a 5 :: quiet\n"
    add_system(campaign=campaign, name="second", answers=source(second, "second.txt"))
    pool_campaign(campaign=campaign)
    told = facts_of("simulate", "boats", "--saving", 3, "--seed", 4, "--depth", 1)
    assert (told["candidates"], told["systems"], told["first"], told["most"]) == (20, 2, 2, 5)
    assert [rule["rule"] for rule in told["rules"]] == ["alike", "by rank", "chosen"]
    assert facts_of("simulate", "boats", "--saving", 3, "--seed", 4, "--depth", 1) == told
    said, _errors = printed_by("simulate", "boats", "--saving", 3, "--seed", 4)
    assert "20 candidates, 2 systems; from 2 ratings of each on, 5 at most" in said
    assert "ratings saved at equal tau" in said
    assert not Rating.objects.exists()
    assert not campaign.annotators.exists()


@pytest.mark.django_db
def test_what_rounds_would_save_is_by_the_library():
    """Two sentences' answers by hand: what stands where in the arrays of the library."""
    campaign = make_campaign(min_ratings=2, max_ratings=5)
    add_system(campaign=campaign, name="second", answers=source("calm.a 5 :: quiet\n"))
    pool_campaign(campaign=campaign)
    world = world_of(campaign, depth=2, seed=4, truth=None)
    pooled = Candidate.objects.filter(role="pooled").order_by("item__position", "text")
    texts = [*pooled.values_list("text", flat=True)]
    assert len(world.worth) == len(texts) == 20
    assert world.weights.tolist() == [0, 1, 2, 3]
    given = [[texts[n] if n >= 0 else None for n in row] for row in world.answers[0].tolist()]
    assert given[:2] == [["happy", "content"], ["cheerful", "joyful"]]
    assert given[4] == ["still", "level"]
    assert world.answers[1].max(axis=1).tolist()[:4] == [-1] * 4
    assert texts[world.answers[1][4, 0]] == "quiet"
    strata = dict(zip(texts, world.strata, strict=True))
    assert strata["happy"] == ("both", 1, 4.0)
    assert strata["sorry"] == ("systems", 4, None)
    assert strata["merry"] == ("gold", None, 2.0)


@pytest.mark.django_db
def test_without_room_for_further_ratings_nothing_could_be_saved():
    campaign = make_campaign(min_ratings=3, max_ratings=3)
    add_system(campaign=campaign, name="second", answers=source("calm.a 5 :: quiet\n"))
    with pytest.raises(Refused, match="more than the ratings wanted"):
        simulate_saving(campaign=campaign, runs=1, seed=1)


@pytest.mark.django_db
def test_depth_is_of_what_rounds_would_save():
    make_campaign()
    with pytest.raises(CommandError, match="add --saving RUNS"):
        printed_by("simulate", "boats", "--annotators", 2, "--depth", 1)
