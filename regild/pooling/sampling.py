"""Which items are dispatched: a rule they must meet, and a sample of those that do.

A rule is conditions with `and` between them, such as
`single_words > 2 and no name and no multiword`. A condition is a fact compared with a number
(`>`, `>=`, `<`, `<=`, `=`, `!=`), a fact alone (there is at least one) or `no` and a fact
(there is none). The task says which facts there are; a name it does not know is told with
those it does.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from regild.lots import lot
from regild.problems import N_, Text

LONGEST_RULE = 200


class Known(NamedTuple):
    """What a fact about an item is found from: the distinct texts of its first gold as the
    campaign words them, the votes for all, how often annotators answered each code, and the
    parts of the data it belongs to."""

    texts: Collection[str] = ()
    votes: float = 0
    codes: Mapping[str, float] = {}
    parts: Collection[str] = ()


class ItemFact(NamedTuple):
    """`words` say what is counted, as an English message id."""

    words: str
    number: Callable[[Known], float]


class BadRule(ValueError):  # noqa: N818
    """The rule cannot be read; `text` says where and why."""

    def __init__(self, text: Text) -> None:
        self.text = text
        super().__init__(text)


class Condition(NamedTuple):
    fact: str
    comparison: str
    number: float

    def __str__(self) -> str:
        if (self.comparison, self.number) == ("=", 0):
            return f"no {self.fact}"
        return f"{self.fact} {self.comparison} {self.number:g}"


class SampleRule(NamedTuple):
    """Met by an item that meets every condition; without any, by all."""

    conditions: tuple[Condition, ...]

    def __str__(self) -> str:
        """As it is stored and told: `read_rule` gives the same rule again."""
        return " and ".join(map(str, self.conditions))

    def is_met(self, known: Known, facts: Mapping[str, ItemFact]) -> bool:
        return all(
            _COMPARISONS[one.comparison](facts[one.fact].number(known), one.number)
            for one in self.conditions
        )


_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
_COMPARED = re.compile(r"(?P<fact>\w+)\s*(?P<sign>[<>=!]+)\s*(?P<number>.*)", re.DOTALL)
_ABSENT = re.compile(r"no\s+(?P<fact>\w+)", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)


def read_rule(text: str, *, facts: Collection[str]) -> SampleRule:
    """Empty for all items. Raises BadRule.

    >>> str(read_rule("single_words>2 and no name", facts=["single_words", "name"]))
    'single_words > 2 and no name'
    """
    if len(text) > LONGEST_RULE:
        raise BadRule(N_("a rule has at most %(most)s characters", most=LONGEST_RULE))
    if not text.strip():
        return SampleRule(())
    said = re.split(r"\band\b", text, flags=re.IGNORECASE)
    return SampleRule(tuple(_condition(one.strip(), facts) for one in said))


def _condition(said: str, facts: Collection[str]) -> Condition:
    if not said:
        raise BadRule(N_("a condition is missing beside an 'and'"))
    if found := _COMPARED.fullmatch(said):
        name, sign, number = found["fact"], found["sign"], found["number"]
        _refuse_unknown(name, facts)
        if sign not in _COMPARISONS:
            signs = tuple(_COMPARISONS)
            raise BadRule(
                N_(
                    "'%(sign)s' is not a comparison; you can use: %(signs)s",
                    sign=sign,
                    signs=signs,
                )
            )
        if not _NUMBER.fullmatch(number):
            raise BadRule(
                N_(
                    "'%(condition)s' compares with '%(number)s', which is not a number",
                    condition=said,
                    number=number,
                )
            )
        return Condition(name, sign, float(number))
    if found := _ABSENT.fullmatch(said):
        _refuse_unknown(found["fact"], facts)
        return Condition(found["fact"], "=", 0)
    if re.fullmatch(r"\w+", said):
        _refuse_unknown(said, facts)
        return Condition(said, ">", 0)
    raise BadRule(
        N_(
            "'%(condition)s' is not a condition; write conditions such as 'votes > 2' or"
            " 'no votes', joined by 'and'",
            condition=said,
        )
    )


def _refuse_unknown(name: str, facts: Collection[str]) -> None:
    if name not in facts:
        text = N_("'%(name)s' is unknown; you can use: %(facts)s", name=name, facts=(*facts,))
        raise BadRule(text)


def draw(
    keys: Iterable[str], *, size: int, seed: int, first: Collection[str] = ()
) -> list[str]:
    """So many of the keys; the same seed draws the same, in whatever order they come.

    A key's lot is the SHA-256 of seed and key, and the smallest are drawn: without one of the
    keys all others keep their lots. Those in `first` come before the others.

    >>> sorted(draw(["1", "2", "3", "4"], size=2, seed=7))
    ['1', '3']
    """

    return sorted(keys, key=lambda key: (key not in first, lot(seed, key)))[:size]
