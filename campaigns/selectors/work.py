"""Jobs as a page tells of them."""

from typing import NamedTuple

from django.db.models import (
    Exists,
    OuterRef,
    Q,
    QuerySet,
)

from campaigns.models import (
    Campaign,
    Job,
    JobKind,
)


class Work(NamedTuple):
    """Jobs of a kind, as a page tells of them."""

    job: Job | None  # under way, else the next to be, else the last that ended
    waiting: int  # behind it
    failed: Job | None  # the last that ended, where it failed and nobody asked again since

    @property
    def under_way(self) -> bool:
        return self.job is not None and self.job.finished_at is None


def work_of(campaign: Campaign, *kinds: JobKind) -> Work:
    return _work(campaign.jobs.filter(kind__in=[kind.name for kind in kinds]))


def work_around(job: Job) -> Work:
    """The job's own kind, and those that are done by the same."""
    return _work(job.campaign.jobs.filter(task=job.task))


def _work(jobs: QuerySet[Job]) -> Work:
    last = jobs.filter(finished_at__isnull=False).values("id")[:1]
    found = jobs.filter(Q(finished_at__isnull=True) | Q(id=last))
    asked = sorted(
        (job for job in found if job.finished_at is None),
        key=lambda job: (job.state != Job.State.RUNNING, job.pk),
    )
    ended = next((job for job in found if job.finished_at is not None), None)
    return Work(
        job=asked[0] if asked else ended,
        waiting=sum(job.state == Job.State.QUEUED for job in asked[1:]),
        failed=ended if _still_news(ended, asked) else None,
    )


def _still_news(ended: Job | None, asked: list[Job]) -> bool:
    """A failure is told until somebody has asked again, knowing of it."""
    if ended is None or ended.finished_at is None or ended.state != Job.State.FAILED:
        return False
    return all(job.created_at <= ended.finished_at for job in asked)


def stands_behind() -> Exists:
    """Of a job: another of the same kind and key is under way, or waits and was asked for
    before."""
    before = Job.objects.filter(
        Q(state=Job.State.RUNNING) | Q(state=Job.State.QUEUED, id__lt=OuterRef("id")),
        campaign=OuterRef("campaign"),
        kind=OuterRef("kind"),
        key=OuterRef("key"),
    )
    return Exists(before)


def waits_for_another(job: Job) -> bool:
    waiting = Job.objects.filter(id=job.pk, state=Job.State.QUEUED)
    return waiting.filter(stands_behind()).exists()
