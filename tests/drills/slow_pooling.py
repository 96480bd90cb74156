"""The site's own worker, but it pauses when a pool or a plan is written and not yet committed:
the worst moment to be killed."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402

from annotation_site.celery import app  # noqa: E402
from pooling import tasks  # noqa: E402

__all__ = ["app"]

SECONDS = 3


def _pausing(work: Callable[..., Any]) -> Callable[..., Any]:
    def pausing(**arguments: Any) -> Any:
        with transaction.atomic():
            report = work(**arguments)
            written = Path(os.environ["WRITTEN"])
            # Only the first time: who takes the job up again is not kept waiting.
            if not written.exists():
                written.touch()
                time.sleep(SECONDS)
        return report

    return pausing


tasks.pool_campaign = _pausing(tasks.pool_campaign)
tasks.dispatch_campaign = _pausing(tasks.dispatch_campaign)
