"""Rounds beside the plan: chosen candidates rated again, and a late system's answers."""

import json
import random
import re
from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import CommandError
from django.utils import timezone

from campaigns.models import AuditEntry, Campaign, Job
from campaigns.services.locking import lock_campaign
from campaigns.services.webhooks import forget_old_messages, make_webhook
from core.refusals import Refused
from pooling import jobs as tasks
from pooling.models import Candidate, Placement, RatingRound, Subset
from pooling.selectors import grown_since_dispatch, stored_plan
from pooling.selectors.rounds import choose_candidates, late_systems, rounds_drawn
from pooling.services import dispatching
from pooling.services.calibrating import RoundDrawn
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drawing_rounds import RoundWanted, draw_round, take_back_round
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.coverage import coverage
from rating.selectors.loads import is_full, rated_loads
from rating.selectors.sittings import missing_candidates
from rating.services.announcing import announce_rounds
from rating.services.ending import expire_assignments
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate
from rating.services.importing import import_ratings
from rating.services.sittings import take_subset
from rating.services.storing import BadRatings, store_ratings
from regild.rating.batch import NewRating
from regild.scoring.rounds import Ratable, allocate_alike, choose_round, stratum_variances
from scoring.selectors.releases_compared import compare_releases
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.systems import add_system
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = pytest.mark.django_db

# Beside the first system's: some alike, some its own.
SECOND = """\
glad.a 1 :: pleased;happy;content
glad.a 2 :: merry;jolly
room.n 3 :: place;space
room.n 4 :: bedroom;chamber;hall
calm.a 5 :: still;quiet
"""
LATE = """\
glad.a 1 :: elated;happy
glad.a 2 :: bright
room.n 3 :: seat;berth;place
"""


@pytest.fixture
def campaign():
    """Of two systems; candidates have the two ratings that are wanted, and may have four."""
    found = make_campaign(subsets=None, min_ratings=2, max_ratings=4, stop_at_min=True)
    add_system(campaign=found, name="second", answers=source(SECOND, "second.txt"))
    pool_campaign(campaign=found)
    dispatch_campaign(campaign=found, subsets=2, block_size=4, seed=1)
    rate_all(found)
    found.refresh_from_db()
    return found


def rate_all(campaign):
    while not is_full(campaign, now=timezone.now()):
        annotator = join(campaign)
        # Who differ, or there would be nothing to learn from one more.
        sit(annotator, lambda one, more=annotator.pk: (len(one.text) + more) % 4)


def loads():
    return rated_loads(Rating.objects.filter(candidate__role="pooled"))


def draw(campaign, **wanted):
    return draw_round(campaign=campaign, wanted=RoundWanted(**{"seed": 3, **wanted}))


def test_a_round_goes_where_the_library_says(campaign):
    pooled = Candidate.objects.filter(role="pooled").order_by("id")
    ranks = {one.pk: [rank for _system, rank in one.answers] for one in pooled}
    strata = {
        one.pk: (one.origin, min(ranks[one.pk], default=None), one.votes) for one in pooled
    }
    values = {one.pk: [*one.ratings.values_list("value", flat=True)] for one in pooled}
    variances = stratum_variances((strata[id], values[id]) for id in strata)
    # Of two systems one that answers moves them apart by a half, both or none by nothing.
    effect = {id: 0.5 * (len(ranks[id]) == 1) for id in strata}
    ratable = [Ratable(strata[id], effect[id], 2) for id in strata]
    expected = choose_round(ratable, variances, ratings=10, most=4)
    totals, choice = choose_candidates(campaign, ratings=10, depth=10, seed=3)
    assert set(totals) <= {id for id in effect if effect[id]}
    assert sum(total - 2 for total in totals.values()) == choice.ratings == 10
    assert choice.saved == pytest.approx(expected.saved)
    alike = allocate_alike(ratable, variances, ratings=10, reach=expected.after, most=4)
    assert choice.needed_alike == pytest.approx(alike.needed)
    assert choice.saved_alike == pytest.approx(1 - alike.after / expected.before)
    assert choice.needed_alike > 10
    assert sum(one.ratings for one in choice.strata) == 10
    assert sum(one.candidates for one in choice.strata) == choice.open == pooled.count()


