"""A field for a language: chosen by its name from a list, or written as a BCP 47 tag where the
list does not have it. Works without JavaScript."""

import re
from typing import Any

from django import forms
from django.conf.locale import LANG_INFO
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

# "French (fr)", as the list has it.
_NAMED = re.compile(r"^.*\(([A-Za-z0-9-]+)\)\s*$")
LONGEST_TAG = 12


def named_languages() -> list[tuple[str, str]]:
    """Tags with names in the reader's language, by name. Those that Django knows, but for
    variants under names of its own."""
    found = [
        (tag, capfirst(str(get_language_info(tag)["name_translated"])))
        for tag, about in LANG_INFO.items()
        if "name" in about
    ]
    return sorted(found, key=lambda one: one[1].casefold())


def language_named(text: str) -> str:
    """The tag of what was chosen from the list, or written: a name in the reader's language, in
    English or in the language itself. What is no name stays as it is."""
    text = text.strip()
    if chosen := _NAMED.match(text):
        return chosen[1]
    wanted = text.casefold()
    for tag, about in LANG_INFO.items():
        if "name" in about:
            told = get_language_info(tag)
            names = {told["name"], told["name_local"], str(told["name_translated"])}
            if wanted in {name.casefold() for name in names}:
                return tag
    return text


def shown_language(tag: str) -> str:
    """As the list has it; a tag that it does not have, as it is."""
    for known, name in named_languages():
        if known == tag.lower():
            return f"{name} ({tag})"
    return tag


class LanguageInput(forms.TextInput):
    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        list_id = f"{(attrs or {}).get('id', name)}_list"
        field = super().render(name, value, {**(attrs or {}), "list": list_id}, renderer)
        options = format_html_join(
            "", '<option value="{} ({})"></option>', ((n, tag) for tag, n in named_languages())
        )
        return mark_safe(  # noqa: S308  # nosec B308 B703 # both are escaped
            field + format_html('<datalist id="{}">{}</datalist>', list_id, options)
        )


class LanguageField(forms.CharField):
    """Its value is the tag."""

    widget = LanguageInput

    def __init__(self, **options: Any) -> None:
        options.setdefault(
            "help_text",
            _("Choose from the list, or write a tag such as sr-Latn where it is missing"),
        )
        super().__init__(**options)
        self.widget.attrs["autocomplete"] = "off"

    def to_python(self, value: Any) -> str:
        return language_named(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> Any:
        return shown_language(value) if isinstance(value, str) else value
