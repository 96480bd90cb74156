"""Reads over what teams handed in, and over the scores anybody may see."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from campaigns.models import Campaign, SubmissionLink
from core.tokens import hash_token
from regild.scoring.evaluation import Scored
from regild.scoring.ranking import ranks
from regild.scoring.two_golds import TABLE_2, TABLE_3, Line
from scoring.models import Release
from scoring.selectors.scores import rankings_of

MEASURES = (TABLE_2, TABLE_3)


class Row(NamedTuple):
    """`rank` is on the second gold, among the rows of its board alone."""

    rank: int | None
    system: str
    team: str
    first: Scored
    second: Scored
    judged: float | None


class Board(NamedTuple):
    measure: str
    rows: list[Row]


def find_link(token: str) -> SubmissionLink | None:
    links = SubmissionLink.objects.select_related("campaign")
    return links.filter(token_hash=hash_token(token)).first()


def submission_links(campaign: Campaign) -> QuerySet[Any]:
    """Newest first, each with `handed_in`, its number of systems."""
    return campaign.submission_links.annotate(handed_in=Count("systems")).order_by("-id")


def scored_release(campaign: Campaign) -> Release | None:
    """The newest release that systems were scored on."""
    scored = campaign.releases.filter(evaluations__isnull=False)
    return scored.defer("policy", "comparison").order_by("-number").first()


def public_boards(release: Release) -> list[Board]:
    """Of the leads' own systems and those handed in to be seen by all."""
    return _boards(
        release,
        Q(submission_link__isnull=True)
        | Q(submission_link__visibility=SubmissionLink.Visibility.PUBLIC),
    )


def boards_of(link: SubmissionLink, release: Release) -> list[Board]:
    """Of what was handed in through this link."""
    return _boards(release, Q(submission_link=link))


def _boards(release: Release, shown: Q) -> list[Board]:
    teams = dict(
        release.campaign.systems.filter(shown).values_list("id", "submission_link__label")
    )
    rankings = rankings_of(release, MEASURES).values()
    return [
        Board(found.measure, _rows([line for line in found.lines if line.id in teams], teams))
        for found in rankings
    ]


def _rows(lines: Collection[Line], teams: Mapping[int, str | None]) -> list[Row]:
    """Ranked anew: a gap would tell of a system that is not shown."""
    places = ranks([line.second.value for line in lines])
    return [
        Row(rank, line.system, teams[line.id] or "", line.first, line.second, line.judged)
        for rank, line in zip(places, lines, strict=True)
    ]
