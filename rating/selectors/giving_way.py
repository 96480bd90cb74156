"""Which sittings give way when no seat is free."""

from datetime import datetime

from django.db.models import OuterRef, QuerySet

from annotators.selectors.giving_way import turns_to_give
from campaigns.models import Campaign
from rating.models import Assignment, Rating


def seats_to_give(campaign: Campaign, *, network: str, now: datetime) -> QuerySet[Assignment]:
    """For somebody who comes from `network`: the open sittings that may give way, the one that
    was silent longest first."""
    answers = Rating.objects.filter(assignment=OuterRef("pk")).order_by("-rated_at")
    return turns_to_give(
        Assignment.objects.filter(annotator__campaign=campaign, state=Assignment.State.OPEN),
        answered=answers.values("rated_at"),
        network=network,
        now=now,
        # Where the finished sentences count, the seat would not be free.
        keep_begun=campaign.count_unfinished,
    )
