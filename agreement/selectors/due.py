"""Campaigns whose agreement is to be measured again without being asked for."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from agreement.models import AGREEMENT, SUMS, AgreementReport, SumsState
from agreement.selectors.reports import report_states
from agreement.selectors.staleness import is_out_of_date
from agreement.selectors.sums import campaigns_to_sum_up
from campaigns.models import Campaign, Job
from campaigns.selectors.due import is_due, is_tried
from rating.models import Assignment
from rating.selectors.counting import counting_ratings

# A change has the time at which it was made, and is seen once it is committed: for so long a
# report that was begun later may have missed it. After that it is left to the night.
LONGEST_CHANGE = timedelta(minutes=10)


def due_campaigns(*, now: datetime) -> Iterator[Campaign]:
    """Little is read of a campaign in which nothing changed since its last report."""
    for campaign in Campaign.objects.filter(basis_changed_at__isnull=False).order_by("id"):
        if _is_due(campaign, now=now) and not is_tried(campaign, AGREEMENT):
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


def due_sums(*, now: datetime) -> Iterator[Campaign]:
    """Those that agreement is not about to be measured of: then sums are made with it. What was
    pooled anew is due at once, for there is nothing else to look at."""
    for campaign in campaigns_to_sum_up():
        if is_tried(campaign, SUMS) or _is_under_way(campaign):
            continue
        state = SumsState.objects.filter(campaign=campaign).first()
        if state is None or state.pool_version != campaign.pool_version:
            yield campaign
            continue
        changed = campaign.basis_changed_at or now
        if is_due(changed=changed, began=state.read_at, made=state.made_at, now=now):
            yield campaign


def _is_under_way(campaign: Campaign) -> bool:
    measuring = campaign.jobs.filter(kind=AGREEMENT.name)
    return measuring.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()


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
