"""How a report's tables, figures and measures look on a page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as translated
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from agreement.selectors.candidates import CandidateIds, NamedCandidate, named_candidates
from agreement.selectors.reports import ROWS_ON_PAGE
from campaigns.selectors.task import task_of
from regild.agreement.registry import BY_KEY
from regild.figures.drawing import FORMATS
from regild.tables.printing import Cell, Estimate, Table, shown
from regild.tasks import Task

register = template.Library()

HEADINGS = {
    "both": _("both"),
    "by_median": _("by the median"),
    "by_plurality": _("by what most gave"),
    "both_share": _("both, share"),
    "annotator": _("annotator"),
    "covered": _("with enough ratings"),
    "day": _("day"),
    "gold": _("gold only"),
    "gold_share": _("gold only, share"),
    "lower_whisker": _("lower whisker"),
    "lower_quartile": _("lower quartile"),
    "max_positive": _("most positive substitutes of a sentence"),
    "max_ratings": _("most ratings of a candidate"),
    "maximum": _("highest"),
    "mean_ratings": _("ratings a candidate, mean"),
    "mean_score": _("mean score"),
    "median": _("median"),
    "median_first": _("median of first-gold words"),
    "median_second": _("median of new words"),
    "median_positive": _("positive substitutes a sentence, median"),
    "median_score": _("median score"),
    "median_seconds": _("median seconds"),
    "min_positive": _("fewest positive substitutes of a sentence"),
    "min_ratings": _("fewest ratings of a candidate"),
    "minimum": _("lowest"),
    "n": _("candidates"),
    "n_first": _("first-gold words"),
    "n_outliers": _("outliers"),
    "n_positive": _("candidates above the lowest score"),
    "n_ratings": _("ratings"),
    "n_second": _("new words"),
    "n_sentences": _("sentences"),
    "n_twice": _("candidates with two ratings or more"),
    "n_unanimous": _("of them unanimous"),
    "n_unanimous_lowest": _("of them unanimous at the lowest value"),
    "n_unknown": _("not in the list"),
    "origin": _("origin"),
    "proposed_by": _("proposed by"),
    "ratings_given": _("ratings given"),
    "other": _("other annotator"),
    "reached": _("reached that day"),
    "reason": _("undefined because"),
    "rejected": _("rejected"),
    "rejected_share": _("rejected, share"),
    "score": _("score"),
    "sentence": _("sentence"),
    "summary": _("in the second gold"),
    "systems": _("systems only"),
    "systems_share": _("systems only, share"),
    "text": _("substitute"),
    "upper_quartile": _("upper quartile"),
    "upper_whisker": _("upper whisker"),
    "value": _("value"),
    "verdict": _("verdict"),
    "votes": _("votes"),
    "without": _("left out"),
}


# Of agreement.selectors.staleness.CHANGES.
CHANGE_WORDS = {
    "ratings": _("the ratings that count changed"),
    "exclusions": _("exclusions were made or undone"),
    "sources": _("the sources or the pool changed"),
    "scale": _("the scale changed"),
    "min_ratings": _("the ratings wanted changed"),
    "max_ratings": _("the most ratings changed"),
    "excluded_targets": _("what is left out changed"),
    "gold_annotators": _("the number of annotators of the first gold changed"),
    "verdict_rule": _("the rule for verdicts changed"),
    "word_list": _("the word list changed"),
}


@register.filter
def changes_said(changes: Iterable[str]) -> str:
    return ", ".join(str(CHANGE_WORDS[change]) for change in changes)


@register.filter
def measure_name(key: str) -> Any:
    return _(BY_KEY[key].title)


@register.filter
def definition(key: str) -> Any:
    return _(BY_KEY[key].definition)


@register.filter(name="shown")
def shown_cell(cell: Cell) -> str:
    return shown(cell)


@register.filter
def p_value(p: float) -> str:
    """Three decimals say nothing of a small one."""
    return shown(p) if p >= 0.001 else f"{p:.1e}"


@register.filter
def estimate(measure: dict[str, Any]) -> str:
    return shown(Estimate(measure["value"], measure["low"], measure["high"]))


@register.inclusion_tag("agreement/_table.html", takes_context=True)
def agreement_table(
    context: Context, report: AgreementReport, table: Table, caption: str
) -> dict[str, Any]:
    """In a table of candidates each leads to its own, where the page has `candidates`."""
    rows = table.rows[:ROWS_ON_PAGE]
    columns = [
        (column, [row[place] for row in rows]) for place, column in enumerate(table.columns)
    ]
    # A column of reasons is for the few tables that have any.
    columns = [column for column in columns if any(cell != "" for cell in column[1])]
    columns = [
        (name, [translated(str(cell)) if cell else "" for cell in cells])
        if name == "reason"
        else (name, cells)
        for name, cells in columns
    ]
    if rows and (first := table.columns[0]) in {"origin", "summary"}:
        columns[0] = (first, [str(HEADINGS[str(name)]) for name in columns[0][1]])
    links = _links(report, table, rows, context.get("candidates") or {})
    task = task_of(report.campaign)
    return {
        "report": report,
        "name": table.name,
        "caption": caption,
        "headings": [
            (_heading(column, task), place == 0 or all(isinstance(cell, str) for cell in cells))
            for place, (column, cells) in enumerate(columns)
        ],
        "rows": [
            [
                (shown(cell), isinstance(cell, str), link if column == "text" else "")
                for (column, _cells), cell in zip(columns, row, strict=True)
            ]
            for row, link in zip(
                zip(*(cells for _column, cells in columns), strict=True), links, strict=True
            )
        ],
        "total": len(table.rows),
        "cut": len(table.rows) > ROWS_ON_PAGE,
    }


@register.inclusion_tag("agreement/_figure.html")
def agreement_figure(
    report: AgreementReport, name: str, alt: str, table: Table, caption: str
) -> dict[str, Any]:
    return {
        "report": report,
        "name": name,
        "alt": alt,
        "table": table,
        "caption": caption,
        "formats": FORMATS,
    }


def _links(
    report: AgreementReport,
    table: Table,
    rows: Sequence[Sequence[Cell]],
    candidates: Mapping[NamedCandidate, CandidateIds],
) -> list[str]:
    """Empty for a candidate that was deleted since."""
    if "text" not in table.columns:
        return [""] * len(rows)
    links = []
    for name in named_candidates(table, len(rows)):
        link = ""
        if found := candidates.get(name):
            page = reverse("monitor-sentence", args=[report.campaign.slug, found.item])
            link = f"{page}#candidate-{found.id}"
        links.append(link)
    return links


def _heading(column: str, task: Task) -> Any:
    """A known heading, a measure's name, or a label of the campaign's own scale."""
    if column in task.groupings:
        return _(task.phrases[column])
    if column in HEADINGS:
        return HEADINGS[column]
    return _(BY_KEY[column].column) if column in BY_KEY else column
