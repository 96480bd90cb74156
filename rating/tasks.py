from celery import shared_task

from campaigns.models import Campaign
from rating.services.exclusions import apply_rules
from rating.services.sittings import expire_assignments


@shared_task
def expire_sittings() -> None:
    """Safe to run twice: an expired sitting is not open any more."""
    expire_assignments()


@shared_task
def apply_switched_on_rules() -> None:
    """Safe to run twice: what a rule excluded, or a lead brought back, is passed over."""
    for campaign in Campaign.objects.filter(state=Campaign.State.OPEN).exclude(
        excluding_rules=[]
    ):
        apply_rules(campaign)
