"""Store what an annotator answered: the path of a rating (docs/decisions/0005)."""

import json
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.limits import CHANGES, allow
from annotators.services.storing import (
    NeedsCampaign,
    Stored,
    hold_in,
    keep_hold,
    key_bound,
    nowhere,
    store_with_least_lock,
    time_bound,
)
from annotators.services.turns import hold
from campaigns.models import Campaign, ScaleOption
from campaigns.services.locking import lock_campaign, ratings_changed
from core.prepared import Prepared
from pooling.models import Candidate
from pooling.selectors.anchors import WAITS
from rating.models import Assignment, Rating
from rating.selectors.loads import candidate_loads
from rating.selectors.most import most_of
from rating.selectors.sittings import sitting_sum, taken_along
from rating.services.ending import end_answered
from rating.services.sittings import admit, locked_assignment
from rating.services.tallying import forget, subsets_of
from regild.formats.entries import BatchProblem, first_of_each_key
from regild.problems import N_
from regild.rating.batch import NewRating


class BadRatings(Exception):  # noqa: N818
    """Entries that cannot be stored; none of the batch was."""

    def __init__(self, problems: Sequence[BatchProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in problems))


def store_ratings(
    *,
    annotator: Annotator,
    assignment_id: int,
    ratings: Sequence[NewRating],
    network: Callable[[], str] = nowhere,
) -> Stored:
    """Store a batch, all or nothing. Sending the same rating again changes nothing.

    A different value for a candidate supersedes the earlier row, which is kept. The last
    answer ends the sitting. Raises TurnGone, BadRatings, or TooMany for changed minds;
    `network` is asked for those alone.
    """
    return store_with_least_lock(
        lambda locked, every_key: _store_batch(
            annotator,
            assignment_id,
            ratings,
            network,
            locked=locked,
            every_key=every_key,
        )
    )


class _Place(NamedTuple):
    """What a batch needs to know of one of its candidates, and the scale's codes as JSON."""

    candidate: int
    current: int | None
    in_play: bool
    codes: str | None
    counts: bool | None


# One statement, because this runs for every batch there is: the places asked for, and the
# answer each has so far. After the sitting was locked, as its hidden words are counted. In play
# is what `missing_candidates` would ask for.
_PLACES = """
    SELECT placement.candidate_id, rating.id,
           candidate.hidden_at IS NULL AND item.hidden_at IS NULL
           AND NOT {waits}
           AND NOT (placement.anchor AND EXISTS (
               SELECT 1 FROM rating_rating given
               WHERE given.annotator_id = assignment.annotator_id
                 AND given.candidate_id = candidate.repeat_of_id
                 AND given.superseded_at IS NULL
           )),
           (SELECT {codes} FROM campaigns_scaleoption WHERE campaign_id = %s),
           rating.counts
    FROM rating_assignment assignment
    JOIN pooling_placement placement ON placement.subset_id = assignment.subset_id
    JOIN pooling_candidate candidate ON candidate.id = placement.candidate_id
    JOIN sources_item item ON item.id = candidate.item_id
    LEFT JOIN rating_rating rating
      ON rating.annotator_id = assignment.annotator_id
     AND rating.candidate_id = placement.candidate_id
     AND rating.superseded_at IS NULL
    WHERE assignment.id = %s
      AND NOT EXISTS (
          SELECT 1 FROM rating_omission omission
          WHERE omission.assignment_id = assignment.id
            AND omission.candidate_id = placement.candidate_id
      )
      AND placement.candidate_id {among}
"""
PLACES = Prepared(
    "rating_places",
    # SQLite has no arrays; its JSON does for them.
    _PLACES.format(
        waits=WAITS,
        codes="json_group_array(value)",
        among="IN (SELECT value FROM json_each(%s))",
    ),
    postgresql=_PLACES.format(waits=WAITS, codes="json_agg(value)::text", among="= ANY(%s)"),
)
INSERT = Prepared(
    "rating_insert",
    """
    INSERT INTO rating_rating (assignment_id, annotator_id, candidate_id, value, key,
                               elapsed_ms, rated_at, superseded_at, counts)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
    """,
)