def test_first_answers_alone_are_what_counts_where_a_lead_says_so(campaign):
    totals, _choice = choose_candidates(campaign, ratings=100, depth=1, seed=3)
    first = {
        one.pk
        for one in Candidate.objects.filter(role="pooled")
        if sum(rank == 1 for _system, rank in one.answers) == 1
    }
    assert set(totals) == first


def test_chosen_candidates_get_their_ratings_from_people_who_never_rated_them(campaign):
    before = loads()
    report = draw(campaign, ratings=10)
    rounds = Subset.objects.filter(round__number=1)
    wanted = dict(
        Placement.objects.filter(subset__in=rounds, candidate__role="pooled").values_list(
            "candidate", "subset__seats"
        )
    )
    assert sum(wanted[id] - before[id] for id in wanted) == 10
    assert report.choice.chosen == len(wanted) == report.plan.placed
    annotators = [*campaign.annotators.all()]
    # Whoever rated all of it is offered nothing of it; others are.
    for annotator in annotators:
        shown = set(
            Rating.objects.filter(annotator=annotator).values_list("candidate", flat=True)
        )
        if shown >= set(wanted):
            assert take_subset(annotator=annotator, rng=random.Random(1)) is None
    rate_all(campaign)
    after = loads()
    assert {id: after[id] for id in wanted} == wanted
    assert all(after[id] == before[id] for id in before if id not in wanted)
    given = Rating.objects.values_list("annotator", "candidate")
    assert len({*given}) == len(given)
    assert coverage(campaign)[0] == coverage(campaign)[1]
    assert campaign.subsets.count() == 2 + report.plan.subsets


def test_whoever_rated_some_of_it_gets_the_rest(campaign):
    earlier = [*campaign.annotators.all()]
    draw(campaign, ratings=16, size=100)
    chosen = set(
        Placement.objects.filter(
            subset__round__isnull=False, candidate__role="pooled"
        ).values_list("candidate", flat=True)
    )
    found = 0
    for annotator in earlier:
        rated = set(
            Rating.objects.filter(annotator=annotator).values_list("candidate", flat=True)
        )
        if not chosen - rated:
            continue
        sit(annotator)
        again = Rating.objects.filter(annotator=annotator).values_list("candidate", flat=True)
        assert len({*again}) == len(again)
        found += bool(chosen & rated)
    assert found


def test_a_mind_is_changed_of_what_a_round_took_along(campaign):
    draw(campaign, ratings=10)
    moved = Placement.objects.filter(subset__round__number=1, candidate__role="pooled")
    before = Rating.objects.filter(candidate__in=moved.values("candidate")).first()
    change = NewRating(before.candidate_id, (before.value + 1) % 4, uuid4(), 900)
    store_ratings(
        annotator=before.annotator, assignment_id=before.assignment_id, ratings=[change]
    )
    now = Rating.objects.get(key=change.key)
    assert (now.value, now.counts, now.superseded_at) == (change.value, True, None)
    before.refresh_from_db()
    assert before.superseded_at
    # What it never answered is another's.
    other = moved.exclude(candidate__ratings__annotator=before.annotator).first()
    if other:
        wrong = NewRating(other.candidate_id, 1, uuid4(), 900)
        with pytest.raises(BadRatings):
            store_ratings(
                annotator=before.annotator, assignment_id=before.assignment_id, ratings=[wrong]
            )


