"""Ratings of a made-up campaign that is dispatched: three sittings a subset, each complete.

An annotator sits five times and gives what a candidate is worth, a neighbouring value or any,
some annotators oftener than others. One answer in a hundred is 'I cannot judge this'.
"""

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby, islice
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotators.models import Annotator
from bench.made_up import RATING_COLUMNS
from campaigns.models import Campaign, ScaleOption
from core.bulk import insert_rows
from pooling.models import Placement, Subset
from rating.models import Assignment, Rating
from regild.arrays import IntArray

SEED = 20140701
SITTINGS_A_SUBSET = 3
SITTINGS_AN_ANNOTATOR = 5
DAYS = 40
FLAG = {"rule": "too_fast", "reason": "", "value": 500.0, "threshold": 800.0}
SHARES = (0.5, 0.2, 0.2, 0.1)  # of the candidates worth 0 to 3
CANNOT_JUDGE = 0.01
PLACEMENTS_AT_A_TIME = 20_000


def load_scale(campaign: Campaign) -> None:
    ScaleOption.objects.bulk_create(
        ScaleOption(
            campaign=campaign, position=value, value=value, label=str(value), weight=value
        )
        for value in range(len(SHARES))
    )


@transaction.atomic
def load_ratings(rated: QuerySet[Subset]) -> None:
    """Of one campaign, in all of these subsets."""
    now = timezone.now()
    campaign = rated[0].campaign
    subsets = list(rated.order_by("id").values_list("id", flat=True))
    sittings = len(subsets) * SITTINGS_A_SUBSET
    annotators = max(sittings // SITTINGS_AN_ANNOTATOR, SITTINGS_A_SUBSET)
    Annotator.objects.bulk_create(
        Annotator(
            campaign=campaign,
            token_hash=str(number),
            native_speaker=True,
            flags=[FLAG] if number % 10 == 0 else [],
            checked_at=now,
        )
        for number in range(annotators)
    )
    people = list(campaign.annotators.order_by("id").values_list("id", flat=True))
    Assignment.objects.bulk_create(
        Assignment(
            subset_id=subset,
            annotator_id=people[(index * SITTINGS_A_SUBSET + seat) % annotators],
            seat=seat + 1,
            state=Assignment.State.COMPLETE,
            expires_at=now,
            completed_at=now - timedelta(days=index % DAYS),
        )
        for index, subset in enumerate(subsets)
        for seat in range(SITTINGS_A_SUBSET)
    )
    with connection.cursor() as cursor:
        # Checking three foreign keys of millions of rows takes longer than writing them.
        cursor.execute("SET LOCAL session_replication_role = replica")
        insert_rows(Rating, RATING_COLUMNS, ratings())
        cursor.execute(
            "UPDATE rating_assignment SET rated = found.rated, median_ms = found.ms"
            " FROM (SELECT assignment_id, count(value) AS rated,"
            "   percentile_cont(0.5) WITHIN GROUP (ORDER BY elapsed_ms) AS ms"
            "   FROM rating_rating GROUP BY 1) AS found"
            " WHERE found.assignment_id = rating_assignment.id"
        )


def ratings() -> Iterator[tuple[Any, ...]]:
    """Subset by subset, a row for each column of RATING_COLUMNS."""
    rng = np.random.default_rng(SEED)
    sitters = Assignment.objects.order_by("subset", "seat").values_list(
        "subset_id", "id", "annotator_id", "completed_at"
    )
    by_subset = {
        subset: list(group) for subset, group in groupby(sitters, key=lambda row: row[0])
    }
    sat_at = Placement.objects.filter(subset__in=by_subset)
    placed = sat_at.order_by("subset", "position").values_list("subset_id", "candidate_id")
    rows = placed.iterator(chunk_size=PLACEMENTS_AT_A_TIME)
    number = 0
    while batch := list(islice(rows, PLACEMENTS_AT_A_TIME)):
        given = [
            (assignment, annotator, candidate, completed)
            for subset, candidate in batch
            for _subset, assignment, annotator, completed in by_subset[subset]
        ]
        worth = np.repeat(rng.choice(len(SHARES), p=SHARES, size=len(batch)), SITTINGS_A_SUBSET)
        who = np.array([annotator for _sitting, annotator, *_rest in given])
        values = judged(worth, who, rng).tolist()
        unsure = (rng.random(len(given)) < CANNOT_JUDGE).tolist()
        for (assignment, annotator, candidate, completed), value, skipped in zip(
            given, values, unsure, strict=True
        ):
            number += 1
            key = f"{number:032x}"
            shown = None if skipped else value
            milliseconds = 500 + number % 4000
            yield assignment, annotator, candidate, shown, key, milliseconds, completed


def judged(worth: IntArray, annotator: IntArray, rng: np.random.Generator) -> IntArray:
    """From one in ten to half of an annotator's judgements are a value beside the candidate's
    worth, and one in five of these any value."""
    off = rng.random(len(worth)) < 0.1 + 0.4 * (annotator * 0.618 % 1)
    beside = np.clip(worth + rng.choice([-1, 1], size=len(worth)), 0, len(SHARES) - 1)
    blind = off & (rng.random(len(worth)) < 0.2)
    found = np.where(off, beside, worth)
    return np.where(blind, rng.integers(len(SHARES), size=len(worth)), found)
