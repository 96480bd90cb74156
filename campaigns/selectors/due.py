"""When what changed is to be looked at again without being asked for.

Within a minute of the last change: once nothing has changed for a few seconds, so that ten
exclusions in a row are measured once. Where something changes all the time, as while many
rate, every few minutes; and never for more than a third of a worker's time, however large.
"""

from datetime import datetime, timedelta

from campaigns.models import Campaign, Job, JobKind

QUIET = timedelta(seconds=20)
AT_MOST_EVERY = timedelta(minutes=5)
# A report that took a minute is followed by two in which others have the worker.
REST = 2


def is_due(
    *, changed: datetime, began: datetime | None, made: datetime | None, now: datetime
) -> bool:
    """Whether a report is to be made of a change at `changed`, the last one having been read at
    `began` and ready at `made`; both None where there is none."""
    quiet = now - changed >= QUIET
    if began is None or made is None:
        return quiet
    if now - made < REST * (made - began):
        return False
    return quiet or now - made >= AT_MOST_EVERY


def is_tried(campaign: Campaign, kind: JobKind) -> bool:
    """One is under way or waits; or it failed, and would fail again, for nothing has changed
    since."""
    last = campaign.jobs.filter(kind=kind.name).order_by("-id").first()
    if last is None or last.state == Job.State.DONE:
        return False
    changed = campaign.basis_changed_at
    return last.state != Job.State.FAILED or changed is None or last.created_at > changed
