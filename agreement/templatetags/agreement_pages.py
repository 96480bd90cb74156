"""How a report's tables look on a page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as translated
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from agreement.selectors.candidates import CandidateIds, NamedCandidate, named_candidates
from agreement.selectors.reports import ROWS_ON_PAGE
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.templatetags.numbers import Reasons, written
from regild.agreement.level_tables import DISAGREEMENT
from regild.agreement.measures.first_gold import ProposalMeasure, VoteMeasure
from regild.agreement.measures.two_golds import GoldMeasure
from regild.agreement.registry import BY_KEY
from regild.figures.agreement_charts import DEVICES
from regild.tables.printing import Cell, Estimate, Table, shown
from regild.tasks import Task

register = template.Library()

HEADINGS = {
    "agreed_on": _("agreed on"),
    "a": _("one chose"),
    "b": _("another chose"),
    "both": _("both"),
    "both_chose": _("pairs who both chose it"),
    "category": _("category"),
    "chosen": _("times chosen"),
    "documents": _("documents"),
    "examples": _("examples"),
    "leaf": _("as chosen"),
    "level": _("level"),
    "measure": _("measure"),
    "one_chose": _("pairs of whom one chose it"),
    "pairs": _("pairs"),
    "severity": _("severity"),
    "share": _("share"),
    "specific_agreement": _("agreement on it"),
    "theme": _("theme"),
    "top": _("top of the tree"),
    "2": _("level 2"),
    "after": _("after"),
    "before": _("before"),
    "by_median": _("by the median"),
    "by_plurality": _("by the most frequent value"),
    "annotator": _("annotator"),
    "covered": _("with enough ratings"),
    "day": _("day"),
    "device": _("device"),
    "difference": _("difference on the same candidates"),
    "n_annotators": _("annotators"),
    "n_candidates": _("candidates on both"),
    "lower_whisker": _("lower whisker"),
    "lower_quartile": _("lower quartile"),
    "max_positive": _("most positive substitutes of a sentence"),
    "max_ratings": _("most ratings of a candidate"),
    "maximum": _("highest"),
    "mean_ratings": _("ratings per candidate, mean"),
    "mean_score": _("mean score"),
    "median": _("median"),
    "median_first": _("median of first-gold words"),
    "median_second": _("median of new words"),
    "median_positive": _("positive substitutes per sentence, median"),
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
    "summary": _("in the second gold"),
    "upper_quartile": _("upper quartile"),
    "upper_whisker": _("upper whisker"),
    "value": _("value"),
    "verdict": _("verdict"),
    "votes": _("votes"),
    "without": _("left out"),
}


LEVEL_TITLES = {
    "leaf": _("As chosen"),
    "2": _("One level up"),
    "top": _("Top level"),
}

# Of agreement.selectors.staleness.CHANGES.
CHANGE_WORDS = {
    "ratings": _("the ratings that count changed"),
    "exclusions": _("exclusions were made or undone"),
    "sources": _("the sources or the pool changed"),
    "scale": _("the scale changed"),
    "min_ratings": _("the ratings wanted changed"),
    "max_ratings": _("the maximum number of ratings changed"),
    "seats": _("some subsets’ own number of seats changed"),
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
def level_name(level: str) -> Any:
    return HEADINGS[level]


@register.filter(name="shown")
def shown_cell(cell: Cell) -> str:
    return shown(cell)


@register.filter
def estimate(measure: dict[str, Any]) -> str:
    return written(Estimate(measure["value"], measure["low"], measure["high"]))


@register.inclusion_tag("agreement/_table.html", takes_context=True)
def agreement_table(
    context: Context, report: AgreementReport, table: Table, caption: str, where: str = ""
) -> dict[str, Any]:
    """`where` tells tables of one caption apart. In one of candidates each leads to its own,
    where the page has `candidates`."""
    of_use = _of_use(table, task_of(report.campaign))
    rows = of_use[:ROWS_ON_PAGE]
    columns = [
        (column, [row[place] for row in rows]) for place, column in enumerate(table.columns)
    ]
    # Reasons stand below the table; they are a column in its files.
    has_letters = any(isinstance(cell, Estimate) for row in rows for cell in row)
    columns = [
        column
        for column in columns
        if any(cell != "" for cell in column[1]) and not (has_letters and column[0] == "reason")
    ]
    task = task_of(report.campaign)
    if not task.pools_answers:
        columns = [column for column in columns if column[0] not in _POOLED]
    columns = [
        (name, [translated(str(cell)) if cell else "" for cell in cells])
        if name == "reason"
        else (name, cells)
        for name, cells in columns
    ]
    if rows and (first := table.columns[0]) in {"origin", "summary"}:
        columns[0] = (first, [str(_heading(str(name), task)) for name in columns[0][1]])
    if rows and table.columns[0] == "measure":
        columns[0] = ("measure", [str(_(BY_KEY[str(key)].title)) for key in columns[0][1]])
    if rows and table.columns[0] == "device":
        columns[0] = ("device", [translated(DEVICES[str(cell)]) for cell in columns[0][1]])
    if rows and table.columns[0] == "agreed_on":
        columns[0] = (
            "agreed_on",
            [translated(DISAGREEMENT) if one == DISAGREEMENT else one for one in columns[0][1]],
        )
    links = _links(report, table, rows, context.get("candidates") or {})
    reasons = Reasons()
    return {
        "report": report,
        "name": table.name,
        "caption": caption,
        "label": f"{where}: {caption}" if where else caption,
        "headings": [
            (_heading(column, task), place == 0 or all(isinstance(cell, str) for cell in cells))
            for place, (column, cells) in enumerate(columns)
        ],
        "rows": [
            [
                ShownCell(
                    written(cell, table.decimals),
                    isinstance(cell, str),
                    link if column == "text" else "",
                    reasons.letter(cell.reason) if isinstance(cell, Estimate) else "",
                )
                for (column, _cells), cell in zip(columns, row, strict=True)
            ]
            for row, link in zip(
                zip(*(cells for _column, cells in columns), strict=True), links, strict=True
            )
        ],
        "reasons": reasons.listed(),
        "total": len(of_use),
        "cut": len(of_use) > ROWS_ON_PAGE,
    }


def _of_use(table: Table, task: Task) -> Sequence[Sequence[Cell]]:
    """Without candidates of gold and systems both, where no answers are pooled."""
    if task.pools_answers or not table.columns or table.columns[0] != "origin":
        return table.rows
    return [row for row in table.rows if row[0] not in _POOLED]


def measures_of_use(table: Table, campaign: Campaign) -> Sequence[tuple[Cell, ...]]:
    """Without those of proposals and word lists, where nobody proposed anything."""
    rows = table.rows
    if task_of(campaign).pools_answers:
        return rows
    return [row for row in rows if not isinstance(BY_KEY[str(row[0])], _OF_PROPOSALS)]


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
            page = reverse("read-item", args=[report.campaign.slug, found.item])
            link = f"{page}#candidate-{found.id}"
        links.append(link)
    return links


class ShownCell(NamedTuple):
    """`letter` stands beside a dash whose reason is told below the table."""

    text: str
    is_text: bool
    link: str
    letter: str


class LevelSection(NamedTuple):
    """Of a level of the tree what a page shows, in the order of the page."""

    title: Any
    categories: Table
    agreements: Table
    confusions: Table
    matrix: Table
    matrix_rows: list[dict[str, Any]]


@register.simple_tag
def level_section(tables: Mapping[str, Table], level: str) -> LevelSection:
    return LevelSection(
        LEVEL_TITLES[level],
        categories=tables[f"categories_{level}"],
        agreements=tables[f"agreements_{level}"],
        confusions=tables[f"confusions_{level}"],
        matrix=tables[f"matrix_{level}"],
        matrix_rows=_matrix(level, tables[f"matrix_{level}"]),
    )


def _matrix(level: str, table: Table) -> list[dict[str, Any]]:
    """Each cell with what the list of its documents is asked by."""
    names = table.columns[1:]
    return [
        {
            "number": number,
            "name": row[0],
            "cells": [
                {"n": n, "query": urlencode({"level": level, "a": row[0], "b": name})}
                for name, n in zip(names, row[1:], strict=True)
            ],
        }
        for number, row in enumerate(table.rows, 1)
    ]


# Of what annotators proposed, and of frequencies of words.
_OF_PROPOSALS = (VoteMeasure, ProposalMeasure, GoldMeasure)
# What a task calls otherwise than substitutes of sentences.
_BY_TASK = {
    "gold": "origin gold",
    "systems": "origin systems",
    "both": "origin both",
    "text": "candidate",
    "sentence": "item",
}
# Of them only a task that pools answers has any.
_POOLED = frozenset({"both", "both_share"})
_SHARES = ("gold_share", "systems_share", "both_share")


def _heading(column: str, task: Task) -> Any:
    """A known heading, a measure's name, or a label of the campaign's own scale."""
    if column in task.groupings:
        return _(task.phrases[column])
    if column in _BY_TASK:
        return _(task.phrases[_BY_TASK[column]])
    if column in _SHARES:
        name = translated(task.phrases[f"origin {column.removesuffix('_share')}"])
        return translated("%(origin)s, share") % {"origin": name}
    if column in HEADINGS:
        return HEADINGS[column]
    if column.startswith("n_"):
        return "n"
    return _(BY_KEY[column].column) if column in BY_KEY else column