@pytest.mark.parametrize("but", [1, 3])
def test_what_ended_unfinished_counts_what_it_has_of_what_stayed_and_what_it_had(campaign, but):
    """A round takes along what it answered, and what it did not."""
    Campaign.objects.update(count_unfinished=True, stop_at_min=False)
    campaign.refresh_from_db()
    sitting = take(join(campaign))
    rate(sitting, by_length, but=but)
    Assignment.objects.filter(id=sitting.pk).update(expires_at=timezone.now())
    assert expire_assignments() == 0
    counted = counting_ratings(campaign).filter(assignment=sitting)
    before = set(counted.values_list("candidate", flat=True))
    assert before
    draw(campaign, ratings=100)
    sitting.refresh_from_db()
    gone = Candidate.objects.filter(ratings__assignment=sitting).exclude(
        placement__subset=sitting.subset
    )
    assert gone.exists()
    for _again in range(2):
        assert sitting.remaining == len(missing_candidates(sitting))
        # Nothing that counted is lost, and nothing counts that the round has others rate.
        assert before <= set(counted.values_list("candidate", flat=True))
        assert not counted.filter(candidate__in=gone).exclude(candidate__in=before)
        gaps = {
            one.item_id for one in Candidate.objects.filter(id__in=missing_candidates(sitting))
        }
        omitted = sitting.omissions.values("candidate")
        there = sitting.ratings.exclude(candidate__in=omitted).filter(candidate__hidden_at=None)
        for one in there.select_related("candidate"):
            assert one.counts == (one.candidate.item_id not in gaps)
        # As it does whenever a lead hides something of it.
        hidden = sitting.subset.placements.filter(candidate__role="pooled").first()
        if hidden is None:
            break
        hide_candidate(candidate_id=hidden.candidate_id)
        before.discard(hidden.candidate_id)
        sitting.refresh_from_db()


def test_what_is_taken_up_again_brings_nobody_more_ratings_than_they_may_have(campaign):
    """Of a sitting that was left alone a round takes along what it answered."""
    Campaign.objects.update(stop_at_min=False)
    campaign.refresh_from_db()
    late = take(join(campaign))
    rate(late, by_length, but=1)
    [left] = missing_candidates(late)
    Assignment.objects.filter(id=late.pk).update(expires_at=timezone.now())
    assert expire_assignments() == 1
    hide_candidate(candidate_id=left)  # which no round takes along
    draw(campaign, ratings=100)
    hide_candidate(candidate_id=left, hide=False)
    gone = late.ratings.exclude(candidate__placement__subset=late.subset)
    taken = set(gone.values_list("candidate", flat=True))
    assert taken
    late.refresh_from_db()
    assert take_subset(annotator=late.annotator, rng=random.Random(1)).assignment == late
    rate_all(campaign)
    late.refresh_from_db()
    rate(late, by_length)
    late.refresh_from_db()
    assert late.state == Assignment.State.COMPLETE
    after = loads()
    assert {id: after[id] for id in taken} == dict.fromkeys(taken, 4)


def test_every_block_has_an_anchor_in_the_round_and_where_it_was_drawn_from(campaign):
    draw(campaign, ratings=12, size=4)
    blocks = {}
    for place in Placement.objects.select_related("candidate").order_by("position"):
        blocks.setdefault((place.subset_id, place.block), []).append(place)
    for places in blocks.values():
        pooled = [place for place in places if place.candidate.role == "pooled"]
        assert any(place.anchor for place in places) or not pooled
    for subset in Subset.objects.all():
        assert subset.size == subset.placements.count()
    copies = Candidate.objects.filter(role="repeat")
    # No copy beside its candidate.
    for copy in copies.select_related("placement", "repeat_of__placement"):
        assert copy.placement.subset_id != copy.repeat_of.placement.subset_id


def test_a_later_plan_leaves_rounds_alone(campaign):
    draw(campaign, ratings=6)
    stands = [row for row in stored_plan(campaign) if row.seats]
    pooled = Candidate.objects.filter(role="pooled").count()
    campaign.systems.get(name="second")
    add_system(campaign=campaign, name="third", answers=source(LATE, "third.txt"))
    pool_campaign(campaign=campaign)
    added = Candidate.objects.filter(role="pooled").count() - pooled
    report = dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=2)
    assert report.placed == added == 4
    assert [row for row in stored_plan(campaign) if row.seats] == stands


