"""Measure the agreement of a campaign and keep what was found as a report."""

from django.utils import timezone

from agreement.models import AGREEMENT, AgreementReport
from agreement.services.findings import STEPS, find_in_ratings
from agreement.services.findings_of_names import find_in_choices
from agreement.services.summing import bring_sums_up_to_date
from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.jobs import Progress, ask, unobserved
from rating.services.ledger import keep_ledger
from regild.agreement.intervals import REPLICATES

# Of the reports that nobody asked for.
KEPT = 20


def request_report(campaign: Campaign, *, by_itself: bool = False) -> Job:
    """A job for a new report of the ratings as they are now. One that waits is shared, whoever
    asked for it."""
    drawn = {"by_itself": True} if by_itself else None
    return ask(AGREEMENT, campaign=campaign, drawn=drawn)


def measure_agreement(
    *,
    campaign: Campaign,
    job: Job | None = None,
    by_itself: bool = False,
    progress: Progress = unobserved,
) -> AgreementReport:
    """A new report. Safe to run again for one job: what it reported before stands. Of reports
    that nobody asked for, the older ones go.

    The campaign's one seed makes the intervals, so that the same ratings give the same
    report. Raises Refused when the scale's weights cannot order its values.
    """
    progress(0, STEPS)
    began_at = timezone.now()
    nominal = task_of(campaign).level == "nominal"
    measured = (find_in_choices if nominal else find_in_ratings)(campaign, progress=progress)
    columns = {
        "campaign": measured.campaign,
        "began_at": began_at,
        "made_at": timezone.now(),
        "by_itself": by_itself,
        **measured.inputs._asdict(),
        "policy": measured.policy,
        "seed": measured.campaign.seed,
        "rounds": REPLICATES,
        **measured.columns,
    }
    progress(STEPS, STEPS)
    keep_ledger(
        measured.campaign,
        measured.inputs.ledger,
        version=measured.inputs.ratings_version,
        counted_at=began_at,
    )
    if job is None:
        made = AgreementReport.objects.create(**columns)
    else:
        made, _new = AgreementReport.objects.get_or_create(job=job, defaults=columns)
    bring_sums_up_to_date(measured.campaign)
    if by_itself:
        _forget_older(campaign)
    return made


def _forget_older(campaign: Campaign) -> None:
    """While many rate there are hundreds a day. Of those nobody asked for stay the newest, and
    the last of each day (UTC)."""
    made = campaign.agreement_reports.filter(by_itself=True).order_by("-id")
    rows = list(made.values_list("id", "made_at"))
    last_of_day = {at.date(): id for id, at in reversed(rows)}
    older = {id for id, _at in rows[KEPT:]}
    AgreementReport.objects.filter(id__in=older - set(last_of_day.values())).delete()
