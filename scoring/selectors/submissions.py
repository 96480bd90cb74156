"""Reads over what teams submitted, and over the scores anybody may see."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors.permission import RETIRED
from campaigns.selectors.task import task_of
from core.tokens import hash_token
from regild.scoring.by_task import BesideFigure
from regild.scoring.evaluation import Scored
from regild.scoring.ranking import ranks
from regild.scoring.two_golds import Line
from scoring.models import PublicEntry, Release, SubmissionLink
from scoring.selectors.public_scores import MAY_BE_SEEN
from scoring.selectors.scores import beside_of, measures_of, rankings_of
from sources.models import System
from sources.selectors import systems_in_play

# What a board can be sorted by, a minus before it: the other way round.
SORTS = ("rank", "system", "team", "added", "second", "first", "judged")
AS_RANKED = "rank"


class BoardRow(NamedTuple):
    """`rank` is on the second gold, or where that has no such measure on the first, among the
    rows of its board alone. `page` is that of its public entry, empty where it has none."""

    rank: int | None
    system: str
    team: str
    first: Scored
    second: Scored
    judged: float | None
    kind: str = System.Kind.PARTICIPANT
    added_at: datetime | None = None
    page: str = ""

    @property
    def ranked(self) -> Scored:
        """What its rank is by."""
        return self.first if self.second.value is None else self.second


class Board(NamedTuple):
    """`beside` is what stands beside the systems, by name and gold."""

    measure: str
    rows: list[BoardRow]
    beside: Mapping[str, Mapping[str, BesideFigure]]


class Leaderboard(NamedTuple):
    """`release` is None, and there is no board, until systems are scored on one. `measures` are
    all there could be a board of."""

    campaign: Campaign
    release: Release | None
    boards: list[Board]
    measures: Collection[str] = ()


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


def public_leaderboard(
    campaign: Campaign, *, measure: str = "", sort: str = AS_RANKED
) -> Leaderboard:
    """Of the leads' own systems and those submitted to be seen by all: by one measure, or by
    those that the task puts first. Of a measure there is not, there is no board."""
    return _leaderboard(campaign, MAY_BE_SEEN, measure=measure, sort=sort)


def leaderboard_of(link: SubmissionLink) -> Leaderboard:
    """Of what was submitted through this link."""
    return _leaderboard(link.campaign, Q(submission__link=link))


def _leaderboard(
    campaign: Campaign, shown: Q, *, measure: str = "", sort: str = AS_RANKED
) -> Leaderboard:
    release = scored_release(campaign)
    if release is None:
        return Leaderboard(campaign, None, [])
    keys = [measure] if measure else task_of(campaign).scoring.headline
    known = measures_of(release)
    boards = _boards(release, shown, [key for key in keys if key in known], sort)
    return Leaderboard(campaign, release, boards, known)


def _boards(release: Release, shown: Q, keys: Sequence[str], sort: str) -> list[Board]:
    systems = {one.pk: one for one in systems_in_play(release.campaign).filter(shown)}
    scoring = task_of(release.campaign).scoring
    beside, pages = beside_of(release), _pages(release)
    return [
        Board(
            found.measure,
            in_order(
                _rows(
                    [line for line in found.lines if line.id in systems],
                    systems,
                    pages,
                    lower=scoring.lower_is_better(found.measure),
                ),
                sort,
            ),
            beside.get(found.measure, {}),
        )
        for found in rankings_of(release, keys).values()
    ]


def _pages(release: Release) -> dict[int, str]:
    """By system, the pages of a release that is public."""
    entries = PublicEntry.objects.filter(
        gold__release=release, gold__withdrawn_at=None, system__isnull=False
    )
    slug, number = release.campaign.slug, release.number
    return {
        system: reverse("public-entry", args=[slug, number, key])
        for system, key in entries.values_list("system_id", "key")
    }


def _rows(
    lines: Collection[Line],
    systems: Mapping[int, System],
    pages: Mapping[int, str],
    *,
    lower: bool,
) -> list[BoardRow]:
    """Ranked anew: a gap would tell of a system that is not shown. A measure of the first gold
    alone ranks on that."""
    second = any(line.second.value is not None for line in lines)
    values = [line.second.value if second else line.first.value for line in lines]
    places = ranks(values, lower=lower)
    rows = [
        BoardRow(
            rank,
            line.system,
            systems[line.id].team,
            line.first,
            line.second,
            line.judged,
            systems[line.id].kind,
            systems[line.id].added_at,
            pages.get(line.id, ""),
        )
        for rank, line in zip(places, lines, strict=True)
    ]
    return sorted(rows, key=lambda row: row.rank or len(rows) + 1)


def in_order(rows: list[BoardRow], sort: str) -> list[BoardRow]:
    """By one of SORTS; what has no value there comes last either way."""
    name, backwards = sort.removeprefix("-"), sort.startswith("-")
    if name not in SORTS or sort == AS_RANKED:
        return rows
    values = [_sorted_by(row, name) for row in rows]
    there = [place for place, value in enumerate(values) if value not in (None, "")]
    missing = [place for place in range(len(rows)) if place not in {*there}]
    there.sort(key=lambda place: values[place], reverse=backwards)
    return [rows[place] for place in (*there, *missing)]


def _sorted_by(row: BoardRow, name: str) -> Any:
    match name:
        case "rank" | "judged":
            return getattr(row, name)
        case "system" | "team":
            return getattr(row, name).casefold()
        case "added":
            return row.added_at
        case _:
            return getattr(row, name).value
