"""How much one annotator, one network and one campaign may do in five minutes.

Counted where something is stored, and only there: first answers, which a turn bounds by
itself, are not counted, so that the path of an answer pays nothing. What a class of two hundred
behind one address does stays far below (tests/hostile/test_limits.py).
"""

from typing import NamedTuple

from annotators.models import AbstractTurn
from core.refusals import Refused
from core.throttling import Limit, Try, count, seconds_to_wait
from regild.problems import N_


class Limits(NamedTuple):
    annotator: Limit
    network: Limit
    campaign: Limit


def _limits(name: str, *, annotator: int, network: int, campaign: int) -> Limits:
    return Limits(
        Limit(f"{name}-annotator", annotator),
        Limit(f"{name}-network", network),
        Limit(f"{name}-campaign", campaign),
    )


# Subsets begun; a campaign has no more than its seats.
TAKES = _limits("takes", annotator=60, network=1_000, campaign=20_000)
# Answers that replace another. A device without a network may bring thousands at once.
CHANGES = _limits("changes", annotator=5_000, network=20_000, campaign=200_000)
REMARKS = _limits("remarks", annotator=60, network=1_000, campaign=5_000)
# Addresses left for a reminder, each of which may be somebody else's.
REMINDERS = _limits("reminders", annotator=5, network=250, campaign=2_000)

# Turns of this many words, each answered in less than this on average by our clock: nobody
# can have read them. A network that sends so many begins no other for a while.
READ_AT_LEAST = 3
READING_MS = 100
UNREAD = Limit("unread-network", 20)


class TooMany(Refused):
    """Again in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        text = N_("Too many at once; try again in %(seconds)s seconds.", seconds=seconds)
        super().__init__("throttled", text)


def allow(
    limits: Limits, *, annotator: int, campaign: int, network: str, times: int = 1
) -> None:
    """Counts them. Raises TooMany."""
    tries = [Try(limits.annotator, str(annotator)), Try(limits.campaign, str(campaign))]
    if network:
        tries.append(Try(limits.network, network))
    _refuse_beyond(tries)
    count(tries, times=times)


def allow_another_turn(*, annotator: int, campaign: int, network: str) -> None:
    """Raises TooMany."""
    if network:
        _refuse_beyond([Try(UNREAD, network)])
    allow(TAKES, annotator=annotator, campaign=campaign, network=network)


def count_unread(turn: AbstractTurn, *, words: int) -> None:
    """Of one that ends now, if nobody can have read it; while it still has its network."""
    if not turn.network or turn.completed_at is None or words < READ_AT_LEAST:
        return
    took = turn.completed_at - turn.taken_at
    if took.total_seconds() * 1000 < words * READING_MS:
        count([Try(UNREAD, turn.network)])


def _refuse_beyond(tries: list[Try]) -> None:
    seconds = seconds_to_wait(tries)
    if seconds:
        raise TooMany(seconds)
