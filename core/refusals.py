"""Why something is not done: a code for programs, and words for the person who asked.

Services say it in English, with what the sentence is made of. Commands and the API tell that;
a page tells what `said` makes of it, in its reader's language.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Any

from django.utils.translation import get_language, gettext

from regild.problems import N_, BadFile, FileProblem, Notice, Text


class Refused(Exception):  # noqa: N818
    """The work cannot be done as asked. `code` never changes; `text` is for people. `facts` are
    what a job that is refused has as its result."""

    facts: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, code: str, text: Text) -> None:
        self.code = code
        self.text = text
        super().__init__(code, text)

    def __str__(self) -> str:
        return str(self.text)


class SystemExists(Refused):
    """The campaign has a system of that name."""

    def __init__(self, name: str) -> None:
        self.name = name
        text = N_("The campaign already has a system %(name)s.", name=name)
        super().__init__("system_exists", text)


class CampaignExists(Refused):
    """The slug is taken."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        text = N_("There is already a campaign %(slug)s.", slug=slug)
        super().__init__("campaign_exists", text)


class TooOften(Refused):
    """It may be asked for again after `seconds`."""

    def __init__(self, code: str, text: Text, *, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(code, text)


def said(text: str) -> str:
    """In the reader's language, where it is a Text."""
    if not isinstance(text, Text) or (get_language() or "en").startswith("en"):
        return str(text)
    return text.said(gettext)


def said_problems(bad: BadFile) -> list[str]:
    """A line for each, in the reader's language."""
    return [said_problem(_line_of(bad.name, problem.line), problem) for problem in bad.problems]


def said_notice(notice: Notice) -> str:
    line = notice.problem.line
    where = notice.name if line is None else f"{notice.name}:{line}"
    return said_problem(where, notice.problem)


def said_problem(where: str, problem: FileProblem) -> str:
    words = {"message": said(problem.message), "remedy": said(problem.remedy)}
    return said(N_("%(where)s: %(message)s. %(remedy)s.", where=where, **words))


def kept(text: Text) -> dict[str, Any]:
    """As JSON holds it, until `restored` makes a Text of it again."""
    return {
        "template": text.template,
        "parameters": {name: _kept(value) for name, value in text.parameters.items()},
    }


def restored(found: Mapping[str, Any], *, english: str | None = None) -> Text:
    parameters = {name: _restored(value) for name, value in found["parameters"].items()}
    return Text(found["template"], parameters, english=english)


def said_parts(parts: Sequence[Mapping[str, Any]]) -> str:
    """Of kept texts, in the reader's language; there is one at least."""
    texts = [said(restored(part)) for part in parts]
    return reduce(lambda one, next: said(N_("%(one)s; %(next)s", one=one, next=next)), texts)


def _line_of(name: str, line: int | None) -> str:
    if line is None:
        return name
    return said(N_("%(name)s, line %(line)s", name=name, line=line))


def _kept(value: object) -> Any:
    match value:
        case Text():
            return kept(value)
        case tuple():
            return [_kept(one) for one in value]
    return str(value)


def _restored(value: Any) -> object:
    match value:
        case dict():
            return restored(value)
        case list():
            return tuple(_restored(one) for one in value)
    return value
