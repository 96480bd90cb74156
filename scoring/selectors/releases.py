"""Reads over releases and the ratings they are made from."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import nan
from operator import itemgetter
from sys import intern
from typing import Any, NamedTuple

from agreement.selectors.sittings import read_sittings
from campaigns.models import Campaign, Job, JobKind
from campaigns.selectors.task import task_of
from core.refusals import Refused
from core.snapshot import snapshot
from pooling.models import Candidate, Merge
from pooling.selectors.samples import drawn_of, sentences_sampled
from pooling.selectors.seats import own_seats_of_candidates
from rating.models import Exclusion
from regild.agreement.annotators import RatingColumns
from regild.arrays import IntArray, np
from regild.formats.records import SentenceRecord
from regild.problems import N_, Text
from regild.scoring.exports.statement import Statement
from regild.scoring.frozen import Entry, FrozenGold, FrozenRating, FrozenSentence, in_order
from regild.scoring.frozen_table import RatedPool
from scoring.models import Release
from scoring.selectors.golds import FirstGoldOfRelease
from scoring.selectors.statements import statement_of
from sources.models import Item, System

ROWS_AT_A_TIME = 20_000
# Of what is not kept: fewer, which all lie in memory at once, are read as fast.
STREAMED_AT_A_TIME = 2_000

# Kinds of jobs.
RELEASE = JobKind("release", "scoring.jobs.release")
RESCORE = JobKind("rescore", "scoring.jobs.rescore")


class PooledNow(NamedTuple):
    """What a release is made from: `annotators` are the ids behind the places in its ratings,
    `systems` those that gave any of its candidates."""

    pool: RatedPool
    annotators: list[int]
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


def was_pooled(release: Release, system: System) -> bool:
    """Whether the pool held its answers when the release was made. Where candidates are no
    answers, no system comes late."""
    if not task_of(release.campaign).pools_answers:
        return True
    pooled = set(release.policy["pooled_systems"])
    return not pooled.isdisjoint([system.name, *system.former_names])


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


def frozen_gold(release: Release, *, statement: Statement | None = None) -> FrozenGold:
    """Its sentences are read from the database each time they are gone through. `statement` is
    the campaign's of today unless another is given."""
    campaign = release.campaign
    return FrozenGold(
        slug=campaign.slug,
        title=campaign.title,
        language=campaign.language,
        number=release.number,
        notes=release.notes,
        policy=release.policy,
        counts=release.counts,
        ledger=release.ledger,
        columns=task_of(campaign).columns,
        sentences=_StoredSentences(release),
        first_gold=FirstGoldOfRelease(release),
        annotated=release.annotated,
        statement=statement or statement_of(campaign),
        penalty=campaign.penalty if "penalty" in task_of(campaign).settings else None,
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
        .values_list("item_id", "text", "origin", "votes", "weight", "ratings", "choice")
        .iterator(chunk_size=STREAMED_AT_A_TIME)
    )
    for item, entries in groupby(rows, key=itemgetter(0)):
        key, group, content = next(cells for id, *cells in items if id == item)
        frozen = [
            Entry(
                text,
                origin,
                votes,
                weight,
                tuple(FrozenRating(*pair) for pair in ratings),
                choice,
            )
            for _item, text, origin, votes, weight, ratings, choice in entries
        ]
        yield FrozenSentence(record(key, group, content), in_order(frozen))


def sentence_records(campaign: Campaign) -> dict[int, SentenceRecord]:
    """Those to be released by their ids, in the order of the file."""
    rows = (
        sentences_sampled(campaign)
        .order_by("position")
        .values_list("id", "key", "group", "content")
    )
    return {
        id: task_of(campaign).record(key, group, content) for id, key, group, content in rows
    }


