"""What annotators remarked and leads excluded last, in whatever stage."""

from datetime import datetime
from typing import NamedTuple

from annotators.selectors.names import annotator_names
from campaigns.models import Campaign
from proposing.models import ProposalExclusion
from rating.selectors.exclusions import find_exclusions
from rating.selectors.remarks import find_remarks
from rating.templatetags.monitor_pages import reason_words

SHOWN = 3
# A remark may have a thousand characters; the page of remarks has them all.
COMMENT_SHOWN = 200


class RemarkLine(NamedTuple):
    """`item` is the key of what it is about, `sentence` its id."""

    id: int
    made_at: datetime
    annotator: int
    name: str
    item: str
    sentence: int
    comment: str
    answered: bool


class Remarks(NamedTuple):
    open: int
    newest: list[RemarkLine]


class ExclusionLine(NamedTuple):
    """`sitting` is None where all of an annotator is left out; `stage` says of what."""

    stage: str
    id: int
    excluded_at: datetime
    annotator: int
    name: str
    sitting: int | None
    reason: str
    undone: bool


class Exclusions(NamedTuple):
    in_force: int
    newest: list[ExclusionLine]


def remarks_of(campaign: Campaign, *, open: int) -> Remarks:
    newest = list(find_remarks(campaign).order_by("-made_at", "-id")[:SHOWN])
    names = _names(campaign, {one.annotator_id for one in newest})
    return Remarks(
        open=open,
        newest=[
            RemarkLine(
                one.pk,
                one.made_at,
                one.annotator_id,
                names[one.annotator_id],
                one.item.key,
                one.item_id,
                _short(one.comment),
                one.answered_at is not None,
            )
            for one in newest
        ],
    )


def exclusions_of(campaign: Campaign) -> Exclusions:
    rated = find_exclusions(campaign)
    proposed = ProposalExclusion.objects.filter(annotator__campaign=campaign)
    newest = [*rated.order_by("-excluded_at", "-id")[:SHOWN]]
    of_proposals = [*proposed.order_by("-excluded_at", "-id")[:SHOWN]]
    names = _names(
        campaign, {row.annotator_id for rows in (newest, of_proposals) for row in rows}
    )
    lines = [
        ExclusionLine(
            Campaign.Stage.RATE.value,
            one.pk,
            one.excluded_at,
            one.annotator_id,
            names[one.annotator_id],
            one.assignment_id,
            _short(reason_words(one)),
            one.undone_at is not None,
        )
        for one in newest
    ] + [
        ExclusionLine(
            Campaign.Stage.PROPOSE.value,
            one.pk,
            one.excluded_at,
            one.annotator_id,
            names[one.annotator_id],
            None,
            _short(one.reason),
            one.undone_at is not None,
        )
        for one in of_proposals
    ]
    lines.sort(key=lambda line: line.excluded_at, reverse=True)
    if not lines:
        return Exclusions(0, [])
    live = find_exclusions(campaign, only="in_force").count()
    live += proposed.filter(undone_at__isnull=True).count()
    return Exclusions(in_force=live, newest=lines[:SHOWN])


def _names(campaign: Campaign, annotators: set[int]) -> dict[int, str]:
    return annotator_names(campaign, only=annotators) if annotators else {}


def _short(text: str) -> str:
    return text if len(text) <= COMMENT_SHOWN else text[: COMMENT_SHOWN - 1].rstrip() + "…"
