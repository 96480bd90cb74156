"""A stage of a campaign's overview: what it holds, what is wrong, what to do next."""

from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from core.templatetags.numbers import grouped, percent_done


class Fact(NamedTuple):
    """`said` for people, in words of their language; `key` and `value` for programs."""

    key: str
    name: str
    said: str
    value: Any


class Step(NamedTuple):
    """What can be done next, and the page to do it on. `due`: the campaign does not go on
    without it; `sharing`: what helps is that more annotators have the link."""

    words: str
    page: str
    due: bool = True
    sharing: bool = False


class Status(StrEnum):
    """Of a stage: nothing in it yet, under way, or all there."""

    WAITING = "waiting"
    ACTIVE = "active"
    DONE = "done"


class OverviewStage(NamedTuple):
    """`wrong` is what keeps the stage from being right; `page` has all there is to it. `head`
    is the key of the fact that stands for it, `brief` what does so in its place; `share` is
    None where nothing is a share."""

    name: str
    page: str
    facts: list[Fact]
    wrong: str = ""
    then: Step | None = None
    head: str = ""
    status: Status = Status.WAITING
    share: float | None = None
    brief: Fact | None = None

    @property
    def headline(self) -> Fact | None:
        if self.status == Status.WAITING:
            return None
        return self.brief or next((fact for fact in self.facts if fact.key == self.head), None)

    @property
    def percent(self) -> int:
        """Of its bar."""
        share = percent_done(self.share)
        if share is None:
            return 100 if self.status == Status.DONE else 0
        return share


class NextStep(NamedTuple):
    """The one thing to do now. `stage` is the page of its stage, `page` where it is done."""

    stage: str
    words: str
    page: str
    sharing: bool


def counted(key: str, name: str, value: float) -> Fact:
    return Fact(key, name, grouped(value), value)


def moment(key: str, name: str, value: datetime) -> Fact:
    return Fact(key, name, f"{value:%Y-%m-%d %H:%M}", value)
