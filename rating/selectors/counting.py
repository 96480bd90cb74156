"""Which ratings count."""

from collections.abc import Sequence

from django.db.models import Count, Q, QuerySet

from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Rating
from regild.arrays import IntArray, np


def counting_ratings(campaign: Campaign) -> QuerySet[Rating]:
    """The ratings every statistic and release rests on.

    Those in play, from complete sittings nobody withdrew or excluded.
    """
    return ratings_in_play(campaign).filter(counting())


def counting(path: str = "") -> Q:
    """Current answers of complete sittings; `path` leads to the rating, as in "ratings__"."""
    return Q(
        **{
            f"{path}superseded_at__isnull": True,
            f"{path}counts": True,
            f"{path}assignment__state": Assignment.State.COMPLETE,
        }
    )


def ratings_in_play(campaign: Campaign) -> QuerySet[Rating]:
    """Current answers with a value for pooled candidates in play, whether or not their sitting
    counts. Foils and repeats are checks on annotators, not data."""
    return Rating.objects.filter(
        superseded_at__isnull=True,
        value__isnull=False,
        candidate__role=Candidate.Role.POOLED,
        candidate__hidden_at__isnull=True,
        candidate__item__campaign=campaign,
        candidate__item__hidden_at__isnull=True,
    ).exclude(candidate__item__group__in=campaign.excluded_targets)


def value_counts(ratings: QuerySet[Rating], values: Sequence[int]) -> tuple[IntArray, IntArray]:
    """The ids of the rated candidates, rising, and how often each got each value: a column for
    each, in their order."""
    rows = (
        ratings.values_list("candidate_id")
        .annotate(**{f"n_{value}": Count("id", filter=Q(value=value)) for value in values})
        .order_by("candidate_id")
    )
    # All at once: behind a cursor PostgreSQL would not count in parallel.
    table = np.array(list(rows), dtype=np.int64).reshape(-1, 1 + len(values))
    return table[:, 0], table[:, 1:]
