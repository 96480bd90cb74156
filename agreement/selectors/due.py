"""Campaigns whose agreement is to be measured again without being asked for.

Within a minute of the last change: once nothing has changed for a few seconds, so that ten
exclusions in a row are measured once. Where something changes all the time, as while many
rate, every few minutes; and never for more than a third of a worker's time, however large.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from agreement.models import AGREEMENT, AgreementReport
from agreement.selectors.reports import report_states
from agreement.selectors.staleness import is_out_of_date
from campaigns.models import Campaign, Job
from rating.models import Assignment
from rating.selectors.counting import counting_ratings

QUIET = timedelta(seconds=20)
AT_MOST_EVERY = timedelta(minutes=5)
# A report that took a minute is followed by two in which others have the worker.
REST = 2
# A change has the time at which it was made, and is seen once it is committed: for so long a
# report that was begun later may have missed it. After that it is left to the night.
LONGEST_CHANGE = timedelta(minutes=10)


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


def due_campaigns(*, now: datetime) -> Iterator[Campaign]:
    """Little is read of a campaign in which nothing changed since its last report."""
    for campaign in Campaign.objects.filter(basis_changed_at__isnull=False).order_by("id"):
        if _is_due(campaign, now=now) and not _is_tried(campaign):
            yield campaign


def changed_campaigns() -> Iterator[Campaign]:
    """Those with a counting rating whose latest report no longer says how they stand, however
    that came about."""
    for campaign in Campaign.objects.order_by("id"):
        latest = report_states(campaign).first()
        if latest is None:
            changed = counting_ratings(campaign).exists()
        else:
            changed = is_out_of_date(latest)
        if changed:
            yield campaign


def _is_due(campaign: Campaign, *, now: datetime) -> bool:
    changed = campaign.basis_changed_at
    latest = report_states(campaign).first()
    if changed is None:
        return False
    if latest and changed <= _began(latest) and now - changed > LONGEST_CHANGE:
        return False
    if latest is None:
        complete = Assignment.objects.filter(
            annotator__campaign=campaign, state=Assignment.State.COMPLETE
        )
        return is_due(changed=changed, began=None, made=None, now=now) and complete.exists()
    due = is_due(changed=changed, began=_began(latest), made=latest.made_at, now=now)
    return due and is_out_of_date(latest)


def _began(report: AgreementReport) -> datetime:
    """Earlier reports say only when they were ready."""
    return report.began_at or report.made_at


def _is_tried(campaign: Campaign) -> bool:
    """One is under way or waits; or it failed, and would fail again, for nothing has changed
    since."""
    last = campaign.jobs.filter(kind=AGREEMENT.name).order_by("-id").first()
    if last is None or last.state == Job.State.DONE:
        return False
    changed = campaign.basis_changed_at
    return last.state != Job.State.FAILED or changed is None or last.created_at > changed
