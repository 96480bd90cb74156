"""How annotators stand beside each other, in words and as dots."""

from typing import Any, NamedTuple

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from core.templatetags.numbers import grouped
from rating.selectors.crowd import ComparedCrowd
from rating.templatetags.monitor_pages import (
    annotator_name,
    finding_words,
    rounded,
    seconds,
    share_words,
)
from regild.figures.charts import Spot
from regild.rating.outliers import Outlier, Sign
from regild.rating.quality import Rule

register = template.Library()

# What a list tells of one annotator; their own page tells the rest.
MOST_CONCERNS = 3
SIGN_OF = {
    Rule.STRAIGHT_LINING: Sign.SAME_SHARE,
    Rule.TOO_FAST: Sign.PACE,
    Rule.ANCHORS_FAILED: Sign.ANCHOR_SHARE,
    Rule.INCONSISTENT: Sign.REPEAT_DIFFERENCE,
    Rule.FOILS_FAILED: Sign.FOIL_SHARE,
    Rule.LOW_CORRELATION: Sign.CORRELATION,
}


class Concern(NamedTuple):
    is_flag: bool
    words: str


class Concerns(NamedTuple):
    shown: list[Concern]
    more: int


@register.filter
def concerns(annotator: Any) -> Concerns:
    """Each once: a flag of a rule, with the crowd's median where it is an outlier too; then the
    outliers that no threshold caught."""
    outliers = {one.sign: one for one in annotator.outliers}
    found = []
    for rule in dict.fromkeys(finding.rule for finding in annotator.findings):
        finding = next(one for one in annotator.findings if one.rule == rule)
        words = finding_words(finding)
        outlier = outliers.pop(SIGN_OF[rule], None) if rule in SIGN_OF else None
        if outlier:
            words = _("%(found)s; median of all: %(crowd)s") % {
                "found": words,
                "crowd": _crowd_words(outlier),
            }
        found.append(Concern(True, words))
    found += [Concern(False, outlier_words(one)) for one in outliers.values()]
    return Concerns(found[:MOST_CONCERNS], max(len(found) - MOST_CONCERNS, 0))


def _crowd_words(outlier: Outlier) -> str:
    if outlier.sign == Sign.PACE:
        return seconds(outlier.crowd)
    if outlier.sign in {Sign.SAME_SHARE, Sign.ANCHOR_SHARE, Sign.FOIL_SHARE}:
        return share_words(outlier.crowd)
    return rounded(outlier.crowd, 2)


@register.filter
def outlier_words(outlier: Outlier) -> str:
    """What is unlike the crowd, in numbers."""
    return _outlier_pattern(outlier) % {
        "value": rounded(outlier.value, 2),
        "crowd": rounded(outlier.crowd, 2),
        "apart": rounded(abs(outlier.value), 2),
        "share": share_words(outlier.value),
        "crowd_share": share_words(outlier.crowd),
        "time": seconds(outlier.value),
        "crowd_time": seconds(outlier.crowd),
    }


def _outlier_pattern(outlier: Outlier) -> str:
    match outlier.sign:
        case Sign.CORRELATION:
            return _("correlates %(value)s with the others (median %(crowd)s)")
        case Sign.LEAN if outlier.value < outlier.crowd:
            return _("rates %(apart)s lower than the others on average")
        case Sign.LEAN:
            return _("rates %(apart)s higher than the others on average")
        case Sign.PACE:
            return _("needs %(time)s a rating (median %(crowd_time)s)")
        case Sign.SAME_SHARE:
            return _("gives one answer to %(share)s (median %(crowd_share)s)")
        case Sign.ANCHOR_SHARE:
            return _(
                "gives %(share)s of the first gold the lowest value (median %(crowd_share)s)"
            )
        case Sign.REPEAT_DIFFERENCE:
            return _("rates the same %(value)s apart (median %(crowd)s)")
        case Sign.FOIL_SHARE:
            return _("accepts %(share)s of the wrong words (median %(crowd_share)s)")


@register.filter
def outlier_far(outlier: Outlier) -> str:
    """How far that is from the crowd."""
    return _("%(distance)s deviations from the median of %(n)s annotators") % {
        "distance": rounded(abs(outlier.distance), 1),
        "n": grouped(outlier.annotators),
    }


@register.filter
def sign_name(sign: Sign) -> str:
    names = {
        Sign.CORRELATION: _("Correlation with the others"),
        Sign.LEAN: _("Mean difference to the others"),
        Sign.PACE: _("Median seconds per rating"),
        Sign.SAME_SHARE: _("Share of the commonest answer"),
        Sign.ANCHOR_SHARE: _("First gold given the lowest value"),
        Sign.REPEAT_DIFFERENCE: _("Difference between two answers"),
        Sign.FOIL_SHARE: _("Wrong words accepted"),
    }
    return names[sign]


@register.filter
def crowd_spots(crowd: ComparedCrowd, slug: str) -> list[Spot]:
    """Each a link to its annotator. Times are said in seconds."""
    scale = 1000 if crowd.across == Sign.PACE else 1
    return [
        Spot(
            annotator_name(dot.annotator),
            dot.x / scale,
            dot.y,
            reverse("annotator", args=[slug, dot.annotator.pk]),
        )
        for dot in crowd.dots
    ]
