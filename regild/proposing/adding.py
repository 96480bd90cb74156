"""Proposals on top of a first gold that was there before: votes summed, names joined."""

from __future__ import annotations

from collections.abc import Iterable

from regild.formats.records import GoldRecord
from regild.words import Wording

_Given = tuple[tuple[str, tuple[str, ...]], ...]


def add_to_gold(
    base: Iterable[GoldRecord], proposed: Iterable[GoldRecord], *, wording: Wording
) -> list[GoldRecord]:
    """In the order of `base`, then what only was proposed; the most votes of a sentence first.

    A text of `base` stays as it is spelled there: what was proposed counts for the first of a
    sentence that `wording` makes the same of. Somebody proposing under a name that is in `base`
    is another person, and gets a number behind it.
    """
    there = {record.sentence: record for record in base}
    taken = {name for record in there.values() for name, _texts in record.given_by}
    added = {record.sentence: record for record in proposed}
    names = _told_apart(
        {name for record in added.values() for name, _texts in record.given_by}, taken
    )
    keys = [*there, *(key for key in added if key not in there)]
    return [
        _sum(there[key], _renamed(added[key], names), wording)
        if key in there and key in added
        else (there[key] if key in there else _renamed(added[key], names))
        for key in keys
    ]


def _sum(one: GoldRecord, other: GoldRecord, wording: Wording) -> GoldRecord:
    spelled: dict[str, str] = {}
    for text, _votes in one.substitutes:
        spelled.setdefault(wording.normalise(text, group=one.group).text, text)
    votes, codes = dict(one.substitutes), dict(one.codes)
    for text, n in other.substitutes:
        text = spelled.get(text, text)
        votes[text] = votes.get(text, 0) + n
    for code, n in other.codes:
        codes[code] = codes.get(code, 0) + n
    given: _Given = tuple(
        (name, tuple(spelled.get(text, text) for text in texts))
        for name, texts in other.given_by
    )
    return one._replace(
        substitutes=tuple(sorted(votes.items(), key=lambda pair: (-pair[1], pair[0]))),
        codes=tuple(codes.items()),
        given_by=(*one.given_by, *given),
    )


def _renamed(record: GoldRecord, names: dict[str, str]) -> GoldRecord:
    return record._replace(
        given_by=tuple((names[name], texts) for name, texts in record.given_by)
    )


def _told_apart(names: set[str], taken: set[str]) -> dict[str, str]:
    """Each with a name that nobody has."""
    found: dict[str, str] = {}
    used = taken | names
    for name in sorted(names):
        other, n = name, 2
        while other in taken or (other != name and other in used):
            other, n = f"{name} ({n})", n + 1
        found[name] = other
        used.add(other)
    return found
