"""What the method's declarations say, in the reader's language."""

from django import template
from django.utils.translation import gettext

register = template.Library()


@register.filter
def in_words(text: str) -> str:
    return gettext(str(text))
