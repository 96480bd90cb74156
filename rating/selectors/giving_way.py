"""Which seats give way when none is free.

One network, a class as well as a program, may hold all seats of a campaign as long as nobody
else wants one. Then the network that holds most gives one, from whoever was silent longest;
who is at it keeps theirs.
"""

from datetime import datetime, timedelta

from django.db.models import Count, DateTimeField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from campaigns.models import Campaign
from rating.models import Assignment, Rating

# Since it was taken, without an answer; and since the last answer.
UNANSWERED = timedelta(minutes=2)
SILENT = timedelta(minutes=10)


def seats_to_give(campaign: Campaign, *, network: str, now: datetime) -> QuerySet[Assignment]:
    """For somebody who comes from `network`: the open sittings that may give way, the one that
    was silent longest first."""
    opened = Assignment.objects.filter(
        annotator__campaign=campaign, state=Assignment.State.OPEN
    ).exclude(network="")
    most = _holds_most(opened, network) if network else None
    if most is None:
        return opened.none()
    answers = Rating.objects.filter(assignment=OuterRef("pk")).order_by("-rated_at")
    silent = opened.filter(network=most).annotate(
        answered=Subquery(answers.values("rated_at")[:1], output_field=DateTimeField()),
        since=Coalesce("answered", "taken_at"),
    )
    due = Q(answered=None, taken_at__lte=now - UNANSWERED)
    if not campaign.count_unfinished:
        # Where the finished sentences count, the seat would not be free.
        due |= Q(answered__lte=now - SILENT)
    return silent.filter(due).order_by("since", "id")


def _holds_most(opened: QuerySet[Assignment], network: str) -> str | None:
    """None where it would hold as few as `network` then has."""
    held: dict[str, int] = dict(opened.order_by().values_list("network").annotate(Count("id")))
    most = max(held, key=lambda one: (held[one], one), default=None)
    if most is None or held[most] <= held.get(network, 0) + 1:
        return None
    return most