@transaction.atomic
def _store_batch(
    annotator: Annotator,
    assignment_id: int,
    ratings: Sequence[NewRating],
    network: Callable[[], str],
    *,
    locked: bool = False,
    every_key: bool = False,
) -> Stored:
    """With the lock of the campaign where the batch may change what counts; without it,
    raises NeedsCampaign for such a batch, having stored nothing.

    The keys are looked up where a candidate has a current answer, as that of a stored key
    always has, or is no part of the sitting, perhaps any more; `every_key` finds those that
    came with another candidate too.
    """
    now = timezone.now()
    campaign = lock_campaign(annotator.campaign_id) if locked else None
    sitting = locked_assignment(annotator.pk, assignment_id)
    wanted = {rating.candidate for rating in ratings}
    places = _places(annotator, assignment_id, wanted)
    if elsewhere := wanted - places.keys():
        places |= _moved(sitting, elsewhere)
    known = _known(
        annotator.pk,
        [
            rating.key
            for rating in ratings
            if every_key
            or rating.candidate not in places
            or places[rating.candidate].current is not None
        ],
    )
    problems = _batch_problems(ratings, places, known)
    if problems:
        raise BadRatings(problems)
    fresh = [rating for rating in first_of_each_key(ratings) if rating.key not in known]
    if not fresh:
        keep_hold(sitting, campaign_id=annotator.campaign_id, now=now)
        return Stored(len(ratings), sitting.remaining)
    if campaign is not None:
        if admit(sitting, campaign, now=now):
            # What is part of it may be less than it was.
            return _store_batch(
                annotator, assignment_id, ratings, network, locked=True, every_key=every_key
            )
    elif sitting.state != Assignment.State.OPEN or sitting.expires_at <= now:
        raise NeedsCampaign
    answered = {
        rating.candidate
        for rating in fresh
        if places[rating.candidate].current is None and places[rating.candidate].in_play
    }
    if campaign is None and len(answered) >= sitting.remaining:
        raise NeedsCampaign
    first = {one.candidate for one in fresh if places[one.candidate].current is None}
    if campaign is not None and sitting.state == Assignment.State.COMPLETE:
        _refuse_beyond_most(ratings, first, campaign)
    if changes := len(fresh) - len(first):
        allow(
            CHANGES,
            annotator=annotator.pk,
            campaign=annotator.campaign_id,
            network=network(),
            times=changes,
        )
    _insert_ratings(annotator.pk, assignment_id, fresh, places, now=now)
    _keep_books(sitting, answered=len(answered), campaign=campaign, now=now)
    return Stored(len(ratings), sitting.remaining)


def _refuse_beyond_most(
    ratings: Sequence[NewRating], answered: Collection[int], campaign: Campaign
) -> None:
    """An ended sitting has no claim to what it did not answer in time, such as a word that was
    hidden then: others may have rated it often enough."""
    if not answered:
        return
    candidates = Candidate.objects.filter(id__in=answered)
    loads, most = candidate_loads(candidates), most_of(candidates, campaign)
    problems = [
        _not_in_assignment(index, rating)
        for index, rating in enumerate(ratings)
        if loads[rating.candidate] >= most[rating.candidate]
    ]
    if problems:
        raise BadRatings(problems)


def _keep_books(
    sitting: Assignment, *, answered: int, campaign: Campaign | None, now: datetime
) -> None:
    """What the sitting comes to now; the last answer ends it, a changed mind counts."""
    if sitting.state == Assignment.State.COMPLETE:
        sitting.rated, sitting.median_ms = sitting_sum(sitting)
        sitting.save(update_fields=["rated", "median_ms"])
        forget(subsets_of(Assignment.objects.filter(id=sitting.pk)))
        ratings_changed(sitting.annotator.campaign_id, forgotten=True)
        return
    sitting.remaining -= answered
    sitting.expires_at = now + (
        hold(campaign) if campaign else hold_in(sitting.annotator.campaign_id)
    )
    sitting.save(update_fields=["remaining", "expires_at"])
    if not sitting.remaining:
        end_answered(sitting, campaign or sitting.annotator.campaign, now=now)


