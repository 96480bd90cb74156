from functools import partial
from typing import Any

from celery import shared_task
from django.contrib.auth.models import User

from campaigns.models import Campaign, Job
from campaigns.services.jobs import Progress, run_job
from scoring.models import FORECAST
from scoring.selectors.forecasts import due_forecasts
from scoring.selectors.releases import RELEASE, RESCORE
from scoring.services import freezing, rescoring
from scoring.services.baselines import BASELINE, add_baseline
from scoring.services.forecasting import forecast_ranking, request_forecast
from scoring.services.requested_baselines import kept_files


@shared_task(name=RELEASE.task, acks_late=True)
def release(*, job_id: int) -> None:
    """Safe to run twice: a job has one release."""
    run_job(job_id, partial(_release, job_id=job_id))


@shared_task(name=RESCORE.task, acks_late=True)
def rescore(*, job_id: int) -> None:
    """Safe to run twice: replaces every score on its release."""
    run_job(job_id, _rescore)


@shared_task(name=BASELINE.task, acks_late=True)
def baseline(*, job_id: int) -> None:
    """Safe to run twice: a name is taken once."""
    run_job(job_id, _baseline)


@shared_task(name=FORECAST.task, acks_late=True)
def forecast(*, job_id: int) -> None:
    """Safe to run twice: a report has one forecast."""
    run_job(job_id, _forecast)


@shared_task
def forecast_due() -> None:
    """Every few seconds. Safe to run twice: one that waits or is made is not asked for."""
    for campaign in due_forecasts():
        request_forecast(campaign)


def _forecast(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    campaign = Campaign.objects.get(id=campaign_id)
    made = forecast_ranking(campaign=campaign, progress=progress)
    return {"report": made.report_id}


def _baseline(
    *,
    campaign_id: int,
    progress: Progress,
    by: int,
    baseline: str,
    kept: dict[str, str],
    **asked: Any,
) -> dict[str, Any]:
    with kept_files(kept) as files:
        added = add_baseline(
            campaign=Campaign.objects.get(id=campaign_id),
            kind=baseline,
            files=files,
            by=User.objects.filter(id=by).first(),
            **asked,
        )
    return {"system": added.system.name, "answers": added.answers}


def _release(
    *, job_id: int, campaign_id: int, progress: Progress, by: int, **policy: Any
) -> dict[str, Any]:
    made = freezing.freeze_gold(
        campaign=Campaign.objects.get(id=campaign_id),
        by=User.objects.filter(id=by).first(),
        job=Job.objects.get(id=job_id),
        progress=progress,
        **policy,
    )
    return {"release": made.number}


def _rescore(
    *, campaign_id: int, progress: Progress, by: int | None, number: int
) -> dict[str, Any]:
    rescoring.rescore(
        campaign=Campaign.objects.get(id=campaign_id),
        number=number,
        by=User.objects.filter(id=by).first() if by else None,
        progress=progress,
    )
    return {"release": number}
