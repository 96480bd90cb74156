"""Candidates with too few ratings, among a million of which most may have enough.

To count the ratings of each takes seconds. But nearly every candidate has as many as its subset
has complete sittings, so whole subsets are taken in or left out. Counted are only the few of
which that may be untrue: somebody could not judge them, their ratings were imported, or their
subset is uneven.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from heapq import merge
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import (
    Exists,
    F,
    IntegerField,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
)

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.downloads import RowFile
from core.snapshot import snapshot
from pooling.models import Candidate
from pooling.selectors import find_candidates
from pooling.selectors.samples import sample_of, sentences_sampled
from pooling.selectors.seats import (
    own_seats_of,
    own_seats_of_candidates,
    seats_wanted,
    wanted_there,
)
from rating.models import Assignment, Rating
from rating.selectors.among import Among
from rating.selectors.counting import counting
from rating.selectors.coverage import subsets_with_sittings, with_counts
from sources.models import Item

# Numbers alone, for rows of several lists are put in order outside the database as well.
ORDERS = {
    "sentence": ["item_id", "id"],
    "fewest": ["given", "item_id", "id"],
    "subset": ["number", "position", "id"],
}
FURTHER_COLUMNS = ("substitute", "origin", "gold_votes", "subset", "ratings", "wanted")


def short_candidates(
    campaign: Campaign,
    *,
    text: str = "",
    group: str = "",
    origin: str = "",
    subset: int | None = None,
    given: int | None = None,
) -> list[QuerySet[Any]]:
    """Lists with no candidate in common, together all those in play with fewer ratings that
    count than are wanted.

    Each row has `given`, how many it has, how many are `wanted`, and the `number` of its
    subset with its `position` there, 0 where it has none. `group` is a group or the id of an
    item; `given` asks for those with exactly so many.
    """
    found = find_candidates(campaign, text=text, origin=origin).filter(
        hidden_at__isnull=True, item__hidden_at__isnull=True
    )
    if campaign.excluded_targets:
        found = found.exclude(item__group__in=campaign.excluded_targets)
    if sample_of(campaign) is not None:
        found = found.filter(item__in=sentences_sampled(campaign))
    if group:
        found = found.filter(Q(item__group=group) | Q(item__label=group) | Q(item__key=group))
    own = own_seats_of(campaign)

    def is_short(complete: int, wanted: int) -> bool:
        return complete < wanted and given in (None, complete)

    sittings = dict(subsets_with_sittings(campaign).order_by().values_list("id", "complete"))
    doubts = _doubts(campaign)
    sure = _without_doubt(found, doubts)

    lists = []
    if subset is not None:
        found = found.filter(placement__subset__number=subset)
        sure = sure.filter(placement__subset__number=subset)
    elif is_short(0, campaign.min_ratings) and _some_without_subset(campaign):
        lists.append(_unplaced(sure, campaign, given=0))
    even = {
        id: complete
        for id, complete in sittings.items()
        if id not in doubts.uneven and is_short(complete, seats_wanted(campaign, own.get(id)))
    }
    for complete, subsets in _by_number(even):
        within = sure.filter(Among("placement__subset", subsets))
        lists.append(_placed(within, campaign, given=complete))
    of_candidates = own_seats_of_candidates(campaign) if own else {}
    doubtful = {
        id: number
        for id, number in _counted(campaign, sittings, doubts).items()
        if is_short(number, seats_wanted(campaign, of_candidates.get(id)))
    }
    for number, candidates in _by_number(doubtful):
        counted = found.filter(Among("id", candidates))
        lists.append(_placed(counted, campaign, given=number))
        if doubts.imported is not None and subset is None:
            lists.append(_unplaced(counted, campaign, given=number))
    return lists


def short_rows(campaign: Campaign, *, order: str, **asked: Any) -> Iterator[tuple[Any, ...]]:
    """All of them in the columns of `short_file`, read as they are written."""
    names = ORDERS[order]
    told = ["item__key", "item__group", "text", "origin", "votes"]
    told += ["number", "given", "wanted"]
    with _reading():
        lists = [
            rows.order_by(*names).values_list(*names, *told).iterator(chunk_size=5_000)
            for rows in short_candidates(campaign, **asked)
        ]
        for row in merge(*lists, key=lambda row: row[: len(names)]):
            *known, votes, number, given, wanted = row[len(names) :]
            yield (
                *known,
                "" if votes is None else f"{votes:g}",
                number or "",
                given,
                wanted,
            )


def _reading() -> AbstractContextManager[None]:
    """Outside a transaction PostgreSQL keeps a copy of all rows before it gives the first. On
    SQLite whoever reads slowly would keep the file of changes from being folded in."""
    return snapshot() if connection.vendor == "postgresql" else nullcontext()


def _by_number(numbers: Mapping[int, int]) -> Iterator[tuple[int, list[int]]]:
    """(number, ids that have it)."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for id, number in numbers.items():
        found[number].append(id)
    yield from found.items()


