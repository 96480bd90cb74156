"""Who proposed, how much, and what was found in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotators.models import Annotator
from annotators.selectors.names import annotator_names
from campaigns.models import Campaign
from proposing.models import FirstGoldReport, Proposal, ProposalExclusion, ProposalTurn
from proposing.selectors.reports import Row, findings_of


class ListedProposer(NamedTuple):
    """`responses` are to sentences, current ones of complete turns or of those that an
    exclusion ended; `findings` are those of the newest report."""

    annotator: Annotator
    name: str
    responses: int
    turns: int
    findings: Sequence[Row]
    exclusion: ProposalExclusion | None


def find_proposers(campaign: Campaign) -> QuerySet[Annotator]:
    """Whoever answered anything."""
    answered = Proposal.objects.filter(annotator=OuterRef("pk"), superseded_at__isnull=True)
    return campaign.annotators.filter(Exists(answered))


def proposers(
    campaign: Campaign, people: Sequence[Annotator], report: FirstGoldReport | None
) -> list[ListedProposer]:
    names, findings = annotator_names(campaign), findings_of(report)
    ids = [annotator.pk for annotator in people]
    responses = _counted(
        Proposal.objects.filter(annotator__in=ids, superseded_at__isnull=True)
        .filter(turn__completed_at__isnull=False)
        .order_by()
    )
    turns = _counted(
        ProposalTurn.objects.filter(
            Q(state=ProposalTurn.State.COMPLETE)
            | Q(state=ProposalTurn.State.RELEASED, completed_at__isnull=False),
            annotator__in=ids,
        ).order_by()
    )
    live = ProposalExclusion.objects.filter(annotator__in=ids, undone_at__isnull=True)
    excluded = {exclusion.annotator_id: exclusion for exclusion in live}
    return [
        ListedProposer(
            annotator,
            names[annotator.pk],
            responses.get(annotator.pk, 0),
            turns.get(annotator.pk, 0),
            findings.get(names[annotator.pk], ()),
            excluded.get(annotator.pk),
        )
        for annotator in people
    ]


def flagged(report: FirstGoldReport | None) -> int:
    """How many have a finding."""
    return sum(bool(found) for found in findings_of(report).values())


def _counted(
    rows: "QuerySet[Proposal] | QuerySet[ProposalTurn]",
) -> Mapping[int, int]:
    return dict(rows.values_list("annotator").annotate(n=Count("id")))
