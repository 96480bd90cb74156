"""Bring the sums of a campaign's candidates and items up to date.

Of each item, what is stored is compared with what it comes to now, and only the rows that
differ are written. Nothing is locked while reading, and each part is written in a short
transaction, so that nobody who rates waits. What changes meanwhile moves a version, and is
summed up next time.
"""

import uuid
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Max, Min
from django.utils import timezone

from agreement.models import SUMS, CandidateSum, ItemSum, SumsState
from agreement.selectors.sums import (
    NOTHING_GIVEN,
    GivenValues,
    StoredCandidate,
    SumsBasis,
    between_blanks,
    hidden_candidates,
    is_out,
    key_of,
    part_of,
    read_basis,
    read_candidates,
    read_given,
    stored_given,
)
from campaigns.models import Campaign, Job
from campaigns.selectors.task import task_of
from campaigns.services.jobs import Progress, ask, unobserved
from core.bulk import insert_rows, refresh_statistics
from core.snapshot import snapshot
from regild.agreement.candidate_sums import SumOfCandidate, sum_of_item, sum_up
from regild.tasks import Task
from sources.models import Item

# About 8,000 candidates. Of more PostgreSQL would look through all ratings there are, and on
# SQLite whoever rates waits until they are written.
ITEMS_AT_A_TIME = 200
# After so many rows the planner's statistics are old.
MANY_ROWS = 10_000

COLUMNS = [str(field.column) for field in CandidateSum._meta.concrete_fields]
ITEM_COLUMNS = [str(field.column) for field in ItemSum._meta.concrete_fields]

Row = tuple[Any, ...]


def request_sums(campaign: Campaign) -> Job:
    return ask(SUMS, campaign=campaign)


def bring_sums_up_to_date(campaign: Campaign, *, progress: Progress = unobserved) -> int:
    """How many rows were written. Safe to run twice, and at once with another."""
    run, began_at = uuid.uuid4(), timezone.now()
    mine = {"run": run, "began_at": began_at}
    state, _new = SumsState.objects.update_or_create(
        campaign=campaign, defaults=mine, create_defaults=mine
    )
    # Before anything is read: whatever changes from now on is another version.
    basis = read_basis(campaign)
    kept = {name: getattr(state, name) for name in basis.versions}
    others = ("pool_version", "sources_version")
    whole = state.made_with != basis.made_with or any(
        kept[name] != basis.versions[name] for name in others
    )
    items = list(campaign.items.order_by("id").values_list("id", flat=True))
    written = _forget_items(campaign, items) if whole else 0
    for start in range(0, len(items), ITEMS_AT_A_TIME):
        progress(start, len(items))
        some: Sequence[int] = items[start : start + ITEMS_AT_A_TIME]
        if not whole:
            some = _changed(campaign, some, basis)
        rows = _sum_up_some(campaign, some, basis=basis, run=run) if some else 0
        if rows is None:
            return written
        written += rows
    if written >= MANY_ROWS:
        refresh_statistics(CandidateSum, ItemSum)
    SumsState.objects.filter(campaign=campaign, run=run).update(
        read_at=began_at,
        made_at=timezone.now(),
        made_with=basis.made_with,
        **basis.versions,
        **_counted(campaign),
    )
    return written


def _sum_up_some(
    campaign: Campaign, items: Sequence[int], *, basis: SumsBasis, run: uuid.UUID
) -> int | None:
    """None where another began to sum up after us: it writes all that we would."""
    with snapshot():
        given = read_given(items)
        found = list(Item.objects.filter(id__in=items, campaign=campaign).order_by("id"))
        candidates = read_candidates(items)
        stored = _stored(CandidateSum, "item__in", items)
        stored_items = _stored(ItemSum, "item__in", items)
    task = task_of(campaign)
    rows, item_rows = [], []
    by_item = {item: list(some) for item, some in groupby(candidates, key=attrgetter("item"))}
    for item in found:
        own = by_item.get(item.pk, [])
        sums = [_sum_of(given.get(one.id, NOTHING_GIVEN), basis) for one in own]
        rows += [
            _row(campaign, task, item, one, given.get(one.id, NOTHING_GIVEN), sum, basis)
            for one, sum in zip(own, sums, strict=True)
        ]
        in_play = [
            (sum, given.get(one.id, NOTHING_GIVEN).codes)
            for one, sum in zip(own, sums, strict=True)
            if not one.hidden
        ]
        if own:
            item_rows.append(_item_row(campaign, task, item, in_play, basis))
    with transaction.atomic():
        state = SumsState.objects.select_for_update().filter(campaign=campaign, run=run)
        if not state.exists():
            return None
        return _store(CandidateSum, COLUMNS, rows, stored) + _store(
            ItemSum, ITEM_COLUMNS, item_rows, stored_items
        )


