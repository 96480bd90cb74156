"""All that a campaign's overview says, to people and to programs: how far, how fast, how good,
and what next."""

from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse

from agreement.models import AgreementReport
from agreement.selectors.reports import headline_of, reports_of_measure
from agreement.templatetags.agreement_pages import measure_name
from annotation_site.selectors.by_stage import newest_report, overview_stages
from annotation_site.selectors.news import Exclusions, Remarks, exclusions_of, remarks_of
from annotation_site.selectors.next_step import next_step
from annotation_site.selectors.stages import NextStep, OverviewStage
from annotators.selectors.recent import Week
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.templatetags.numbers import percent_done
from pooling.selectors.anchors import WaitingBlock, waiting_blocks
from proposing.selectors import recent as proposing
from proposing.selectors.own_progress import campaign_share
from proposing.selectors.stage import stage_state
from rating.selectors.coverage import days, forecast, subset_coverage
from rating.selectors.recent import week_of_ratings
from rating.selectors.remarks import find_remarks
from regild.rating.coverage import SubsetCoverage, missing_sittings, share_rated
from regild.rating.time_left import ExpectedEnd, TimeLeft, every_day, expected_end

# What a chart and a trend have room for.
DAYS_SHOWN = 60
REPORTS_SHOWN = 12

NOTHING_TO_DO = "nothing_to_do"


class Pace(NamedTuple):
    """`counted` says what: ratings, or proposals while annotators propose. `share` is that of
    those wanted which are there; `missing` are sittings, or proposals."""

    counted: str
    share: float | None
    missing: int
    days: list[tuple[date, int]]
    a_day: float | None
    end: ExpectedEnd

    @property
    def percent(self) -> int | None:
        return percent_done(self.share)

    @property
    def in_a_week(self) -> int:
        return sum(n for _day, n in self.days[-7:])


class ReportPoint(NamedTuple):
    id: int
    made_at: datetime
    n_ratings: int
    value: float | None


class AgreementNow(NamedTuple):
    """The measure that stands for agreement, in the newest report and in those before it,
    oldest first."""

    measure: str
    title: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    reports: list[ReportPoint]

    @property
    def change(self) -> float | None:
        """Since the report before."""
        known = [one.value for one in self.reports if one.value is not None]
        return known[-1] - known[-2] if len(known) > 1 and self.value is not None else None


class Overview(NamedTuple):
    campaign: Campaign
    link: str
    stages: list[OverviewStage]
    next: NextStep | None
    pace: Pace
    agreement: AgreementNow | None
    remarks: Remarks
    exclusions: Exclusions
    week: Week
    waiting: list[WaitingBlock]


def overview_of(campaign: Campaign, *, now: datetime) -> Overview:
    report, covered = newest_report(campaign), subset_coverage(campaign)
    open_remarks = find_remarks(campaign, only="open").count()
    stages = overview_stages(
        campaign, covered=covered, report=report, open_remarks=open_remarks
    )
    proposes = campaign.stage == Campaign.Stage.PROPOSE
    week = proposing.week_of_proposals if proposes else week_of_ratings
    return Overview(
        campaign,
        link=share_link(campaign),
        stages=stages,
        next=next_step(campaign, stages),
        pace=_of_proposals(campaign, now=now)
        if proposes
        else _of_ratings(campaign, covered, now=now),
        agreement=None if report is None else _agreement(campaign, report),
        remarks=remarks_of(campaign, open=open_remarks),
        exclusions=exclusions_of(campaign),
        week=week(campaign, now=now),
        waiting=waiting_blocks(campaign),
    )


def share_link(campaign: Campaign) -> str:
    return settings.SITE_URL + reverse("rate-welcome", args=[campaign.slug])


def _of_ratings(campaign: Campaign, covered: list[SubsetCoverage], *, now: datetime) -> Pace:
    remaining = forecast(campaign, covered, now=now)
    return Pace(
        "ratings",
        share=share_rated(covered),
        missing=missing_sittings(covered),
        days=_until(campaign, {day.day: day.ratings for day in days(campaign)}, now=now),
        a_day=remaining.a_day,
        end=_end(remaining, asked=bool(covered), now=now),
    )


