"""Bring in ratings collected elsewhere: every problem at once, then all or nothing."""

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from core.bulk import insert_rows, update_rows
from core.refusals import Refused
from core.snapshot import snapshot
from core.tokens import hash_token, new_token
from pooling.models import Candidate, Placement
from pooling.services.dispatching import mark_uneven
from rating.models import Assignment, Rating
from rating.selectors.loads import candidate_loads
from rating.services.matching import PoolIndex, ScaleIndex
from rating.services.tallying import forget, kept_tallies
from regild.formats.limits import shown
from regild.formats.long import repeated_rating
from regild.formats.records import RatingRecord
from regild.problems import N_, BadFile, BadFiles, FileProblem, Findings, Notice, Source

ANNOTATORS_AT_A_TIME = 5_000
CANDIDATES_AT_A_TIME = 20_000


class ImportReport(NamedTuple):
    """`added` and `changed` are new rows; what the campaign held already is `unchanged`."""

    annotators: int
    added: int
    changed: int
    unchanged: int
    notices: tuple[Notice, ...]


class _Imported(NamedTuple):
    annotator: str
    candidate: int
    value: int
    line: int


class _Matched(NamedTuple):
    """`state` is what the matching rests on: were it different now, it would come out so."""

    state: tuple[Any, ...]
    ratings: tuple[_Imported, ...]
    notices: tuple[FileProblem, ...]


class _Sitting(NamedTuple):
    annotator: int
    assignment: int


def import_ratings(
    *, campaign: Campaign, ratings: Source, by: User | None = None
) -> ImportReport:
    """Safe to run again: an equal rating changes nothing, another value supersedes the earlier.

    Every annotator of the file has one sitting, complete and without a subset.
    Raises BadFiles or Refused, having stored nothing.
    """
    try:
        reading = task_of(campaign).read_ratings(ratings)
        with snapshot():
            matched = _matched(reading.records, _fresh(campaign), name=ratings.name)
        with transaction.atomic():
            # One import at a time, or two would make the same annotators.
            locked = lock_campaign(campaign.id)
            _refuse_once_replaced(campaign, matched.ratings)
            if matched.state != _state(locked):
                matched = _matched(reading.records, locked, name=ratings.name)
            report = _store(matched.ratings, locked, name=ratings.name)
            told = {name: getattr(report, name) for name in ("annotators", "added", "changed")}
            audit.record(
                campaign=locked, by=by, action="import ratings", file=ratings.name, **told
            )
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    return report._replace(
        notices=tuple(
            Notice(ratings.name, notice) for notice in (*reading.notices, *matched.notices)
        )
    )


def _fresh(campaign: Campaign) -> Campaign:
    return Campaign.objects.get(id=campaign.pk)


def _state(campaign: Campaign) -> tuple[Any, ...]:
    scale = campaign.scale.order_by("position").values_list("value", "label")
    return (campaign.sources_version, campaign.pool_version, *scale)


def _refuse_once_replaced(campaign: Campaign, imported: Sequence[_Imported]) -> None:
    """The file was matched before the lock. All sentences go at once, so one tells of all; of
    a campaign that is to be deleted the slug goes."""
    matched = Candidate.objects.filter(
        id=imported[0].candidate, item__campaign__slug=campaign.slug
    )
    if not matched.exists():
        text = N_("The campaign's sentences are others meanwhile: nothing was stored.")
        raise Refused("sentences_replaced", text)


def _matched(records: Iterable[RatingRecord], campaign: Campaign, *, name: str) -> _Matched:
    findings = Findings(name)
    pool = PoolIndex(campaign)
    scale = ScaleIndex(campaign)
    told: set[str] = set()
    first_lines: dict[tuple[str, int], int] = {}

    def matched() -> Iterator[_Imported]:
        for record in records:
            annotator, sentence, substitute, text, line = record
            candidate = pool.find(sentence=sentence, substitute=substitute)
            if not pool.has_sentence(sentence):
                message = N_("no sentence has the id %(id)s", id=shown(sentence))
                findings.problem(line, message, N_("Use the ids of the sentences file"))
            elif candidate is None:
                message = N_(
                    "%(substitute)s is no candidate of sentence %(sentence)s",
                    substitute=shown(substitute),
                    sentence=sentence,
                )
                remedy = N_("Pool it first, or correct it in the file")
                findings.problem(line, message, remedy)
            value = scale.find(text)
            if value is None:
                message = N_("%(text)s is not on the scale", text=shown(text))
                remedy = N_(
                    "Use a value or a label of the scale: %(values)s", values=scale.known()
                )
                findings.problem(line, message, remedy)
            if scale.is_in_doubt(text) and text not in told:
                told.add(text)
                message = N_(
                    "%(text)s is one option's code and another's label", text=shown(text)
                )
                findings.notice(line, message, N_("It was read as the code"))
            if candidate is None or value is None:
                continue
            first_line = first_lines.setdefault((annotator, candidate), line)
            if first_line != line:
                # Two spellings in the file, one candidate in the pool.
                findings.repeated(line, repeated_rating(record, first_line))
            yield _Imported(annotator, candidate, value, line)

    found = findings.reading(matched())
    return _Matched(_state(campaign), found.records, found.notices)


