"""Targets that annotators found unclear: nothing fits, a name, part of a phrase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from regild.formats.records import ProposalRecord

# At least so many annotators in a hundred.
UNCLEAR_SHARE = 0.5


class Unclear(NamedTuple):
    """`key` is a sentence or a target; the counts are of responses, `share` is of all."""

    key: str
    asked: int
    nil: int
    name: int
    phrase: int
    share: float


def unclear_sentences(
    proposals: Iterable[ProposalRecord], *, at_least: float = UNCLEAR_SHARE
) -> list[Unclear]:
    return _unclear(proposals, lambda one: one.sentence, at_least)


def unclear_groups(
    proposals: Iterable[ProposalRecord], *, at_least: float = UNCLEAR_SHARE
) -> list[Unclear]:
    """Over all of a target's sentences."""
    return _unclear(proposals, lambda one: one.group, at_least)


def _unclear(
    proposals: Iterable[ProposalRecord],
    key_of: Callable[[ProposalRecord], str],
    at_least: float,
) -> list[Unclear]:
    """The least clear first, equal ones in the order of the proposals."""
    asked: Counter[str] = Counter()
    marked: Counter[tuple[str, str]] = Counter()
    for one in proposals:
        asked[key_of(one)] += 1
        marked[key_of(one), one.mark] += 1
    rows = []
    for key, n in asked.items():
        nil, name, phrase = (marked[key, mark] for mark in ("nil", "name", "phrase"))
        share = (nil + name + phrase) / n
        if share > 0 and share >= at_least:
            rows.append(Unclear(key, n, nil, name, phrase, share))
    return sorted(rows, key=lambda row: -row.share)