def _changed(campaign: Campaign, items: Sequence[int], basis: SumsBasis) -> Sequence[int]:
    """Those that are not summed up as they are, where the pool is the same as then."""
    with snapshot():
        given = read_given(items)
        kept = stored_given(items)
        hidden = hidden_candidates(campaign, items, basis.left_out)
    if not given.keys() <= kept.keys():
        return items
    return sorted(
        {
            one.item
            for id, one in kept.items()
            if one.given != given.get(id, NOTHING_GIVEN) or one.hidden != (id in hidden)
        }
    )


def _sum_of(given: GivenValues, basis: SumsBasis) -> SumOfCandidate:
    weights = None if basis.weights is None else tuple(sorted(basis.weights.items()))
    return _summed(given.values, weights)


@lru_cache(maxsize=10_000)
def _summed(values: str, weights: tuple[tuple[int, float], ...] | None) -> SumOfCandidate:
    """Of a million candidates most were given what many others were given."""
    return sum_up(
        [int(code) for code in values.split()], None if weights is None else dict(weights)
    )


def _row(
    campaign: Campaign,
    task: Task,
    item: Item,
    one: StoredCandidate,
    given: GivenValues,
    sum: SumOfCandidate,
    basis: SumsBasis,
) -> Row:
    return (
        one.id,
        campaign.pk,
        item.pk,
        key_of(task.worded(item.content, one.text)),
        key_of(item.group),
        part_of(task, item.group),
        one.origin,
        one.votes,
        between_blanks(sorted({system for system, _rank in one.answers})),
        one.hidden or is_out(item, basis.left_out),
        given.values,
        given.unjudged,
        *sum,
    )


def _item_row(
    campaign: Campaign,
    task: Task,
    item: Item,
    in_play: list[tuple[SumOfCandidate, list[int]]],
    basis: SumsBasis,
) -> Row:
    return (
        item.pk,
        campaign.pk,
        key_of(item.key),
        key_of(item.group),
        part_of(task, item.group),
        is_out(item, basis.left_out),
        *sum_of_item(in_play),
    )


def _stored(model: type[CandidateSum] | type[ItemSum], within: str, ids: Any) -> dict[int, Row]:
    names = [field.attname for field in model._meta.concrete_fields]
    rows = model._default_manager.filter(**{within: ids}).values_list(*names)
    return {row[0]: tuple(map(_plain, row)) for row in rows}


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def _store(
    model: type[CandidateSum] | type[ItemSum],
    columns: Sequence[str],
    rows: Iterable[Row],
    stored: dict[int, Row],
) -> int:
    """Write what differs; how many rows that were."""
    left = dict(stored)
    new = [row for row in rows if left.pop(row[0], None) != row]
    gone = [*left, *(row[0] for row in new if row[0] in stored)]
    for start in range(0, len(gone), 5_000):
        doomed = model._default_manager.filter(pk__in=gone[start : start + 5_000])
        doomed._raw_delete(doomed.db)
    insert_rows(model, columns, new)
    return len(new) + len(left)


def _forget_items(campaign: Campaign, items: Sequence[int]) -> int:
    """Of those that are no longer the campaign's."""
    known = set(ItemSum.objects.filter(campaign=campaign).values_list("item_id", flat=True))
    gone, forgotten = sorted(known - {*items}), 0
    for start in range(0, len(gone), ITEMS_AT_A_TIME):
        some = gone[start : start + ITEMS_AT_A_TIME]
        with transaction.atomic():
            for model in (CandidateSum, ItemSum):
                doomed = model._default_manager.filter(campaign=campaign, item__in=some)
                forgotten += doomed._raw_delete(doomed.db)
    return forgotten


def _counted(campaign: Campaign) -> dict[str, Any]:
    items = ItemSum.objects.filter(campaign=campaign)
    found = items.aggregate(first=Min("item"), last=Max("item"))
    candidates = CandidateSum.objects.filter(
        campaign=campaign, item__gte=found["first"] or 0, item__lte=found["last"] or 0
    )
    parts = items.exclude(part="").order_by("part").values_list("part", flat=True).distinct()
    return {"candidates": candidates.count(), "items": items.count(), "parts": [*parts]}
