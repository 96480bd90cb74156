"""Who rated lately."""

from datetime import datetime

from django.db.models import Count, Sum

from annotators.selectors.recent import WEEK, RecentWork, Week, week_of
from campaigns.models import Campaign
from rating.models import Assignment


def week_of_ratings(campaign: Campaign, *, now: datetime) -> Week:
    """Sittings that count and were ended here; what was imported says nothing of a week."""
    ended = Assignment.objects.filter(
        annotator__campaign=campaign,
        state=Assignment.State.COMPLETE,
        subset__isnull=False,
        completed_at__gt=now - WEEK,
    )
    rows = ended.order_by().values_list("annotator").annotate(Count("id"), Sum("rated"))
    return week_of(
        campaign, {id: RecentWork(turns, rated) for id, turns, rated in rows}, now=now
    )
