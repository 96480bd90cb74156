"""How far a campaign has come: what its page and its API tell."""

from datetime import datetime
from typing import NamedTuple

from campaigns.models import Campaign
from rating.selectors.coverage import Day, Totals, days, forecast, subset_coverage, totals
from rating.selectors.remarks import find_remarks
from regild.rating.coverage import Share, SubsetCoverage, missing_sittings, spread
from regild.rating.time_left import TimeLeft


class RatingProgress(NamedTuple):
    """`short` are subsets with a candidate that has too few ratings, `missing` the sittings
    until there are none; `spread` says how many candidates have how many."""

    totals: Totals
    by_subset: list[SubsetCoverage]
    short: int
    missing: int
    open_remarks: int
    spread: list[Share]
    days: list[Day]
    forecast: TimeLeft

    @property
    def subsets(self) -> int:
        return len(self.by_subset)

    @property
    def fully_rated(self) -> int:
        return len(self.by_subset) - self.short


def progress_of(campaign: Campaign, *, now: datetime) -> RatingProgress:
    covered = subset_coverage(campaign)
    return RatingProgress(
        totals=totals(campaign),
        by_subset=covered,
        short=sum(subset.missing > 0 for subset in covered),
        missing=missing_sittings(covered),
        open_remarks=find_remarks(campaign, only="open").count(),
        spread=spread(covered),
        days=days(campaign),
        forecast=forecast(campaign, covered, now=now),
    )
