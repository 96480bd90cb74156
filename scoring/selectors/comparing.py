"""Reads over two releases of one campaign side by side.

In SQL of our own: Django joins along foreign keys, and what two releases share is the sentence
and the text.
"""

from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import groupby
from typing import Any, NamedTuple, cast

from django.db import connection
from django.db.models import Q

from campaigns.selectors.task import task_of
from core.downloads import RowFile
from regild.scoring.frozen import scale_of
from regild.scoring.release_comparison import Pair, furthest_apart
from scoring.models import Release, ReleaseComparison, ReleaseEntry
from sources.models import Item

ROWS_AT_A_TIME = 5_000
CHANGES_KEPT = 25
FURTHER_COLUMNS = (
    "substitute",
    "origin",
    "first_weight",
    "second_weight",
    "difference",
    "first_ratings",
    "second_ratings",
)
CHOICE_COLUMNS = (
    "first_category",
    "second_category",
    "changed",
    "first_ratings",
    "second_ratings",
)

_JOINED = """
    FROM scoring_releaseentry one
    JOIN scoring_releaseentry other
      ON other.release_id = %s AND other.item_id = one.item_id
     AND other.text = one.text
    WHERE one.release_id = %s
"""
_PAIRS = "SELECT one.{column}, other.{column}, count(*)" + _JOINED + " GROUP BY 1, 2"
# Only a few weights are among those furthest apart; naming them keeps the join small.
_CHANGED = (
    "SELECT one.id, other.id"
    + _JOINED
    + " AND one.weight IN ({}) AND other.weight IN ({})"
    + " AND abs(other.weight - one.weight) >= %s"
    + " ORDER BY abs(other.weight - one.weight) DESC, 1 LIMIT %s"
)
# Between options without an order no change is larger than another.
_CHOSEN_OTHERWISE = (
    "SELECT one.id, other.id" + _JOINED + " AND one.choice <> other.choice ORDER BY 1 LIMIT %s"
)


class Comparison(NamedTuple):
    """`pairs` of the candidates that both hold; how many only one of them holds; `changed` are
    the ids of entries whose weights are furthest apart, furthest first."""

    pairs: list[Pair]
    only_first: int
    only_second: int
    changed: list[tuple[int, int]]


class Changed(NamedTuple):
    """Of a candidate its weights, or the labels of what most chose."""

    item: Item
    text: str
    first: float | str
    second: float | str
    first_ratings: int
    second_ratings: int

    @property
    def difference(self) -> float | None:
        if isinstance(self.first, str) or isinstance(self.second, str):
            return None
        return self.second - self.first


def comparison_of(first: Release, second: Release) -> Comparison:
    """As it was counted when the later one was made; what was not counted then is now."""
    either = Q(first=first, second=second) | Q(first=second, second=first)
    kept = ReleaseComparison.objects.filter(either).first()
    if kept is None:
        return count_comparison(first, second)
    forth = Comparison(
        [Pair(*pair) for pair in kept.pairs],
        kept.only_first,
        kept.only_second,
        [(one, other) for one, other in kept.changed],
    )
    return forth if kept.first_id == first.pk else _turned(forth)


def count_comparison(first: Release, second: Release) -> Comparison:
    ordered = task_of(first.campaign).level == "ordinal"
    with connection.cursor() as cursor:
        column = "weight" if ordered else "choice"
        cursor.execute(_PAIRS.format(column=column), [second.pk, first.pk])
        pairs = [Pair(*row) for row in cursor.fetchall()]
        shared = sum(pair.n for pair in pairs)
        changed: list[tuple[int, int]] = []
        if not ordered:
            cursor.execute(_CHOSEN_OTHERWISE, [second.pk, first.pk, CHANGES_KEPT])
            changed = cursor.fetchall()
        elif far := furthest_apart(pairs, CHANGES_KEPT):
            ones = sorted({pair.first for pair in far if pair.first is not None})
            others = sorted({pair.second for pair in far if pair.second is not None})
            named = (", ".join(["%s"] * len(side)) for side in (ones, others))
            least = min(pair.distance for pair in far)
            cursor.execute(
                _CHANGED.format(*named),
                [second.pk, first.pk, *ones, *others, least, CHANGES_KEPT],
            )
            changed = cursor.fetchall()
    return Comparison(
        pairs,
        first.counts["candidates"] - shared,
        second.counts["candidates"] - shared,
        changed,
    )


