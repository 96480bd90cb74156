"""Reads over what teams handed in, and over the scores anybody may see."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from core.tokens import hash_token
from regild.scoring.by_task import BesideFigure
from regild.scoring.evaluation import Scored
from regild.scoring.ranking import ranks
from regild.scoring.two_golds import Line
from scoring.models import Release, SubmissionLink
from scoring.selectors.scores import beside_of, rankings_of
from sources.selectors import systems_in_play


class BoardRow(NamedTuple):
    """`rank` is on the second gold, or where that has no such measure on the first, among the
    rows of its board alone."""

    rank: int | None
    system: str
    team: str
    first: Scored
    second: Scored
    judged: float | None


class Board(NamedTuple):
    """`beside` is what stands beside the systems, by name and gold."""

    measure: str
    rows: list[BoardRow]
    beside: Mapping[str, Mapping[str, BesideFigure]]


class Leaderboard(NamedTuple):
    """`release` is None, and there is no board, until systems are scored on one."""

    campaign: Campaign
    release: Release | None
    boards: list[Board]


def find_link(token: str) -> SubmissionLink | None:
    """None for a campaign on its way out too: nobody finds it any more."""
    links = SubmissionLink.objects.select_related("campaign").exclude(
        campaign__slug__startswith=RETIRED
    )
    return links.filter(token_hash=hash_token(token)).first()


def submission_links(campaign: Campaign) -> QuerySet[Any]:
    """Newest first, each with `handed_in`, its number of systems."""
    return campaign.submission_links.annotate(
        handed_in=Count("submissions", filter=Q(submissions__system__campaign=campaign))
    ).order_by("-id")


def scored_release(campaign: Campaign) -> Release | None:
    """The newest release that systems were scored on."""
    scored = campaign.releases.filter(evaluations__isnull=False)
    return scored.defer("policy", "comparison").order_by("-number").first()


def public_leaderboard(campaign: Campaign) -> Leaderboard:
    """Of the leads' own systems and those handed in to be seen by all."""
    public = Q(submission__link__visibility=SubmissionLink.Visibility.PUBLIC)
    return _leaderboard(campaign, Q(team="") | public)


def leaderboard_of(link: SubmissionLink) -> Leaderboard:
    """Of what was handed in through this link."""
    return _leaderboard(link.campaign, Q(submission__link=link))


def _leaderboard(campaign: Campaign, shown: Q) -> Leaderboard:
    release = scored_release(campaign)
    return Leaderboard(campaign, release, _boards(release, shown) if release else [])


def _boards(release: Release, shown: Q) -> list[Board]:
    teams = dict(systems_in_play(release.campaign).filter(shown).values_list("id", "team"))
    scoring = task_of(release.campaign).scoring
    rankings = rankings_of(release, scoring.headline).values()
    beside = beside_of(release)
    return [
        Board(
            found.measure,
            _rows(
                [line for line in found.lines if line.id in teams],
                teams,
                lower=scoring.lower_is_better(found.measure),
            ),
            beside.get(found.measure, {}),
        )
        for found in rankings
    ]


def _rows(lines: Collection[Line], teams: Mapping[int, str], *, lower: bool) -> list[BoardRow]:
    """Ranked anew: a gap would tell of a system that is not shown. A measure of the first gold
    alone ranks on that."""
    second = any(line.second.value is not None for line in lines)
    values = [line.second.value if second else line.first.value for line in lines]
    places = ranks(values, lower=lower)
    if not second:
        by_place = sorted(zip(places, lines, strict=True), key=lambda one: one[0] or len(lines))
        places, lines = [place for place, _ in by_place], [line for _, line in by_place]
    return [
        BoardRow(rank, line.system, teams[line.id], line.first, line.second, line.judged)
        for rank, line in zip(places, lines, strict=True)
    ]
