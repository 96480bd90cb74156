"""A stage of a campaign's overview: what it holds, what is wrong, what to do next."""

from datetime import datetime
from typing import Any, NamedTuple

from core.templatetags.numbers import grouped


class Fact(NamedTuple):
    """`said` for people, in words of their language; `key` and `value` for programs."""

    key: str
    name: str
    said: str
    value: Any


class Step(NamedTuple):
    """What to do next, and the page to do it on."""

    words: str
    page: str


class OverviewStage(NamedTuple):
    """`wrong` is what keeps the stage from being right; `page` has all there is to it."""

    name: str
    page: str
    facts: list[Fact]
    wrong: str = ""
    then: Step | None = None


def counted(key: str, name: str, value: float) -> Fact:
    return Fact(key, name, grouped(value), value)


def moment(key: str, name: str, value: datetime) -> Fact:
    return Fact(key, name, f"{value:%Y-%m-%d %H:%M}", value)
