"""Which proposals count."""

from collections.abc import Collection
from typing import cast

from django.db.models import Exists, OuterRef, QuerySet

from annotators.models import Annotator
from annotators.selectors.names import annotator_names
from campaigns.models import Campaign
from proposing.models import Proposal, ProposalExclusion, ProposalTurn
from regild.formats.records import Mark, ProposalRecord
from sources.selectors import sentences_in_play


def is_excluded(annotator: Annotator) -> bool:
    """Whether what this annotator proposes is left out, for now."""
    return ProposalExclusion.objects.filter(annotator=annotator, undone_at=None).exists()


def counting_proposals(campaign: Campaign) -> QuerySet[Proposal]:
    """The newest of complete turns, of annotators who neither withdrew nor were left out, of
    sentences in play."""
    left_out = ProposalExclusion.objects.filter(annotator=OuterRef("annotator"), undone_at=None)
    return Proposal.objects.filter(
        ~Exists(left_out),
        superseded_at__isnull=True,
        turn__state=ProposalTurn.State.COMPLETE,
        annotator__withdrawn_at__isnull=True,
        item__in=sentences_in_play(campaign),
    )


def proposal_records(
    campaign: Campaign, *, without: Collection[int] = ()
) -> list[ProposalRecord]:
    """What counts, in the order of the sentences and then of the annotators. `without` are
    annotators to leave out of it."""
    return as_records(campaign, counting_proposals(campaign).exclude(annotator__in=without))


def as_records(campaign: Campaign, proposals: QuerySet[Proposal]) -> list[ProposalRecord]:
    """Of these, as the method reads them; in the same order."""
    rows = proposals.order_by("item__position", "annotator_id").values_list(
        *("item__key", "item__group"),
        *("annotator_id", "answers", "mark", "phrase", "elapsed_ms"),
    )
    names = annotator_names(campaign)
    return [
        ProposalRecord(
            key, group, names[id], tuple(answers), cast(Mark, mark), phrase, ms, line
        )
        for line, (key, group, id, answers, mark, phrase, ms) in enumerate(
            rows.iterator(chunk_size=20_000), start=1
        )
    ]
