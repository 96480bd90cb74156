"""A pool dispatched into subsets, by the names that files have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from regild.pooling.dispatch import PoolItem
from regild.pooling.dispatch import dispatch as plan_of
from regild.pooling.pools import Pool
from regild.results import Result


class Shown(NamedTuple):
    """A candidate's place. Subset and position count from 1."""

    subset: int
    position: int
    sentence: str
    substitute: str
    anchor: bool


@dataclass(frozen=True)
class SubsetPlan(Result):
    """`unanchored` are the sentences left out because the gold has nothing in them."""

    places: tuple[Shown, ...]
    unanchored: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """`{"places": […], "unanchored": [sentence, …]}`."""
        return {"places": self.rows(), "unanchored": list(self.unanchored)}

    def rows(self) -> list[dict[str, Any]]:
        return [place._asdict() for place in self.places]


def dispatch(
    pool: Pool,
    *,
    subsets: int,
    block_size: int = 8,
    seed: int = 0,
    unanchored_allowed: Collection[str] = (),
) -> SubsetPlan:
    """Who is shown what, in which order: each candidate once, an anchor in every block.

    The same pool and seed give the same plan. Sentences without a candidate of the gold are
    left out and told, unless allowed by name. Raises `regild.pooling.dispatch.PlanImpossible`,
    a ValueError, for more subsets than the pool fills.

    >>> from regild.pooling.pools import Pool, PoolEntry
    >>> words = [("1", "pleased"), ("1", "happy"), ("2", "merry")]
    >>> pool = Pool(tuple(PoolEntry(*word, "gold", 1, {}) for word in words), {}, {})
    >>> plan = regild.dispatch(pool, subsets=1, seed=7)
    >>> sorted(place.substitute for place in plan.places)
    ['happy', 'merry', 'pleased']
    """
    # Later than the rest: pooling alone needs no arrays.

    number = {
        name: n for n, name in enumerate(dict.fromkeys(c.sentence for c in pool.candidates))
    }
    names = list(number)
    plan = plan_of(
        (
            PoolItem(n, number[one.sentence], one.votes is not None)
            for n, one in enumerate(pool.candidates)
        ),
        subsets=subsets,
        block_size=block_size,
        seed=seed,
        unanchored_allowed=[number[name] for name in unanchored_allowed if name in number],
    )
    return SubsetPlan(
        tuple(
            Shown(
                place.subset + 1,
                place.position + 1,
                names[place.sentence],
                pool.candidates[place.candidate].substitute,
                place.anchor,
            )
            for place in plan.places()
        ),
        tuple(names[left_out.sentence] for left_out in plan.unanchored),
    )
