"""Take rounds back, as if none had been made, while nobody has proposed anything in them."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.models import Campaign
from campaigns.services.archiving import refuse_archived
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign, lock_plan
from core.refusals import Refused
from proposing.models import Proposal, ProposalTurn
from regild.problems import N_


@transaction.atomic
def take_back_rounds(*, campaign: Campaign, by: User | None = None) -> int:
    """Annotators are asked to rate again; returns how many rounds there were. Raises Refused
    once anybody has proposed in one."""
    lock_plan(campaign.pk)
    locked = lock_campaign(campaign.pk)
    refuse_archived(locked)
    rounds = locked.proposal_rounds.count()
    given = ProposalTurn.objects.filter(annotator__campaign=locked, subset__isnull=False)
    _delete_rounds(locked, given)
    if rounds:
        record(campaign=locked, by=by, action="take back rounds", rounds=rounds)
    campaign.refresh_from_db(fields=["stage"])
    return rounds


def forget_first_stage(campaign: Campaign) -> None:
    """Of a campaign that starts over, or is deleted: rounds, lemmas and frozen golds. Under the
    lock. Raises Refused once anybody has proposed, here or elsewhere."""
    _delete_rounds(campaign, ProposalTurn.objects.filter(annotator__campaign=campaign))
    campaign.lemmas.all().delete()
    campaign.first_golds.all().delete()


def _delete_rounds(campaign: Campaign, turns: QuerySet[ProposalTurn]) -> None:
    # A proposal on its way is stored under the lock of its turn alone.
    ids = [*turns.select_for_update().order_by("id").values_list("id", flat=True)]
    if Proposal.objects.filter(turn__in=turns).exists():
        text = N_("Nothing was changed: annotators have proposed here.")
        raise Refused("proposals_exist", text)
    ProposalTurn.objects.filter(id__in=ids).delete()
    campaign.proposal_rounds.all().delete()
    Campaign.objects.filter(id=campaign.pk).update(stage=Campaign.Stage.RATE)
