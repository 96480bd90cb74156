"""What an annotator may do next, and what has become of what they left, as pages say it: in
every stage the same words."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from annotators.models import AbstractTurn


class Fate(StrEnum):
    """Of a turn that was left alone."""

    YOURS = "yours"
    # All its seats are others'.
    TAKEN = "taken"
    # Something that was answered in it has its ratings by others.
    RATED = "rated"
    HIDDEN = "hidden"
    ANOTHER = "another"
    LEFT_OUT = "left out"
    # All of it was answered, too little of it judged.
    UNJUDGED = "unjudged"
    # Others with their answers have the places of a quota.
    QUOTA = "quota"
    CLOSED = "closed"


class Left(NamedTuple):
    """Somebody's newest turn, which they left at that moment."""

    fate: Fate
    at: datetime


class NextTask(StrEnum):
    """What an annotator may do next; NOTHING where the state of the campaign says why not."""

    GO_ON = "go on"
    TAKE_AGAIN = "take again"
    TAKE = "take"
    NONE_LEFT = "none left"
    NOTHING = "nothing"


class Standing(NamedTuple):
    """`sat`: they have had a turn. `released`: their newest one was ended by the people who run
    the campaign."""

    offer: NextTask
    left_alone: Left | None
    sat: bool
    released: bool


def last_sign(turn: AbstractTurn, *, hold: timedelta, answered: datetime | None) -> datetime:
    """When its annotator took it, came back to it or answered in it for the last time.

    Coming back is known by the hold that began with it alone.
    """
    signs = [turn.taken_at, turn.expires_at - hold]
    return max(signs if answered is None else [*signs, answered])
