"""Reads over the pool and its dispatch."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count

from campaigns.models import Campaign
from pooling.models import Candidate, Placement
from pooling.pool import Origin


def origin_counts(campaign: Campaign) -> Counter[Origin]:
    """How many pooled candidates the first gold alone gave, systems alone, or both."""
    rows = (
        Candidate.objects.filter(
            sentence__campaign=campaign,
            sentence__hidden_at__isnull=True,
            role=Candidate.Role.POOLED,
            hidden_at__isnull=True,
        )
        .exclude(sentence__lexelt__in=campaign.excluded_targets)
        .values_list("origin")
        .annotate(Count("id"))
        .order_by("origin")
    )
    return Counter(dict(rows))


class PlanRow(NamedTuple):
    """A line of the stored plan, in the columns that `export_plan` promises."""

    subset: int
    position: int
    sentence: str
    lexelt: str
    substitute: str
    origin: str
    gold_votes: float | None
    anchor: bool


def stored_plan(campaign: Campaign) -> Iterator[PlanRow]:
    rows = (
        Placement.objects.filter(subset__campaign=campaign)
        .order_by("subset__number", "position")
        .values_list(
            "subset__number",
            "position",
            "candidate__sentence__key",
            "candidate__sentence__lexelt",
            "candidate__text",
            "candidate__origin",
            "candidate__role",
            "candidate__votes",
            "anchor",
        )
    )
    for number, position, key, lexelt, text, origin, role, votes, anchor in rows.iterator(
        chunk_size=20_000
    ):
        # A foil or a repeat has no origin; its role is what the reader needs to know.
        yield PlanRow(number, position, key, lexelt, text, origin or role, votes, anchor)
