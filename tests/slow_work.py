"""A Celery application with one task that comes to no end when it is first taken up: for tests
that kill its worker."""

import os
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from annotation_site.celery import app  # noqa: E402
from campaigns.services.jobs import Progress, run_job  # noqa: E402
from tests.processes import PATIENCE  # noqa: E402

SLOW = "tests.slow_work.slow"


@app.task(name=SLOW, acks_late=True)
def slow(*, job_id: int) -> None:
    run_job(job_id, _work)


def _work(*, campaign_id: int, progress: Progress, diary: str) -> dict[str, Any]:
    taken_up_before = Path(diary).exists()
    with Path(diary).open("a") as out:
        out.write(f"started by {os.getpid()}\n")
    if not taken_up_before:
        # Longer than any test waits before it kills.
        time.sleep(2 * PATIENCE)
    with Path(diary).open("a") as out:
        out.write("finished\n")
    return {"finished": True}
