"""What charts of scores are given, and how a board's columns sort."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.templatetags.numbers import grouped
from regild.figures.charts import ChartRow, Rank
from regild.scoring.aggregate import SEVERITY
from regild.scoring.two_golds import TwoRankings
from scoring.models import Release
from scoring.selectors.figures import FiguresOnPage
from scoring.selectors.public_pages import PublicRow
from scoring.selectors.submissions import Board
from scoring.templatetags.scoring_pages import tells_judged

register = template.Library()

# Of a long chart; a release's JSON has all annotators.
SHOWN_OF_ANNOTATORS = 40


class BoardHead(NamedTuple):
    """`sort` is what its link asks for, `aria` how the board is sorted by it now; empty where
    it is not."""

    title: Any
    number: bool
    href: str
    aria: str


# By the names of scoring.selectors.submissions.SORTS; what begins with the highest.
_HEADS = {
    "rank": (_("rank"), True),
    "system": (_("system"), False),
    "team": (_("team"), False),
    "added": (_("added"), False),
    "second": (_("second gold [95 %%]"), True),
    "first": (_("first gold [95 %%]"), True),
    "judged": ("judged@10", True),
}
_FROM_THE_HIGHEST = {"second", "first", "judged"}


@register.simple_tag
def board_heads(campaign: Campaign, sort: str, measure: str) -> list[BoardHead]:
    """The same again turns the order round."""
    found = []
    for name, (title, number) in _HEADS.items():
        if name == "judged" and not tells_judged(campaign):
            continue
        usual = f"-{name}" if name in _FROM_THE_HIGHEST else name
        turned = name if usual.startswith("-") else f"-{name}"
        href = urlencode({"measure": measure, "sort": turned if sort == usual else usual})
        aria = {name: "ascending", f"-{name}": "descending"}.get(sort, "")
        found.append(BoardHead(str(title).replace("%%", "%"), number, f"?{href}", aria))
    return found


@register.simple_tag
def board_rows(board: Board) -> list[ChartRow]:
    """On the second gold, or the first where that has no such measure, in the board's order."""
    return [
        ChartRow(row.system, one.value, one.low, one.high, row.page, gettext(one.reason))
        for row in board.rows
        for one in [row.ranked]
    ]


@register.simple_tag
def public_rows(rows: Sequence[PublicRow]) -> list[ChartRow]:
    """By the first of their measures."""
    return [
        ChartRow(row.name, one.value, one.low, one.high, row.page, gettext(one.reason))
        for row in rows
        for first in row.scores[:1]
        for one in [first.first if first.second.value is None else first.second]
    ]


@register.simple_tag
def ranking_rows(ranking: TwoRankings, release: Release) -> list[ChartRow]:
    """On the second gold; each leads to its system's page."""
    return [
        ChartRow(
            line.system,
            line.second.value,
            line.second.low,
            line.second.high,
            _system_page(release, line.id, ranking.measure),
            gettext(line.second.reason),
        )
        for line in ranking.lines
    ]


@register.simple_tag
def figure_rows(figures: FiguresOnPage, release: Release, measure: str) -> list[ChartRow]:
    """On the last gold shown, with what stands beside the systems."""
    scoring = task_of(release.campaign).scoring
    found = []
    for row in figures.rows:
        if not row.cells:
            continue
        cell = row.cells[-1]
        name = row.line.system if row.line else gettext(str(scoring.beside[row.beside]))
        href = _system_page(release, row.line.id, measure) if row.line else ""
        found.append(
            ChartRow(name, cell.value, cell.low, cell.high, href, gettext(cell.reason))
        )
    return found


@register.simple_tag
def ranking_slopes(ranking: TwoRankings, release: Release) -> list[Rank]:
    """Of the systems with a rank on both golds."""
    return [
        Rank(
            line.system,
            line.first.rank,
            line.second.rank,
            _system_page(release, line.id, ranking.measure),
        )
        for line in ranking.lines
        if line.first.rank is not None and line.second.rank is not None
    ]


def _system_page(release: Release, id: int, measure: str) -> str:
    page = reverse("scores-system", args=[release.campaign.slug, release.number, id])
    return f"{page}?{urlencode({'measure': measure})}"


@register.simple_tag
def severity_rows(release: Release) -> list[ChartRow]:
    """The strictest first; of very many annotators those furthest from 0."""
    found = release.comparison.get(SEVERITY, {}).get("annotators", [])
    if len(found) > SHOWN_OF_ANNOTATORS:
        half = SHOWN_OF_ANNOTATORS // 2
        found = [*found[:half], *found[-half:]]
    return [
        ChartRow(
            gettext("annotator %(n)s") % {"n": one["annotator"]},
            one["effect"],
            one["low"],
            one["high"],
            note=ngettext("%(n)s rating", "%(n)s ratings", one["n"]) % {"n": grouped(one["n"])},
        )
        for one in found
    ]
