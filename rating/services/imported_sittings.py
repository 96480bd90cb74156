"""The one sitting of everybody whose ratings were collected elsewhere. Under the lock."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.imported import ANNOTATORS_AT_A_TIME, imported_annotators
from campaigns.models import Campaign
from rating.models import Assignment, Exclusion, Rating

State = Assignment.State


class _Sitting(NamedTuple):
    annotator: int
    assignment: int


def sittings_of(campaign: Campaign, names: Collection[str]) -> dict[str, _Sitting]:
    """The sitting of each annotator named, made where there is none yet."""
    now = timezone.now()
    known = {
        name: _Sitting(annotator, assignment)
        for name, annotator, assignment in _imported(campaign).values_list(
            "annotator__name", "annotator_id", "id"
        )
    }
    unseated = imported_annotators(campaign, [name for name in names if name not in known])
    assignments = Assignment.objects.bulk_create(
        (
            Assignment(
                annotator=annotator,
                state=State.COMPLETE,
                expires_at=now,
                completed_at=now,
            )
            for annotator in unseated.values()
        ),
        batch_size=ANNOTATORS_AT_A_TIME,
    )
    for made in assignments:
        known[made.annotator.name] = _Sitting(made.annotator_id, made.id)
    return {name: known[name] for name in names}


def count_rated(campaign: Campaign) -> None:
    """An imported sitting is complete from the start, and may grow with the next import. One
    of which every rating was taken back is none until the next import brings some."""
    rated = (
        Rating.objects.filter(
            assignment=OuterRef("id"), superseded_at__isnull=True, counts=True
        )
        .order_by()
        .values("assignment")
        .values_list(Count("id"))
    )
    sittings = _imported(campaign)
    sittings.update(rated=Coalesce(Subquery(rated), 0))
    sittings.filter(state=State.COMPLETE, rated=0).update(state=State.RELEASED)
    excluded = Exclusion.objects.filter(
        Q(assignment=OuterRef("id")) | Q(assignment=None, annotator=OuterRef("annotator")),
        undone_at__isnull=True,
    )
    again = sittings.filter(~Exists(excluded), state=State.RELEASED, rated__gt=0)
    again.filter(annotator__withdrawn_at__isnull=True).update(state=State.COMPLETE)


def _imported(campaign: Campaign) -> QuerySet[Assignment]:
    return Assignment.objects.filter(
        annotator__campaign=campaign, annotator__source=Annotator.Source.IMPORTED
    )
