"""The site's own worker, but its longer jobs take their time: for tests that kill it."""

import time
from collections.abc import Callable
from typing import Any

import django

django.setup()

from agreement import services as agreement  # noqa: E402
from agreement import tasks as agreement_tasks  # noqa: E402
from annotation_site.celery import app  # noqa: E402
from campaigns.services.jobs import Progress  # noqa: E402
from scoring.services import freezing, rescoring  # noqa: E402

__all__ = ["app"]


def slowly(service: Callable[..., Any]) -> Callable[..., Any]:
    def work(*, progress: Progress, **arguments: Any) -> Any:
        def tell(done: int, total: int) -> None:
            progress(done, total)
            time.sleep(1)

        return service(progress=tell, **arguments)

    return work


agreement_tasks.measure_agreement = slowly(agreement.measure_agreement)
freezing.freeze_gold = slowly(freezing.freeze_gold)
rescoring.rescore = slowly(rescoring.rescore)
