"""Bring in ratings collected elsewhere: every problem at once, then all or nothing."""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.bulk import insert_rows, update_rows
from core.checksums import sha256_of
from core.refusals import Refused, kept
from core.snapshot import snapshot
from pooling.models import Candidate, Placement
from pooling.services.fill_pool import pool_campaign
from pooling.services.marking import mark_uneven
from rating.models import Rating, RatingImport
from rating.selectors.imports import next_number
from rating.selectors.loads import candidate_loads
from rating.selectors.most import most_of
from rating.services.import_matching import ImportedRating, MatchedFile, match_file, state_of
from rating.services.imported_sittings import count_rated, sittings_of
from rating.services.tallying import forget, kept_tallies
from regild.formats.records import RatingRecord
from regild.problems import N_, BadFile, BadFiles, FileProblem, Findings, Notice, Source

CANDIDATES_AT_A_TIME = 20_000
# Of a file that is odd on every line the first will do.
NOTICES_KEPT = 500


class ImportReport(NamedTuple):
    """`added` and `changed` are new rows; what the campaign held already is `unchanged`.
    `number` is the import's, by which it can be taken back; None where nothing was stored."""

    annotators: int
    added: int
    changed: int
    unchanged: int
    notices: tuple[Notice, ...]
    number: int | None = None


class _Current(NamedTuple):
    id: int
    value: int | None
    # False of what was taken back with its import.
    counts: bool


class _Plan(NamedTuple):
    """The ratings that are new, and the rows that they supersede; `added` are those of a
    candidate that the annotator had no rating of that counts."""

    new: list[ImportedRating]
    superseded: list[int]
    added: int

    def report(self, imported: Sequence[ImportedRating]) -> ImportReport:
        return ImportReport(
            annotators=len({row.annotator for row in imported}),
            added=self.added,
            changed=len(self.new) - self.added,
            unchanged=len(imported) - len(self.new),
            notices=(),
        )


class _FileRead(NamedTuple):
    records: Sequence[RatingRecord]
    matched: MatchedFile
    notices: tuple[FileProblem, ...]

    def told(self, name: str) -> tuple[Notice, ...]:
        return tuple(Notice(name, one) for one in (*self.notices, *self.matched.notices))