def test_a_later_plan_waits_for_nobody_with_a_round_in_its_hand(campaign, monkeypatch):
    """Whoever takes a subset of the round has the campaign's lock, and wants the subset's."""
    draw(campaign, ratings=10)
    table = "annotator,sentence,substitute,value\nzoe,1,happy,2\n"
    import_ratings(campaign=campaign, ratings=source(table, "ratings.csv"))
    add_system(campaign=campaign, name="late", answers=source(LATE, "late.txt"))
    pool_campaign(campaign=campaign)
    Subset.objects.filter(round__number=1).update(uneven=False)
    touched = []

    def looked_at(id):
        touched.append(Subset.objects.filter(round__number=1, uneven=True).exists())
        return lock_campaign(id)

    monkeypatch.setattr(dispatching, "lock_campaign", looked_at)
    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=2)
    assert touched == [False]


def test_who_sits_where_candidates_are_keeps_them(campaign):
    Campaign.objects.update(stop_at_min=False)
    campaign.refresh_from_db()
    sitting = take(join(campaign))
    shown = set(sitting.subset.placements.values_list("candidate", flat=True))
    report = draw(campaign, ratings=100)
    assert (
        report.choice.waiting == Candidate.objects.filter(id__in=shown, role="pooled").count()
    )
    assert set(sitting.subset.placements.values_list("candidate", flat=True)) == shown


def test_an_exclusion_gives_back_what_a_round_took_along(campaign):
    draw(campaign, ratings=100)
    rate_all(campaign)
    sitting = campaign.annotators.first().assignments.first()
    rated = set(
        Rating.objects.filter(assignment=sitting, candidate__role="pooled").values_list(
            "candidate", flat=True
        )
    )
    full = loads()
    exclusion = exclude(sitting, reason="Test", by=None)
    assert not is_full(campaign, now=timezone.now())
    rate_all(campaign)
    now = loads()
    assert {id: now[id] for id in rated} == {id: full[id] for id in rated}
    with pytest.raises(Refused, match="would exceed"):
        undo_exclusion(exclusion, by=None)


def test_imported_ratings_are_ratings_that_candidates_have(campaign):
    rows = Candidate.objects.filter(role="pooled", item__key="1").values_list("text", flat=True)
    lines = "".join(f"A,1,{text},2\nB,1,{text},1\n" for text in rows)
    imported = source(f"annotator,sentence,substitute,value\n{lines}", "more.csv")
    import_ratings(campaign=campaign, ratings=imported)
    totals, _choice = choose_candidates(campaign, ratings=100, depth=10, seed=3)
    # They have the most that they may have.
    assert not Candidate.objects.filter(id__in=totals, item__key="1").exists()
    assert set(totals.values()) == {4}


def test_a_round_is_taken_back_while_nobody_has_rated_in_it(campaign):
    draw(campaign, ratings=6)
    before = loads()
    assert [(one.number, one.ratings, one.begun) for one in rounds_drawn(campaign)] == [
        (1, 6, False)
    ]
    take_back_round(campaign=campaign, number=1)
    campaign.refresh_from_db()
    assert is_full(campaign, now=timezone.now())
    assert coverage(campaign)[0] == coverage(campaign)[1]
    assert rounds_drawn(campaign)[0].taken_back_at
    assert loads() == before
    # A later plan, which may want fewer of each, leaves what is rated where it is.
    rated = Subset.objects.filter(placements__candidate__ratings__isnull=False)
    assert not rated.filter(fixed_at__isnull=True).exists()
    with pytest.raises(Refused, match="revoked already"):
        take_back_round(campaign=campaign, number=1)
    with pytest.raises(Refused, match="no round 7"):
        take_back_round(campaign=campaign, number=7)
    # The same candidates can be drawn again.
    draw(campaign, ratings=6)
    take(join(campaign))
    assert rounds_drawn(campaign)[0].begun
    with pytest.raises(Refused, match="Somebody is rating in round 2"):
        take_back_round(campaign=campaign, number=2)
    actions = AuditEntry.objects.filter(action__endswith="round").order_by("id")
    assert [(entry.action, entry.detail["round"]) for entry in actions] == [
        ("draw round", 1), ("take back round", 1), ("draw round", 2)
    ]  # fmt: skip


