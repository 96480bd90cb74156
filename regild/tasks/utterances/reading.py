"""Read what a campaign of utterances rests on, and what systems and people say of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from math import isfinite

from regild.formats.encodings import not_utf8
from regild.formats.limits import check_name, check_utterance, shown
from regild.formats.long import repeated_rating
from regild.formats.records import AnswerRecord, GoldRecord, RatingRecord
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import (
    N_,
    BadFile,
    BadFiles,
    FileProblem,
    Findings,
    Reading,
    Source,
    reason_of,
)
from regild.tasks.task import Contents, Sources
from regild.tasks.utterances.content import item_of
from regild.tasks.utterances.sets import NO_SETS_FILE, NOT_JSON, Coconuts, sets_of

_MADE_BY = N_("Make it with `regild coconuts`")
_RATINGS = Columns(
    known=("annotator", "set", "utterance", "value"),
    needed=("annotator", "set", "utterance", "value"),
)
SCORE_COLUMNS = ("set", "utterance", "score")
_SCORES = Columns(known=(*SCORE_COLUMNS, "rank"), needed=("set", "utterance", "score or rank"))


def read_sources(sets: Source) -> Sources:
    coconuts = _read(sets)
    gold = tuple(
        GoldRecord(
            one.key,
            one.probe,
            tuple(
                (str(n), 1.0) for n, said in enumerate(one.utterances, start=1) if said.natural
            ),
            (),
            line,
        )
        for line, one in enumerate(coconuts.sets, start=1)
    )
    return Sources(tuple(map(item_of, coconuts.sets)), gold, (), ())


def _read(sets: Source) -> Coconuts:
    """Raises BadFiles."""
    data = sets.stream.read(MAX_BYTES + 1)
    findings = Findings(sets.name)
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(N_("larger than %(most)s bytes", most=MAX_BYTES))
        coconuts = sets_of(json.loads(data))
    except UnicodeDecodeError:
        findings.problem(*(not_utf8(data) or FileProblem(None, NOT_JSON, _MADE_BY)))
    except (json.JSONDecodeError, RecursionError):
        findings.problem(None, NOT_JSON, _MADE_BY)
    except ValueError as wrong:
        findings.problem(None, reason_of(wrong, otherwise=NO_SETS_FILE), _MADE_BY)
    else:
        for one in coconuts.sets:
            check_name(findings, None, one.key, what="set")
            check_name(findings, None, one.probe, what="probe")
            for utterance in one.utterances:
                check_utterance(findings, None, utterance.text, key=one.key)
    try:
        findings.reading([None])
    except BadFile as bad:
        raise BadFiles([bad]) from bad
    return coconuts


def read_answers(answers: Source) -> Reading[AnswerRecord]:
    """A set's utterances, best first; of equal scores the first in the file. Where there is an
    order instead, rank 1 is the best, and its score is -1."""
    findings = Findings(answers.name)
    found: dict[str, dict[str, float]] = {}
    lines: dict[str, dict[str, int]] = {}
    for line, cells in read_rows(answers.stream, findings, _SCORES, max_bytes=MAX_BYTES):
        key, utterance, written, rank = (cells[column].strip() for column in _SCORES.known)
        ranked = bool(rank) and not written
        number = _number(rank if ranked else written)
        if number is None:
            message = (
                N_("rank %(text)s is not a number", text=repr(rank))
                if ranked
                else N_("score %(text)s is not a number", text=repr(written))
            )
            findings.problem(line, message, N_("Write it with a decimal point"))
            continue
        score = -number if ranked else number
        if utterance in found.setdefault(key, {}):
            message = N_("utterance %(text)s has a score already", text=repr(utterance))
            findings.problem(line, message, N_("Keep one of them"))
            continue
        found[key][utterance] = score
        lines.setdefault(key, {})[utterance] = line
    return findings.reading(
        AnswerRecord(
            key,
            "",
            tuple(best),
            min(lines[key].values()),
            tuple(scores[one] for one in best),
            tuple(lines[key][one] for one in best),
        )
        for key, scores in found.items()
        for best in [sorted(scores, key=lambda one: -scores[one])]
    )


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None


def read_ratings(ratings: Source) -> Reading[RatingRecord]:
    findings = Findings(ratings.name)
    records: dict[tuple[str, str, str], RatingRecord] = {}
    for line, cells in read_rows(ratings.stream, findings, _RATINGS, max_bytes=MAX_BYTES):
        annotator, key, utterance, value = (cells[name].strip() for name in _RATINGS.known)
        record = RatingRecord(annotator, key, utterance, value, line)
        kept = [
            check_name(findings, line, annotator, what="annotator"),
            check_name(findings, line, key, what="set"),
            check_name(findings, line, value, what="value"),
        ]
        if all(kept):
            first = records.setdefault((annotator, key, utterance), record)
            if first is not record:
                findings.repeated(line, repeated_rating(record, first.line))
    return findings.reading(records.values())


def match(
    records: Iterable[GoldRecord | AnswerRecord], known: Collection[str], contents: Contents
) -> list[FileProblem]:
    problems = []
    sizes = {key: len(content["utterances"]) for key, content in contents().items()}
    for record in records:
        if record.sentence not in known:
            problems.append(stranger(record.sentence, record.line))
        elif isinstance(record, AnswerRecord):
            numbers = {str(number) for number in range(1, sizes[record.sentence] + 1)}
            problems += [
                no_utterance(record.sentence, one, line)
                for one, line in zip(record.answers, record.lines, strict=True)
                if one not in numbers
            ]
    return problems


def no_utterance(key: str, number: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_("set %(set)s has no utterance %(number)s", set=repr(key), number=shown(number)),
        N_("Number the utterances of a set from 1"),
    )


def stranger(key: str, line: int) -> FileProblem:
    return FileProblem(
        line,
        N_("no set has the id %(id)s", id=repr(key)),
        N_("Use the ids of the sets"),
    )