def _sittings(campaign: Campaign, names: Collection[str]) -> dict[str, _Sitting]:
    """The sitting of each annotator named, made where there is none yet."""
    now = timezone.now()
    known = {
        name: _Sitting(annotator, assignment)
        for name, annotator, assignment in Assignment.objects.filter(
            annotator__campaign=campaign, annotator__source=Annotator.Source.IMPORTED
        ).values_list("annotator__name", "annotator_id", "id")
    }
    annotators = Annotator.objects.bulk_create(
        (
            Annotator(
                campaign=campaign,
                # Of a token nobody was ever told: an imported annotator cannot come back.
                token_hash=hash_token(new_token()),
                source=Annotator.Source.IMPORTED,
                name=name,
                native_speaker=True,
            )
            for name in names
            if name not in known
        ),
        batch_size=ANNOTATORS_AT_A_TIME,
    )
    assignments = Assignment.objects.bulk_create(
        (
            Assignment(
                annotator=annotator,
                state=Assignment.State.COMPLETE,
                expires_at=now,
                completed_at=now,
            )
            for annotator in annotators
        ),
        batch_size=ANNOTATORS_AT_A_TIME,
    )
    for made in assignments:
        known[made.annotator.name] = _Sitting(made.annotator_id, made.id)
    return {name: known[name] for name in names}


class _Current(NamedTuple):
    id: int
    value: int | None


def _store(imported: Sequence[_Imported], campaign: Campaign, *, name: str) -> ImportReport:
    """Under the lock of the campaign. Raises BadFile."""
    current = _current(campaign)
    _refuse_beyond_most(imported, current, campaign, name=name)
    now = timezone.now()
    sittings = _sittings(campaign, dict.fromkeys(row.annotator for row in imported))
    superseded: list[tuple[int, datetime]] = []
    new: list[tuple[Any, ...]] = []
    for row in imported:
        annotator, assignment = sittings[row.annotator]
        before = current.get((row.annotator, row.candidate))
        if before is not None and before.value == row.value:
            continue
        if before is not None:
            superseded.append((before.id, now))
        new.append((assignment, annotator, row.candidate, row.value, uuid.uuid4().hex, now))
    if superseded:
        update_rows(Rating, ["superseded_at"], superseded)
    insert_rows(
        Rating,
        ["assignment_id", "annotator_id", "candidate_id", "value", "key", "rated_at"],
        new,
    )
    _count_rated(campaign)
    if new:
        subsets = _placed(row.candidate for row in imported)
        mark_uneven(subsets=subsets)
        forget(subsets)
        ratings_changed(campaign.pk, forgotten=True)
        # Here, where seconds are expected, and not when the next annotator comes.
        kept_tallies(Campaign.objects.get(id=campaign.pk))
    return ImportReport(
        annotators=len(sittings),
        added=len(new) - len(superseded),
        changed=len(superseded),
        unchanged=len(imported) - len(new),
        notices=(),
    )


def _current(campaign: Campaign) -> dict[tuple[str, int], _Current]:
    """What was imported before, by annotator's name and candidate."""
    rows = Rating.objects.filter(
        annotator__campaign=campaign,
        annotator__source=Annotator.Source.IMPORTED,
        superseded_at__isnull=True,
    ).values_list("annotator__name", "candidate_id", "id", "value")
    return {(name, candidate): _Current(id, value) for name, candidate, id, value in rows}


def _refuse_beyond_most(
    imported: Sequence[_Imported],
    current: Mapping[tuple[str, int], _Current],
    campaign: Campaign,
    *,
    name: str,
) -> None:
    """No candidate gets more ratings that count than the campaign takes, wherever they come
    from; a seat that somebody sits on is as good as a rating."""
    added = [row for row in imported if (row.annotator, row.candidate) not in current]
    loads = candidate_loads(Candidate.objects.filter(item__campaign=campaign))
    findings = Findings(name)
    for row in added:
        loads[row.candidate] += 1
        if loads[row.candidate] > campaign.max_ratings:
            message = N_(
                "this would be rating %(number)s of its candidate, which may have %(most)s,"
                " those under way included",
                number=loads[row.candidate],
                most=campaign.max_ratings,
            )
            remedy = N_("Leave it out, or raise the campaign's most ratings")
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


def _count_rated(campaign: Campaign) -> None:
    """An imported sitting is complete from the start, and may grow with the next import."""
    rated = (
        Rating.objects.filter(assignment=OuterRef("id"), superseded_at__isnull=True)
        .order_by()
        .values("assignment")
        .values_list(Count("id"))
    )
    Assignment.objects.filter(
        annotator__campaign=campaign, annotator__source=Annotator.Source.IMPORTED
    ).update(rated=Coalesce(Subquery(rated), 0))
