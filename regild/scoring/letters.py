"""Which systems cannot be told apart, as letters.

Systems that share a letter cannot be told apart, and those that share none can: the compact
letter display of Piepho (2004, Journal of Computational and Graphical Statistics 13), found by
inserting and absorbing. All systems begin with one letter; a pair that is told apart splits
each letter that both have, and a letter whose systems all share another is taken away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from string import ascii_lowercase

# Of p, corrected for all pairs.
LEVEL = 0.05


def letters_of(ranked: Sequence[int], apart: Collection[tuple[int, int]]) -> dict[int, str]:
    """Of systems in their order, those `apart` in either order of the two: each one's letters.
    After z come a1, b1 and so on."""
    groups = [set(ranked)] if ranked else []
    for one, two in sorted(apart):
        split = [group for group in groups if {one, two} <= group]
        groups = [group for group in groups if group not in split]
        for made in (group - {left} for group in split for left in (one, two)):
            if not any(made <= other for other in groups):
                groups = [other for other in groups if not other <= made] + [made]
    place = {system: n for n, system in enumerate(ranked)}
    groups.sort(key=lambda group: sorted(place[system] for system in group))
    return {
        system: "".join(_letter(n) for n, group in enumerate(groups) if system in group)
        for system in ranked
    }


def _letter(n: int) -> str:
    times, letter = divmod(n, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(times) if times else "")
