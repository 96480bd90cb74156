"""Store what an annotator answered: the path of a rating (docs/decisions/0005)."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from campaigns.services.prepared import Prepared
from rating.batch import NewRating, RatingProblem
from rating.models import Annotator, Rating
from rating.services.sittings import locked_assignment, refuse_unless_open


class BadRatings(Exception):  # noqa: N818
    """Entries that cannot be stored; none of the batch was."""

    def __init__(self, problems: Sequence[RatingProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


class Stored(NamedTuple):
    stored: int
    remaining: int


def store_ratings(
    *, annotator: Annotator, assignment_id: int, ratings: Sequence[NewRating]
) -> Stored:
    """Store a batch, all or nothing. Sending the same rating again changes nothing.

    A different value for a candidate supersedes the earlier row, which is kept.
    Raises AssignmentGone or BadRatings.
    """
    try:
        if connection.vendor == "postgresql" and len(ratings) == 1:
            remaining = _store_first_answer(annotator, assignment_id, ratings[0])
            if remaining is not None:
                return Stored(1, remaining)
        return _store_batch(annotator, assignment_id, ratings)
    except IntegrityError:
        # The same annotator's other request answered one of these candidates meanwhile, or
        # sent the same keys; read again, it is a changed mind, a repetition or a mistake.
        return _store_batch(annotator, assignment_id, ratings, every_key=True)


class _Place(NamedTuple):
    """What a batch needs to know of one of its candidates, and of the sitting around it."""

    candidate: int
    current: int | None
    in_play: bool
    state: str
    in_time: bool
    top_of_scale: int


# One statement, because this runs for every rating there is: the places asked for, the answer
# each has so far, and the lock that keeps the sitting's state until the batch is stored.
_PLACES = """
    SELECT placement.candidate_id, rating.id,
           candidate.hidden_at IS NULL AND sentence.hidden_at IS NULL,
           assignment.state, assignment.expires_at > %s,
           (SELECT MAX(value) FROM campaigns_scaleoption WHERE campaign_id = %s)
    FROM rating_assignment assignment
    JOIN pooling_placement placement ON placement.subset_id = assignment.subset_id
    JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
    JOIN campaigns_sentence sentence ON sentence.id = candidate.sentence_id
    LEFT JOIN rating_rating rating
      ON rating.annotator_id = assignment.annotator_id
     AND rating.candidate_id = placement.candidate_id
     AND rating.superseded_at IS NULL
    WHERE assignment.id = %s AND assignment.annotator_id = %s
      AND placement.candidate_id
