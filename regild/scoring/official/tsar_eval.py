"""TSAR-2022's `tsar_eval.py`, quirks included, with the figures of its extended tables.

A line is a sentence, its word and substitutes, with tabs between. Gold and answers are joined
on sentence and word, spelled exactly alike, and the last line of a pair counts. The word itself
leaves both sides and repeats leave the answers, while in the gold they are votes. Every mean is
over the pairs of the system's file, whatever else the gold has, and is cut to four digits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from regild.scoring.official.printed import Dies, File, Printed, ProgramStops

DEPTHS = range(1, 11)
# What it cuts to, not rounds: .77218 is printed .7721.
_DIGITS = 10_000

# A sentence and its word.
Key = tuple[str, str]


class _Item(NamedTuple):
    """Which of the answers are right, which are Top1, and how many different substitutes the
    gold has."""

    right: Sequence[bool]
    top: Sequence[bool]
    size: int


def print_scores(*, gold_data: bytes, answer_data: bytes) -> Printed:
    """Raises ProgramStops for a file it cannot read."""
    gold = {key: Counter(texts) for key, texts in _read(gold_data, "gold")}
    answers = {key: [*dict.fromkeys(texts)] for key, texts in _read(answer_data, "answers")}
    try:
        items = [_item(key, given, gold) for key, given in answers.items()]
    except Dies as death:
        return Printed(dict.fromkeys(_keys()), f"tsar_eval.py dies: {death}")
    if not items:
        return Printed(dict.fromkeys(_keys()), "tsar_eval.py dies: there is no answer")
    values = {key: _mean(items, key) for key in _keys()}
    return Printed(values, n=len(items))


def _keys() -> list[str]:
    return [
        "ACC@1",
        *(f"ACC@{k}@Top1" for k in DEPTHS),
        *(f"{name}@{k}" for name in _VALUES for k in DEPTHS),
    ]


def _mean(items: Sequence[_Item], key: str) -> float:
    name, depth, *top = key.split("@")
    k = int(depth)
    if name == "ACC":
        summed: float = sum(any((item.top if top else item.right)[:k]) for item in items)
    else:
        summed = 0.0
        for item in items:
            summed += _VALUES[name](item, k)
    return math.floor(summed / len(items) * _DIGITS) / _DIGITS


def _average_precision(item: _Item, k: int) -> float:
    """Over k, however few substitutes the gold has."""
    found, summed = 0, 0.0
    for rank, right in enumerate(item.right[:k], start=1):
        if right:
            found += 1
            summed += found / rank
    return summed / k


def _potential(item: _Item, k: int) -> float:
    return any(item.right[:k])


def _precision(item: _Item, k: int) -> float:
    """Over the answers there are, where they are fewer than k."""
    given = item.right[:k]
    return sum(given) / len(given) if given else 0


def _recall(item: _Item, k: int) -> float:
    return sum(item.right[:k]) / item.size if item.right else 0


_VALUES = {
    "MAP": _average_precision,
    "Potential": _potential,
    "Precision": _precision,
    "Recall": _recall,
}


def _item(key: Key, given: Sequence[str], gold: Mapping[Key, Counter[str]]) -> _Item:
    sentence, word = key
    # Its keys are such texts, which it takes apart again.
    if len(f"{sentence}__{word}".split("__")) != 2:
        raise Dies(f"the sentence of {word!r} holds two underscores")
    if key not in gold:
        raise Dies(f"the gold has no {word!r} in the sentence {sentence[:40]!r}")
    votes = gold[key]
    if given and not votes:
        raise Dies(f"the gold of {word!r} in {sentence[:40]!r} is the word itself")
    most = max(votes.values(), default=0)
    return _Item(
        [text in votes for text in given],
        [votes[text] == most for text in given],
        len(votes),
    )


def _read(data: bytes, file: File) -> Iterator[tuple[Key, list[str]]]:
    """Each line's pair with its substitutes, without those that are the word itself."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines if lines[-1] else lines[:-1], start=1):
        try:
            cells = line.decode().strip().split("\t")
        except UnicodeDecodeError as error:
            raise ProgramStops(file, number, "the line is not UTF-8") from error
        if len(cells) < 2:
            raise ProgramStops(file, number, "the line has no tab between sentence and word")
        sentence, word, *texts = cells
        kept = [text for text in map(str.strip, texts) if text != word]
        yield (sentence, word), kept
