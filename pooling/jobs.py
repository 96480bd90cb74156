from typing import Any

from celery import shared_task
from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.services.deleting import DELETE
from campaigns.services.jobs import Progress, run_job
from pooling.selectors import CALIBRATE, DISPATCH, POOL, RATING_ROUND
from pooling.services.calibrating import RoundDrawn, calibrate_campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drawing_rounds import RoundWanted, draw_round
from pooling.services.fill_pool import pool_campaign
from pooling.services.starting_over import delete_retired


@shared_task(name=POOL.task, acks_late=True)
def pool(*, job_id: int) -> None:
    """Safe to run twice: pooling again adds only what is new."""
    run_job(job_id, _pool)


@shared_task(name=DISPATCH.task, acks_late=True)
def dispatch(*, job_id: int) -> None:
    """Safe to run twice: the same seed gives the same plan in the place of the first."""
    run_job(job_id, _dispatch)


@shared_task(name=CALIBRATE.task, acks_late=True)
def calibrate(*, job_id: int) -> None:
    """Safe to run twice: the round has a name, and is drawn once."""
    run_job(job_id, _calibrate)


@shared_task(name=RATING_ROUND.task, acks_late=True)
def round(*, job_id: int) -> None:
    """Safe to run twice: the round has a name, and is drawn once."""
    run_job(job_id, _round)


@shared_task(name=DELETE.task, acks_late=True)
def delete(*, job_id: int) -> None:
    """Safe to run twice: it goes on with what is left. Its own row goes last."""
    run_job(job_id, _delete)


def _pool(*, campaign_id: int, progress: Progress, by: int | None = None) -> dict[str, Any]:
    report = pool_campaign(
        campaign=Campaign.objects.get(id=campaign_id),
        progress=progress,
        by=_lead(by),
    )
    return report.facts()


def _dispatch(
    *, campaign_id: int, progress: Progress, by: int | None, **options: Any
) -> dict[str, Any]:
    report = dispatch_campaign(
        campaign=Campaign.objects.get(id=campaign_id),
        by=_lead(by),
        **options,
    )
    return report.facts() | {"pool_version": report.pool_version}


def _calibrate(
    *, campaign_id: int, progress: Progress, by: int | None, **options: Any
) -> dict[str, Any]:
    try:
        report = calibrate_campaign(
            campaign=Campaign.objects.get(id=campaign_id), by=_lead(by), **options
        )
    except RoundDrawn:
        return {}
    return report.facts() | {"pool_version": report.pool_version}


def _round(
    *,
    campaign_id: int,
    progress: Progress,
    by: int | None,
    dry_run: bool,
    **wanted: Any,
) -> dict[str, Any]:
    try:
        report = draw_round(
            campaign=Campaign.objects.get(id=campaign_id),
            wanted=RoundWanted(**wanted),
            dry_run=dry_run,
            by=_lead(by),
        )
    except RoundDrawn:
        return {}
    return report.facts() | {"pool_version": report.plan.pool_version}


def _delete(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    campaign = Campaign.objects.get(id=campaign_id)
    return {"sentences": delete_retired(campaign, progress=progress)}


def _lead(id: int | None) -> User | None:
    """Whoever asked; None once the account is gone."""
    return None if id is None else User.objects.filter(id=id).first()
