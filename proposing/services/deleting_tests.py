"""Delete what was proposed as a test, as if nobody had."""

from collections.abc import Collection

from campaigns.models import Campaign
from core.refusals import Refused
from proposing.models import FirstGold, Proposal, ProposalTurn
from regild.problems import N_


def delete_proposals(campaign: Campaign, annotators: Collection[int]) -> tuple[int, int]:
    """All turns and proposals of these annotators; returns how many turns, and how many
    proposals that were their newest. Under the lock of the campaign, within the caller's
    transaction. Raises Refused once a first gold rests on them."""
    turns = ProposalTurn.objects.filter(annotator__in=annotators)
    # A proposal on its way is stored under the lock of its turn alone.
    ids = [*turns.select_for_update().order_by("id").values_list("id", flat=True)]
    proposals = Proposal.objects.filter(annotator__in=annotators)
    current = proposals.filter(superseded_at__isnull=True).count()
    frozen = campaign.first_golds.filter(origin=FirstGold.Origin.PROPOSED)
    if current and frozen.exists():
        text = N_("Nothing was deleted: a first gold is frozen, and rests on these proposals.")
        raise Refused("gold_frozen", text)
    proposals._raw_delete(proposals.db)
    ProposalTurn.objects.filter(id__in=ids).delete()
    return len(ids), current
