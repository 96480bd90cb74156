"""Reads over releases and the ratings they are made from."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, cast

from campaigns.models import Campaign, JobKind
from campaigns.selectors.task import task_of
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Merge
from rating.models import Exclusion
from rating.selectors.counting import counting_ratings
from regild.formats.records import SentenceRecord
from regild.problems import N_, Text
from regild.scoring.frozen import Entry, FrozenGold, FrozenRating, FrozenSentence, in_order
from scoring.models import Release
from sources.models import Item
from sources.selectors import sentences_in_play

ROWS_AT_A_TIME = 20_000
# Of what is not kept: fewer, which all lie in memory at once, are read as fast.
STREAMED_AT_A_TIME = 2_000

# Kinds of jobs.
RELEASE = JobKind("release", "scoring.jobs.release")
RESCORE = JobKind("rescore", "scoring.jobs.rescore")


class CandidateInPlay(NamedTuple):
    """A candidate in play, with the ids of the systems that gave it."""

    id: int
    sentence: int
    text: str
    origin: str
    votes: float | None
    systems: frozenset[int]


def find_release(campaign: Campaign, number: int | None = None) -> Release:
    """The release of that number, or the newest. Raises Refused where there is none."""
    releases = campaign.releases.all()
    if number is not None:
        releases = releases.filter(number=number)
    release = releases.first()
    if release is None:
        raise Refused("no_release", _none_there(campaign, number))
    return release


def _none_there(campaign: Campaign, number: int | None) -> Text:
    numbers = tuple(sorted(campaign.releases.values_list("number", flat=True)))
    if numbers:
        return N_(
            "%(campaign)s has no release %(number)s; there is %(numbers)s",
            campaign=campaign.slug,
            number=number,
            numbers=numbers,
        )
    if number is not None:
        return N_(
            "%(campaign)s has no release %(number)s; there is none yet: release_gold makes one",
            campaign=campaign.slug,
            number=number,
        )
    return N_(
        "%(campaign)s has no release; there is none yet: release_gold makes one",
        campaign=campaign.slug,
    )


def other_ratings_count(campaign: Campaign) -> bool:
    """Whether other ratings count than those the newest release froze."""
    newest = campaign.releases.only("ratings_version").first()
    return (
        newest is not None
        and newest.ratings_version is not None
        and not Campaign.objects.filter(
            id=campaign.pk, ratings_version=newest.ratings_version
        ).exists()
    )


def frozen_gold(release: Release) -> FrozenGold:
    """Its sentences are read from the database each time they are gone through."""
    campaign = release.campaign
    return FrozenGold(
        slug=campaign.slug,
        title=campaign.title,
        language=campaign.language,
        number=release.number,
        notes=release.notes,
        policy=release.policy,
        counts=release.counts,
        columns=task_of(campaign).columns,
        sentences=_StoredSentences(release),
    )


class _StoredSentences:
    def __init__(self, release: Release) -> None:
        self._release = release

    def __iter__(self) -> Iterator[FrozenSentence]:
        with snapshot():
            yield from _stored_sentences(self._release)


def _stored_sentences(release: Release) -> Iterator[FrozenSentence]:
    """Two tables read side by side, so that a sentence is read once and not for each of its
    candidates."""
    record = task_of(release.campaign).record
    items = iter(
        Item.objects.filter(campaign=release.campaign_id)
        .order_by("position", "id")
        .values_list("id", "key", "group", "content")
        .iterator(chunk_size=STREAMED_AT_A_TIME)
    )
    rows = (
        release.entries.order_by("item__position", "item_id")
        .values_list("item_id", "text", "origin", "votes", "weight", "ratings")
        .iterator(chunk_size=STREAMED_AT_A_TIME)
    )
    for item, entries in groupby(rows, key=itemgetter(0)):
        key, group, content = next(cells for id, *cells in items if id == item)
        frozen = [
            Entry(text, origin, votes, weight, tuple(FrozenRating(*pair) for pair in ratings))
            for _item, text, origin, votes, weight, ratings in entries
        ]
        yield FrozenSentence(record(key, group, content), in_order(frozen))


def sentence_records(campaign: Campaign) -> dict[int, SentenceRecord]:
    """Those in play by their ids, in the order of the file."""
    rows = (
        sentences_in_play(campaign)
        .order_by("position")
        .values_list("id", "key", "group", "content")
    )
    return {
        id: task_of(campaign).record(key, group, content) for id, key, group, content in rows
    }


def pooled_candidates(campaign: Campaign) -> list[CandidateInPlay]:
    rows = Candidate.objects.filter(
        item__in=sentences_in_play(campaign),
        role=Candidate.Role.POOLED,
        hidden_at__isnull=True,
    ).values_list("id", "item_id", "text", "origin", "votes", "answers")
    return [
        CandidateInPlay(
            id, sentence, text, origin, votes, frozenset(system for system, _rank in answers)
        )
        for id, sentence, text, origin, votes, answers in rows.iterator(
            chunk_size=ROWS_AT_A_TIME
        )
    ]


def withdrawn_annotators(campaign: Campaign) -> frozenset[int]:
    withdrawn = campaign.annotators.filter(withdrawn_at__isnull=False)
    return frozenset(withdrawn.values_list("id", flat=True))


def ratings_by_candidate(campaign: Campaign) -> dict[int, list[tuple[int, int]]]:
    """(annotator's id, value) of every rating that counts, in the order of annotators."""
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    rows = (
        counting_ratings(campaign)
        .order_by("annotator_id")
        .values_list("candidate_id", "annotator_id", "value")
        .iterator(chunk_size=ROWS_AT_A_TIME)
    )
    for candidate, annotator, value in cast("Iterator[tuple[int, int, int]]", rows):
        found[candidate].append((annotator, value))
    return found


def live_exclusions(campaign: Campaign) -> list[dict[str, Any]]:
    """How many decisions leave ratings out now, by rule. Whom they are about, and why, is the
    lead's to know and not the public's."""
    live = Exclusion.objects.filter(annotator__campaign=campaign, undone_at__isnull=True)
    counted = Counter(
        ("sitting" if assignment else "annotator", rule)
        for rule, assignment in live.values_list("rule", "assignment_id")
    )
    return [
        {"of": of, "rule": rule, "count": count}
        for (of, rule), count in sorted(counted.items())
    ]


def undone_merges(campaign: Campaign) -> list[list[str]]:
    """[sentence, spelling] that a lead keeps apart."""
    rows = Merge.objects.filter(item__campaign=campaign, undone_at__isnull=False)
    return sorted(map(list, rows.values_list("item__key", "spelling").distinct()))
