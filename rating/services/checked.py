"""Keep what a check measured of sittings and annotators, and who is unlike the crowd."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from core.bulk import update_rows
from rating.models import AnnotatorCheck, Assignment, Exclusion, SittingCheck
from rating.selectors.findings import Checked
from regild.rating.measured import WorkMeasured
from regild.rating.outliers import CrowdStanding, stand

# Each batch has the lock of the campaign for itself, and others have it in between.
AT_A_TIME = 500

COLUMNS = [name for name in WorkMeasured._fields if name != "times"]
LARGEST_TIME = 10**SittingCheck.TIME_WIDTH - 1


class _KeptCheck(NamedTuple):
    annotator: int
    findings: int
    measured: WorkMeasured
    sittings: Mapping[int, WorkMeasured]


def keep_checks(campaign: Campaign, checked: Iterable[Checked], *, now: datetime) -> None:
    """In the place of what was kept of the same annotators and sittings."""
    kept = (
        _KeptCheck(one.annotator, len(one.findings), one.measured, one.sittings)
        for one in checked
    )
    while some := list(islice(kept, AT_A_TIME)):
        _keep(campaign, some, now=now)


def forget_unchecked(campaign: Campaign, *, since: datetime) -> None:
    """What a check of everybody did not find again."""
    for model in (AnnotatorCheck, SittingCheck):
        model.objects.filter(campaign=campaign, checked_at__lt=since).delete()


def forget_annotator(annotator_id: int) -> None:
    """Under the lock of the campaign."""
    AnnotatorCheck.objects.filter(annotator=annotator_id).delete()
    SittingCheck.objects.filter(assignment__annotator=annotator_id).delete()


def compare_annotators(campaign: Campaign) -> None:
    """With each other, by what is kept of them; writes what is another than before."""
    rows = AnnotatorCheck.objects.filter(campaign=campaign).order_by("id")
    before: dict[int, tuple[Any, ...]] = {}
    found: dict[int, WorkMeasured] = {}
    for id, furthest, distances, outliers, *values in rows.values_list(
        "id", "furthest", "distances", "outliers", *COLUMNS
    ):
        before[id] = (furthest, distances, outliers)
        found[id] = WorkMeasured(times=(), **dict(zip(COLUMNS, values, strict=True)))
    standings = stand(
        found, min_ratings=campaign.flag_min_ratings, min_checks=campaign.flag_min_checks
    )
    now = {id: _told(standing) for id, standing in standings.items()}
    update_rows(
        AnnotatorCheck,
        ["furthest", "distances", "outliers"],
        (
            (id, furthest, json.dumps(distances), json.dumps(outliers))
            for id, (furthest, distances, outliers) in now.items()
            if (furthest, distances, outliers) != before[id]
        ),
    )


def _told(standing: CrowdStanding) -> tuple[float, dict[str, float], list[dict[str, Any]]]:
    distances = {str(sign): round(value, 4) for sign, value in standing.distances.items()}
    outliers = [{**one._asdict(), "sign": str(one.sign)} for one in standing.outliers]
    return standing.furthest, distances, outliers


@transaction.atomic
def _keep(campaign: Campaign, some: Sequence[_KeptCheck], *, now: datetime) -> None:
    # Nobody withdraws, and nobody's test is deleted, between the reading and the writing here.
    lock_campaign(campaign.pk)
    people = Annotator.objects.filter(
        id__in=[one.annotator for one in some], withdrawn_at__isnull=True
    )
    there = set(people.values_list("id", flat=True))
    some = [one for one in some if one.annotator in there]
    AnnotatorCheck.objects.bulk_create(
        (
            AnnotatorCheck(
                campaign=campaign,
                annotator_id=one.annotator,
                checked_at=now,
                findings=one.findings,
                **_columns(one.measured),
            )
            for one in some
        ),
        update_conflicts=True,
        unique_fields=["annotator"],
        update_fields=["checked_at", "findings", *COLUMNS],
    )
    completed = _completed([id for one in some for id in one.sittings])
    SittingCheck.objects.bulk_create(
        (
            SittingCheck(
                campaign=campaign,
                assignment_id=id,
                checked_at=now,
                times=_times(measured),
                **_columns(measured),
            )
            for one in some
            for id, measured in one.sittings.items()
            if id in completed
        ),
        batch_size=AT_A_TIME,
        update_conflicts=True,
        unique_fields=["assignment"],
        update_fields=["checked_at", "times", *COLUMNS],
    )


def _completed(ids: Sequence[int]) -> set[int]:
    """Of these sittings those that count, or were left out after they were completed."""
    left_out = Exclusion.objects.filter(
        Q(assignment=OuterRef("id")) | Q(assignment=None, annotator=OuterRef("annotator")),
        undone_at__isnull=True,
    )
    found: set[int] = set()
    for start in range(0, len(ids), AT_A_TIME):
        sittings = Assignment.objects.filter(
            Q(state=Assignment.State.COMPLETE) | Exists(left_out),
            id__in=ids[start : start + AT_A_TIME],
            completed_at__isnull=False,
        )
        found |= set(sittings.values_list("id", flat=True))
    return found


def _columns(measured: WorkMeasured) -> dict[str, Any]:
    return {name: getattr(measured, name) for name in COLUMNS}


def _times(measured: WorkMeasured) -> str:
    return "".join(
        f"{min(ms, LARGEST_TIME):0{SittingCheck.TIME_WIDTH}}" for ms in measured.times
    )
