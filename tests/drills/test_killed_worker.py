"""A worker dies at the worst moment of pooling and of dispatching: nothing is half done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from campaigns.jobs import take_up_lost_jobs
from campaigns.models import Campaign, Job
from campaigns.services import jobs
from pooling.models import Candidate, Placement, Subset
from pooling.selectors import DISPATCH, POOL
from tests.drills.pause import Pause
from tests.factories import make_campaign
from tests.processes import kill, running, wait_until

SOLO = ("worker", "--loglevel=ERROR", "--concurrency=1", "--pool=solo")


def empty_pool() -> Campaign:
    campaign = make_campaign(subsets=None)
    Candidate.objects.all().delete()
    return campaign


def stored() -> tuple[int, int, int]:
    return Candidate.objects.count(), Subset.objects.count(), Placement.objects.count()


# The factory's files have twenty different substitutes.
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("task", "prepare", "arguments", "before", "after"),
    [
        (POOL, empty_pool, {}, (0, 0, 0), (20, 0, 0)),
        (
            DISPATCH,
            lambda: make_campaign(subsets=None),
            {"by": None, "subsets": 2, "block_size": 4, "seed": 1},
            (20, 0, 0),
            (20, 2, 20),
        ),
    ],
)
def test_what_a_killed_worker_had_written_is_gone_and_the_next_does_it_once(
    task: str,
    prepare: Callable[[], Campaign],
    arguments: dict[str, Any],
    before: tuple[int, int, int],
    after: tuple[int, int, int],
    tmp_path: Path,
) -> None:
    job = jobs.ask(task, campaign=prepare(), **arguments)
    with running(
        *("celery", "-A", "tests.drills.slow_pooling", *SOLO), PAUSE=str(tmp_path)
    ) as doomed:
        jobs.enqueue(job)
        wait_until(Pause(tmp_path).begun.exists)
        kill(doomed)
    job.refresh_from_db()
    assert (job.state, stored()) == ("running", before)

    Job.objects.update(beat_at=timezone.now() - 2 * jobs.LEASE)
    with running("celery", "-A", "annotation_site", *SOLO):
        take_up_lost_jobs()
        wait_until(lambda: Job.objects.get().state == "done")
    job.refresh_from_db()
    assert (job.attempts, stored()) == (2, after)