def test_a_round_with_a_name_is_drawn_once_and_one_looked_at_stores_nothing(campaign):
    before = [*stored_plan(campaign)]
    looked_at = draw_round(
        campaign=campaign, wanted=RoundWanted(seed=3, ratings=6), dry_run=True
    )
    assert [*stored_plan(campaign)] == before
    assert not RatingRound.objects.exists()
    with pytest.raises(Refused, match="has changed since the preview"):
        draw(campaign, ratings=7, plan=looked_at.plan.plan)
    drawn = draw(campaign, ratings=6, plan=looked_at.plan.plan, name="a")
    assert drawn.choice == looked_at.choice
    with pytest.raises(RoundDrawn):
        draw(campaign, ratings=6, name="a")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({}, "say one of them"),
        ({"ratings": 3, "system": "second"}, "say one of them"),
        ({"ratings": 0}, "at least one rating"),
        ({"ratings": 3, "depth": 0}, "first answer"),
        ({"ratings": 3, "size": 0}, "at least one candidate"),
        ({"system": "second", "annotators": 100}, "1 to 99"),
        ({"system": "nobody"}, "no system nobody"),
        ({"system": "second"}, "Every answer of second"),
    ],
)
def test_what_cannot_be_drawn_is_refused(campaign, wanted, why):
    with pytest.raises(Refused, match=why):
        draw(campaign, **wanted)
    assert not RatingRound.objects.exists()


def test_one_system_alone_is_told_apart_from_nobody():
    campaign = make_campaign(min_ratings=1, stop_at_min=True)
    rate_all(campaign)
    with pytest.raises(Refused, match="takes two systems"):
        draw(campaign, ratings=5)


def test_before_a_plan_there_is_nothing_to_draw_from():
    with pytest.raises(Refused, match="dispatch first"):
        draw(make_campaign(subsets=None), ratings=5)


def test_unjudged_answers_of_a_late_system_are_a_round_of_their_own(campaign):
    add_system(campaign=campaign, name="late", answers=source(LATE, "late.txt"))
    with pytest.raises(Refused, match="pool again first"):
        draw(campaign, system="late")
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    assert [(one.system.name, one.unjudged) for one in late_systems(campaign)] == [("late", 4)]
    before, stood = loads(), [*stored_plan(campaign)]
    report = draw(campaign, system="late")
    assert (report.system, report.choice, report.plan.placed) == ("late", None, 4)
    assert [*stored_plan(campaign)][: len(stood)] == stood
    texts = Candidate.objects.filter(placement__subset__round__system__name="late")
    assert {*texts.filter(role="pooled").values_list("text", flat=True)} == {
        "elated", "bright", "seat", "berth"
    }  # fmt: skip
    # One anchor a sentence, shown once more.
    assert Counter(texts.filter(role="repeat").values_list("item__key", flat=True)) == {
        "1": 1, "2": 1, "3": 1
    }  # fmt: skip
    assert not grown_since_dispatch(campaign)
    assert not late_systems(campaign)
    rate_all(campaign)
    after = loads()
    assert {after[id] for id in after if id not in before} == {2}
    assert {id: after[id] for id in before} == before


