"""One item as leads read it: its candidates, who proposed each, and every rating that counts.

Read as it is now, not from the sums: what was withdrawn a moment ago is gone.
"""

from collections import defaultdict
from typing import NamedTuple

from django.shortcuts import get_object_or_404

from annotators.models import Remark
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate, Merge
from rating.models import Rating
from rating.selectors.counting import counting
from regild.agreement.candidate_sums import SumOfCandidate, SumOfItem, sum_of_item, sum_up
from sources.models import Item

# Of a scale: so many colours there are, from its lowest place to its highest.
SHADES = 4


class ShownValue(NamedTuple):
    """A value as it is shown. `shade` is None of names, which have no order."""

    value: int
    label: str
    shade: int | None


class ReadRating(NamedTuple):
    """`shown` is None of 'I cannot judge this'. Annotators are numbers here, never names."""

    annotator: int
    shown: ShownValue | None


class ProposedBy(NamedTuple):
    system: str
    rank: int


class ReadCandidate(NamedTuple):
    candidate: Candidate
    text: str
    systems: list[ProposedBy]
    merges: list[Merge]
    ratings: list[ReadRating]
    sum: SumOfCandidate

    @property
    def unjudged(self) -> int:
        return sum(rating.shown is None for rating in self.ratings)


class ReadItem(NamedTuple):
    """`candidates` best first, those without a rating last."""

    item: Item
    out: bool  # hidden, or its group is left out
    sum: SumOfItem
    candidates: list[ReadCandidate]
    remarks: list[Remark]


def shown_values(campaign: Campaign) -> dict[int, ShownValue]:
    """In the scale's order."""
    ordered = task_of(campaign).level == "ordinal"
    options = list(campaign.scale.order_by("position").values_list("value", "label"))
    top = max(1, len(options) - 1)
    return {
        value: ShownValue(value, label, round(place / top * (SHADES - 1)) if ordered else None)
        for place, (value, label) in enumerate(options)
    }


def read_item(campaign: Campaign, id: int) -> ReadItem:
    """Raises Http404."""
    item = get_object_or_404(campaign.items, id=id)
    task = task_of(campaign)
    shown = shown_values(campaign)
    weights = None
    if task.level == "ordinal":
        weights = dict(campaign.scale.values_list("value", "weight"))
    systems = dict(campaign.systems.values_list("id", "name"))
    ratings = _ratings(item, shown)
    merges = defaultdict[str, list[Merge]](list)
    for merge in Merge.objects.filter(item=item, undone_at__isnull=True).order_by("id"):
        merges[merge.text].append(merge)
    candidates = []
    for one in item.candidates.filter(role=Candidate.Role.POOLED).order_by("id"):
        given = ratings[one.pk]
        codes = [rating.shown.value for rating in given if rating.shown]
        proposed = [ProposedBy(systems[id], rank) for id, rank in one.answers if id in systems]
        candidates.append(
            ReadCandidate(
                one,
                task.worded(item.content, one.text),
                sorted(proposed, key=lambda told: (told.rank, told.system)),
                merges[one.text],
                given,
                sum_up(codes, weights),
            )
        )
    in_play = (
        (one.sum, [rating.shown.value for rating in one.ratings if rating.shown])
        for one in candidates
        if not one.candidate.hidden_at
    )
    return ReadItem(
        item,
        item.hidden_at is not None or item.group in campaign.excluded_targets,
        sum_of_item(in_play),
        sorted(candidates, key=_best_first),
        list(item.remarks.order_by("id")),
    )


def _ratings(item: Item, shown: dict[int, ShownValue]) -> defaultdict[int, list[ReadRating]]:
    """By candidate, the highest on the scale first."""
    found: defaultdict[int, list[ReadRating]] = defaultdict(list)
    places = {value: place for place, value in enumerate(shown)}
    rows = (
        Rating.objects.filter(counting(), candidate__item=item)
        .order_by("annotator_id")
        .values_list("candidate_id", "annotator_id", "value")
    )
    by_place = sorted(rows, key=lambda row: -1 if row[2] is None else -places.get(row[2], 0))
    for candidate, annotator, value in by_place:
        # A category may have left the tree since.
        told = None if value is None else shown.get(value, ShownValue(value, str(value), None))
        found[candidate].append(ReadRating(annotator, told))
    return found


def _best_first(one: ReadCandidate) -> tuple[bool, float, float, int]:
    mean = one.sum.mean if one.sum.mean is not None else one.sum.share
    return mean is None, -(mean or 0), -(one.candidate.votes or 0), one.candidate.pk
