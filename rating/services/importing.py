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

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.bring_in import BadFiles, Notice, Source
from campaigns.services.jobs import JobRefused
from campaigns.services.locking import lock_campaign, ratings_changed
from core.bulk import insert_rows, update_rows
from core.snapshot import snapshot
from core.tokens import hash_token, new_token
from pooling.models import Candidate, Placement
from pooling.services.dispatching import mark_uneven
from rating.load_selectors import candidate_loads
from rating.models import Annotator, Assignment, Rating
from rating.services.matching import PoolIndex
from regild.formats.detect import read_ratings_any
from regild.formats.limits import shown
from regild.formats.records import RatingRecord
from regild.problems import BadFile, Findings

ANNOTATORS_AT_A_TIME = 5_000


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


class _Sitting(NamedTuple):
    annotator: int
    assignment: int


def import_ratings(
    *, campaign: Campaign, ratings: Source, by: User | None = None
) -> ImportReport:
    """Safe to run again: an equal rating changes nothing, another value supersedes the earlier.

    Every annotator of the file has one sitting, complete and without a subset.
    Raises BadFiles or JobRefused, having stored nothing.
    """
    try:
        reading = read_ratings_any(ratings.stream, name=ratings.name)
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
        notices=tuple(Notice(ratings.name, notice) for notice in reading.notices)
    )


def _fresh(campaign: Campaign) -> Campaign:
    return Campaign.objects.get(id=campaign.pk)


def _state(campaign: Campaign) -> tuple[Any, ...]:
    scale = campaign.scale.order_by("value").values_list("value", "label")
    return (campaign.sources_version, campaign.pool_version, *scale)


def _refuse_once_replaced(campaign: Campaign, imported: Sequence[_Imported]) -> None:
    """The file was matched before the lock. All sentences go at once, so one tells of all; of
    a campaign that is to be deleted the slug goes."""
    matched = Candidate.objects.filter(
        id=imported[0].candidate, sentence__campaign__slug=campaign.slug
    )
    if not matched.exists():
        raise JobRefused("The campaign's sentences are others meanwhile: nothing was stored.")


def _matched(records: Iterable[RatingRecord], campaign: Campaign, *, name: str) -> _Matched:
    findings = Findings(name)
    pool = PoolIndex(campaign)
    values = _values_by_text(campaign)
    first_lines: dict[tuple[str, int], int] = {}

    def matched() -> Iterator[_Imported]:
        for annotator, sentence, substitute, text, line in records:
            candidate = pool.find(sentence=sentence, substitute=substitute)
            if not pool.has_sentence(sentence):
                message = f"no sentence has the id {shown(sentence)}"
                findings.problem(line, message, "Use the ids of the sentences file")
            elif candidate is None:
                message = f"{shown(substitute)} is no candidate of sentence {sentence}"
                findings.problem(line, message, "Pool it first, or correct it in the file")
            value = values.get(text.casefold())
            if value is None:
                remedy = f"Use a value or a label of the scale: {', '.join(values)}"
                findings.problem(line, f"{shown(text)} is not on the scale", remedy)
            if candidate is None or value is None:
                continue
            first_line = first_lines.setdefault((annotator, candidate), line)
            if first_line != line:
                # Two spellings in the file, one candidate in the pool.
                what = f"the rating of {shown(substitute)} in {sentence} by {annotator}"
                findings.repeated(line, what=what, first_line=first_line)
            yield _Imported(annotator, candidate, value, line)

    return _Matched(_state(campaign), findings.reading(matched()).records)


def _values_by_text(campaign: Campaign) -> dict[str, int]:
    """A number is always a value, even where some label is a number too."""
    options = list(campaign.scale.values_list("value", "label"))
    return {label.casefold(): value for value, label in options} | {
        str(value): value for value, _label in options
    }


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
        _mark_uneven(sittings.values())
        ratings_changed(campaign.pk)
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
    loads = candidate_loads(Candidate.objects.filter(sentence__campaign=campaign))
    findings = Findings(name)
    for row in added:
        loads[row.candidate] += 1
        if loads[row.candidate] > campaign.max_ratings:
            message = (
                f"this would be rating {loads[row.candidate]} of its candidate, which may have"
                f" {campaign.max_ratings}, those under way included"
            )
            findings.problem(
                row.line, message, "Leave it out, or raise the campaign's most ratings"
            )
    findings.reading(imported)


def _mark_uneven(sittings: Collection[_Sitting]) -> None:
    """Their seats tell no more how many ratings each candidate has."""
    rated = Rating.objects.filter(assignment__in=[sitting.assignment for sitting in sittings])
    placed = Placement.objects.filter(candidate__in=rated.values("candidate"))
    mark_uneven(subsets=placed.values_list("subset_id", flat=True).distinct())


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