def test_a_late_system_may_have_its_own_number_of_annotators_and_be_taken_back(campaign):
    add_system(campaign=campaign, name="late", answers=source(LATE, "late.txt"))
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    draw(campaign, system="late", annotators=3)
    assert {*Subset.objects.filter(round__number=1).values_list("seats", flat=True)} == {3}
    take_back_round(campaign=campaign, number=1)
    campaign.refresh_from_db()
    assert grown_since_dispatch(campaign)
    assert [one.unjudged for one in late_systems(campaign)] == [4]
    assert not Candidate.objects.filter(role="repeat").exists()
    draw(campaign, system="late", annotators=3)
    rate_all(campaign)
    late = Candidate.objects.filter(placement__subset__round__number=2, role="pooled")
    assert {loads()[one.pk] for one in late} == {3}


ROUNDS = "/api/v1/campaigns/boats/subsets/rounds/"


def take_up():
    for job in Job.objects.filter(finished_at__isnull=True):
        tasks.round(job_id=job.pk)
        job.refresh_from_db()
        assert job.state == "done", job.error


def test_command_program_and_page_look_at_the_same_round_and_draw_it(campaign):
    lead = make_lead("lead", campaign, "owner")
    program, page = program_of(lead), signed_in(lead)
    asked = {"ratings": 6, "depth": 2, "size": 4, "seed": 3}
    options = ("dispatch", "boats", "--round", 6, "--depth", 2, "--size", 4, "--seed", 3)
    told = facts_of(*options, "--dry-run")
    assert (told["stored"], told["choice"]["ratings"]) == (False, 6)
    said, _errors = printed_by(*options, "--dry-run")
    assert "6 ratings more for" in said
    assert "would do as much" in said

    program.post(f"{ROUNDS}preview/", asked, content_type="application/json")
    take_up()
    by_program = Job.objects.latest("id").result
    assert {name: by_program[name] for name in told if name in by_program} == {
        name: value for name, value in told.items() if name in by_program
    }
    page.post("/campaigns/boats/subsets/rounds/preview/", asked)
    take_up()
    assert Job.objects.latest("id").result == by_program
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert "Preview of the round" in shown
    assert f"{100 * told['choice']['saved']:.1f}\N{NO-BREAK SPACE}%" in shown
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', shown))
    assert hidden["plan"] == told["plan"]
    assert 'action="/campaigns/boats/subsets/rounds/"' in shown
    page.post("/campaigns/boats/subsets/rounds/", hidden)
    take_up()
    (listed,) = program.get(ROUNDS).json()["rounds"]
    assert (listed["number"], listed["ratings"], listed["begun"]) == (1, 6, False)
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert 'action="/campaigns/boats/subsets/rounds/1/take-back/"' in shown
    assert sum(one.subset > 2 for one in stored_plan(campaign)) > 0

    # Three ways to take one back, each drawn again with what it was looked at as.
    page.post("/campaigns/boats/subsets/rounds/1/take-back/")
    assert RatingRound.objects.get(number=1).taken_back_at
    answer = program.post(ROUNDS, asked, content_type="application/json")
    assert answer.status_code == 202
    take_up()
    assert program.post(f"{ROUNDS}2/take-back/").json()["rounds"][0]["taken_back_at"]
    assert program.post(f"{ROUNDS}2/take-back/").json()["code"] == "round_taken_back"
    drawn = facts_of(*options)
    assert (drawn["round"], drawn["stored"]) == (3, True)
    assert facts_of("dispatch", "boats", "--take-back", 3)["taken_back"] == 3
    rounds = program.get(ROUNDS).json()["rounds"]
    assert [one["taken_back_at"] is None for one in rounds] == [False] * 3


