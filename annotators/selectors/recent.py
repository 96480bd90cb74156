"""Who was at work lately, as pages say it: in every stage the same words."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from annotators.models import Annotator
from annotators.selectors.names import annotator_names
from campaigns.models import Campaign

WEEK = timedelta(days=7)
# Of an annotator a page says so many lines.
BUSIEST = 5


class RecentWork(NamedTuple):
    """Turns that somebody ended, and the answers in them."""

    turns: int
    answers: int


class BusyAnnotator(NamedTuple):
    id: int
    name: str
    turns: int
    answers: int


class Week(NamedTuple):
    """Of the last seven days: who joined, who ended a turn, what these came to, and those who
    answered most."""

    joined: int
    annotators: int
    turns: int
    answers: int
    busiest: list[BusyAnnotator]


def week_of(campaign: Campaign, done: Mapping[int, RecentWork], *, now: datetime) -> Week:
    """`done`: annotator → what they did since `now` less a week."""
    people = campaign.annotators.exclude(source=Annotator.Source.IMPORTED)
    joined = people.filter(joined_at__gt=now - WEEK, withdrawn_at__isnull=True)
    most = sorted(done, key=lambda id: (-done[id].answers, -done[id].turns, id))[:BUSIEST]
    names = annotator_names(campaign, only=most) if most else {}
    return Week(
        joined=joined.count(),
        annotators=len(done),
        turns=sum(work.turns for work in done.values()),
        answers=sum(work.answers for work in done.values()),
        busiest=[BusyAnnotator(id, names[id], *done[id]) for id in most],
    )
