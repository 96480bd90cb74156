"""Many annotators at once against real web processes: no seat too many, no rating lost."""

import os
import random
import signal
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from bench.load_client import RatingClient, drive
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from pooling.models import Placement
from pooling.services.calibrating import calibrate_campaign
from pooling.services.dispatching import dispatch_campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.services.ending import expire_assignments
from rating.services.sittings import reopen
from tests.crowds import Patiently, crowd_size, web, workers_of
from tests.factories import make_campaign
from tests.processes import PATIENCE, wait_until
from tests.rating.sitting import by_length, rate
from tests.rating.stubborn import (
    Stubborn,
    assert_all_is_there_once,
    at_work,
    confirmed_by,
)
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 3
KILLS = 10


def assert_exactly(seats, campaign):
    counted = counting_ratings(campaign).values("candidate").annotate(n=Count("id"))
    candidates = sum(campaign.subsets.values_list("size", flat=True))
    assert Counter(row["n"] for row in counted) == {seats: candidates}
    held = Assignment.objects.filter(subset__campaign=campaign, seat__isnull=False)
    assert held.count() == seats * campaign.subsets.count()
    twice = Rating.objects.filter(superseded_at__isnull=True).values("annotator", "candidate")
    assert not twice.annotate(n=Count("id")).filter(n__gt=1).exists()


class Waiting(Patiently, RatingClient):
    """Rates."""


def test_every_candidate_ends_with_exactly_its_ratings_however_many_come_at_once():
    campaign = make_campaign(subsets=4, min_ratings=1, max_ratings=SEATS)
    with web() as (port, _server):
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert run.acknowledged == Rating.objects.count()
    assert_exactly(SEATS, campaign)


def test_doubles_singles_and_a_calibration_round_are_filled_exactly_by_a_crowd():
    campaign = make_campaign(subsets=None, min_ratings=3, max_ratings=7)
    dispatch_campaign(campaign=campaign, subsets=4, block_size=8, seed=1, double_share=0.5)
    calibrate_campaign(campaign=campaign, items=1, annotators=5, subsets=1, seed=1)
    with web() as (port, _server):
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert {*campaign.subsets.values_list("seats", flat=True)} == {1, 2, 5}
    assert_exactly_its_own(campaign)


def test_seats_of_doubles_singles_and_a_round_come_back_when_a_crowd_vanishes():
    campaign = make_campaign(subsets=None, min_ratings=3, max_ratings=7)
    dispatch_campaign(campaign=campaign, subsets=4, block_size=8, seed=1, double_share=0.5)
    calibrate_campaign(campaign=campaign, items=1, annotators=5, subsets=1, seed=1)
    with web() as (port, _server):
        gone = crowd(Vanishing, port)
        assert gone.acknowledged > 0
        left = Assignment.objects.filter(state="open").first()
        Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        seats = sum(campaign.subsets.values_list("seats", flat=True))
        assert expire_assignments() == min(crowd_size(), seats)
        # One comes back in time and has their seat again, whatever number it is for.
        assert reopened(left)
        assert rated_to_the_end(left)
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert_exactly_its_own(campaign)
    late = Assignment.objects.filter(state="expired", subset__seats=1).first()
    assert late is None or not reopened(late)


@pytest.mark.postgresql
def test_plans_and_rounds_made_while_a_crowd_takes_give_nobody_a_seat_too_many():
    campaign = make_campaign(subsets=None, min_ratings=2, max_ratings=3)
    dispatch_campaign(campaign=campaign, subsets=5, block_size=4, seed=1, double_share=0.4)

    def plan():
        for seed in range(5):
            for make in (
                partial(dispatch_campaign, subsets=4, block_size=4, double_share=0.4, times=3),
                partial(calibrate_campaign, items=1, annotators=5),
            ):
                with suppress(Refused):
                    make(campaign=Campaign.objects.get(), seed=seed)

    with web() as (port, _server):
        outcomes = at_once(lambda: crowd(Waiting, port), plan)
        assert not [one for one in outcomes if isinstance(one, Exception)]
        # What was planned since nobody came any more.
        again = crowd(Waiting, port)
    assert outcomes[0].errors == again.errors == 0
    assert_exactly_its_own(campaign)
    assert Placement.objects.filter(candidate__role="pooled").count() == 20


def reopened(sitting):
    with transaction.atomic():
        campaign = lock_campaign(sitting.annotator.campaign_id)
        sitting.refresh_from_db()
        return bool(reopen(sitting, campaign, now=timezone.now()))


def rated_to_the_end(sitting):
    sitting.refresh_from_db()
    rate(sitting, by_length)
    sitting.refresh_from_db()
    return sitting.state == "complete"


def assert_exactly_its_own(campaign):
    wanted = dict(campaign.subsets.values_list("id", "seats"))
    held = Assignment.objects.filter(subset__campaign=campaign, seat__isnull=False)
    assert Counter(held.values_list("subset", flat=True)) == wanted
    assert set(held.values_list("state", flat=True)) == {"complete"}
    counted = counting_ratings(campaign).values_list("candidate__placement__subset")
    for subset, candidate, n in counted.annotate(of=F("candidate"), n=Count("id")):
        assert n == wanted[subset], candidate
    twice = Rating.objects.filter(superseded_at__isnull=True).values("annotator", "candidate")
    assert not twice.annotate(n=Count("id")).filter(n__gt=1).exists()


def crowd(kind, port):
    return drive(
        kind,
        annotators=crowd_size(),
        port=port,
        slug="boats",
        seconds=PATIENCE,
        count=Rating.objects.count,
    )


class Vanishing(Waiting):
    """Rates a few candidates and is never seen again."""

    def rate(self, sitting):
        path = f"/api/v1/assignments/{sitting['id']}/ratings/"
        for candidate in sitting["sentences"][0]["candidates"][:2]:
            self.submit(path, candidate["id"])
        self.deadline = 0


def test_seats_of_those_who_vanish_come_back_and_none_is_given_twice():
    campaign = make_campaign(subsets=4, min_ratings=1, max_ratings=SEATS)
    with web() as (port, _server):
        gone = crowd(Vanishing, port)
        assert gone.acknowledged > 0
        assert not counting_ratings(campaign).exists()
        # The hold runs out; the clock is the one thing a test may move.
        Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert_exactly(SEATS, campaign)


def test_what_was_answered_200_survives_kill_9_of_web_processes_and_is_there_once():
    make_campaign(subsets=1, min_ratings=1, max_ratings=9)
    with web(workers=2) as (port, server):
        people = [Stubborn(port, "boats", deadline=0) for _ in range(4)]
        with at_work(people):
            for _kill in range(KILLS):
                # Not before the work goes on again: a kill must hit it in the middle.
                reached = confirmed_by(people) + 10
                wait_until(lambda goal=reached: confirmed_by(people) >= goal)
                os.kill(random.choice(workers_of(server)), signal.SIGKILL)
    assert confirmed_by(people) >= 10 * KILLS
    assert_all_is_there_once(people)
