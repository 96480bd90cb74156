"""Findings, shares and times in the words of the pages about ratings."""

from collections.abc import Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotators.models import Annotator
from core.refusals import said_parts
from core.templatetags.numbers import grouped
from rating.models import Exclusion
from rating.selectors import coverage
from regild.figures.charts import ChartDay, ChartRow
from regild.rating.coverage import Share
from regild.rating.ledger import LedgerLine, entries
from regild.rating.quality import Finding, Rule

register = template.Library()


@register.filter
def ledger_entries(ledger: Mapping[str, int]) -> list[LedgerLine]:
    return entries(ledger)


@register.filter
def finding_words(finding: Finding) -> str:
    """What was found and from where on it is flagged; the finding's own reason is English."""
    return _finding_pattern(finding) % {
        "value": _quantity(finding.value),
        "share": share_words(finding.value),
        "threshold": _quantity(finding.threshold),
        "threshold_share": share_words(finding.threshold),
    }


def _finding_pattern(finding: Finding) -> str:
    # Two rules have a second form, told by a threshold that is no share.
    in_number = finding.threshold > 1
    match finding.rule:
        case Rule.INCOMPLETE:
            return _("stopped after %(share)s of the candidates")
        case Rule.STRAIGHT_LINING if in_number:
            return _("%(value)s equal answers in a row (flagged from %(threshold)s)")
        case Rule.STRAIGHT_LINING:
            return _("%(share)s of the answers are the same (flagged from %(threshold_share)s)")
        case Rule.TOO_FAST if in_number:
            return _("median %(value)s ms per rating (flagged below %(threshold)s)")
        case Rule.TOO_FAST:
            return _("%(share)s of the ratings are too fast (flagged from %(threshold_share)s)")
        case Rule.ANCHORS_FAILED:
            return _(
                "%(share)s of the first gold given the lowest value"
                " (flagged from %(threshold_share)s)"
            )
        case Rule.INCONSISTENT:
            return _(
                "candidates shown twice are rated %(value)s apart (flagged from %(threshold)s)"
            )
        case Rule.FOILS_FAILED:
            return _("%(share)s of the wrong words accepted (flagged from %(threshold_share)s)")
        case Rule.LOW_CORRELATION:
            return _("correlates %(value)s with the others (flagged below %(threshold)s)")


@register.filter
def chart_days(days: Iterable[coverage.Day]) -> list[ChartDay]:
    return [ChartDay(day.day, day.ratings) for day in days]


@register.filter
def spread_rows(spread: Iterable[Share], slug: str) -> list[ChartRow]:
    """Of those that want more, a link to which they are."""
    short = reverse("monitor-short", args=[slug])
    return [
        ChartRow(
            ngettext("%s rating", "%s ratings", share.complete) % grouped(share.complete),
            share.candidates,
            href=f"{short}?given={share.complete}" if share.short else "",
            note=_("too few") if share.short else "",
        )
        for share in spread
    ]


@register.filter
def correlation_shown(value: float | None) -> str:
    return "–" if value is None else rounded(value, 2)


@register.filter
def annotator_name(annotator: Annotator) -> str:
    """Online nobody has a name."""
    if annotator.source == Annotator.Source.IMPORTED:
        return annotator.name
    return _("Annotator %(number)s") % {"number": annotator.pk}


@register.filter
def reason_words(exclusion: Exclusion) -> str:
    """In the reader's language where a rule excluded, else as a lead wrote it."""
    return said_parts(exclusion.found) if exclusion.found else exclusion.reason


@register.filter
def rule_name(rule: str) -> str:
    """A rule nobody knows any more keeps the name it was recorded under."""
    names: dict[str, str] = {
        Rule.INCOMPLETE: _("unfinished"),
        Rule.STRAIGHT_LINING: _("the same answer again and again"),
        Rule.TOO_FAST: _("too fast"),
        Rule.ANCHORS_FAILED: _("first gold rejected"),
        Rule.INCONSISTENT: _("inconsistent"),
        Rule.FOILS_FAILED: _("wrong words accepted"),
        Rule.LOW_CORRELATION: _("unlike the others"),
    }
    return names.get(rule, rule)


@register.filter
def seconds(ms: float | None) -> str:
    """Of milliseconds; a dash where nothing was timed."""
    return "–" if ms is None else _("%s s") % rounded(ms / 1000, 1)


@register.filter
def measure_shown(value: float | None) -> str:
    return "–" if value is None else rounded(value, 3)


@register.filter
def time_words(days: float) -> str:
    """Days, in words as rough as the estimate is."""
    if days < 1:
        return _("less than a day")
    if days < 21:
        whole = round(days)
        return ngettext("about %d day", "about %d days", whole) % whole
    weeks = round(days / 7)
    return ngettext("about %d week", "about %d weeks", weeks) % weeks


def rounded(value: float, digits: int) -> str:
    """As the language writes it. Alone, Django's function would cut the digits off."""
    # Nothing below nothing: -0.001 is said as 0.00.
    return number_format(round(value, digits) + 0.0, digits)


def _quantity(value: float) -> str:
    return rounded(value, 0 if value == int(value) or abs(value) >= 10 else 2)


def share_words(value: float) -> str:
    return _("%(number)s%%") % {"number": rounded(100 * value, 0)}