def _of_proposals(campaign: Campaign, *, now: datetime) -> Pace:
    state = stage_state(campaign)
    remaining = proposing.forecast(campaign, state, now=now)
    return Pace(
        "proposals",
        share=campaign_share(campaign),
        missing=proposing.missing_responses(state),
        days=_until(campaign, {day.day: day.responses for day in state.days}, now=now),
        a_day=remaining.a_day,
        end=_end(remaining, asked=bool(state.rounds), now=now),
    )


def _until(
    campaign: Campaign, found: dict[date, int], *, now: datetime
) -> list[tuple[date, int]]:
    """While it is open, to this day; else to the last on which anything came."""
    is_open = campaign.state == Campaign.State.OPEN
    last = now.date() if is_open or not found else max(found)
    return every_day(found, until=last, most=DAYS_SHOWN)


def _end(remaining: TimeLeft, *, asked: bool, now: datetime) -> ExpectedEnd:
    return expected_end(remaining, now=now) if asked else ExpectedEnd(None, NOTHING_TO_DO)


def _agreement(campaign: Campaign, report: AgreementReport) -> AgreementNow:
    key = headline_of(task_of(campaign))
    found = report.measures[key]
    points = reports_of_measure(campaign, key, most=REPORTS_SHOWN)
    return AgreementNow(
        key,
        measure_name(key),
        found["value"],
        found["low"],
        found["high"],
        found["n"],
        [ReportPoint(*point) for point in reversed(points)],
    )


def overview_facts(found: Overview) -> dict[str, Any]:
    """As one JSON object: what the API answers and the command prints."""
    campaign, slug = found.campaign, found.campaign.slug
    pace, agreement = found.pace, found.agreement
    return {
        "campaign": slug,
        "state": campaign.state,
        "stage": campaign.stage,
        "link": found.link,
        "stopped_at": campaign.stopped_at
        and campaign.stopped_at.isoformat().replace("+00:00", "Z"),
        "next": found.next
        and {
            "stage": found.next.stage,
            "words": found.next.words,
            "page": _address(found.next.page, slug),
        },
        "stages": [_stage(slug, stage) for stage in found.stages],
        "pace": {
            "counted": pace.counted,
            "share": pace.share,
            "missing": pace.missing,
            "days": [{"day": day.isoformat(), "count": n} for day, n in pace.days],
            "a_day": pace.a_day,
            "expected_end": pace.end.day and pace.end.day.isoformat(),
            "reason": pace.end.reason,
        },
        "agreement": agreement
        and {
            **{
                name: getattr(agreement, name)
                for name in ("measure", "value", "low", "high", "n")
            },
            "reports": [_plain(one._asdict()) for one in agreement.reports],
        },
        "waiting": [block.facts() for block in found.waiting],
        "remarks": {
            "open": found.remarks.open,
            "newest": [_plain(one._asdict()) for one in found.remarks.newest],
        },
        "exclusions": {
            "in_force": found.exclusions.in_force,
            "newest": [_plain(one._asdict()) for one in found.exclusions.newest],
        },
        "week": found.week._asdict()
        | {"busiest": [annotator._asdict() for annotator in found.week.busiest]},
    }


def _stage(slug: str, stage: OverviewStage) -> dict[str, Any]:
    step = stage.then
    return {
        "stage": stage.page,
        "status": stage.status.value,
        "share": stage.share,
        "facts": _plain({fact.key: fact.value for fact in stage.facts}),
        "wrong": stage.wrong or None,
        "next": step and {"words": step.words, "page": _address(step.page, slug)},
    }


def _address(page: str, slug: str) -> str:
    return settings.SITE_URL + reverse(page, args=[slug])


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Moments as the rest of the API writes them."""
    return {
        name: value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value
        for name, value in row.items()
    }
