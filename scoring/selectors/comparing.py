"""Reads over two releases of one campaign side by side.

In SQL of our own: Django joins along foreign keys, and what two releases share is the sentence
and the text.
"""

import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from heapq import merge
from itertools import groupby
from typing import Any, NamedTuple, cast

from django.core.cache import cache
from django.db import connection

from campaigns.models import Sentence
from campaigns.throttling import UNREACHABLE
from scoring.models import Release, ReleaseEntry
from scoring.release_comparison import Pair, furthest_apart

ROWS_AT_A_TIME = 5_000
KEPT_SECONDS = 24 * 60 * 60
COLUMNS = (
    "sentence",
    "lexelt",
    "substitute",
    "origin",
    "first_weight",
    "second_weight",
    "difference",
    "first_ratings",
    "second_ratings",
)

_JOINED = """
    FROM scoring_releaseentry one
    LEFT JOIN scoring_releaseentry other
      ON other.release_id = %s AND other.sentence_id = one.sentence_id
     AND other.text = one.text
    WHERE one.release_id = %s
"""
_PAIRS = (
    "SELECT one.weight, other.weight, count(other.id), count(*)" + _JOINED + " GROUP BY 1, 2"
)
# Only a few weights are among those furthest apart; naming them keeps the join small.
_CHANGED = (
    "SELECT one.id, other.id"
    + _JOINED
    + " AND one.weight IN ({}) AND other.weight IN ({})"
    + " AND abs(other.weight - one.weight) >= %s"
    + " ORDER BY abs(other.weight - one.weight) DESC, 1 LIMIT %s"
)


class Weights(NamedTuple):
    """`pairs` of the candidates that both hold; how many only one of them holds."""

    pairs: list[Pair]
    only_first: int
    only_second: int


class Changed(NamedTuple):
    sentence: Sentence
    text: str
    first: float
    second: float
    first_ratings: int
    second_ratings: int

    @property
    def difference(self) -> float:
        return self.second - self.first


def compared_weights(first: Release, second: Release) -> Weights:
    pairs, only_first = [], 0
    for one, other, shared, n in _once(_PAIRS, first, second):
        only_first += n - shared
        if shared:
            pairs.append(Pair(one, other, shared))
    shared = sum(pair.n for pair in pairs)
    return Weights(pairs, only_first, second.counts["candidates"] - shared)


def most_changed(
    first: Release, second: Release, pairs: Iterable[Pair], *, most: int
) -> list[Changed]:
    """The candidates whose weights are furthest apart, furthest first, out of the pairs that
    `compared_weights` found."""
    far = furthest_apart(pairs, most)
    if not far:
        return []
    ones = sorted({pair.first for pair in far if pair.first is not None})
    others = sorted({pair.second for pair in far if pair.second is not None})
    query = _CHANGED.format(*(", ".join(["%s"] * len(side)) for side in (ones, others)))
    least = min(pair.distance for pair in far)
    ids = _once(query, first, second, *ones, *others, least, most)
    entries = ReleaseEntry.objects.select_related("sentence").in_bulk(
        [id for pair in ids for id in pair]
    )
    return [
        Changed(
            entries[one].sentence,
            entries[one].text,
            cast(float, entries[one].weight),
            cast(float, entries[other].weight),
            len(entries[one].ratings),
            len(entries[other].ratings),
        )
        for one, other in ids
    ]


def _once(query: str, first: Release, second: Release, *more: float) -> list[tuple[Any, ...]]:
    """Releases never change: of a million candidates the answer is kept for the next page."""
    key = ":".join(map(str, (zlib.crc32(query.encode()), first.pk, second.pk, *more)))
    kept = f"comparison:{key}:{first.sha256}:{second.sha256}"
    with suppress(*UNREACHABLE):
        known = cache.get(kept)
        if known is not None:
            return cast(list[tuple[Any, ...]], known)
    with connection.cursor() as cursor:
        cursor.execute(query, [second.pk, first.pk, *more])
        found = list(map(tuple, cursor.fetchall()))
    with suppress(*UNREACHABLE):
        cache.set(kept, found, timeout=KEPT_SECONDS)
    return found


def all_rows(first: Release, second: Release) -> Iterator[tuple[Any, ...]]:
    """Every candidate of either as COLUMNS, sentence by sentence, read as it is written."""
    entries = merge(_entries(first, 0), _entries(second, 1), key=lambda row: row[0])
    for _position, rows in groupby(entries, key=lambda row: row[0]):
        found: dict[tuple[str, str, str], list[Any]] = {}
        for _place, which, key, lexelt, text, origin, weight, ratings in rows:
            sides = found.setdefault((key, lexelt, text), [None, None])
            sides[which] = (origin, weight, len(ratings))
        for candidate in sorted(found):
            yield (*candidate, *_cells(*found[candidate]))


def _entries(release: Release, which: int) -> Iterator[tuple[Any, ...]]:
    rows = (
        release.entries.order_by("sentence__position")
        .values_list(
            "sentence__position",
            "sentence__key",
            "sentence__lexelt",
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