def pooled_now(campaign: Campaign, *, values: Sequence[int]) -> PooledNow:
    """Candidates in play with the ratings that count. `values` are the scale's codes."""
    sittings, rated = read_sittings(campaign, values=values)
    records = sentence_records(campaign)
    ids, sentence, votes = array("q"), array("q"), array("d")
    text: list[str] = []
    origin: list[str] = []
    systems: set[int] = set()
    rows = Candidate.objects.filter(
        item__in=sentences_sampled(campaign),
        role=Candidate.Role.POOLED,
        hidden_at__isnull=True,
    ).values_list("id", "item_id", "text", "origin", "votes", "answers")
    for id, item, candidate, came_from, n_votes, answers in rows.iterator(
        chunk_size=ROWS_AT_A_TIME
    ):
        ids.append(id)
        sentence.append(item)
        text.append(candidate)
        # One text for all: a million of its own take as much as the candidates.
        origin.append(intern(came_from))
        votes.append(nan if n_votes is None else n_votes)
        systems.update(system for system, _rank in answers)
    places = {id: place for place, id in enumerate(records)}
    return PooledNow(
        RatedPool(
            records=[*records.values()],
            sentence=np.array([places[item] for item in sentence], dtype=np.int64),
            text=text,
            origin=origin,
            votes=np.array(votes, dtype=np.float64),
            ratings=sittings.ratings._replace(
                candidate=_places(np.array(ids, dtype=np.int64), rated)[
                    sittings.ratings.candidate
                ]
            ),
            seats=_own_seats(campaign, ids),
        ),
        sittings.annotators,
        frozenset(systems),
    )


def _own_seats(campaign: Campaign, ids: Sequence[int]) -> IntArray | None:
    own = own_seats_of_candidates(campaign)
    return np.array([own.get(id, 0) for id in ids], dtype=np.int64) if own else None


def _places(ids: IntArray, wanted: IntArray) -> IntArray:
    """Where each of the wanted ids stands among the ids."""
    by_id = np.argsort(ids)
    return np.asarray(by_id[np.searchsorted(ids, wanted, sorter=by_id)])


def annotated_by(
    campaign: Campaign, annotators: Sequence[int], ratings: RatingColumns
) -> dict[str, dict[str, int]]:
    """How many annotators gave how many of the ratings, by where they came from; `annotators`
    are by their ids, in the order in which ratings name them."""
    sources = dict(campaign.annotators.values_list("id", "source"))
    given = np.bincount(ratings.annotator, minlength=len(annotators)).tolist()
    found: dict[str, dict[str, int]] = {}
    for id, n in zip(annotators, given, strict=True):
        if n:
            of_source = found.setdefault(sources[id], {"annotators": 0, "ratings": 0})
            of_source["annotators"] += 1
            of_source["ratings"] += n
    return found


def withdrawn_annotators(campaign: Campaign) -> frozenset[int]:
    withdrawn = campaign.annotators.filter(withdrawn_at__isnull=False)
    return frozenset(withdrawn.values_list("id", flat=True))


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


def sample_now(campaign: Campaign) -> dict[str, Any]:
    """How the sentences were drawn, for a policy; nothing where all of them are rated."""
    drawn = drawn_of(campaign)
    return {"sample": drawn._asdict()} if drawn else {}


def tree_now(campaign: Campaign) -> dict[str, Any]:
    """The categories that its scale is made of, and the number of the newest revision of their
    tree, for a policy; nothing where there are none."""
    rows = campaign.categories.order_by("position").values_list(
        "name", "parent__name", "definition"
    )
    listed = [
        {"name": name, "parent": parent or "", "definition": definition}
        for name, parent, definition in rows
    ]
    if not listed:
        return {}
    newest = campaign.revisions.order_by("number").last()
    return {"categories": listed} | ({"revision": newest.number} if newest else {})


def is_frozen(campaign: Campaign) -> bool:
    """What the apps before this one ask (campaigns/selectors/frozen.py)."""
    under_way = [Job.State.QUEUED, Job.State.RUNNING]
    making = campaign.jobs.filter(kind=RELEASE.name, state__in=under_way)
    return campaign.releases.exists() or making.exists()
