"""Slow work as rows: ask for it, take it up, show how far it is, finish it once.

Jobs of one kind and key are done one after the other, in the order they were asked for. What
waits does not wait twice; but while one is under way, asking again queues the next, for the one
under way may have read already what has changed since.

A worker that takes up a job writes a claim into its row and keeps giving a sign of life. A row
whose sign of life is older than LEASE belongs to a dead worker: the next worker's claim wins by
compare-and-set, and whoever lost the claim learns it at their next report.
"""

import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db import DatabaseError, IntegrityError, InterfaceError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Job, JobKind, Webhook
from campaigns.selectors.work import stands_behind
from campaigns.services.pulse import JobLost, signs_of_life
from campaigns.services.webhooks import announce
from core.refusals import Refused, kept
from core.workers import tell_worker, tell_worker_again
from regild.problems import N_, Text

LEASE = timedelta(seconds=45)
MOST_ATTEMPTS = 5


class Progress(Protocol):
    def __call__(self, done: int, total: int) -> None: ...


def unobserved(done: int, total: int) -> None:
    """A Progress for callers nobody watches."""


def ask(
    kind: JobKind,
    *,
    campaign: Campaign,
    key: str = "",
    drawn: Mapping[str, Any] | None = None,
    **arguments: Any,
) -> Job:
    """The job that does this, told to a worker on commit: the one that waits already, if it
    was asked for in the same words, else a new one at the end of the queue.

    Whoever asks (`by`) does not make it another job, nor does what was `drawn` rather than
    asked for.
    """
    same = {
        "campaign": campaign,
        "kind": kind.name,
        "key": key,
        "fingerprint": _fingerprint(arguments),
        "state": Job.State.QUEUED,
    }
    asked = {**(drawn or {}), **arguments}
    while True:
        with transaction.atomic():
            # Locked: no worker begins it before what the caller has changed is committed.
            job = Job.objects.select_for_update(of=("self",)).filter(**same).first()
            if job is not None:
                return job
            try:
                with transaction.atomic():
                    job = Job.objects.create(task=kind.task, arguments=asked, **same)
            except IntegrityError:
                # Somebody asked for it at this moment. It waits now, or has begun already.
                continue
            enqueue(job)
            return job


def enqueue(job: Job) -> None:
    """Tell a worker; if the message is lost, the row is taken up after its lease."""
    tell_worker(job.task, job_id=job.pk)


def enqueue_again(job: Job) -> None:
    """For a lost one, at every look for such."""
    tell_worker_again(job.task, job_id=job.pk)


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
        with signs_of_life(job_id, claim) as pulse:
            result = work(campaign_id=job.campaign_id, progress=pulse.progress, **job.arguments)
    except JobLost:
        return
    except Refused as refusal:
        _finish(job_id, claim, **_failed(refusal))
    except (DatabaseError, InterfaceError):
        # The database went away: the row stays claimed and is taken up again after the lease.
        raise
    except Exception as error:
        _finish(job_id, claim, **_failed(_accident(error)))
        raise
    else:
        _finish(job_id, claim, state=Job.State.DONE, result=result, steps=pulse.total)


def stop_jobs(campaign: Campaign, *, refusal: Refused) -> None:
    """End all work that is asked for or under way: what it is about is no more. A worker
    learns it at its next report."""
    live = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING])
    for id in live.filter(campaign=campaign).values_list("id", flat=True):
        _settle(live.filter(id=id), at=timezone.now(), **_failed(refusal))


def queue_again(failed: QuerySet[Job], *, now: datetime) -> list[Job]:
    """Jobs that failed, tried anew under their old number; those that wait again already, or
    that somebody else queues at this moment, are passed over."""
    again = []
    for job in failed:
        try:
            with transaction.atomic():
                queued = Job.objects.filter(id=job.pk, state=Job.State.FAILED).update(
                    state=Job.State.QUEUED,
                    attempts=0,
                    error="",
                    refusal={},
                    beat_at=now,
                    finished_at=None,
                )
        except IntegrityError:
            continue
        if queued:
            enqueue(job)
            again.append(job)
    return again


def find_lost_jobs(*, now: datetime) -> list[Job]:
    """Jobs that somebody should be at, without a sign of life: their worker died, or their
    message was lost. One that waits for another to end is not lost."""
    lost = Job.objects.filter(beat_at__lt=now - LEASE).filter(
        Q(state=Job.State.RUNNING) | _next_in_line()
    )
    # Said so, rather than tried for ever: work that kills its worker would kill the next too.
    for job in lost.filter(attempts__gte=MOST_ATTEMPTS):
        _settle(
            Job.objects.filter(id=job.pk, beat_at=job.beat_at),
            at=now,
            **_failed(_given_up()),
        )
    return list(lost.filter(attempts__lt=MOST_ATTEMPTS))


def _failed(refusal: Refused) -> dict[str, Any]:
    """The columns of a job that ends so."""
    return {
        "state": Job.State.FAILED,
        "error": str(refusal),
        "refusal": {"code": refusal.code, **kept(refusal.text)},
        "result": dict(refusal.facts),
    }


def _accident(error: Exception) -> Refused:
    """In English what Python says, which no catalogue has."""
    kind = type(error).__name__
    foreseen = N_("Unexpected error (%(kind)s). See the site's log for details.", kind=kind)
    english = f"{kind}: {error}"
    return Refused("accident", Text(foreseen.template, foreseen.parameters, english=english))


def _given_up() -> Refused:
    text = N_(
        "Gave up after %(attempts)s attempts: the worker died each time.",
        attempts=MOST_ATTEMPTS,
    )
    return Refused("given_up", text)


def _fingerprint(arguments: Mapping[str, Any]) -> str:
    told = {name: value for name, value in arguments.items() if name != "by"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _next_in_line() -> Q:
    """Waiting, with none of the same kind and key under way or asked for before."""
    return Q(~stands_behind(), state=Job.State.QUEUED)


def _claim(job_id: int, *, now: datetime) -> uuid.UUID | None:
    claim = uuid.uuid4()
    dead = Q(state=Job.State.RUNNING, beat_at__lt=now - LEASE)
    try:
        with transaction.atomic():
            claimed = Job.objects.filter(dead | _next_in_line(), id=job_id).update(
                state=Job.State.RUNNING,
                claim=claim,
                beat_at=now,
                attempts=F("attempts") + 1,
                done=0,
                total=0,
            )
    except IntegrityError:
        # One before it was claimed at this moment; its end tells a worker of this one.
        return None
    return claim if claimed else None


def _finish(
    job_id: int,
    claim: uuid.UUID,
    *,
    state: Job.State,
    result: dict[str, Any] | None = None,
    error: str = "",
    refusal: dict[str, Any] | None = None,
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
        refusal=refusal or {},
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
    # After commit, so that of this end and a worker who found it not yet come, one sees both.
    transaction.on_commit(lambda: _tell_next(job))
    announce(
        job.campaign,
        Webhook.Event.JOB,
        key=f"job:{job.pk}",
        job=job.pk,
        kind=job.kind,
        state=outcome["state"],
        error=outcome["error"],
    )


def _tell_next(ended: Job) -> None:
    same = Job.objects.filter(campaign=ended.campaign_id, kind=ended.kind, key=ended.key)
    following = same.filter(_next_in_line()).first()
    if following is not None:
        enqueue(following)
