"""How fast the first stage goes, and who proposed lately."""

from datetime import datetime

from django.db.models import Count, Min

from annotators.selectors.recent import WEEK, RecentWork, Week, week_of
from campaigns.models import Campaign
from proposing.selectors.counting import counting_proposals
from proposing.selectors.stage import StageState
from regild.rating.time_left import WINDOW, TimeLeft, time_left


def week_of_proposals(campaign: Campaign, *, now: datetime) -> Week:
    """Turns that count and were ended here."""
    ended = counting_proposals(campaign).filter(
        turn__subset__isnull=False, turn__completed_at__gt=now - WEEK
    )
    rows = (
        ended.order_by()
        .values_list("annotator")
        .annotate(turns=Count("turn", distinct=True), answers=Count("id"))
    )
    return week_of(campaign, {id: RecentWork(turns, n) for id, turns, n in rows}, now=now)


def missing_responses(state: StageState) -> int:
    """Until every sentence has those that all rounds together want."""
    return sum(max(state.asked - n, 0) * many for n, many in state.answered.items())


def forecast(campaign: Campaign, state: StageState, *, now: datetime) -> TimeLeft:
    """In responses, at the pace of this campaign's own annotators."""
    here = counting_proposals(campaign).filter(turn__subset__isnull=False)
    first = here.aggregate(first=Min("proposed_at"))["first"]
    return time_left(
        missing=missing_responses(state),
        recent=here.filter(proposed_at__gt=now - WINDOW).count(),
        running=now - (first or now),
        is_open=campaign.state == Campaign.State.OPEN
        and campaign.stage == Campaign.Stage.PROPOSE,
    )
