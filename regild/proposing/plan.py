"""Which sentences go together when annotators are asked to propose.

Every sentence is in one subset, and every subset is asked of as many annotators: a sitting is a
subset with an annotator. Two sentences of one target in a sitting would show annotators what
they said before, so a target's sentences are spread as far as the number of subsets allows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regild.lots import lot
from regild.problems import N_


class PlannedSentence(NamedTuple):
    key: str
    group: str


class ProposePlan(NamedTuple):
    """`subsets` are keys in the order they are shown. `repeated` are (subset from 0, target)
    where a subset has two sentences of one, which no plan of that many subsets avoids."""

    subsets: tuple[tuple[str, ...], ...]
    annotators: int
    repeated: tuple[tuple[int, str], ...]

    @property
    def sittings(self) -> int:
        return len(self.subsets) * self.annotators


def propose_plan(
    sentences: Iterable[tuple[str, str]], *, per_subset: int, annotators: int, seed: int
) -> ProposePlan:
    """Of (key, target); the same for the same seed, in whatever order they come.

    There are as few subsets as `per_subset` allows; their sizes differ by at most one, and so
    do the numbers of a target's sentences in them. Raises ValueError for a key given twice and
    for numbers under 1.
    """
    if per_subset < 1 or annotators < 1:
        raise ValueError(N_("a subset needs at least one sentence and one annotator"))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for key, group in sentences:
        groups[group].append(key)
    keys = [key for members in groups.values() for key in members]
    if len(set(keys)) < len(keys):
        [(twice, _n)] = Counter(keys).most_common(1)
        raise ValueError(N_("sentence %(sentence)s is given twice", sentence=twice))
    if not keys:
        return ProposePlan((), annotators, ())

    subsets: list[list[PlannedSentence]] = [[] for _ in range(-(-len(keys) // per_subset))]
    for group in sorted(groups, key=lambda name: lot(seed, f"target {name}")):
        members = sorted(groups[group], key=lambda key: lot(seed, f"sentence {key}"))
        # Always the lightest, at random among equals: sizes never differ by more than one. A
        # target's go round once before any subset has a second.
        for round_begins in range(0, len(members), len(subsets)):
            lightest = sorted(
                range(len(subsets)),
                key=lambda place: (
                    len(subsets[place]),
                    lot(seed, f"subset {place} {round_begins} {group}"),
                ),
            )
            dealt = members[round_begins : round_begins + len(subsets)]
            for place, key in zip(lightest, dealt, strict=False):
                subsets[place].append(PlannedSentence(key, group))
    return ProposePlan(
        tuple(tuple(_shown(subset, seed)) for subset in subsets),
        annotators,
        tuple(
            (place, group)
            for place, subset in enumerate(subsets)
            for group, n in Counter(one.group for one in subset).items()
            if n > 1
        ),
    )


def _shown(subset: Sequence[PlannedSentence], seed: int) -> list[str]:
    """In a random order in which no sentence follows one of its target while another is left.

    Whichever target has most left comes next, by lot among equals, unless it came just before.
    """
    waiting: defaultdict[str, list[str]] = defaultdict(list)
    for key, group in sorted(subset, key=lambda one: lot(seed, f"order {one.key}")):
        waiting[group].append(key)
    order: list[str] = []
    last = ""
    while waiting:
        others = [group for group in waiting if group != last] or [*waiting]
        # Reading a dict keeps the order of the lots: the first of equals is the one drawn.
        last = max(others, key=lambda group: len(waiting[group]))
        order.append(waiting[last].pop())
        if not waiting[last]:
            del waiting[last]
    return order