def test_command_program_and_page_open_the_pool_for_a_late_system(campaign):
    add_system(campaign=campaign, name="late", answers=source(LATE, "late.txt"))
    pool_campaign(campaign=campaign)
    lead = make_lead("lead", campaign, "owner")
    program, page = program_of(lead), signed_in(lead)
    assert program.get(ROUNDS).json()["late"] == [{"name": "late", "unjudged": 4}]
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert "late: 4 unjudged candidates" in shown

    def rows():
        return [row for row in stored_plan(campaign) if row.subset > 2]

    asked = {"system": "late", "annotators": 3, "seed": 3}
    told = facts_of("dispatch", "boats", "--late", "late", "--annotators", 3, "--seed", 3)
    assert (told["system"], told["placed"], told["round"]) == ("late", 4, 1)
    by_command = rows()
    take_back_round(campaign=campaign, number=1)
    assert rows() == []
    program.post(ROUNDS, asked, content_type="application/json")
    take_up()
    assert rows() == by_command
    take_back_round(campaign=campaign, number=2)
    page.post("/campaigns/boats/subsets/rounds/preview/", asked)
    take_up()
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert "The answers of late that nobody has judged." in shown
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', shown))
    page.post("/campaigns/boats/subsets/rounds/", hidden)
    take_up()
    assert rows() == by_command


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--round", 3, "--subsets", 2), "--subsets has no place beside --round"),
        (("--round", 3, "--late", "second"), "one at a time"),
        (("--round", 3, "--annotators", 2), "add --late SYSTEM"),
        (("--subsets", 3, "--depth", 2), "add --round RATINGS"),
        (("--take-back", 3, "--stage", "propose"), "leave one of the two out"),
    ],
)
def test_options_of_different_plans_are_refused_together(campaign, options, why):
    with pytest.raises(CommandError, match=why):
        printed_by("dispatch", "boats", *options)


def test_forms_and_programs_say_what_is_wrong(campaign):
    lead = make_lead("lead", campaign, "owner")
    shown = signed_in(lead).post("/campaigns/boats/subsets/rounds/", {"ratings": 0, "depth": 1})
    assert "greater than or equal to 1" in shown.content.decode()
    shown = signed_in(lead).post("/campaigns/boats/subsets/rounds/", {"system": "nobody"})
    assert "Select a valid choice" in shown.content.decode()
    answer = program_of(lead).post(ROUNDS, {}, content_type="application/json")
    assert answer.json()["errors"][0]["code"] == "one_of_both"
    assert not Job.objects.exists()


def test_a_webhook_tells_once_that_a_round_is_rated(campaign):
    lead = make_lead("lead", campaign, "owner")
    webhook = make_webhook(
        campaign=campaign, url="https://hooks.example.org/x", events=["round.rated"], by=lead
    )
    draw(campaign, ratings=6)
    announce_rounds()
    assert not webhook.messages.exists()
    rate_all(campaign)
    announce_rounds()
    announce_rounds()
    message = webhook.messages.get()
    told = json.loads(message.body)["data"]
    assert (told["round"], told["system"]) == (1, None)
    webhook.messages.update(state="delivered", finished_at=timezone.now())
    assert forget_old_messages(now=timezone.now() + timedelta(days=31)) == 0


def test_the_next_release_has_what_was_late_and_the_comparison_tells_of_the_others(campaign):
    first = freeze_gold(campaign=campaign)
    add_system(campaign=campaign, name="late", answers=source(LATE, "late.txt"))
    rescore(campaign=campaign)
    pool_campaign(campaign=campaign)
    campaign.refresh_from_db()
    draw(campaign, system="late")
    while not is_full(campaign, now=timezone.now()):
        # What the late system gave is the best there is.
        sit(join(campaign), lambda one: 3)
    second = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    assert second.counts["candidates"] == first.counts["candidates"] + 4
    found = compare_releases(first, second, measure="semdis.oot_norm")
    assert (found.only_first, found.only_second) == (0, 4)
    # No weight of before is another.
    assert found.weights.same == first.counts["candidates"]
    lines = {line.system: line for line in found.rankings.lines}
    assert lines["late"].second.value > lines["late"].first.value
    # Of the others' answers none is worth less, but the best there are is more.
    assert lines["first"].second.value < lines["first"].first.value
