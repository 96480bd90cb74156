"""The site's own worker, but its reports take their time: for a test that kills it."""

import time
from typing import Any

import django

django.setup()

from agreement import tasks  # noqa: E402
from agreement.models import AgreementReport  # noqa: E402
from agreement.services import measure_agreement  # noqa: E402
from annotation_site.celery import app  # noqa: E402
from campaigns.services.jobs import Progress  # noqa: E402

__all__ = ["app"]


def _slowly(*, progress: Progress, **arguments: Any) -> AgreementReport:
    def slow(done: int, total: int) -> None:
        progress(done, total)
        time.sleep(1)

    return measure_agreement(progress=slow, **arguments)


tasks.measure_agreement = _slowly  # type: ignore[assignment]
