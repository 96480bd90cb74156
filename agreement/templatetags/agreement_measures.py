"""The measures of a report: the few that say most in words, and all of them in one table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agreement.models import AgreementReport
from agreement.templatetags.agreement_pages import level_name, measures_of_use
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.templatetags.numbers import between, decimal, grouped
from regild.agreement.declaration import AgreementMeasure, RatingMeasure
from regild.agreement.level_tables import levels_of
from regild.agreement.measures.first_gold import ProposalMeasure, VoteMeasure
from regild.agreement.measures.pairs import PairMeasure
from regild.agreement.measures.two_golds import GoldMeasure
from regild.agreement.registry import BY_KEY
from regild.tables.printing import Estimate, Table

register = template.Library()

# The one that fits the scale, and three that need no knowledge of statistics.
HEADLINES = {
    "ordinal": ("alpha_ordinal", "pairwise_exact", "unanimity", "sd"),
    "nominal": ("alpha_nominal", "pairwise_exact", "unanimity", "fleiss_kappa"),
}
GROUPS: tuple[tuple[Any, tuple[type[AgreementMeasure], ...]], ...] = (
    (_("All ratings"), (RatingMeasure,)),
    (_("Pairs of annotators"), (PairMeasure,)),
    (_("First gold"), (VoteMeasure, ProposalMeasure)),
    (_("First and second gold"), (GoldMeasure,)),
)
# By what the table can be sorted; a minus sign before it turns it round.
ORDERS = ("measure", "value", "n", "n_ratings")


class Headline(NamedTuple):
    """`meaning` is in words; `reason` stands there where there is no value."""

    title: str
    value: str
    interval: str
    n: str
    meaning: str
    reason: str


class MeasureLine(NamedTuple):
    key: str
    title: str
    definition: str
    value: str
    interval: str
    over_items: str
    n: str
    n_ratings: str
    meaning: str
    reason: str
    p: str
    sorts: Mapping[str, Any]


class Heading(NamedTuple):
    """`sorted` is what aria-sort says; `href` sorts by it, or the other way round."""

    name: str
    label: Any
    sorted: str
    href: str


@register.simple_tag
def headlines(report: AgreementReport) -> list[Headline]:
    """At the finest level of a tree."""
    level = task_of(report.campaign).level
    levels = levels_of({"levels": report.levels})
    found = next(iter(levels.values()))["measures"] if levels else report.measures
    return [
        _headline(key, found[key], report.policy["scale"])
        for key in HEADLINES[level]
        if key in found
    ]


def _headline(
    key: str, found: Mapping[str, Any], scale: Sequence[Mapping[str, Any]]
) -> Headline:
    value, low, high = found["value"], found["low"], found["high"]
    return Headline(
        gettext(BY_KEY[key].title),
        "–" if value is None else decimal(value, 2),
        _interval(value, low, high, 2),
        grouped(found["n"]),
        "" if value is None else _in_words(key, value, low, high, scale),
        gettext(found["reason"] or ""),
    )


def _in_words(
    key: str,
    value: float,
    low: float | None,
    high: float | None,
    scale: Sequence[Mapping[str, Any]],
) -> str:
    if key in _WORDS:
        weights = [option.get("weight") or 0 for option in scale]
        return str(_WORDS[key]) % {
            "percent": gettext("%(number)s%%") % {"number": decimal(100 * value, 0)},
            "value": decimal(value, 2),
            "lowest": f"{min(weights, default=0):g}",
            "highest": f"{max(weights, default=0):g}",
        }
    return _read_as(BY_KEY[key], value, low, high)


_WORDS = {
    "pairwise_exact": _(
        "Two annotators of the same candidate chose the same value in %(percent)s of all cases."
    ),
    "unanimity": _(
        "Everybody agrees on %(percent)s of the candidates that have two ratings or more."
    ),
    "sd": _(
        "Ratings of one candidate typically lie %(value)s from their mean, on a scale from"
        " %(lowest)s to %(highest)s."
    ),
}


def _read_as(
    measure: AgreementMeasure, value: float, low: float | None, high: float | None
) -> str:
    """By the measure's convention, with its source; empty where it has none."""
    convention = measure.convention
    if convention is None:
        return ""
    band = convention.band(value)
    said = gettext("%(meaning)s (%(source)s)") % {
        "meaning": gettext(band.meaning),
        "source": convention.source,
    }
    if low is None or high is None:
        return said
    ends = [convention.band(low), convention.band(high)]
    if ends == [band, band]:
        return said
    return gettext("%(reading)s; the interval goes from “%(low)s” to “%(high)s”") % {
        "reading": said,
        "low": gettext(ends[0].meaning),
        "high": gettext(ends[1].meaning),
    }


