"""What a system says of every utterance, as a table: set, utterance, score."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from math import isnan

from regild.formats.rows import write_rows
from regild.tasks.utterances.sets import Coconuts

COLUMNS = ("set", "utterance", "score")


def write_scores(scores: Mapping[str, Sequence[float]], path: str | os.PathLike[str]) -> None:
    """Utterances have the numbers that they have in the file of the sets."""
    rows = (
        (key, number, score)
        for key, found in scores.items()
        for number, score in enumerate(found, start=1)
    )
    with open(path, "w", encoding="utf-8", newline="") as file:
        write_rows(file, COLUMNS, rows)


def read_scores(path: str | os.PathLike[str], coconuts: Coconuts) -> dict[str, list[float]]:
    """Of every utterance of every set, once. Raises OSError or ValueError."""
    given: dict[tuple[str, str], float] = {}
    known = {
        (one.key, str(number)): None
        for one in coconuts.sets
        for number in range(1, len(one.utterances) + 1)
    }
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not {*COLUMNS} <= {*(rows.fieldnames or ())}:
                raise ValueError(f"the columns {', '.join(COLUMNS)} are needed")
            for row in rows:
                name, score = (row["set"], row["utterance"]), _number(row["score"])
                if score is None:
                    raise ValueError(f"line {rows.line_num}: the score is no number")
                if name not in known:
                    raise ValueError(f"line {rows.line_num}: no set has this utterance")
                if name in given:
                    raise ValueError(f"line {rows.line_num}: the utterance has a score already")
                given[name] = score
    except (UnicodeDecodeError, csv.Error) as wrong:
        raise ValueError("not a CSV in UTF-8") from wrong
    for key, number in known:
        if (key, number) not in given:
            raise ValueError(f"set {key}, utterance {number} has no score")
    scores: dict[str, list[float]] = {}
    for key, number in known:
        scores.setdefault(key, []).append(given[key, number])
    return scores


def _number(text: str | None) -> float | None:
    try:
        found = float(text or "")
    except ValueError:
        return None
    return None if isnan(found) else found
