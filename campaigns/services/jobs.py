"""Slow work as rows: ask for it, take it up, show how far it is, finish it once.

A worker that takes up a job writes a claim into its row and keeps giving a sign of life. A row
whose sign of life is older than LEASE belongs to a dead worker: the next worker's claim wins by
compare-and-set, and whoever lost the claim learns it at their next report.
"""

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Job, Webhook
from campaigns.services.webhooks import announce
from campaigns.services.workers import tell_worker

LEASE = timedelta(seconds=45)
SIGN_OF_LIFE_EVERY = 3.0
MOST_ATTEMPTS = 5


class JobRefused(Exception):  # noqa: N818
    """The work cannot be done as asked; the message says why, to the person who asked."""


class JobLost(Exception):  # noqa: N818
    """Another worker has taken this job up; stop without saving anything."""


class Progress(Protocol):
    def __call__(self, done: int, total: int) -> None: ...


def unobserved(done: int, total: int) -> None:
    """A Progress for callers nobody watches."""


def request_job(
    *, campaign: Campaign, kind: str, task: str, key: str = "", **arguments: Any
) -> tuple[Job, bool]:
    """A queued job, or the live one that already does the same; True where it is new.

    The caller sends the new one to a worker: `enqueue(job)` after commit.
    """
    live = Q(campaign=campaign, kind=kind, key=key) & Q(
        state__in=[Job.State.QUEUED, Job.State.RUNNING]
    )
    try:
        with transaction.atomic():
            job = Job.objects.create(
                campaign=campaign, kind=kind, task=task, key=key, arguments=arguments
            )
    except IntegrityError:
        job = Job.objects.get(live)
        return job, False
    return job, True


def enqueue(job: Job) -> None:
    """Tell a worker; if the message is lost, the row is taken up after its lease."""
    tell_worker(job.task, job_id=job.pk)


def run_job(job_id: int, work: Callable[..., dict[str, Any]]) -> None:
    """Claim a job, do its work, record the outcome. Returns at once if another holds it.

    `work` gets `campaign_id`, `progress` and the job's arguments, must be safe to run twice,
    and returns what the row keeps as the result.
    """
    claim = _claim(job_id, now=timezone.now())
    if claim is None:
        return
    job = Job.objects.get(id=job_id)
    try:
        with _signs_of_life(job_id, claim) as pulse:
            result = work(campaign_id=job.campaign_id, progress=pulse.progress, **job.arguments)
    except JobLost:
        return
    except JobRefused as refusal:
        _finish(job_id, claim, state=Job.State.FAILED, error=str(refusal))
    except (DatabaseError, InterfaceError):
        # The database went away: the row stays claimed and is taken up again after the lease.
        raise
    except Exception as error:
        _finish(job_id, claim, state=Job.State.FAILED, error=f"{type(error).__name__}: {error}")
        raise
    else:
        _finish(job_id, claim, state=Job.State.DONE, result=result, steps=pulse.total)


def stop_jobs(campaign: Campaign, *, error: str) -> None:
    """End all work that is asked for or under way: what it is about is no more. A worker
    learns it at its next report."""
    live = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    for id in live.filter(campaign=campaign).values_list("id", flat=True):
        _settle(live.filter(id=id), at=timezone.now(), state=Job.State.FAILED, error=error)


def find_lost_jobs(*, now: datetime) -> list[Job]:
    """Live jobs without a sign of life: their worker died, or their message was lost."""
    lost = Job.objects.filter(
        state__in=[Job.State.QUEUED, Job.State.RUNNING], beat_at__lt=now - LEASE
    )
    # Said so, rather than tried for ever: work that kills its worker would kill the next too.
    for job in lost.filter(attempts__gte=MOST_ATTEMPTS):
        _settle(
            Job.objects.filter(id=job.pk, beat_at=job.beat_at),
            at=now,
            state=Job.State.FAILED,
            error=f"Given up after {MOST_ATTEMPTS} attempts; each worker died on it.",
        )
    return list(lost.filter(attempts__lt=MOST_ATTEMPTS))


def _claim(job_id: int, *, now: datetime) -> uuid.UUID | None:
    claim = uuid.uuid4()
    claimed = (
        Job.objects.filter(id=job_id)
        .filter(Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, beat_at__lt=now - LEASE))
        .update(
            state=Job.State.RUNNING,
            claim=claim,
            beat_at=now,
            attempts=F("attempts") + 1,
            done=0,
            total=0,
        )
    )
    return claim if claimed else None


def _finish(
    job_id: int,
    claim: uuid.UUID,
    *,
    state: Job.State,
    result: dict[str, Any] | None = None,
    error: str = "",
    steps: int = 0,
) -> None:
    if not connection.in_atomic_block:
        # The work may have taken hours, and the database been restarted meanwhile.
        connection.close_if_unusable_or_obsolete()
    now = timezone.now()
    _settle(
        Job.objects.filter(id=job_id, claim=claim),
        at=now,
        state=state,
        result=result or {},
        error=error,
        beat_at=now,
        done=steps,
        total=steps,
    )


@transaction.atomic
def _settle(held: QuerySet[Job], *, at: datetime, **outcome: Any) -> None:
    """Write a job's end and tell who listens. `held` is empty if another holds it by now."""
    job = held.select_related("campaign").first()
    if job is None or not held.update(claim=None, finished_at=at, **outcome):
        return
    announce(
        job.campaign,
        Webhook.Event.JOB,
        key=f"job:{job.pk}",
        job=job.pk,
        kind=job.kind,
        state=outcome["state"],
        error=outcome["error"],
    )


class _Pulse(threading.Thread):
    """Writes the sign of life and the progress from a thread and connection of its own.

    The work itself runs in one transaction, whose writes nobody else can see.
    """

    def __init__(self, job_id: int, claim: uuid.UUID) -> None:
        super().__init__(daemon=True, name=f"pulse of job {job_id}")
        self.job_id, self.claim = job_id, claim
        self.done = self.total = 0
        self.lost = False
        self.stopped = threading.Event()

    def progress(self, done: int, total: int) -> None:
        """What the work calls; raises JobLost once another worker holds the job."""
        if self.lost:
            raise JobLost
        self.done, self.total = done, total

    def run(self) -> None:
        try:
            while not self.stopped.wait(SIGN_OF_LIFE_EVERY):
                try:
                    alive = Job.objects.filter(id=self.job_id, claim=self.claim).update(
                        done=self.done, total=self.total, beat_at=timezone.now()
                    )
                except DatabaseError:
                    # SQLite's one writer may be the work itself; the next beat tries again.
                    connection.close()
                    continue
                self.lost = self.lost or not alive
        finally:
            connection.close()


@contextmanager
def _signs_of_life(job_id: int, claim: uuid.UUID) -> Iterator[_Pulse]:
    pulse = _Pulse(job_id, claim)
    pulse.start()
    try:
        yield pulse
    finally:
        pulse.stopped.set()
        pulse.join()
