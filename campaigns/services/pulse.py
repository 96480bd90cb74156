"""The sign of life of a job that is worked at."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection
from django.utils import timezone

from campaigns.models import Job

SIGN_OF_LIFE_EVERY = 3.0


class JobLost(Exception):  # noqa: N818
    """Another worker has taken this job up; stop without saving anything."""


class Pulse(threading.Thread):
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
def signs_of_life(job_id: int, claim: uuid.UUID) -> Iterator[Pulse]:
    pulse = Pulse(job_id, claim)
    pulse.start()
    try:
        yield pulse
    finally:
        pulse.stopped.set()
        pulse.join()
