"""Portions of a pool, cut into subsets for different numbers of annotators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from regild.arrays import np
from regild.pooling.dispatch import Plan, PoolItem, dispatch
from regild.pooling.sampling import draw


class Portion(NamedTuple):
    """Candidates to cut into so many subsets, each for so many annotators; None where the
    campaign says it."""

    pool: Sequence[PoolItem]
    subsets: int
    seats: int | None


class TooFewSubsets(ValueError):  # noqa: N818
    """One cannot hold both what is annotated more often and what is annotated once."""


def double_and_single(
    pool: Sequence[PoolItem],
    keys: Mapping[int, str],
    *,
    share: float,
    subsets: int,
    seed: int,
    times: int = 2,
    left_out: Collection[int] = (),
) -> list[Portion]:
    """A share of the pool's sentences for two annotators, or as many `times`, the others for
    one. The share is of those that `dispatch` does not leave out.

    The seed draws them by their `keys`, so that a sentence more or less changes few lots. The
    subsets are shared out so that they hold about as much of either kind. A portion without a
    sentence is none. Raises TooFewSubsets where both have one and there is only one subset.

    >>> pool = [PoolItem(n, n, True) for n in range(10)]
    >>> keys = {n: str(n) for n in range(10)}
    >>> [(len(one.pool), one.subsets, one.seats)
    ...  for one in double_and_single(pool, keys, share=0.2, subsets=5, seed=1)]
    [(2, 1, 2), (8, 4, 1)]
    """
    placed = {one.sentence for one in pool} - {*left_out}
    ids = {keys[sentence]: sentence for sentence in placed}
    drawn = draw(ids, size=rounded(share * len(ids)), seed=seed)
    twice = {ids[key] for key in drawn}
    double = [one for one in pool if one.sentence in twice]
    single = [one for one in pool if one.sentence not in twice]
    n_single = sum(one.sentence in placed for one in single)
    if not double or not n_single:
        return [Portion(pool, subsets, times if double else 1)]
    if subsets < 2:
        raise TooFewSubsets
    for_double = _shared_out(subsets, len(double), n_single)
    return [Portion(double, for_double, times), Portion(single, subsets - for_double, 1)]


def rounded(number: float) -> int:
    """Halves up, as one reckons by hand.

    >>> rounded(0.5), rounded(2.5), rounded(0.18 * 1000)
    (1, 3, 180)
    """
    return int(number + 0.5 + 1e-9)


def _shared_out(subsets: int, double: int, single: int) -> int:
    """How many of the subsets hold the doubles, so that the two sizes differ least."""
    exact = int(subsets * double / (double + single))
    near = {min(max(n, 1), subsets - 1) for n in (exact, exact + 1)}
    return min(sorted(near), key=lambda n: abs(double / n - single / (subsets - n)))


def dispatch_portions(
    portions: Sequence[Portion],
    *,
    block_size: int,
    seed: int,
    unanchored_allowed: Collection[int] = (),
    anchor_copies: Mapping[int, Sequence[int]] = MappingProxyType({}),
    anchored: bool = True,
) -> Plan:
    """Each as `dispatch` has it, one after the other. No copy is shown where its candidate
    stands itself. Raises PlanImpossible."""
    plans = []
    for number, portion in enumerate(portions):
        sentences = {one.sentence for one in portion.pool}
        own = {one.candidate for one in portion.pool}
        plans.append(
            dispatch(
                portion.pool,
                subsets=portion.subsets,
                block_size=block_size,
                seed=seed if number == 0 else _further_seed(seed, number),
                unanchored_allowed=unanchored_allowed,
                anchor_copies={
                    sentence: [copy for copy in copies if copy not in own]
                    for sentence, copies in anchor_copies.items()
                    if sentence in sentences
                },
                anchored=anchored,
                seats=portion.seats,
            )
        )
    return _joined(plans)


def _further_seed(seed: int, number: int) -> int:
    """Or portions of one shape would stand in one order."""
    return int.from_bytes(sha256(f"{seed} portion {number}".encode()).digest()[:8], "big")


def _joined(plans: Sequence[Plan]) -> Plan:
    before = np.cumsum([0, *(len(plan.sizes) for plan in plans)])
    return Plan(
        subset=np.concatenate(
            [plan.subset + start for plan, start in zip(plans, before, strict=False)]
        ),
        position=np.concatenate([plan.position for plan in plans]),
        sentence=np.concatenate([plan.sentence for plan in plans]),
        candidate=np.concatenate([plan.candidate for plan in plans]),
        anchor=np.concatenate([plan.anchor for plan in plans]),
        copy=np.concatenate([plan.copy for plan in plans]),
        sizes=tuple(size for plan in plans for size in plan.sizes),
        seats=tuple(seats for plan in plans for seats in plan.seats),
        blocks=sum(plan.blocks for plan in plans),
        largest_block=max(plan.largest_block for plan in plans),
        unanchored=tuple(one for plan in plans for one in plan.unanchored),
    )


class SeatsPlanned(NamedTuple):
    """How much of a plan is for so many annotators."""

    seats: int
    subsets: int
    sentences: int
    candidates: int


def seats_planned(plan: Plan) -> list[SeatsPlanned]:
    """By the number, fewest first; nothing of subsets that are as their campaign says."""
    found = []
    for seats, subsets in sorted(Counter(filter(None, plan.seats)).items()):
        those = np.array([one == seats for one in plan.seats])
        rows = those[plan.subset]
        found.append(
            SeatsPlanned(
                seats,
                subsets,
                len(np.unique(plan.sentence[rows])),
                int(np.count_nonzero(rows & ~plan.copy)),
            )
        )
    return found