def _interval(value: float | None, low: float | None, high: float | None, decimals: int) -> str:
    if value is None or low is None or high is None:
        return ""
    return between(decimal(low, decimals), decimal(high, decimals))


@register.simple_tag
def measure_headings(asked: str) -> list[Heading]:
    labels = {
        "measure": _("measure"),
        "value": _("value"),
        "n": "n",
        "n_ratings": _("ratings"),
    }
    return [_heading(name, label, asked) for name, label in labels.items()]


def _heading(name: str, label: Any, asked: str) -> Heading:
    now = {name: "ascending", f"-{name}": "descending"}.get(asked, "none")
    # Names from A, numbers from the highest; what is sorted by already, the other way round.
    first, second = (name, f"-{name}") if name == "measure" else (f"-{name}", name)
    following = second if asked == first else first
    return Heading(name, label, now, f"?{urlencode({'sort': following})}#measures")


@register.simple_tag
def measure_groups(
    table: Table, campaign: Campaign, asked: str
) -> list[tuple[Any, list[MeasureLine]]]:
    """By what they rest on, in the order of files; sorted by something, they are one group."""
    lines = [
        _line(dict(zip(table.columns, row, strict=True)), campaign)
        for row in measures_of_use(table, campaign)
    ]
    order = asked.removeprefix("-")
    if order in ORDERS:
        return [("", _sorted(lines, order, down=asked.startswith("-")))]
    found = [
        (title, [line for line in lines if isinstance(BY_KEY[line.key], kinds)])
        for title, kinds in GROUPS
    ]
    return [(title, lines) for title, lines in found if lines]


def _sorted(lines: list[MeasureLine], order: str, *, down: bool) -> list[MeasureLine]:
    """What is undefined comes last either way."""
    known = [line for line in lines if line.sorts[order] is not None]
    unknown = [line for line in lines if line.sorts[order] is None]
    by: Callable[[MeasureLine], Any] = lambda line: line.sorts[order]  # noqa: E731
    return [*sorted(known, key=by, reverse=down), *unknown]


def _line(row: Mapping[str, Any], campaign: Campaign) -> MeasureLine:
    measure = BY_KEY[row["measure"]]
    found: Estimate = row["value"]
    title = gettext(measure.title)
    p = row.get("p")
    return MeasureLine(
        measure.key,
        title,
        gettext(measure.definition),
        "–" if found.value is None else decimal(found.value, 3),
        _interval(found.value, found.low, found.high, 3),
        _interval(found.value, row["sentences_low"], row["sentences_high"], 3),
        grouped(row["n"]),
        grouped(row["n_ratings"]),
        "" if found.value is None else _read_as(measure, found.value, None, None),
        gettext(found.reason) if found.reason else "",
        # Three decimals say nothing of a small one.
        "" if p is None else decimal(p, 3) if p >= 0.001 else f"{p:.1e}",
        {
            "measure": title.casefold(),
            "value": found.value,
            "n": row["n"],
            "n_ratings": row["n_ratings"],
        },
    )


@register.simple_tag
def level_definitions(table: Table) -> list[tuple[str, str, str]]:
    """Key, title and definition of every measure of a table of levels."""
    measures = [BY_KEY[str(row[0])] for row in table.rows]
    return [(one.key, gettext(one.title), gettext(one.definition)) for one in measures]


@register.simple_tag
def headline_level(report: AgreementReport) -> Any:
    """Of which level of a tree the headlines are; empty without a tree."""
    levels = levels_of({"levels": report.levels})
    return level_name(next(iter(levels))) if len(levels) > 1 else ""
