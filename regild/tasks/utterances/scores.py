"""What a system says of every utterance, as a table: set, utterance, score."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from regild.formats.records import AnswerRecord
from regild.formats.rows import write_rows
from regild.problems import N_, Findings, Reading, Source
from regild.tasks.utterances.reading import (
    SCORE_COLUMNS,
    no_utterance,
    read_answers,
    stranger,
)
from regild.tasks.utterances.sets import Coconuts


def write_scores(scores: Mapping[str, Sequence[float]], path: str | os.PathLike[str]) -> None:
    """Utterances have the numbers that they have in the file of the sets."""
    rows = (
        (key, number, score)
        for key, found in scores.items()
        for number, score in enumerate(found, start=1)
    )
    with open(path, "w", encoding="utf-8", newline="") as file:
        write_rows(file, SCORE_COLUMNS, rows)


def read_scores(path: str | os.PathLike[str], coconuts: Coconuts) -> dict[str, list[float]]:
    """Of every utterance of every set, once. Raises OSError, or BadFile with all problems."""
    name = os.fspath(path)
    with open(path, "rb") as stream:
        records = read_answers(Source(stream, name)).records
    return scores_of(records, coconuts, name=name)


def read_score_rows(stream: BinaryIO, *, name: str) -> Reading[AnswerRecord]:
    return read_answers(Source(stream, name))


def scores_of(
    records: Iterable[AnswerRecord], coconuts: Coconuts, *, name: str
) -> dict[str, list[float]]:
    """The same of what was read from the file of that name."""
    given = {
        (record.sentence, number): (score, line)
        for record in records
        for number, score, line in zip(record.answers, record.scores, record.lines, strict=True)
    }
    findings = Findings(name)
    scores: dict[str, list[float]] = {one.key: [] for one in coconuts.sets}
    for one in coconuts.sets:
        for number in map(str, range(1, len(one.utterances) + 1)):
            score, _line = given.pop((one.key, number), (None, None))
            if score is None:
                message = N_(
                    "set %(set)s has no score for utterance %(number)s",
                    set=repr(one.key),
                    number=number,
                )
                findings.problem(None, message, N_("Score every utterance of every set"))
            else:
                scores[one.key].append(score)
    for (key, number), (_score, line) in given.items():
        unknown = no_utterance(key, number, line) if key in scores else stranger(key, line)
        findings.problem(*unknown)
    findings.reading([None])
    return scores
