"""Real workers that die with a job half done, and the one that takes it up after them."""

import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager

from django.utils import timezone

from campaigns.jobs import take_up_lost_jobs
from campaigns.models import Job
from campaigns.services import jobs
from tests.processes import kill, running, wait_until

# Of every longer job: what it needs is read, and nothing is stored yet.
HALF = 3


def worker(app: str, **more: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    return running(
        *("celery", "-A", app, "worker", "--loglevel=ERROR", "--concurrency=1", "--pool=solo"),
        **more,
    )


def is_half_done(job: Job) -> Callable[[], object]:
    """The worker writes how far it is every few seconds; then it is in the middle."""
    return lambda: Job.objects.get(id=job.id).done


def die_over(job: Job, *, when: Callable[[], object], step: int = HALF) -> None:
    """A worker takes up what was asked for, comes to that step and is killed there."""
    with worker("tests.slow_services", LAST_STEP=str(step)) as doomed:
        wait_until(when)
        kill(doomed)
    job.refresh_from_db()
    assert job.state == "running"


def finish_elsewhere(job: Job) -> None:
    """Once its sign of life is old enough, another worker finds the job and does it."""
    Job.objects.filter(id=job.id).update(beat_at=timezone.now() - 2 * jobs.LEASE)
    with worker("annotation_site"):
        take_up_lost_jobs()
        wait_until(lambda: Job.objects.get(id=job.id).state == "done")
    job.refresh_from_db()
