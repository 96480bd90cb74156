"""A Celery application with one slow task, for tests that kill its worker."""

import os
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from annotation_site.celery import app  # noqa: E402
from campaigns.services.jobs import Progress, run_job  # noqa: E402

SLOW = "tests.slow_work.slow"


@app.task(name=SLOW, acks_late=True)
def slow(*, job_id: int) -> None:
    run_job(job_id, _work)


def _work(
    *, campaign_id: int, progress: Progress, diary: str, seconds: float
) -> dict[str, Any]:
    with Path(diary).open("a") as out:
        out.write(f"started by {os.getpid()}\n")
    steps = 20
    for step in range(steps):
        progress(step, steps)
        time.sleep(seconds / steps)
    with Path(diary).open("a") as out:
        out.write("finished\n")
    return {"steps": steps}
