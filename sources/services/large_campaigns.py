"""Campaigns of files that are too large to be read while somebody waits.

A worker reads them in portions. It stores what it reads for a campaign that nobody can reach,
portion after portion, so that no long transaction keeps others from writing. When everything
is there the campaign gets its slug, and so do its owner and its scale, in one transaction.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import Max

from campaigns.models import Campaign, Job
from campaigns.selectors.creations import CREATE, creations
from campaigns.services.deleting import retired_slug
from campaigns.services.jobs import Progress, ask, unobserved
from campaigns.services.locking import lock_campaign
from campaigns.services.pulse import JobLost
from core.bulk import refresh_statistics
from core.job_files import files_of_job, forget_files_of_job, keep_for_job
from core.refusals import CampaignExists, Refused
from regild.problems import N_, BadFile, BadFiles, Notice, Source, Text
from regild.tasks import task_named
from sources.models import GoldAnswer, Item
from sources.services.creating import (
    BroughtIn,
    NewCampaign,
    Saved,
    count_rows,
    create_campaign,
    finish_campaign,
    refuse_unfit,
    save_sources,
)

# How long a lead can read why a campaign was not made.
REPORTED_FOR = timedelta(days=7)
_ROWS_AT_A_TIME = 20_000


class FilesRefused(Refused):
    """The files of a job have problems; its result lists them as the API does."""

    def __init__(self, bad: BadFiles) -> None:
        problems = tuple(
            N_(
                "%(where)s: %(message)s. %(remedy)s.",
                where=_where(file, problem.line),
                message=problem.message,
                remedy=problem.remedy,
            )
            for file in bad.files
            for problem in file.problems
        )
        template = N_("Nothing was stored. %(problems)s")
        english = f"Nothing was stored.\n{bad}"
        super().__init__("bad_files", Text(template, {"problems": problems}, english=english))
        self.facts = {
            "problems": [
                {"file": file.name, **problem._asdict()}
                for file in bad.files
                for problem in file.problems
            ]
        }


def _where(file: BadFile, line: int | None) -> str:
    return (
        file.name if line is None else N_("%(name)s, line %(line)s", name=file.name, line=line)
    )


def create_or_request(
    *, files: Mapping[str, Source], by: User, **choices: Any
) -> BroughtIn | Job:
    """The campaign, or the job that makes it where the files are large. Raises what
    `create_campaign` raises; of large files the job's refusal says what is wrong."""
    new = NewCampaign(**choices)
    refuse_unfit(new, files)
    if count_rows(task_named(new.task), files) <= settings.CAMPAIGN_JOB_ROWS:
        return create_campaign(files=files, by=by, **choices)
    asked = {**choices, "excluded_targets": sorted(new.excluded_targets)}
    # Before the transaction: on SQLite nobody else writes during one.
    kept = keep_for_job(files)
    with transaction.atomic():
        campaign = new.row(retired_slug())
        campaign.save()
        return ask(
            CREATE,
            campaign=campaign,
            key=new.slug,
            by=by.pk,
            kept=kept,
            choices=asked,
        )


def make_requested(
    *,
    campaign: Campaign,
    kept: Mapping[str, str],
    choices: Mapping[str, Any],
    by: User | None,
    progress: Progress,
) -> dict[str, Any]:
    """What a request was about; the job's result. Safe to run twice: what an earlier attempt
    stored is deleted first, and a campaign that is whole stays so."""
    new = NewCampaign(**choices)
    if campaign.slug == new.slug:
        # The worker died between the campaign's end and the job's.
        forget_files_of_job(kept)
        return _result(campaign, ())
    _delete_rows(campaign)
    try:
        with files_of_job(kept) as files:
            made = _make(campaign, new, files, by=by, progress=progress)
    except (JobLost, DatabaseError, InterfaceError):
        # Another worker is at it, or will be.
        raise
    except BadFiles as bad:
        _give_up(campaign, kept)
        raise FilesRefused(bad) from bad
    except Exception:
        _give_up(campaign, kept)
        raise
    forget_files_of_job(kept)
    refresh_statistics(Item, GoldAnswer)
    return _result(campaign, made.notices)


def create_in_portions(*, files: Mapping[str, Source], **choices: Any) -> BroughtIn:
    """For a shell, which may wait. Raises what `create_campaign` raises."""
    new = NewCampaign(**choices)
    refuse_unfit(new, files)
    if count_rows(task_named(new.task), files) <= settings.CAMPAIGN_JOB_ROWS:
        return create_campaign(files=files, **choices)
    campaign = new.row(retired_slug())
    campaign.save()
    try:
        return _make(campaign, new, files, by=None, progress=unobserved)
    except BaseException:
        _delete_rows(campaign)
        campaign.delete()
        raise


def forget_failed_creations(*, now: datetime) -> None:
    """What is left of campaigns that were not made: rows where a worker died again and again,
    and the reports of those that nobody will read any more."""
    for job in creations().filter(state=Job.State.FAILED):
        _delete_rows(job.campaign)
        if job.finished_at is not None and job.finished_at < now - REPORTED_FOR:
            job.campaign.delete()


def _make(
    campaign: Campaign,
    new: NewCampaign,
    files: Mapping[str, Source],
    *,
    by: User | None,
    progress: Progress,
) -> BroughtIn:
    rows = count_rows(task_named(new.task), files)

    def so_far(done: int, total: int) -> None:
        progress(min(done, rows), rows)

    sources = task_named(new.task).read(
        files, excluded_groups=new.excluded_targets, in_portions=True
    )
    saved = save_sources(campaign, sources, progress=so_far)
    with transaction.atomic():
        locked = lock_campaign(campaign.pk)
        _refuse_unless_whole(locked, saved)
        if Campaign.objects.filter(slug=new.slug).exists():
            raise CampaignExists(new.slug)
        campaign.slug = new.slug
        campaign.save(update_fields=["slug"])
        return finish_campaign(campaign, new, sources, saved, by=by)


def _refuse_unless_whole(campaign: Campaign, saved: Saved) -> None:
    """Where a worker seemed to be dead, another deletes what the first has stored. Raises
    JobLost."""
    if campaign.items.count() != saved.items:
        raise JobLost


def _give_up(campaign: Campaign, kept: Mapping[str, str]) -> None:
    _delete_rows(campaign)
    forget_files_of_job(kept)


def _delete_rows(campaign: Campaign) -> None:
    """A portion at a time, as they were stored."""
    while last := _last_of_first(campaign):
        with transaction.atomic():
            items = campaign.items.filter(id__lte=last)
            gold = GoldAnswer.objects.filter(item__in=items)
            gold._raw_delete(gold.db)
            items._raw_delete(items.db)


def _last_of_first(campaign: Campaign) -> int | None:
    first = campaign.items.order_by("id").values("id")[:_ROWS_AT_A_TIME]
    last: int | None = Item.objects.filter(id__in=first).aggregate(last=Max("id"))["last"]
    return last


def _result(campaign: Campaign, notices: tuple[Notice, ...]) -> dict[str, Any]:
    return {
        "campaign": campaign.slug,
        "sentences": campaign.items.count(),
        "gold_substitutes": GoldAnswer.objects.filter(item__campaign=campaign).count(),
        "notices": [{"file": notice.name, **notice.problem._asdict()} for notice in notices],
    }
