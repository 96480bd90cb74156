"""The forms of a page, as a browser would fill them in, and what nobody would type there."""

from html.parser import HTMLParser
from typing import Any, NamedTuple

# Urlencoded, for a client may send bytes that are no text.
VALUES = {
    "NUL": "%00",
    "NUL inside": "a%00b",
    "half a pair": "%ED%A0%80",
    "no UTF-8": "%FF%FE",
    "a huge number": "9" * 30,
    "2 to the power of 63": str(2**63),
    "a number of thousands of digits": "9" * 5_000,
    "below zero": "-1",
    "no number": "nan",
    "infinite": "1e400",
    "another script's digit": "%D9%A2",
    "a list": "%5B%5D",
    "a formula": "%24%5Cfrac%7B%24",
    "a header": "a%0D%0AX-Y%3A+z",
    "no day": "2026-99-99",
    "the last day": "9999-12-31T23%3A59",
    "very long": "x" * 50_000,
}


class Form(NamedTuple):
    action: str
    method: str
    fields: dict[str, str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said: dict[str, Any] = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = said.get("method", "get").lower()
            action = said.get("action") or said.get("hx-post") or ""
            self.forms.append(Form(action, method, {}))
            self._inside = True
        elif self._inside and tag in {"input", "select", "textarea"} and said.get("name"):
            unset = said.get("type") in {"checkbox", "radio"} and "checked" not in said
            fields = self.forms[-1].fields
            if not unset or said["name"] not in fields:
                fields[said["name"]] = "" if unset else said.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "form"


def forms_of(page: str) -> list[Form]:
    reader = _Reader()
    reader.feed(page)
    return reader.forms
