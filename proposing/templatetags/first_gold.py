"""Flags, steps and tables of the first stage in the words of its pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from core.refusals import restored, said
from core.templatetags.numbers import Reasons, written
from regild.agreement.declaration import Measurement
from regild.agreement.first_stage import ALL, NMWS, NMWT, NO_NAMES, PLAIN
from regild.tables.printing import Cell, Estimate, Table

register = template.Library()

# What changed a spelling, as a Wording and `make_first_gold` call it.
STEPS = {
    "mapping": _("mapping"),
    "case": _("capitals"),
    "underscore": _("underscore"),
    "apostrophe": _("apostrophe"),
    "blanks": _("blanks"),
    "nfc": _("composed characters"),
    "lemma": _("lemma"),
    "accepted": _("a lead's decision"),
}
REASONS = {"empty": _("nothing is left of it"), "itself": _("the target itself")}
PARTS = {
    ALL: _("all"),
    "n": _("nouns"),
    "v": _("verbs"),
    "a": _("adjectives"),
    "r": _("adverbs"),
    NMWT: _("targets that are not part of a multiword"),
    NMWS: _("without substitutes of several words"),
    NO_NAMES: _("without names"),
    PLAIN: _("none of the three"),
}
COLUMNS = {
    "part": _("part of the data"),
    "sentences": _("sentences"),
    "substitutes": _("different substitutes"),
    "measure": _("measure"),
    "value": _("value"),
    "pairs": _("pairs"),
}
# Here, unlike in a report, all of them are on the first gold.
MEASURES = {
    "pairwise_sets": _("overlap of sets"),
    "mode_exists": _("a mode exists"),
    "mode_hit": _("annotators with the mode"),
    "mode_token_share": _("responses that are the mode"),
    "mode_jaccard": _("overlap with the mode"),
    "multiword_detection": _("both saw a phrase, or neither did"),
    "multiword_identification": _("same phrase, of pairs who both saw one"),
    "multiword_identification_of_either": _(
        "same phrase, of pairs of whom at least one saw one"
    ),
}
CAPTIONS = {
    "first_stage_agreement": _("Agreement of proposals"),
    "first_stage_multiwords": _("Agreement on phrases"),
    "first_stage_distinct": _("Sentences by number of different substitutes"),
}


@register.filter
def finding_said(finding: Mapping[str, Any]) -> str:
    return said(restored(finding["said"]))


@register.filter
def steps_said(steps: Sequence[str]) -> str:
    return ", ".join(str(STEPS.get(step, step)) for step in steps)


@register.filter
def why_left_out(reason: str) -> Any:
    return REASONS[reason]


@register.filter
def why_close(why: str) -> str:
    """One of a few sentences of the method, without anything filled in."""
    return gettext(why)


@register.filter
def measure_said(key: str) -> Any:
    return MEASURES[key]


@register.filter
def value_shown(measure: Measurement) -> str:
    return written(measure.value)


@register.inclusion_tag("proposing/_table.html")
def stage_table(campaign: Campaign, table: Table) -> dict[str, Any]:
    """With the reasons below it; its files have a column of them."""
    reasons = Reasons()
    places = [place for place, name in enumerate(table.columns) if name != "reason"]
    return {
        "campaign": campaign,
        "table": table,
        "caption": CAPTIONS[table.name],
        "headings": [_heading(table.columns[place]) for place in places],
        "rows": [
            [
                (_said(table.columns[place], row[place]), _letter(row[place], reasons))
                for place in places
            ]
            for row in table.rows
        ],
        "reasons": reasons.listed(),
    }


def _letter(cell: Cell, reasons: Reasons) -> str:
    return reasons.letter(cell.reason) if isinstance(cell, Estimate) else ""


def _heading(column: str) -> Any:
    return COLUMNS[column] if column in COLUMNS else measure_said(column)


def _said(column: str, cell: Cell) -> Any:
    match column, cell:
        case "part", str():
            return PARTS.get(cell, cell)
        case "measure", str():
            return measure_said(cell)
    return written(cell)
