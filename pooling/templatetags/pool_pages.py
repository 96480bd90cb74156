"""What the pool's page calls things that a job's result has a code for."""

from typing import Any

from django import template
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from campaigns.templatetags.task_words import phrase
from core.templatetags.numbers import decimal
from regild.pooling.pool import ITSELF

register = template.Library()

LEFT_OUT = {
    "beyond depth": _("beyond the answers taken from each system"),
    "code": _("codes such as pn or NIL"),
    "empty": _("empty after normalising"),
}


@register.filter
def origin_said(origin: str, campaign: Campaign) -> Any:
    return phrase(campaign, f"origin {origin}")


@register.filter
def share_said(share: float | None) -> str:
    """In percent; a dash where there is none."""
    return "–" if share is None else f"{decimal(100 * share, 1)}\N{NO-BREAK SPACE}%"


@register.filter
def left_out_because(reason: str, campaign: Campaign) -> Any:
    if reason == ITSELF:
        return phrase(campaign, "left out as the item itself")
    return LEFT_OUT.get(reason, _("several words"))
