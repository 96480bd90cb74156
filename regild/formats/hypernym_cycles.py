"""Cycles of hypernyms: synsets that are above themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from regild.problems import N_, Findings


def cycles(related: Sequence[Sequence[int]]) -> list[list[int]]:
    """Synsets that are above themselves, a list a cycle, each begun at its lowest place."""
    # What has nothing above it, or only such, is in no cycle: taken away, it leaves the cycles
    # and what lies below them.
    below: list[list[int]] = [[] for _ in related]
    waiting = [len(above) for above in related]
    for place, above in enumerate(related):
        for other in above:
            below[other].append(place)
    free = [place for place, n in enumerate(waiting) if n == 0]
    while free:
        for place in below[free.pop()]:
            waiting[place] -= 1
            if not waiting[place]:
                free.append(place)
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in (place for place, n in enumerate(waiting) if n):
        path: dict[int, None] = {}
        at = start
        while at not in seen:
            seen.add(at)
            path[at] = None
            at = next(other for other in related[at] if waiting[other])
        if at in path:
            ring = [*path]
            ring = ring[ring.index(at) :]
            turn = ring.index(min(ring))
            found.append(ring[turn:] + ring[:turn])
    return found


def tell_cycle(
    findings: Findings,
    line: int,
    names: Sequence[str],
    words: Sequence[Collection[str]],
    *,
    keep: bool,
) -> None:
    """`words` are those of each synset of the cycle."""
    message = N_("a cycle of hypernyms: %(names)s", names=" → ".join([*names[:8], names[0]]))
    if keep or _is_princetons(words):
        findings.notice(line, message, N_("It was read as it is: only one step up is taken"))
    else:
        remedy = N_("Take one of these relations out, or say that cycles are to be kept")
        findings.problem(line, message, remedy)


def _is_princetons(words: Sequence[Collection[str]]) -> bool:
    """The one of WordNet 3.0, which none of its readers made."""
    first, *others = words
    return len(others) == 1 and all(
        one in first or one in others[0] for one in ("inhibit", "restrain")
    )
