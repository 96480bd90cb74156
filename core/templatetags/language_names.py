"""What languages are called, in the language of the page."""

from babel import Locale, UnknownLocaleError
from django import template
from django.utils.translation import get_language

register = template.Library()


@register.filter
def language_words(tag: str) -> str:
    """`en-GB` is English (United Kingdom); a tag that nobody has a name for stays as it is."""
    here = Locale.parse(get_language() or "en", sep="-")
    try:
        return Locale.parse(tag, sep="-").get_display_name(here) or tag
    except (UnknownLocaleError, ValueError):
        return tag