"""
PLACES = Prepared(
    "rating_places",
    # SQLite has no arrays; its JSON does for them.
    _PLACES + " IN (SELECT value FROM json_each(%s))",  # noqa: S608  # nosec B608 # both texts are ours
    postgresql=_PLACES + " = ANY(%s) FOR NO KEY UPDATE OF assignment",
)
INSERT = Prepared(
    "rating_insert",
    """
    INSERT INTO rating_rating (assignment_id, annotator_id, candidate_id, value, key,
                               elapsed_ms, rated_at, superseded_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    """,
)
COUNT_DOWN = Prepared(
    "rating_count_down",
    "UPDATE rating_assignment SET remaining = remaining - %s WHERE id = %s RETURNING remaining",
)


# What nearly every call is, in one journey to the database: one candidate's first answer. It
# does what _store_batch does for one, and does nothing where there is anything to explain.
FIRST_ANSWER = Prepared(
    "rating_first_answer",
    """
    WITH place AS (
        SELECT assignment.id AS assignment_id, placement.candidate_id,
               (candidate.hidden_at IS NULL AND sentence.hidden_at IS NULL)::int AS in_play
        FROM rating_assignment assignment
        JOIN pooling_placement placement ON placement.subset_id = assignment.subset_id
        JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
        JOIN campaigns_sentence sentence ON sentence.id = candidate.sentence_id
        WHERE assignment.id = %s AND assignment.annotator_id = %s
          AND assignment.state = 'open' AND assignment.expires_at > %s
          AND placement.candidate_id = %s
          AND %s <= (SELECT MAX(value) FROM campaigns_scaleoption WHERE campaign_id = %s)
          AND NOT EXISTS (
              SELECT 1 FROM rating_rating
              WHERE annotator_id = assignment.annotator_id
                AND candidate_id = placement.candidate_id AND superseded_at IS NULL
          )
        FOR NO KEY UPDATE OF assignment
    ), stored AS (
        INSERT INTO rating_rating (assignment_id, annotator_id, candidate_id, value, key,
                                   elapsed_ms, rated_at)
        SELECT assignment_id, %s, candidate_id, %s, %s, %s, %s FROM place
    )
    UPDATE rating_assignment SET remaining = remaining - place.in_play
    FROM place WHERE rating_assignment.id = place.assignment_id
    RETURNING remaining
    """,
)


def _store_first_answer(
    annotator: Annotator, assignment_id: int, rating: NewRating
) -> int | None:
    """What remains after storing it; None, and nothing stored, where it is not so simple."""
    now = timezone.now()
    with connection.cursor() as cursor:
        FIRST_ANSWER.run(
            cursor,
            [
                assignment_id,
                annotator.pk,
                now,
                rating.candidate,
                rating.value or 0,
                annotator.campaign_id,
                annotator.pk,
                rating.value,
                rating.key,
                rating.elapsed_ms,
                now,
            ],
        )
        row = cursor.fetchone()
    return row and int(row[0])


@transaction.atomic
def _store_batch(
    annotator: Annotator,
    assignment_id: int,
    ratings: Sequence[NewRating],
    *,
    every_key: bool = False,
) -> Stored:
    """The keys are looked up where a candidate has a current answer, as that of a stored key
    always has; `every_key` finds those that came with another candidate too."""
    now = timezone.now()
    wanted = {rating.candidate for rating in ratings}
    places = _places(annotator, assignment_id, wanted, now=now)
    if not places:
        # Nothing matched: no such sitting, or none of these candidates is in it.
        locked_assignment(annotator.pk, assignment_id)
    known = _known(
        annotator.pk,
        [
            rating.key
            for rating in ratings
            if every_key
            or (rating.candidate in places and places[rating.candidate].current is not None)
        ],
    )
    problems = _batch_problems(ratings, places, known)
    if problems:
        raise BadRatings(problems)
    fresh = [rating for rating in dict.fromkeys(ratings) if rating.key not in known]
    if fresh:
        sitting = places[fresh[0].candidate]
        refuse_unless_open(state=sitting.state, in_time=sitting.in_time)
        _insert_ratings(annotator.pk, assignment_id, fresh, places, now=now)
    answered = {
        rating.candidate
        for rating in fresh
        if places[rating.candidate].current is None and places[rating.candidate].in_play
    }
    return Stored(len(ratings), _count_down(assignment_id, len(answered)))


def _places(
    annotator: Annotator,
    assignment_id: int,
    candidates: Collection[int],
    *,
    now: datetime,
) -> dict[int, _Place]:
    wanted: Any = list(candidates)
    if connection.vendor != "postgresql":
        wanted = json.dumps(wanted)
    with connection.cursor() as cursor:
        PLACES.run(
            cursor, [_time(now), annotator.campaign_id, assignment_id, annotator.pk, wanted]
        )
        return {row[0]: _Place(*row) for row in cursor.fetchall()}


def _known(annotator_id: int, keys: Collection[UUID]) -> dict[UUID, tuple[int, int | None]]:
    """The candidate and value stored under each of these keys."""
    if not keys:
        return {}
    rows = Rating.objects.filter(annotator_id=annotator_id, key__in=keys)
    return {
        key: (candidate, value)
        for key, candidate, value in rows.values_list("key", "candidate_id", "value")
    }


def _batch_problems(
    ratings: Sequence[NewRating],
    places: dict[int, _Place],
    known: dict[UUID, tuple[int, int | None]],
) -> list[RatingProblem]:
    problems = []
    top = max((place.top_of_scale for place in places.values()), default=None)
    seen: dict[UUID, NewRating] = {}
    for index, rating in enumerate(ratings):
        if rating.candidate not in places:
            problems.append(
                RatingProblem(
                    index,
                    "candidate",
                    "candidate_not_in_assignment",
                    f"candidate {rating.candidate} is not part of this assignment",
                )
            )
        if rating.value is not None and top is not None and not 0 <= rating.value <= top:
            problems.append(
                RatingProblem(
                    index,
                    "value",
                    "value_not_on_scale",
                    f"{rating.value} is not on the scale from 0 to {top}",
                )
            )
        same = (rating.candidate, rating.value)
        if seen.setdefault(rating.key, rating) != rating or known.get(rating.key, same) != same:
            problems.append(
                RatingProblem(
                    index,
                    "key",
                    "key_used_twice",
                    f"key {rating.key} stands for another rating",
                )
            )
    return problems


def _insert_ratings(
    annotator_id: int,
    assignment_id: int,
    ratings: Sequence[NewRating],
    places: dict[int, _Place],
    *,
    now: datetime,
) -> None:
    """Newest last: a candidate rated twice in one batch keeps both rows, the last current."""
    replaced = [place.current for place in places.values() if place.current is not None]
    if replaced:
        Rating.objects.filter(id__in=replaced).update(superseded_at=now)
    last = {rating.candidate: index for index, rating in enumerate(ratings)}
    stamp = _time(now)
    with connection.cursor() as cursor:
        for index, rating in enumerate(ratings):
            INSERT.run(
                cursor,
                [
                    assignment_id,
                    annotator_id,
                    rating.candidate,
                    rating.value,
                    _key(rating.key),
                    rating.elapsed_ms,
                    stamp,
                    None if last[rating.candidate] == index else stamp,
                ],
            )


def _count_down(assignment_id: int, answered: int) -> int:
    with connection.cursor() as cursor:
        COUNT_DOWN.run(cursor, [answered, assignment_id])
        (remaining,) = cursor.fetchone()
        return int(remaining)


def _time(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _key(key: UUID) -> Any:
    return key if connection.features.has_native_uuid_field else key.hex
