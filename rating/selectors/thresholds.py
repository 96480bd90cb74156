"""How many sittings other thresholds would flag (campaigns/selectors/thresholds.py).

Counted from what was measured at the last check, in one statement that reads each sitting's row
once, however many ratings there are.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Max, Q, Value
from django.db.models.functions import Substr

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from campaigns.selectors.thresholds import WouldFlag
from rating.models import Assignment, SittingCheck
from rating.selectors.findings import thresholds_of
from regild.rating.measured import percent_of
from regild.rating.quality import Thresholds

WIDTH = SittingCheck.TIME_WIDTH


def would_flag(campaign: Campaign, thresholds: Mapping[str, float] | None = None) -> WouldFlag:
    stored: dict[str, Any] = thresholds_of(campaign)._asdict()
    asked = Thresholds(**{**stored, **(thresholds or {})})
    percent = percent_of(asked.fast_share)
    flagging = _flagging(asked, percent or 1, nominal=task_of(campaign).level == "nominal")
    anything = Q()
    for condition in flagging.values():
        anything |= condition
    conditions = {
        **flagging,
        "min_ratings": Q(rated__lt=asked.min_ratings),
        "min_checks": Q(
            anchors__lt=asked.min_checks,
            repeats__lt=asked.min_checks,
            foils__lt=asked.min_checks,
        ),
        "anything": anything,
    }
    checked = SittingCheck.objects.filter(campaign=campaign)
    if percent:
        # No more of a row's times than the one looked at.
        time = Substr("times", WIDTH * (percent - 1) + 1, WIDTH)
        checked = checked.annotate(time=time)
    else:
        checked = checked.annotate(time=Value(""))
    found = checked.aggregate(
        sittings=Count("id"),
        checked_at=Max("checked_at"),
        **{f"n_{name}": Count("id", filter=one) for name, one in conditions.items()},
    )
    counts: dict[str, int | None] = {name: found[f"n_{name}"] for name in conditions}
    if not percent:
        counts["fast_share"] = counts["anything"] = None
    flagged = counts.pop("anything")
    return WouldFlag(
        sittings=found["sittings"],
        unchecked=_unchecked(campaign),
        checked_at=found["checked_at"],
        flagged=flagged,
        # The two say together what is too fast.
        by_threshold={**counts, "fast_ms": counts["fast_share"]},
    )


def _flagging(asked: Thresholds, percent: int, *, nominal: bool) -> dict[str, Q]:
    """As regild.rating.quality finds fault, a condition for each threshold."""
    rated = Q(rated__gte=asked.min_ratings)
    timed = Q(timed__gte=asked.min_ratings)
    difference = min(asked.repeat_difference, 1) if nominal else asked.repeat_difference
    return {
        "same_share": rated & Q(same_share__gte=asked.same_share),
        "longest_run": rated & Q(longest_run__gte=asked.longest_run),
        "median_ms": timed & Q(median_ms__lt=asked.median_ms),
        "fast_share": timed & Q(time__lt=f"{asked.fast_ms:0{WIDTH}}"),
        "anchor_share": Q(anchors__gte=asked.min_checks, anchor_share__gte=asked.anchor_share),
        "repeat_difference": Q(
            repeats__gte=asked.min_checks, repeat_difference__gte=difference
        ),
        "foil_share": Q(foils__gte=asked.min_checks, foil_share__gte=asked.foil_share),
        "correlation": Q(shared__gte=asked.min_ratings, correlation__lt=asked.correlation),
    }


def _unchecked(campaign: Campaign) -> int:
    return Assignment.objects.filter(
        annotator__campaign=campaign,
        state=Assignment.State.COMPLETE,
        check_made__isnull=True,
    ).count()
