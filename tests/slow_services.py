"""The site's own worker, but its longer jobs come no further than to a step: for tests that
kill it there."""

import os
import time
from collections.abc import Callable
from typing import Any

import django

django.setup()

from agreement import jobs as agreement_tasks  # noqa: E402
from agreement import services as agreement  # noqa: E402
from annotation_site.celery import app  # noqa: E402
from campaigns.services.jobs import Progress  # noqa: E402
from scoring.services import freezing, rescoring  # noqa: E402
from sources import jobs as source_tasks  # noqa: E402
from sources.services import large_campaigns  # noqa: E402
from tests.processes import PATIENCE  # noqa: E402

__all__ = ["app"]

LAST_STEP = int(os.environ["LAST_STEP"])


def halting(service: Callable[..., Any]) -> Callable[..., Any]:
    def work(*, progress: Progress, **arguments: Any) -> Any:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            if done == LAST_STEP:
                # Longer than any test waits before it kills.
                time.sleep(2 * PATIENCE)

        return service(progress=tell, **arguments)

    return work


agreement_tasks.measure_agreement = halting(agreement.measure_agreement)
freezing.freeze_gold = halting(freezing.freeze_gold)
rescoring.rescore = halting(rescoring.rescore)
source_tasks.make_requested = halting(large_campaigns.make_requested)
