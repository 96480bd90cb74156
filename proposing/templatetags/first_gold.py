"""Flags, steps and tables of the first stage in the words of its pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from core.refusals import restored, said
from regild.agreement.declaration import Measurement
from regild.agreement.first_stage import ALL, NMWS, NMWT, NO_NAMES, PLAIN
from regild.tables.printing import Cell, Table, shown

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
    NMWT: _("targets that are no part of a multiword"),
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
    "reason": _("undefined because"),
}
# Here, unlike in a report, all of them are on the first gold.
MEASURES = {
    "pairwise_sets": _("overlap of sets"),
    "mode_exists": _("a mode exists"),
    "mode_hit": _("annotators with the mode"),
    "mode_token_share": _("responses that are the mode"),
    "mode_jaccard": _("overlap with the mode"),
    "multiword_detection": _("both saw a phrase, or neither"),
    "multiword_identification": _("of those who both saw one: the same"),
    "multiword_identification_of_either": _("of those of whom one saw one: the same"),
}
CAPTIONS = {
    "first_stage_agreement": _("Agreement on what was proposed"),
    "first_stage_multiwords": _("Agreement on phrases"),
    "first_stage_distinct": _("Sentences by their number of different substitutes"),
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
    return shown(measure.value)


@register.inclusion_tag("proposing/_table.html")
def stage_table(campaign: Campaign, table: Table) -> dict[str, Any]:
    """Without columns that have nothing in them; as files it has them all."""
    places = [
        place
        for place, name in enumerate(table.columns)
        if name != "reason" or any(row[place] for row in table.rows)
    ]
    return {
        "campaign": campaign,
        "table": table,
        "caption": CAPTIONS[table.name],
        "headings": [_heading(table.columns[place]) for place in places],
        "rows": [
            [_said(table.columns[place], row[place]) for place in places] for row in table.rows
        ],
    }


def _heading(column: str) -> Any:
    return COLUMNS[column] if column in COLUMNS else measure_said(column)


def _said(column: str, cell: Cell) -> Any:
    match column, cell:
        case "part", str():
            return PARTS.get(cell, cell)
        case "measure", str():
            return measure_said(cell)
        case "reason", str():
            return gettext(cell) if cell else ""
    return shown(cell)
