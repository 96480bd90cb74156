"""Which blocks lack a first-gold candidate, though the plan put one in them."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from campaigns.models import Campaign
from pooling.models import Candidate, Placement

GOLD = Candidate.objects.filter(role=Candidate.Role.POOLED, votes__isnull=False)
# The same of one candidate, for statements that join it and its placement under these names.
WAITS = """(
    EXISTS (SELECT 1 FROM pooling_candidate gold WHERE gold.item_id = candidate.item_id
            AND gold.hidden_at IS NOT NULL AND gold.votes IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM pooling_candidate gold WHERE gold.item_id = candidate.item_id
                    AND gold.role = 'pooled' AND gold.hidden_at IS NULL
                    AND gold.votes IS NOT NULL)
    AND EXISTS (SELECT 1 FROM pooling_placement place
                JOIN pooling_candidate beside ON beside.id = place.candidate_id
                WHERE place.subset_id = placement.subset_id AND place.anchor
                  AND beside.item_id = candidate.item_id)
)"""


class WaitingBlock(NamedTuple):
    """A block that is given to nobody until its sentence has a first-gold candidate again.
    `candidates` are those of it in play; `lost_at` is when the last anchor was hidden."""

    subset: int
    number: int
    item: int
    key: str
    candidates: tuple[int, ...]
    lost_at: datetime

    def facts(self) -> dict[str, Any]:
        """As JSON holds them."""
        told = {"subset": self.number, "sentence": self.key}
        return told | {"candidates": len(self.candidates)}


def gold_in_play(items: Collection[int]) -> dict[int, list[int]]:
    """The first-gold candidates of these items that are not hidden, by item."""
    gold: dict[int, list[int]] = {}
    rows = GOLD.filter(item__in=items, hidden_at__isnull=True).order_by("id")
    for id, item in rows.values_list("id", "item_id"):
        gold.setdefault(item, []).append(id)
    return gold


def waiting_items(items: Collection[int], subset: int | None) -> set[int]:
    """Those of which every first-gold candidate is hidden, and of which the plan put one into
    this subset. What a lead allowed there without one does not wait."""
    hidden = GOLD.filter(item__in=items, hidden_at__isnull=False).order_by()
    lost = {*hidden.values_list("item_id", flat=True)}
    if lost:
        lost -= gold_in_play(lost).keys()
    if not lost:
        return set()
    anchors = Placement.objects.filter(subset=subset, anchor=True, candidate__item__in=lost)
    return {*anchors.order_by().values_list("candidate__item", flat=True)}


def waiting_blocks(campaign: Campaign) -> list[WaitingBlock]:
    """In the order of their subsets. Nearly always nothing is hidden, and that is one query."""
    shown = GOLD.filter(item=OuterRef("item"), hidden_at__isnull=True)
    lost = (
        GOLD.filter(
            ~Exists(shown),
            item__campaign=campaign,
            item__hidden_at__isnull=True,
            hidden_at__isnull=False,
        )
        .exclude(item__group__in=campaign.excluded_targets)
        .order_by()
    )
    lost_at: dict[int, datetime] = {}
    for item, at in lost.values_list("item_id", "hidden_at"):
        if at is not None:
            lost_at[item] = max(at, lost_at.get(item, at))
    if not lost_at:
        return []
    rows = Placement.objects.filter(candidate__item__in=lost_at).order_by(
        "subset__number", "block", "position"
    )
    blocks: defaultdict[tuple[int, int, int, str], list[int]] = defaultdict(list)
    anchored = set()
    for *names, candidate, anchor, role, hidden_at in rows.values_list(
        *("subset_id", "subset__number", "candidate__item", "candidate__item__key"),
        *("candidate_id", "anchor", "candidate__role", "candidate__hidden_at"),
    ):
        block = (names[0], names[1], names[2], names[3])
        if anchor:
            anchored.add(block)
        if role == Candidate.Role.POOLED and hidden_at is None:
            blocks[block].append(candidate)
    return [
        WaitingBlock(*block, tuple(candidates), lost_at[block[2]])
        for block, candidates in blocks.items()
        if block in anchored
    ]
