"""Bring in ratings collected elsewhere: every problem at once, then all or nothing."""

import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns.formats.detect import read_ratings_any
from campaigns.formats.limits import shown
from campaigns.formats.problems import BadFile, Findings
from campaigns.formats.records import RatingRecord
from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.bring_in import BadFiles, Notice, Source
from campaigns.services.bulk import insert_rows, update_rows
from campaigns.services.jobs import JobRefused
from campaigns.services.locking import lock_campaign
from campaigns.tokens import hash_token, new_token
from pooling.models import Candidate
from rating.models import Annotator, Assignment, Rating
from rating.services.matching import PoolIndex

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
        imported = _matched(reading.records, campaign, name=ratings.name)
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    with transaction.atomic():
        # One import at a time, or two would make the same annotators.
        lock_campaign(campaign.id)
        _refuse_once_replaced(campaign, imported)
        report = _store(imported, campaign)
        told = {name: getattr(report, name) for name in ("annotators", "added", "changed")}
        audit.record(
            campaign=campaign, by=by, action="import ratings", file=ratings.name, **told
        )
    return report._replace(
        notices=tuple(Notice(ratings.name, notice) for notice in reading.notices)
    )


def _refuse_once_replaced(campaign: Campaign, imported: Sequence[_Imported]) -> None:
    """The file was matched before the lock. All sentences go at once, so one tells of all; of
    a campaign that is to be deleted the slug goes."""
    matched = Candidate.objects.filter(
        id=imported[0].candidate, sentence__campaign__slug=campaign.slug
    )
    if not matched.exists():
        raise JobRefused("The campaign's sentences are others meanwhile: nothing was stored.")


def _matched(
    records: Iterable[RatingRecord], campaign: Campaign, *, name: str
) -> tuple[_Imported, ...]:
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
            yield _Imported(annotator, candidate, value)

    return findings.reading(matched()).records


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


def _store(imported: Sequence[_Imported], campaign: Campaign) -> ImportReport:
    """Under the lock of the campaign."""
    now = timezone.now()
    sittings = _sittings(campaign, dict.fromkeys(row.annotator for row in imported))
    current = {
        (annotator, candidate): (id, value)
        for annotator, candidate, id, value in Rating.objects.filter(
            annotator__campaign=campaign,
            annotator__source=Annotator.Source.IMPORTED,
            superseded_at__isnull=True,
        ).values_list("annotator_id", "candidate_id", "id", "value")
    }
    superseded: list[tuple[int, datetime]] = []
    new: list[tuple[Any, ...]] = []
    for name, candidate, value in imported:
        annotator, assignment = sittings[name]
        id, before = current.get((annotator, candidate), (None, None))
        if id is not None and before == value:
            continue
        if id is not None:
            superseded.append((id, now))
        new.append((assignment, annotator, candidate, value, uuid.uuid4().hex, now))
    if superseded:
        update_rows(Rating, ["superseded_at"], superseded)
    insert_rows(
        Rating,
        ["assignment_id", "annotator_id", "candidate_id", "value", "key", "rated_at"],
        new,
    )
    _count_rated(campaign)
    return ImportReport(
        annotators=len(sittings),
        added=len(new) - len(superseded),
        changed=len(superseded),
        unchanged=len(imported) - len(new),
        notices=(),
    )


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
