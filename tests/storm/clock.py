"""Time that goes by faster: sittings that were left alone, and what beat sends."""

from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from annotation_site.celery import app
from campaigns.models import Campaign, Job
from campaigns.services.jobs import LEASE
from rating.models import Assignment
from tests.storm.world import Actor, World

SHARE = 0.15
VERSIONS = (
    "sources_version",
    "pooled_version",
    "pool_version",
    "dispatched_version",
    "ratings_version",
)
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)


# What beat sends, whatever the hour: each is safe to run at any time.
ROUNDS = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]


def take_up_lost_jobs() -> None:
    app.send_task("campaigns.jobs.take_up_lost_jobs")


def let_leases_run_out() -> None:
    """Where the worker is dead: nobody waits for the time it takes to be sure of it."""
    unfinished = Job.objects.filter(state__in=UNFINISHED)
    unfinished.update(beat_at=timezone.now() - 2 * LEASE)


class Clock(Actor):
    """Moves the one thing that a test may move, and looks at the versions as it goes by."""

    def __init__(self, world: World, name: str = "clock") -> None:
        super().__init__(world, name)
        self.before: dict[int, tuple[int, ...]] = {}
        self.rounds: list[str] = []

    def act(self) -> None:
        self.leave_alone()
        self.watch()
        self.send()
        self.pause(2.0)

    def send(self) -> None:
        """One of them: a worker on a folder takes up only so many a second."""
        if not self.rounds:
            self.rounds = self.rng.sample(ROUNDS, len(ROUNDS))
        app.send_task(self.rounds.pop())
        self.tally.act("what beat sends")

    def leave_alone(self) -> None:
        """One at a time: who holds several, in an order of their own, never waits for us."""
        for id in Assignment.objects.filter(state="open").values_list("id", flat=True):
            if self.rng.random() < SHARE:
                past = timezone.now() - timedelta(seconds=1)
                Assignment.objects.filter(id=id, state="open").update(expires_at=past)
                self.tally.act("leave a sitting alone")

    def watch(self) -> None:
        """A version only ever rises: what was old does not become new by itself."""
        for id, *versions in Campaign.objects.values_list("id", *VERSIONS):
            now = tuple(-1 if version is None else version for version in versions)
            before = self.before.get(id, now)
            if any(was > is_ for was, is_ in zip(before, now, strict=True)):
                self.tally.fault(f"versions of campaign {id} fell from {before} to {now}")
            self.before[id] = now

    def leave(self) -> None:
        connection.close()
