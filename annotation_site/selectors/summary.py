"""What a summary of a campaign by e-mail says: of the overview what a lead reads first."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from annotation_site.selectors.matters import Matter, matters_of
from annotation_site.selectors.overview import overview_of
from annotation_site.selectors.stages import NextStep, OverviewStage
from campaigns.models import Campaign
from proposing.selectors.stage import stage_state
from rating.selectors.coverage import days, forecast, subset_coverage
from regild.rating.time_left import TimeLeft

WEEK = timedelta(days=7)


class SummaryPace(NamedTuple):
    """Answers that count of the seven days until now, and of the seven before. `remaining` is
    None in the first stage, whose end nobody foretells."""

    week: int
    week_before: int
    remaining: TimeLeft | None


class CampaignSummary(NamedTuple):
    """`how_far` and `agreement` are stages of the overview; `then` is the step that it puts
    before all others."""

    campaign: Campaign
    at: datetime
    matters: list[Matter]
    how_far: OverviewStage
    pace: SummaryPace
    agreement: OverviewStage
    then: NextStep | None


def summary_of(campaign: Campaign, *, now: datetime) -> CampaignSummary:
    overview = overview_of(campaign, now=now)
    stages = {stage.page: stage for stage in overview.stages}
    proposes = campaign.stage == Campaign.Stage.PROPOSE and "first-gold" in stages
    return CampaignSummary(
        campaign=campaign,
        at=now,
        matters=matters_of(campaign, now=now),
        how_far=stages["first-gold" if proposes else "monitor"],
        pace=_pace_of_proposals(campaign, now) if proposes else _pace_of_ratings(campaign, now),
        agreement=stages["agreement"],
        then=overview.next,
    )


def _pace_of_proposals(campaign: Campaign, now: datetime) -> SummaryPace:
    counted = [(one.day, one.responses) for one in stage_state(campaign).days]
    return SummaryPace(*_weeks(counted, now), remaining=None)


def _pace_of_ratings(campaign: Campaign, now: datetime) -> SummaryPace:
    counted = [(one.day, one.ratings) for one in days(campaign)]
    remaining = forecast(campaign, subset_coverage(campaign), now=now)
    return SummaryPace(*_weeks(counted, now), remaining=remaining)


def _weeks(counted: Sequence[tuple[date, int]], now: datetime) -> tuple[int, int]:
    """By whole days (UTC): today and the six before it, and the seven before those."""
    first = now.date() - WEEK + timedelta(days=1)
    this = sum(n for day, n in counted if first <= day <= now.date())
    before = sum(n for day, n in counted if first - WEEK <= day < first)
    return this, before
