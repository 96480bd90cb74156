"""Store what pooling found. All but new candidates under the lock of the campaign: nobody is
given a subset meanwhile, so what no annotator was shown by now can be deleted without anybody's
rating going with it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import Campaign
from core.bulk import insert_rows, update_rows
from pooling.models import Candidate, Merge, Placement
from pooling.selectors.anchors import gold_in_play
from pooling.services.pool_changes import PoolChanges, Rows

# As many ids as any database takes in one statement.
IDS_AT_A_TIME = 5_000
SHOWN = Q(placement__subset__fixed_at__isnull=False) | Q(ratings__isnull=False)


def add_candidates(new: Rows) -> None:
    """Nobody sees them before they are dispatched."""
    role = Candidate.Role.POOLED.value
    insert_rows(
        Candidate,
        ["role", "item_id", "text", "origin", "votes", "answers"],
        ((role, *row) for row in new),
    )


def store_changes(changes: PoolChanges) -> Counter[str]:
    """All but the new candidates; returns how many it changed, deleted and kept, and of merges
    all."""
    no_gold = [id for id, _origin, votes, _answers in changes.changed if votes is None]
    lost = {item for ids in _batches(changes.gone + no_gold) for item in _anchored_by(ids)}
    if changes.changed:
        update_rows(Candidate, ["origin", "votes", "answers"], changes.changed)
    _store_merges(changes)
    deleted = sum(_delete_unseen(ids) for ids in _batches(changes.gone))
    for items in _batches(sorted(lost)):
        # Nobody was shown them: the next plan asks its lead about them.
        bare = {*items} - gold_in_play(items).keys()
        unseen = Placement.objects.filter(subset__fixed_at__isnull=True)
        _delete_rows(unseen.filter(candidate__item__in=bare))
    return Counter(
        changed=len(changes.changed),
        gone_deleted=deleted,
        gone_kept=len(changes.gone) - deleted,
        merges=changes.merges,
    )


def _anchored_by(candidates: list[int]) -> set[int]:
    """The sentences of which blocks have one of these for an anchor."""
    places = Placement.objects.filter(candidate__in=candidates, anchor=True).order_by()
    return {*places.values_list("candidate__item_id", flat=True)}


def resize_subsets(campaign: Campaign) -> None:
    """What was deleted, or lost its anchor, left its place in a subset that nobody was shown
    yet."""
    placed = (
        Placement.objects.filter(subset=OuterRef("id"))
        .order_by()
        .values("subset")
        .values_list(Count("id"))
    )
    campaign.subsets.filter(fixed_at__isnull=True).update(size=Coalesce(Subquery(placed), 0))


def _store_merges(changes: PoolChanges) -> None:
    for ids in _batches(changes.gone_merges):
        Merge.objects.filter(id__in=ids, undone_at__isnull=True).delete()
    if changes.changed_merges:
        update_rows(Merge, ["steps", "times"], changes.changed_merges)
    insert_rows(
        Merge,
        ["item_id", "spelling", "source", "text", "steps", "times"],
        changes.new_merges,
    )


def _delete_unseen(ids: list[int]) -> int:
    """Delete those of these candidates that stand in no subset an annotator was given and that
    nobody rated, in a subset, in an imported file or as a repeat; returns how many."""
    shown = Candidate.objects.filter(SHOWN)
    seen: set[int | None] = {*shown.filter(id__in=ids).values_list("id", flat=True)}
    seen.update(shown.filter(repeat_of__in=ids).values_list("repeat_of", flat=True))
    unseen = [id for id in ids if id not in seen]
    repeats = [*Candidate.objects.filter(repeat_of__in=unseen).values_list("id", flat=True)]
    _delete_rows(Placement.objects.filter(candidate__in=[*unseen, *repeats]))
    _delete_rows(Candidate.objects.filter(id__in=repeats))
    _delete_rows(Candidate.objects.filter(id__in=unseen))
    return len(unseen)


def _delete_rows(rows: QuerySet[Any]) -> None:
    # Not by Django, which deletes what hangs on a row too: where a rating does after all, the
    # database refuses, and nothing is stored.
    rows._raw_delete(rows.db)


def _batches(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), IDS_AT_A_TIME):
        yield ids[start : start + IDS_AT_A_TIME]
