"""How a table of systems that answer with distributions looks."""

from typing import Any, NamedTuple

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from regild.tables.printing import Cell, Estimate, Table, shown
from scoring.selectors.soft_systems import TITLES

register = template.Library()

_CAPTIONS = {"shares": _("Share of each value"), "people": _("What each annotator gave")}
_HEADINGS = {
    "system": _("system"),
    "n": _("candidates"),
    "unanswered": _("unanswered"),
}


class SoftCell(NamedTuple):
    text: str
    reason: str


@register.filter
def newest_release(campaign: Campaign) -> int | None:
    """Its number; a release itself is large."""
    return campaign.releases.values_list("number", flat=True).first()


@register.simple_tag
def soft_table(table: Table) -> dict[str, Any]:
    return {
        "caption": _CAPTIONS[table.name],
        "headings": [
            _HEADINGS[name] if name in _HEADINGS else gettext(TITLES[name])
            for name in table.columns
        ],
        "rows": [[_cell(cell, table.decimals) for cell in row] for row in table.rows],
    }


def _cell(cell: Cell, decimals: int) -> SoftCell:
    reason = cell.reason if isinstance(cell, Estimate) else ""
    return SoftCell(shown(cell, decimals), reason)