def _turned(found: Comparison) -> Comparison:
    return Comparison(
        [Pair(pair.second, pair.first, pair.n) for pair in found.pairs],
        found.only_second,
        found.only_first,
        [(other, one) for one, other in found.changed],
    )


def most_changed(comparison: Comparison, first: Release, second: Release) -> list[Changed]:
    # Not with its release: what stands there is as large as a campaign.
    entries = ReleaseEntry.objects.select_related("item").in_bulk(
        [id for pair in comparison.changed for id in pair]
    )
    ones, others = (_labels(release) if entries else {} for release in (first, second))
    return [
        Changed(
            entries[one].item,
            entries[one].text,
            _told(entries[one], ones),
            _told(entries[other], others),
            len(entries[one].ratings),
            len(entries[other].ratings),
        )
        for one, other in comparison.changed
    ]


def _labels(release: Release) -> dict[int, str]:
    return {option.value: option.label for option in scale_of(release.policy)}


def _told(entry: ReleaseEntry, labels: Mapping[int, str]) -> float | str:
    """A choice under the label that its release has."""
    if entry.choice is None:
        return cast(float, entry.weight)
    return labels[entry.choice]


def all_rows(first: Release, second: Release) -> Iterator[tuple[Any, ...]]:
    """Every candidate of either, in the columns of the file and read as it is written."""
    entries = merge(_entries(first, 0), _entries(second, 1), key=lambda row: row[0])
    for _position, rows in groupby(entries, key=lambda row: row[0]):
        found: dict[tuple[str, str, str], list[Any]] = {}
        for _place, which, key, group, text, origin, weight, ratings in rows:
            sides = found.setdefault((key, group, text), [None, None])
            sides[which] = (origin, weight, len(ratings))
        for candidate in sorted(found):
            yield (*candidate, *_cells(*found[candidate]))


def _entries(release: Release, which: int) -> Iterator[tuple[Any, ...]]:
    rows = (
        release.entries.order_by("item__position")
        .values_list(
            "item__position",
            "item__key",
            "item__group",
            "text",
            "origin",
            "weight",
            "ratings",
        )
        .iterator(chunk_size=ROWS_AT_A_TIME)
    )
    return ((position, which, *told) for position, *told in rows)


_Side = tuple[str, float | None, int] | None


def _cells(first: _Side, second: _Side) -> tuple[Any, ...]:
    """The later origin: pooling again may have changed it. Empty is undecided, or not there,
    which has no number of ratings either."""
    origin = next(side[0] for side in (second, first) if side)
    one, other = (side[1] if side else None for side in (first, second))
    difference = "" if one is None or other is None else other - one
    weights = ("" if weight is None else weight for weight in (one, other))
    counts = (side[2] if side else "" for side in (first, second))
    return origin, *weights, difference, *counts


def comparison_file(first: Release, second: Release) -> RowFile:
    """Every candidate of either release."""
    name = f"{first.campaign.slug}-gold-{first.number}-{second.number}.csv"
    task = task_of(first.campaign)
    of_item = (task.columns.key, task.group_column)
    if task.level == "nominal":
        return RowFile(name, (*of_item, *CHOICE_COLUMNS), choice_rows(first, second))
    return RowFile(name, (*of_item, *FURTHER_COLUMNS), all_rows(first, second))


def choice_rows(first: Release, second: Release) -> Iterator[tuple[Any, ...]]:
    """Every item of either, with what most chose. Empty is nothing chosen, or not there."""
    sides = _choices(first, 0), _choices(second, 1)
    for _position, rows in groupby(
        merge(*sides, key=lambda row: row[0]), key=lambda row: row[0]
    ):
        found: dict[tuple[str, str], list[tuple[str, int | str]]] = {}
        for _place, which, key, group, label, n in rows:
            both = found.setdefault((key, group), [("", ""), ("", "")])
            both[which] = (label, n)
        for item, ((one, n_one), (other, n_other)) in found.items():
            changed = "" if not (one and other) else "no" if one == other else "yes"
            yield (*item, one, other, changed, n_one, n_other)


def _choices(release: Release, which: int) -> Iterator[tuple[Any, ...]]:
    labels = _labels(release)
    rows = (
        release.entries.order_by("item__position")
        .values_list("item__position", "item__key", "item__group", "choice", "ratings")
        .iterator(chunk_size=ROWS_AT_A_TIME)
    )
    for position, key, group, choice, ratings in rows:
        label = "" if choice is None else labels[choice]
        yield position, which, key, group, label, len(ratings)
