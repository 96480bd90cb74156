"""What the database holds of a campaign, as plain values."""

from collections import Counter, defaultdict
from datetime import datetime
from typing import NamedTuple

from campaigns.models import Campaign
from pooling.models import Candidate, Placement, Subset
from rating.models import Assignment, Omission, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.ledger import count_ledger
from tests.machine import model


class StoredSitting(NamedTuple):
    id: int
    annotator: int
    subset: int | None
    seat: int | None
    state: str
    remaining: int
    rated: int
    median_ms: int | None
    expires_at: datetime


class StoredRating(NamedTuple):
    sitting: int
    candidate: int
    value: int | None
    key: str
    elapsed_ms: int | None
    current: bool
    pooled: bool


class Stored(NamedTuple):
    sittings: dict[int, StoredSitting]
    ratings: list[StoredRating]
    omitted: dict[int, set[int]]
    counting: Counter[tuple[int, int, int]]
    ratings_version: int
    ledger: dict[str, int]


def read_stored(campaign_id: int) -> Stored:
    campaign = Campaign.objects.get(id=campaign_id)
    sittings = Assignment.objects.filter(annotator__campaign=campaign).order_by("id")
    ratings = Rating.objects.filter(annotator__campaign=campaign).order_by("id")
    omitted: defaultdict[int, set[int]] = defaultdict(set)
    for sitting, candidate in Omission.objects.filter(
        assignment__annotator__campaign=campaign
    ).values_list("assignment_id", "candidate_id"):
        omitted[sitting].add(candidate)
    return Stored(
        sittings={
            row[0]: StoredSitting(*row)
            for row in sittings.values_list(
                "id",
                "annotator_id",
                "subset_id",
                "seat",
                "state",
                "remaining",
                "rated",
                "median_ms",
                "expires_at",
            )
        },
        ratings=[
            # An imported rating's key is the server's own.
            StoredRating(
                *(sitting, candidate, value, str(key) if subset else model.IMPORTED),
                *(ms, at is None, role == Candidate.Role.POOLED),
            )
            for sitting, subset, candidate, value, key, ms, at, role in ratings.values_list(
                "assignment_id",
                "assignment__subset_id",
                "candidate_id",
                "value",
                "key",
                "elapsed_ms",
                "superseded_at",
                "candidate__role",
            )
        ],
        omitted=omitted,
        counting=Counter(
            counting_ratings(campaign).values_list("annotator_id", "candidate_id", "value")
        ),
        ratings_version=campaign.ratings_version,
        ledger=count_ledger(campaign),
    )


def read_imported(campaign_id: int) -> dict[str, tuple[int, int]]:
    """The annotator and the sitting of each name that came in a file."""
    rows = Assignment.objects.filter(annotator__campaign=campaign_id, subset=None)
    return {
        name: (annotator, sitting)
        for name, annotator, sitting in rows.values_list(
            "annotator__name", "annotator_id", "id"
        )
    }


def read_candidates(campaign_id: int) -> dict[int, model.Candidate]:
    rows = Candidate.objects.filter(item__campaign=campaign_id).order_by("id")
    found = {}
    for id, sentence, key, text, role, votes, repeat_of, anchor in rows.values_list(
        *("id", "item_id", "item__key", "text", "role", "votes", "repeat_of"),
        "placement__anchor",
    ):
        pooled = role == Candidate.Role.POOLED
        gold = pooled and votes is not None
        copy = bool(anchor) and not pooled
        found[id] = model.Candidate(id, sentence, key, text, pooled, gold, repeat_of, copy)
    return found


def read_subsets(campaign_id: int) -> dict[int, tuple[int, ...]]:
    # A round may have left nothing in some.
    subsets: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for subset, candidate in (
        Placement.objects.filter(subset__campaign=campaign_id)
        .order_by("subset__number", "block", "position")
        .values_list("subset_id", "candidate_id")
    ):
        subsets[subset] += (candidate,)
    return subsets


def read_anchored(campaign_id: int) -> set[tuple[int, int]]:
    anchors = Placement.objects.filter(subset__campaign=campaign_id, anchor=True)
    return {*anchors.order_by().values_list("subset_id", "candidate__item")}


def read_own_seats(campaign_id: int) -> dict[int, int]:
    own = Subset.objects.filter(campaign=campaign_id, seats__isnull=False)
    return dict(own.values_list("id", "seats"))
