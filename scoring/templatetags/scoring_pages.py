"""How measures and formats are called on a page, and how a rank's difference looks."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.markdown import render_markdown
from core.refusals import said
from regild.scoring.annotators import OverAnnotators
from regild.scoring.by_task import BesideFigure, Scoring
from regild.scoring.evaluation import OverSentences, Scored
from regild.scoring.leave_one_out import BPREF
from regild.scoring.parts import NMWS, NMWT
from regild.scoring.two_golds import Line, TwoRankings, interval_shown, next_pairs
from regild.tables.printing import Estimate, shown
from scoring.models import Release
from scoring.selectors.scores import pairs_of
from scoring.services.exporting import folder_of
from sources.models import Item

register = template.Library()

PARTS = {
    "": _("all sentences"),
    NMWS: _("NMWS: without substitutes of several words"),
    NMWT: _("NMWT: without targets in a multiword"),
}
RULES = {
    "mean": _("mean of the ratings"),
    "median": _("median of the ratings"),
    "majority": _("verdict of the majority"),
    "plurality": _("what was chosen most often"),
    "severity": _("mean adjusted for annotators' severity"),
    "dawid_skene": _("Dawid and Skene's model"),
}


# Of what has no order and no weight.
CHOICES = {
    "plurality": _("the category that more chose than any other"),
    "majority": _("the category that more than half chose"),
}


@register.filter
def measure_title(key: str, campaign: Campaign) -> str:
    # Of a release that leaves systems out, and no measure of scores.
    if key == BPREF:
        return key
    title = task_of(campaign).scoring.words(key).title
    # A key is no text: a category is called as its campaign calls it.
    return title if title == key else gettext(title)


class MeasureGroup(NamedTuple):
    """Measures of one family, each with its key and its name."""

    title: str
    measures: list[tuple[str, str]]


@register.filter
def by_family(keys: Iterable[str], campaign: Campaign) -> list[MeasureGroup]:
    """To choose among; families in the order of their first measures."""
    scoring = task_of(campaign).scoring
    found: dict[str, MeasureGroup] = {}
    for key in keys:
        title = said(scoring.family(key))
        group = found.setdefault(title, MeasureGroup(title, []))
        name = measure_title(key, campaign)
        # Of a category, whose name stands above it.
        short = key.rpartition(f".{title}.")[2] if name == key else name
        group.measures.append((key, short))
    return [*found.values()]


@register.filter
def measure_definition(key: str, campaign: Campaign) -> str:
    words = task_of(campaign).scoring.words(key)
    return " ".join(gettext(text) for text in words.definition if text)


@register.filter
def beside_title(name: str, campaign: Campaign) -> str:
    return said(task_of(campaign).scoring.beside[name])


@register.simple_tag
def answer_shown(campaign: Campaign, item: Item, text: str) -> str:
    return task_of(campaign).scoring.answer_shown(item.content, text)


@register.filter
def tells_judged(campaign: Campaign) -> bool:
    """Whether scores say how many of the answers anybody judged."""
    scoring = task_of(campaign).scoring
    return any(map(scoring.judged, scoring.headline))


@register.filter
def scoring_of(campaign: Campaign) -> Scoring:
    return task_of(campaign).scoring


@register.filter
def format_title(name: str, campaign: Campaign) -> str:
    task = task_of(campaign)
    return said((folder_of(task, name) or task.exports[name]).title)


@register.filter
def rule_title(name: str, campaign: Campaign | None = None) -> Any:
    if campaign is not None and task_of(campaign).level == "nominal":
        return {**RULES, **CHOICES}[name]
    return RULES[name]


@register.filter
def nominal(campaign: Campaign) -> bool:
    """Whether its options have no order, and so no weight."""
    return task_of(campaign).level == "nominal"


@register.filter(name="scored")
def scored_cell(scored: Scored | BesideFigure) -> str:
    """With its interval; where there is no score, why there is none."""
    if scored.value is None and scored.reason:
        return format_html('– <span class="reason">{}</span>', gettext(str(scored.reason)))
    return shown(Estimate(scored.value, scored.low, scored.high))


@register.filter
def card_text(paragraph: str) -> str:
    """A paragraph of a data card, which leads write in part, as HTML below its headings."""
    return mark_safe(render_markdown(paragraph, below=4))  # noqa: S308  # nosec B308 B703 # it is cleaned there


@register.filter
def share(found: dict[str, Any]) -> str:
    """As a release keeps it."""
    return shown(Estimate(found["value"], found["low"], found["high"]))


@register.filter
def interval(over: OverAnnotators | OverSentences) -> str:
    """A dash where there is none."""
    return interval_shown(over)


class TieRow(NamedTuple):
    line: Line
    adjusted: Estimate
    apart: Estimate
    p: float | None


class Ties(NamedTuple):
    """`reasons` say why systems have no tie groups."""

    rows: list[TieRow]
    reasons: list[str]


@register.simple_tag
def tie_rows(ranking: TwoRankings, release: Release) -> Ties:
    """No rows where no system has tie groups."""
    given = [line.given_both for line in ranking.lines]
    reasons = [gettext(one) for one in dict.fromkeys(both.reason for both in given) if one]
    pairs = pairs_of(release, ranking)
    following = next_pairs(ranking, pairs)
    rows = []
    for line in ranking.lines if pairs else ():
        both, pair = line.given_both, following.get(line.system)
        apart = Estimate(pair.difference, pair.low, pair.high) if pair else Estimate(None)
        adjusted = Estimate(both.adjusted, both.low, both.high)
        rows.append(TieRow(line, adjusted, apart, pair and pair.p_holm))
    return Ties(rows, reasons)


@register.filter
def rank_range(over: OverAnnotators) -> str:
    """`2`, `1–3`; a dash where there is none."""
    return "–".join(dict.fromkeys(map(shown, (over.best_rank, over.worst_rank))))


@register.filter
def percent(share: float | None) -> str:
    """Without the sign, which languages set apart in ways of their own."""
    return "–" if share is None else f"{100 * share:.4g}"


@register.filter
def part_title(part: str) -> Any:
    """As the campaign's files and leads call it: `n`, a part of speech, or a list's `MAN`."""
    return PARTS[part] if part in PARTS else _("part: %s") % part


@register.filter
def signed(difference: int | float | None) -> str:
    """With a real minus sign; a dash where there is none."""
    if difference is None:
        return "–"
    digits = 0 if isinstance(difference, int) else 3
    return f"{difference:+.{digits}f}".replace("-", "−") if difference else "0"
