"""The site's own worker, but it pauses when a pool or a plan is written and not yet committed:
the worst moment to be killed. The pause is told by the folder PAUSE."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402

from annotation_site.celery import app  # noqa: E402
from pooling import jobs as tasks  # noqa: E402
from tests.drills.pause import Pause  # noqa: E402

__all__ = ["app"]

pause = Pause(Path(os.environ["PAUSE"]))


def _pausing(work: Callable[..., Any]) -> Callable[..., Any]:
    def pausing(**arguments: Any) -> Any:
        try:
            with transaction.atomic():
                report = work(**arguments)
                pause.wait()
            return report
        finally:
            pause.left.touch()

    return pausing


tasks.pool_campaign = _pausing(tasks.pool_campaign)
tasks.dispatch_campaign = _pausing(tasks.dispatch_campaign)
