"""Whose turn: which subset an annotator gets next, and which of its seats."""

from collections.abc import Collection, Iterable
from itertools import count
from random import Random
from typing import NamedTuple


class Offer(NamedTuple):
    """A subset as allocation sees it: the seats that are taken, by number from 1, and its
    load: the ratings that its candidates have or may yet get; of the candidate with the fewest
    where they differ. `lack`: the ratings wanted that a candidate of it lacks on average."""

    subset: int
    taken: frozenset[int]
    load: int
    lack: float = 0


class Turn(NamedTuple):
    subset: int
    seat: int


def choose_turn(
    offers: Iterable[Offer], *, seats: int, seen: Collection[int], rng: Random
) -> Turn | None:
    """The subset whose candidates lack most, of those this annotator has not had, and its
    lowest free seat.

    So every candidate reaches the minimum before any subset goes beyond it; from there on the
    least covered comes first. Ties are drawn, or annotators who come together would sit on one
    subset. None when nothing is left for them.
    """
    open_offers = [offer for offer in offers if offer.load < seats and offer.subset not in seen]
    if not open_offers:
        return None
    first = min((-offer.lack, offer.load) for offer in open_offers)
    chosen = rng.choice([one for one in open_offers if (-one.lack, one.load) == first])
    return Turn(chosen.subset, lowest_free(chosen.taken))


def lowest_free(taken: Collection[int]) -> int:
    return next(seat for seat in count(1) if seat not in taken)
