"""Icons from the site's one sprite, static/img/icons.svg."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing beside words that say the same: a screen reader hears the words alone."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("img/icons.svg"),
        name,
    )
