"""SemDis's `semdis_eval.py` 0.3, quirks included.

It averages over the items in the system's file, whatever the gold has, cuts decimal votes to
integers, and stops at the first line it cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from regild.scoring.official.printed import (
    Dies,
    File,
    Printed,
    PrintedValue,
    ProgramStops,
)
from regild.scoring.official.python2 import walk_order

Key = tuple[str, int]

_ID = re.compile(r"(\w+\.[a-z]) ([0-9]+)")
_VOTES = re.compile(r"(.*) ([0-9]+)")
_RULE = re.compile(r"^([\w ]+)\((\w+\.[a-z])\)-->([\w ]+)$")


class SemdisEvalGold(NamedTuple):
    """`totals` adds every count of a line, also those a repeated substitute overwrote."""

    votes: dict[Key, dict[str, int]]
    totals: dict[Key, int]


def print_scores(
    *, gold_data: bytes, answer_data: bytes, mapping_data: bytes | None
) -> Printed:
    """Without a mapping as with `-nn`. Raises ProgramStops for a file it cannot read."""
    gold = _read_gold(gold_data)
    answers = _read_answers(answer_data, _read_mapping(mapping_data))
    values: dict[str, PrintedValue] = dict.fromkeys(("instances", "best", "oot"))
    values["instances"] = str(len(answers))
    try:
        values["best"] = _shown(_mean(answers, gold, guesses=1))
        values["oot"] = _shown(_mean(answers, gold, guesses=10))
    except Dies as death:
        return Printed(values, f"semdis_eval.py dies: {death}", len(answers))
    return Printed(values, n=len(answers))


def _mean(answers: Mapping[Key, Sequence[str]], gold: SemdisEvalGold, *, guesses: int) -> float:
    summed = 0.0
    for key in filter(answers.__getitem__, walk_order(answers)):
        if key not in gold.votes:
            raise Dies(f"the gold has no item {key[0]} {key[1]}")
        votes, given = gold.votes[key], answers[key][:guesses]
        # BEST never divides for an answer that the gold lacks, OOT always does.
        if guesses > 1 or given[0] in votes:
            if not gold.totals[key]:
                raise Dies(f"item {key[0]} {key[1]} has no votes to divide by")
            summed += sum(votes.get(answer, 0) for answer in given) / gold.totals[key]
    if not answers:
        raise Dies("there is no item to divide by")
    return summed / len(answers)


def _read_gold(data: bytes) -> SemdisEvalGold:
    gold = SemdisEvalGold({}, {})
    for number, line in _lines(data, "gold"):
        left, *rights = line.split(" :: ")
        item = _ID.match(left)
        if len(rights) != 1 or item is None:
            raise ProgramStops("gold", number, "the line is not of the form `word.pos id :: …`")
        key = (item[1], int(item[2]))
        votes: dict[str, int] = {}
        total = 0
        for response in rights[0].split(";"):
            counted = _VOTES.match(response.strip())
            if counted is None:
                raise ProgramStops("gold", number, f"{response.strip()!r} has no count")
            votes[counted[1]] = int(counted[2])
            total += int(counted[2])
        gold.votes[key] = votes
        gold.totals[key] = total
    return gold


def _read_answers(
    data: bytes, mapping: Mapping[str, Mapping[str, str]]
) -> dict[Key, list[str]]:
    answers: dict[Key, list[str]] = {}
    for number, line in _lines(data, "answers"):
        left, *rights = line.split(" :: ")
        if len(rights) != 1 and not line.endswith("::"):
            if answers:
                continue
            raise ProgramStops(
                "answers", number, "the first line is not of the form `word.pos id :: …`"
            )
        item = _ID.match(left)
        if item is None:
            raise ProgramStops("answers", number, "the line does not start with `word.pos id`")
        given = [text.strip() for text in rights[0].split(";")] if len(rights) == 1 else []
        if item[1] in mapping:
            canonical = mapping[item[1]]
            given = list(dict.fromkeys(canonical.get(text, text) for text in given))
        answers[item[1], int(item[2])] = given
    return answers


def _read_mapping(data: bytes | None) -> dict[str, dict[str, str]]:
    mapping: dict[str, dict[str, str]] = {}
    if data is not None:
        for _, text in _decoded(data, "mapping"):
            rule = _RULE.match(text.rstrip())
            if rule is not None:
                mapping.setdefault(rule[2], {})[rule[1]] = rule[3]
    return mapping


def _lines(data: bytes, file: File) -> Iterator[tuple[int, str]]:
    for number, text in _decoded(data, file):
        yield number, text.strip().rstrip(";")


def _decoded(data: bytes, file: File) -> Iterator[tuple[int, str]]:
    lines = data.split(b"\n")
    for number, line in enumerate(lines if lines[-1] else lines[:-1], start=1):
        try:
            yield number, line.decode()
        except UnicodeDecodeError as error:
            raise ProgramStops(file, number, "the line is not UTF-8") from error


def _shown(value: float) -> str:
    """As Python 2 prints a float: 12 digits, and always a point or an exponent."""
    text = f"{value:.12g}"
    return text if set(text) & {".", "e"} else f"{text}.0"
