"""After the storm: is every release what its ratings were, and is the next one what counts?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from pooling.models import Candidate
from scoring.models import Release, ReleaseEntry
from tests.storm.books import Books

# How far apart two sums of the same few weights may be.
CLOSE = 1e-9

Key = tuple[int, str]  # a sentence's id and a substitute


def faults(books: Books) -> Iterator[str]:
    candidates = {
        (sentence, text): id
        for id, sentence, text in Candidate.objects.filter(role="pooled").values_list(
            "id", "item_id", "text"
        )
    }
    said = what_they_said(books)
    for release in Release.objects.order_by("id"):
        entries = list(release.entries.all())
        yield from wrong_weights(release, entries)
        yield from wrong_counts(release, entries)
        yield from not_theirs(release, entries, books, candidates, said)


def wrong_weights(release: Release, entries: list[ReleaseEntry]) -> Iterator[str]:
    """The mean of what its ratings weigh, and nothing where there are too few."""
    weights = {option["value"]: option["weight"] for option in release.policy["scale"]}
    for entry in entries:
        given = [weights[value] for _annotator, value in entry.ratings]
        enough = len(given) >= release.policy["min_ratings"]
        right = sum(given) / len(given) if enough else None
        if right is None or entry.weight is None:
            same = right is entry.weight
        else:
            same = abs(entry.weight - right) < CLOSE
        if not same:
            yield f"{entry} of release {release} weighs {entry.weight}, not {right}"


def wrong_counts(release: Release, entries: list[ReleaseEntry]) -> Iterator[str]:
    right = {
        "candidates": len(entries),
        "ratings": sum(len(entry.ratings) for entry in entries),
        "annotators": len({who for entry in entries for who, _value in entry.ratings}),
        "decided": sum(entry.weight is not None for entry in entries),
    }
    counts = {name: release.counts[name] for name in right}
    if counts != right:
        yield f"release {release} says {counts} and holds {right}"


Said = Mapping[int, Mapping[tuple[int, int], datetime]]


def what_they_said(books: Books) -> Said:
    """By annotator: each candidate and value they ever gave it, since when."""
    said: defaultdict[int, dict[tuple[int, int], datetime]] = defaultdict(dict)
    for row in books.ratings:
        if row.value is not None:
            said[row.annotator].setdefault((row.candidate, row.value), row.rated_at)
    return said


def not_theirs(
    release: Release,
    entries: list[ReleaseEntry],
    books: Books,
    candidates: Mapping[Key, int],
    said: Said,
) -> Iterator[str]:
    """Its annotators are numbered in any order. Each number must be somebody who had said all
    of it by then, and had not withdrawn; all of them at once."""
    profiles: defaultdict[int, set[tuple[int, int]]] = defaultdict(set)
    for entry in entries:
        candidate = candidates.get((entry.item_id, entry.text))
        if candidate is None and entry.ratings:
            yield f"{entry} of release {release} was rated, and is no candidate any more"
        for number, value in entry.ratings:
            profiles[number].add((candidate or 0, value))
    here = [
        annotator
        for annotator, campaign in sorted(books.campaign_of.items())
        if campaign == release.campaign_id and not gone(books, annotator, release.made_at)
    ]
    could_be = {
        number: [
            annotator
            for annotator in here
            if has_said(said.get(annotator, {}), profile, release.made_at)
        ]
        for number, profile in profiles.items()
    }
    number_of: dict[int, int] = {}
    for number in sorted(profiles):
        if not finds_somebody(number, could_be, number_of, set()):
            yield f"the ratings of annotator {number} in release {release} are nobody's"
            return


def finds_somebody(
    number: int,
    could_be: Mapping[int, Sequence[int]],
    number_of: dict[int, int],
    asked: set[int],
) -> bool:
    """Whether there is an annotator for it, if need be by another number taking another one
    (Kuhn's algorithm)."""
    for annotator in could_be[number]:
        if annotator in asked:
            continue
        asked.add(annotator)
        other = number_of.get(annotator)
        if other is None or finds_somebody(other, could_be, number_of, asked):
            number_of[annotator] = number
            return True
    return False


def gone(books: Books, annotator: int, by: datetime) -> bool:
    withdrawn_at = books.withdrawn[annotator]
    return withdrawn_at is not None and withdrawn_at < by


def has_said(
    said: Mapping[tuple[int, int], datetime], profile: set[tuple[int, int]], by: datetime
) -> bool:
    return all(one in said and said[one] <= by for one in profile)


def not_what_counts(release: Release, books: Books) -> Iterator[str]:
    """Of a release that was made when nobody wrote any more."""
    counting: defaultdict[int, list[int]] = defaultdict(list)
    for row in books.counting(release.campaign_id):
        assert row.value is not None
        counting[row.candidate].append(row.value)
    texts: dict[Key, Any] = {
        (sentence, text): sorted(counting[id])
        for id, sentence, text in Candidate.objects.filter(
            role="pooled", item__campaign=release.campaign_id
        ).values_list("id", "item_id", "text")
        if counting[id]
    }
    released = {
        (entry.item_id, entry.text): sorted(value for _who, value in entry.ratings)
        for entry in release.entries.all()
        if entry.ratings
    }
    for key in texts.keys() | released.keys():
        if texts.get(key) != released.get(key):
            yield f"release {release} has {released.get(key)} of {key}; {texts.get(key)} count"
