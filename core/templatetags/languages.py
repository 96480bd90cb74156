"""In which other languages a page can be read, and in which direction."""

from typing import Any

from django import template
from django.utils.translation import get_language, get_language_info

from core.languages import direction, speaks

register = template.Library()
# Django's own list of those from right to left is short of most.
register.filter("direction", direction)


@register.simple_tag(takes_context=True)
def other_languages(context: dict[str, Any]) -> list[dict[str, Any]]:
    here = speaks(context["request"].path)
    return [get_language_info(code) for code in here if code != get_language()]
