"""How Perl reads bytes, cuts, sums and rounds, where that shows in a score."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import reduce


def lines(data: bytes) -> list[str]:
    """A character a byte, as Perl reads when no encoding is named; carriage returns stay."""
    found = data.decode("latin-1").split("\n")
    return found if found[-1] else found[:-1]


def is_blank(text: str) -> bool:
    """Nothing but ASCII white space; a no-break space is not blank to Perl's bytes."""
    return not text.strip(" \t\n\r\f\v")


def split(text: str) -> list[str]:
    """Cut at semicolons, without the empty pieces at the end."""
    pieces = text.split(";")
    while pieces and not pieces[-1]:
        pieces.pop()
    return pieces


def total(values: Iterable[float]) -> float:
    """Added one by one: the built-in sum corrects its error from Python 3.12 on."""
    return reduce(operator.add, values, 0.0)


def rounded(value: float, *, factors: Iterable[int], decimals: int) -> str:
    """`score.pl`'s own rounding: half up, of a binary float multiplied step by step."""
    for factor in factors:
        value *= factor
    return f"{int(value + 0.5) / 10**decimals:.{decimals}f}"
