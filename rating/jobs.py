from contextlib import suppress
from typing import Any

from celery import shared_task
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services.jobs import Progress, run_job
from core.letters import MailAway, NoMail
from proposing.services.ending import expire_turns
from rating.services.announcing import announce_coverage, announce_rounds
from rating.services.ending import expire_assignments
from rating.services.exclusions import apply_rules
from rating.services.flagging import CHECK, flag_annotators, flag_newcomers
from rating.services.reminding import send_reminders
from rating.services.tallying import keep_all_tallies

STEPS = 2


@shared_task
def expire_sittings() -> None:
    """Safe to run twice: what expired is not open any more."""
    expire_turns()
    expire_assignments()


@shared_task
def flag_new_work() -> None:
    """Safe to run twice: who was checked since their last sitting is passed over."""
    flag_newcomers()


@shared_task
def apply_switched_on_rules() -> None:
    """Safe to run twice: what a rule excluded, or a lead brought back, is passed over."""
    for campaign in Campaign.objects.filter(state=Campaign.State.OPEN).exclude(
        excluding_rules=[]
    ):
        apply_rules(campaign)


@shared_task
def tell_coverage() -> None:
    """Safe to run twice: what is told is told once, and only what is not known is counted."""
    keep_all_tallies()
    announce_coverage()
    announce_rounds()


@shared_task
def remind() -> None:
    """Safe to run twice: whoever sends a reminder has deleted it first."""
    with suppress(NoMail, MailAway):
        send_reminders(now=timezone.now())


@shared_task(name=CHECK.task, acks_late=True)
def check(*, job_id: int) -> None:
    """Safe to run twice: flags are found anew, and rules pass over what they excluded."""
    run_job(job_id, _check)


def _check(*, campaign_id: int, progress: Progress) -> dict[str, Any]:
    campaign = Campaign.objects.get(id=campaign_id)
    progress(0, STEPS)
    flagged = flag_annotators(campaign)
    progress(1, STEPS)
    excluded = len(apply_rules(campaign))
    progress(STEPS, STEPS)
    return {"flagged": flagged, "excluded": excluded}
