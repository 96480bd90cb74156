"""How far an annotator of the first stage has come, and the campaign."""

from django.db.models import Avg, Count

from annotators.models import Annotator
from annotators.selectors.progress import OwnProgress, WorkDone
from campaigns.models import Campaign
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.counting import counting_proposals
from proposing.selectors.turns import placements_in_play
from regild.rating.pace import SECONDS_PER_SENTENCE, minutes_for


def work_done(annotator: Annotator) -> WorkDone[ProposalTurn]:
    complete = annotator.proposal_turns.filter(state=ProposalTurn.State.COMPLETE)
    answers = Proposal.objects.filter(turn__in=complete, superseded_at__isnull=True)
    return WorkDone(
        sittings=complete.count(),
        answers=answers.count(),
        last_complete=complete.order_by("-completed_at").first(),
    )


def own_progress(annotator: Annotator) -> OwnProgress:
    """Sentences that count, of those that any annotator is asked about."""
    done = counting_proposals(annotator.campaign).filter(annotator=annotator).count()
    placed = placements_in_play().filter(subset__round__campaign=annotator.campaign_id)
    asked = placed.order_by().aggregate(n=Count("item", distinct=True))["n"]
    return OwnProgress(done, max(done, asked))


def campaign_share(campaign: Campaign) -> float | None:
    """Of the answers that are wanted, how many are there; None where none are."""
    wanted = sum(
        placements_in_play()
        .filter(subset__round__campaign=campaign)
        .order_by()
        .values_list("subset__round__annotators", flat=True)
    )
    return min(counting_proposals(campaign).count() / wanted, 1) if wanted else None


def minutes_of_a_turn(campaign: Campaign) -> int:
    sizes = (
        placements_in_play()
        .filter(subset__round__campaign=campaign)
        .order_by()
        .values("subset")
        .annotate(size=Count("id"))
    )
    size = sizes.aggregate(mean=Avg("size"))["mean"] or 0
    return minutes_for(size, seconds=SECONDS_PER_SENTENCE)
