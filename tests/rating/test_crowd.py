"""Many annotators at once against real web processes: no seat too many, no rating lost."""

import os
import random
import signal
from collections import Counter
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import Count
from django.utils import timezone

from bench.load_client import RatingClient, drive
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from tests.factories import make_campaign
from tests.processes import PATIENCE, answers, free_port, running, wait_until
from tests.rating.stubborn import (
    Stubborn,
    assert_all_is_there_once,
    at_work,
    confirmed_by,
)

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 3
KILLS = 10


@contextmanager
def web(workers=4):
    port = free_port()
    with running(
        "gunicorn",
        "annotation_site.wsgi",
        "--config=gunicorn.conf.py",
        f"--bind=127.0.0.1:{port}",
        "--log-level=critical",
        WEB_WORKERS=str(workers),
        WEB_THREADS="4",
    ) as server:
        wait_until(lambda: answers(port))
        yield port, server


def crowd_size():
    return 64 if connection.vendor == "postgresql" else 8


def assert_exactly(seats, campaign):
    counted = counting_ratings(campaign).values("candidate").annotate(n=Count("id"))
    candidates = sum(campaign.subsets.values_list("size", flat=True))
    assert Counter(row["n"] for row in counted) == {seats: candidates}
    held = Assignment.objects.filter(subset__campaign=campaign, seat__isnull=False)
    assert held.count() == seats * campaign.subsets.count()
    twice = Rating.objects.filter(superseded_at__isnull=True).values("annotator", "candidate")
    assert not twice.annotate(n=Count("id")).filter(n__gt=1).exists()


class Waiting(RatingClient):
    """On a busy machine a crowd is answered late; nobody goes before they are."""

    def __init__(self, port, slug, deadline):
        super().__init__(port, slug, deadline)
        self.http.timeout = PATIENCE


def test_every_candidate_ends_with_exactly_its_ratings_however_many_come_at_once():
    campaign = make_campaign(subsets=4, min_ratings=1, max_ratings=SEATS)
    with web() as (port, _server):
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert run.acknowledged == Rating.objects.count()
    assert_exactly(SEATS, campaign)


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


def workers_of(server):
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [int(pid) for pid in children.split()]


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