def _placed(rows: QuerySet[Any], campaign: Campaign, *, given: int) -> QuerySet[Any]:
    # Named by the campaign as well, PostgreSQL can read the subsets in order.
    placed: QuerySet[Any] = rows.filter(placement__subset__campaign=campaign).annotate(
        given=_int(given),
        wanted=wanted_there(campaign, "placement__subset__"),
        number=F("placement__subset__number"),
        position=F("placement__position"),
    )
    return placed


def _unplaced(rows: QuerySet[Any], campaign: Campaign, *, given: int) -> QuerySet[Any]:
    unplaced: QuerySet[Any] = rows.filter(placement__isnull=True).annotate(
        given=_int(given), wanted=_int(campaign.min_ratings), number=_int(0), position=_int(0)
    )
    return unplaced


def _some_without_subset(campaign: Campaign) -> bool:
    """To count both takes a tenth of the time of looking for one among a million."""
    first, last = campaign.items.aggregate(first=Min("id"), last=Max("id")).values()
    within = {"gte": first or 0, "lte": last or 0}
    found = Candidate.objects.filter(**{f"item_id__{end}": id for end, id in within.items()})
    items = Item.objects.filter(**{f"id__{end}": id for end, id in within.items()})
    # Mostly a campaign's items stand in a row: then nothing has to be asked of them.
    if items.exclude(campaign=campaign).exists():
        found = found.filter(item__campaign=campaign)
    candidates = found.count()
    placed: int = campaign.subsets.aggregate(n=Sum("size", default=0))["n"]
    return candidates > placed


class _Doubts(NamedTuple):
    """What besides 'I cannot judge this' sets a candidate apart from its subset: the ids of the
    subsets that are uneven, and the imported sittings, which have no subset; None where there
    are none, which is nearly everywhere."""

    uneven: frozenset[int]
    imported: QuerySet[Assignment] | None


def _doubts(campaign: Campaign) -> _Doubts:
    imported = Assignment.objects.filter(annotator__campaign=campaign, subset__isnull=True)
    uneven = campaign.subsets.filter(uneven=True).order_by().values_list("id", flat=True)
    return _Doubts(frozenset(uneven), imported if imported.exists() else None)


def _without_doubt(found: QuerySet[Any], doubts: _Doubts) -> QuerySet[Any]:
    """Those with as many ratings as their subset has complete sittings."""
    current = Rating.objects.filter(counting(), candidate=OuterRef("pk"))
    found = found.filter(~Exists(current.filter(value__isnull=True)))
    if doubts.imported is not None:
        found = found.filter(~Exists(current.filter(assignment__subset__isnull=True)))
    return found


def _counted(
    campaign: Campaign, sittings: Mapping[int, int], doubts: _Doubts
) -> dict[int, int]:
    """How many ratings each of the others has."""
    unjudged = (
        Rating.objects.filter(
            counting(), value__isnull=True, assignment__annotator__campaign=campaign
        )
        .order_by()
        .values_list("candidate_id", "assignment__subset_id")
    )
    # Nearly all of them are alone, so that grouping takes the database longer than us.
    numbers = {
        candidate: sittings[subset] - count
        for (candidate, subset), count in Counter(unjudged).items()
        if subset is not None
    }
    doubtful = Q(Among("placement__subset", doubts.uneven)) if doubts.uneven else Q()
    if doubts.imported is not None:
        rated = Rating.objects.filter(assignment__in=doubts.imported)
        doubtful |= Q(id__in=rated.values("candidate"))
    if doubtful:
        candidates = Candidate.objects.filter(doubtful, item__campaign=campaign)
        numbers |= dict(with_counts(candidates).order_by().values_list("id", "given"))
    return numbers


def _int(value: int) -> Value:
    return Value(value, output_field=IntegerField())


def short_file(campaign: Campaign, *, order: str, **asked: Any) -> RowFile:
    rows = short_rows(campaign, order=order, **asked)
    columns = ("sentence", task_of(campaign).group_column, *FURTHER_COLUMNS)
    return RowFile(f"{campaign.slug}-short.csv", columns, rows)
