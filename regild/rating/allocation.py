"""Whose turn: which subset an annotator gets next, and which of its seats."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import count
from random import Random
from typing import NamedTuple


class Offer(NamedTuple):
    """A subset as allocation sees it: the seats that are taken, by number from 1, and its
    load: the ratings that its candidates have or may yet get; of the candidate with the fewest
    where they differ. `lack`: the ratings wanted that a candidate of it lacks on average.
    `seats`: how many sittings it is handed out for. `own`: the number of seats that is its
    own, None where it has those of its campaign. `sat`: the annotators on its seats.
    `calibration`: whether it is of a calibration round."""

    subset: int
    taken: frozenset[int]
    load: int
    lack: float
    seats: int
    own: int | None = None
    sat: frozenset[int] = frozenset()
    calibration: bool = False


class Turn(NamedTuple):
    subset: int
    seat: int
    seats: int


def choose_turn(
    offers: Sequence[Offer], *, annotator: int, seen: Collection[int], rng: Random
) -> Turn | None:
    """The subset whose candidates lack most, of those this annotator has not had, and its
    lowest free seat.

    So every candidate reaches the minimum before any subset goes beyond it; from there on the
    least covered comes first. Ties are drawn, or annotators who come together would sit on one
    subset. None when nothing is left for them.

    A calibration round comes first, that for most annotators before others. Of other subsets
    with seats of their own each annotator gets each kind in proportion, and shares doubles, and
    what is for more, with all others alike.
    """
    room = [offer for offer in offers if offer.load < offer.seats and offer.subset not in seen]
    if not room:
        return None
    room = [offer for offer in room if offer.lack > 0] or room
    if rounds := [offer for offer in room if offer.calibration]:
        most = max(offer.seats for offer in rounds)
        room = [offer for offer in rounds if offer.seats == most]
    else:
        plain = [offer for offer in offers if not offer.calibration]
        kind = _kind(plain, room, annotator=annotator, rng=rng)
        room = [offer for offer in room if offer.own == kind]
    first = min((-offer.lack, offer.load) for offer in room)
    found = [offer for offer in room if (-offer.lack, offer.load) == first]
    if found[0].own is not None:
        found = _least_paired(offers, found, annotator=annotator)
    chosen = rng.choice(found)
    return Turn(chosen.subset, lowest_free(chosen.taken), chosen.seats)


def _kind(
    offers: Iterable[Offer], room: Iterable[Offer], *, annotator: int, rng: Random
) -> int | None:
    """Drawn by what the annotator lacks to a proportional part: they are never a whole subset
    ahead of it in any, as long as there is one of each kind left for them."""
    kinds = list(dict.fromkeys(offer.own for offer in room))
    if len(kinds) == 1:
        return kinds[0]
    wanted: dict[int | None, float] = dict.fromkeys(kinds, 0)
    had: Counter[int | None] = Counter()
    for offer in offers:
        if offer.own in kinds:
            wanted[offer.own] += offer.load + offer.lack
            had[offer.own] += annotator in offer.sat
    share = (had.total() + 1) / sum(wanted.values())
    # They sum up to one, so that somewhere one is lacking.
    lacking = [max(share * wanted[own] - had[own], 0) for own in kinds]
    return rng.choices(kinds, weights=lacking)[0]


def _least_paired(
    offers: Iterable[Offer], found: Sequence[Offer], *, annotator: int
) -> list[Offer]:
    """Those whose earlier annotators share fewest with this one, of what is for as many."""
    kind = (found[0].own, found[0].calibration)
    paired = Counter(
        other
        for offer in offers
        if (offer.own, offer.calibration) == kind and annotator in offer.sat
        for other in offer.sat
    )
    met = [max((paired[other] for other in offer.sat), default=0) for offer in found]
    return [offer for offer, times in zip(found, met, strict=True) if times == min(met)]


def lowest_free(taken: Collection[int]) -> int:
    return next(seat for seat in count(1) if seat not in taken)