def _places(
    annotator: Annotator, assignment_id: int, candidates: Collection[int]
) -> dict[int, _Place]:
    wanted: Any = list(candidates)
    if connection.vendor != "postgresql":
        wanted = json.dumps(wanted)
    with connection.cursor() as cursor:
        PLACES.run(cursor, [annotator.campaign_id, assignment_id, wanted])
        return {row[0]: _Place(*row) for row in cursor.fetchall()}


def _moved(sitting: Assignment, candidates: Collection[int]) -> dict[int, _Place]:
    """What this sitting has an answer for, and a round has taken out of its subset since: of
    that a mind can still be changed. Nothing else of it can be answered here any more."""
    answers = taken_along(sitting).filter(candidate__in=candidates)
    rows = [*answers.values_list("candidate_id", "id", "counts")]
    if not rows:
        return {}
    scale = ScaleOption.objects.filter(campaign=sitting.annotator.campaign_id)
    codes = json.dumps([*scale.values_list("value", flat=True)])
    omitted = {*sitting.omissions.values_list("candidate_id", flat=True)}
    return {
        candidate: _Place(candidate, rating, in_play=True, codes=codes, counts=counts)
        for candidate, rating, counts in rows
        if candidate not in omitted
    }


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
) -> list[BatchProblem]:
    problems = []
    codes = next((json.loads(place.codes or "[]") for place in places.values()), None)
    seen: dict[UUID, tuple[int, int | None]] = {}
    for index, rating in enumerate(ratings):
        if rating.candidate not in places and rating.key not in known:
            problems.append(_not_in_assignment(index, rating))
        if rating.value is not None and codes is not None and rating.value not in codes:
            problems.append(_not_on_scale(index, rating, codes))
        same = (rating.candidate, rating.value)
        if seen.setdefault(rating.key, same) != same or known.get(rating.key, same) != same:
            problems.append(
                BatchProblem(
                    index,
                    "key",
                    "key_used_twice",
                    N_("key %(key)s stands for another rating", key=rating.key),
                )
            )
    return problems


def _not_in_assignment(index: int, rating: NewRating) -> BatchProblem:
    return BatchProblem(
        index,
        "candidate",
        "candidate_not_in_assignment",
        N_(
            "candidate %(candidate)s is not part of this assignment",
            candidate=rating.candidate,
        ),
    )


def _not_on_scale(index: int, rating: NewRating, codes: Sequence[int]) -> BatchProblem:
    there = sorted(codes)
    if there and there == list(range(len(there))):
        message = N_(
            "%(value)s is not on the scale from 0 to %(top)s", value=rating.value, top=there[-1]
        )
    else:
        message = N_(
            "%(value)s is not on the scale: the scale has %(codes)s",
            value=rating.value,
            codes=tuple(there),
        )
    return BatchProblem(index, "value", "value_not_on_scale", message)


def _insert_ratings(
    annotator_id: int,
    assignment_id: int,
    ratings: Sequence[NewRating],
    places: dict[int, _Place],
    *,
    now: datetime,
) -> None:
    """Newest last: a candidate rated twice in one batch keeps both rows, the last current.

    A changed mind counts as what it changes does: where that did not count, others may have
    rated the word often enough.
    """
    # Only of what is answered anew: what the batch merely sends again stays as it is.
    currents = [places[rating.candidate].current for rating in ratings]
    before = {current for current in currents if current is not None}
    if before:
        Rating.objects.filter(id__in=before).update(superseded_at=now)
    last = {rating.candidate: index for index, rating in enumerate(ratings)}
    stamp = time_bound(now)
    with connection.cursor() as cursor:
        for index, rating in enumerate(ratings):
            INSERT.run(
                cursor,
                [
                    assignment_id,
                    annotator_id,
                    rating.candidate,
                    rating.value,
                    key_bound(rating.key),
                    rating.elapsed_ms,
                    stamp,
                    None if last[rating.candidate] == index else stamp,
                    places[rating.candidate].counts in (None, True),
                ],
            )