def preview_import(*, campaign: Campaign, ratings: Source) -> ImportReport:
    """What an import of this file would do now; nothing is stored. Raises BadFiles."""
    try:
        _refuse_while_proposing(Campaign.objects.get(id=campaign.pk))
        with _pooled(campaign, by=None, keep=False):
            read = _read(ratings, campaign)
            imported = read.matched.ratings
            plan = _plan(imported, campaign, name=ratings.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    return plan.report(imported)._replace(notices=read.told(ratings.name))


def import_ratings(
    *, campaign: Campaign, ratings: Source, by: User | None = None
) -> ImportReport:
    """Safe to run again: an equal rating changes nothing, another value supersedes the earlier.

    Every annotator of the file has one sitting, complete and without a subset. What is new is
    one import, which can be taken back as a whole. Raises BadFiles or Refused, having stored
    nothing.
    """
    try:
        checksum = sha256_of(ratings)
        with _pooled(campaign, by=by):
            report = _import(ratings, campaign, checksum=checksum, by=by)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    return report


@contextmanager
def _pooled(campaign: Campaign, *, by: User | None, keep: bool = True) -> Iterator[None]:
    """Ratings may come before anybody pooled, where nothing but the items is pooled; a file
    that is refused then leaves no pool behind."""
    fresh = Campaign.objects.get(id=campaign.pk)
    if task_of(fresh).pools_answers or fresh.pooled_version is not None:
        yield
        return
    with transaction.atomic():
        pool_campaign(campaign=fresh, by=by)
        yield
        transaction.set_rollback(not keep)


def _import(
    ratings: Source, campaign: Campaign, *, checksum: str, by: User | None
) -> ImportReport:
    read = _read(ratings, campaign)
    with transaction.atomic():
        # One import at a time, or two would make the same annotators.
        locked = lock_campaign(campaign.id)
        _refuse_while_proposing(locked)
        _refuse_once_replaced(campaign, read.matched.ratings)
        if read.matched.state != state_of(locked):
            matched = match_file(read.records, locked, name=ratings.name)
            read = read._replace(matched=matched)
        plan = _plan(read.matched.ratings, locked, name=ratings.name)
        report = plan.report(read.matched.ratings)
        report = report._replace(notices=read.told(ratings.name))
        if plan.new:
            number = _store(plan, report, locked, checksum=checksum, name=ratings.name, by=by)
            report = report._replace(number=number)
        told = {name: getattr(report, name) for name in ("annotators", "added", "changed")}
        if report.number is not None:
            told["ratings_import"] = report.number
        audit.record(campaign=locked, by=by, action="import ratings", file=ratings.name, **told)
    return report


def _read(ratings: Source, campaign: Campaign) -> _FileRead:
    """Raises BadFile with what is wrong by itself and what the campaign does not have."""
    notices: tuple[FileProblem, ...] = ()
    bad: BadFile | None = None
    try:
        records, notices, _encoding = task_of(campaign).read_ratings(ratings)
    except BadFile as found:
        records, bad = found.records, found
    with snapshot():
        fresh = Campaign.objects.get(id=campaign.pk)
        matched = match_file(records, fresh, name=ratings.name, bad=bad)
    return _FileRead(records, matched, notices)


def _refuse_while_proposing(campaign: Campaign) -> None:
    """Its first gold would be made under what was rated already."""
    if campaign.stage == Campaign.Stage.PROPOSE:
        text = N_(
            "Annotators are still proposing: freeze the first gold before importing ratings."
        )
        raise Refused("annotators_propose", text)


def _refuse_once_replaced(campaign: Campaign, imported: Sequence[ImportedRating]) -> None:
    """The file was matched before the lock. All sentences go at once, so one tells of all; of
    a campaign that is to be deleted the slug goes."""
    matched = Candidate.objects.filter(
        id=imported[0].candidate, item__campaign__slug=campaign.slug
    )
    if not matched.exists():
        text = N_("The source files were replaced in the meantime: nothing was stored.")
        raise Refused("sentences_replaced", text)


def _plan(imported: Sequence[ImportedRating], campaign: Campaign, *, name: str) -> _Plan:
    """Raises BadFile where a candidate would get too many ratings."""
    current = _current(campaign)
    _refuse_beyond_most(imported, current, campaign, name=name)
    new: list[ImportedRating] = []
    superseded: list[int] = []
    changed = 0
    for row in imported:
        before = current.get((row.annotator, row.candidate))
        if before is not None:
            if before.counts and before.value == row.value:
                continue
            changed += before.counts
            superseded.append(before.id)
        new.append(row)
    return _Plan(new, superseded, len(new) - changed)


def _store(
    plan: _Plan,
    report: ImportReport,
    campaign: Campaign,
    *,
    checksum: str,
    name: str,
    by: User | None,
) -> int:
    """Under the lock of the campaign. Returns the import's number."""
    now = timezone.now()
    stored = RatingImport.objects.create(
        campaign=campaign,
        number=next_number(campaign),
        file=name.rpartition("/")[2][-255:],
        sha256=checksum,
        imported_by=by,
        imported_at=now,
        annotators=report.annotators,
        added=report.added,
        changed=report.changed,
        unchanged=report.unchanged,
        notices=[_told(notice) for notice in report.notices[:NOTICES_KEPT]],
        noticed=len(report.notices),
    )
    sittings = sittings_of(campaign, dict.fromkeys(row.annotator for row in plan.new))
    update_rows(Rating, ["superseded_at"], ((id, now) for id in plan.superseded))
    insert_rows(
        Rating,
        [
            *("assignment_id", "annotator_id", "candidate_id", "value", "key", "rated_at"),
            "imported_id",
        ],
        _rows(plan, sittings, now, stored.pk),
    )
    count_rated(campaign)
    what_counts_changed(campaign, (row.candidate for row in plan.new))
    return stored.number


def _rows(
    plan: _Plan, sittings: Mapping[str, tuple[int, int]], now: Any, stored: int
) -> Iterable[tuple[Any, ...]]:
    for row in plan.new:
        annotator, assignment = sittings[row.annotator]
        key = uuid.uuid4().hex
        yield assignment, annotator, row.candidate, row.value, key, now, stored


def _told(notice: Notice) -> dict[str, Any]:
    problem = notice.problem
    return {
        "line": problem.line,
        "message": kept(problem.message),
        "remedy": kept(problem.remedy),
    }


def what_counts_changed(campaign: Campaign, candidates: Iterable[int]) -> None:
    """Of these candidates, by ratings from elsewhere. Under the lock."""
    subsets = _placed(candidates)
    mark_uneven(subsets=subsets)
    forget(subsets)
    ratings_changed(campaign.pk, forgotten=True)
    # Here, where seconds are expected, and not when the next annotator comes.
    kept_tallies(Campaign.objects.get(id=campaign.pk))


def _current(campaign: Campaign) -> dict[tuple[str, int], _Current]:
    """What was imported before, by annotator's name and candidate."""
    rows = Rating.objects.filter(
        annotator__campaign=campaign,
        annotator__source=Annotator.Source.IMPORTED,
        superseded_at__isnull=True,
    ).values_list("annotator__name", "candidate_id", "id", "value", "counts")
    return {
        (name, candidate): _Current(id, value, counts)
        for name, candidate, id, value, counts in rows
    }


def _refuse_beyond_most(
    imported: Sequence[ImportedRating],
    current: Mapping[tuple[str, int], _Current],
    campaign: Campaign,
    *,
    name: str,
) -> None:
    """No candidate gets more ratings that count than the campaign takes, wherever they come
    from; a seat that somebody sits on is as good as a rating."""
    candidates = Candidate.objects.filter(item__campaign=campaign)
    loads, most = candidate_loads(candidates), most_of(candidates, campaign)
    findings = Findings(name)
    for row in imported:
        before = current.get((row.annotator, row.candidate))
        if before is not None and before.counts:
            continue
        loads[row.candidate] += 1
        if loads[row.candidate] > most[row.candidate]:
            message = N_(
                "this would be rating %(number)s of its candidate, which may have %(most)s,"
                " those under way included",
                number=loads[row.candidate],
                most=most[row.candidate],
            )
            remedy = N_("Leave it out, or raise the campaign's most ratings")
            if row.candidate in most:
                remedy = N_("Leave it out: its subset was planned for so many annotators")
            findings.problem(row.line, message, remedy)
    findings.reading(imported)


def _placed(candidates: Iterable[int]) -> set[int]:
    """The subsets in which they are; its seats tell no more how many ratings each has."""
    found: set[int] = set()
    wanted = sorted(set(candidates))
    for start in range(0, len(wanted), CANDIDATES_AT_A_TIME):
        placed = Placement.objects.filter(
            candidate__in=wanted[start : start + CANDIDATES_AT_A_TIME]
        )
        found |= set(placed.order_by().values_list("subset_id", flat=True).distinct())
    return found
