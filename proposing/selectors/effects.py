"""What leaving an annotator's proposals out would do to the first gold, or taking them back:
read before anything is decided."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from annotators.models import Annotator
from campaigns.models import Campaign
from proposing.models import Proposal, ProposalExclusion, ProposalTurn
from proposing.selectors.counting import as_records, counting_proposals
from proposing.selectors.draft import GoldDraft, draft_gold, rules_of
from regild.agreement.declaration import Measurement
from regild.agreement.first_gold import first_gold_measures
from regild.agreement.first_stage import SHOWN
from regild.agreement.proposals import gold_votes
from regild.formats.records import GoldRecord, ProposalRecord
from regild.proposing.effect import GoldEffect, gold_effect
from sources.selectors import sentences_in_play

Way = Literal["out", "back"]


class ProposalEffect(NamedTuple):
    """Over the sentences that the annotator responded to: everywhere else nothing changes."""

    sentences: int
    gold: GoldEffect
    measures: list[tuple[str, tuple[Measurement, Measurement]]]


def effect_of(annotator: Annotator, *, way: Way) -> ProposalEffect:
    """Of leaving out what counts of theirs, or of taking back what an exclusion left out."""
    campaign = annotator.campaign
    theirs = _theirs(annotator, way=way)
    items = list(
        sentences_in_play(campaign).filter(proposals__in=theirs).order_by("position").distinct()
    )
    ids = [item.pk for item in items]
    counting = counting_proposals(campaign).filter(item__in=ids)
    others = as_records(campaign, counting.exclude(annotator=annotator))
    both = [*others, *as_records(campaign, theirs.filter(item__in=ids))]
    rules = rules_of(campaign, items=ids)

    def drafted(proposals: Sequence[ProposalRecord]) -> GoldDraft:
        return draft_gold(campaign, proposals, items, rules=rules)

    now, then = (both, others) if way == "out" else (others, both)
    before, after = drafted(now), drafted(then)
    measured = [_measured(before.made.records), _measured(after.made.records)]
    return ProposalEffect(
        len(items),
        gold_effect(before.records, after.records),
        [(key, (measured[0][key], measured[1][key])) for key in SHOWN],
    )


def restorable_turns(annotator: Annotator) -> QuerySet[ProposalTurn]:
    """Those that were complete when they were left out, and can count again."""
    released = annotator.proposal_turns.filter(
        state=ProposalTurn.State.RELEASED,
        completed_at__isnull=False,
        annotator__withdrawn_at__isnull=True,
    )
    return released.select_related("subset__round").order_by("id")


def exclusion_named(campaign: Campaign, id: int) -> ProposalExclusion:
    """Raises Http404."""
    found = ProposalExclusion.objects.select_related("annotator__campaign")
    return get_object_or_404(found, id=id, annotator__campaign=campaign)


def find_exclusions(
    campaign: Campaign, *, only_in_force: bool = False
) -> QuerySet[ProposalExclusion]:
    found = ProposalExclusion.objects.filter(annotator__campaign=campaign).select_related(
        "excluded_by", "undone_by"
    )
    return found.filter(undone_at__isnull=True) if only_in_force else found


def _theirs(annotator: Annotator, *, way: Way) -> QuerySet[Proposal]:
    if way == "out":
        return counting_proposals(annotator.campaign).filter(annotator=annotator)
    back = Q(turn__in=restorable_turns(annotator).order_by().values("id"))
    return Proposal.objects.filter(back, annotator=annotator, superseded_at__isnull=True)


def _measured(records: Sequence[GoldRecord]) -> dict[str, Measurement]:
    return first_gold_measures([gold_votes(record) for record in records])
