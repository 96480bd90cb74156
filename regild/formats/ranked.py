"""Answers with the system's own scores, as scripts of generalised average precision read them.

`RANKED<TAB>word.pos id<TAB>substitute score<TAB>…`: what stands behind the last blank of a
piece is its score. The higher score is the better rank; equal ones keep the order of the file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import IO

from regild.formats.answers import OnRepeated, counts_again, distinct_answers
from regild.formats.limits import check_name, check_substitute, has_part_of_speech, shown
from regild.formats.records import AnswerRecord
from regild.formats.text import MAX_BYTES, Sink, Utf8Writer, numbered_lines
from regild.problems import N_, Findings, Reading

RANKED = "RANKED"

_FORM = N_("Write, with tabs between: RANKED, word.pos id, substitute score, substitute score")


def read_ranked(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
    on_repeated: OnRepeated = "refuse",
    skip_noise: bool = False,
) -> Reading[AnswerRecord]:
    findings = Findings(name)
    noise = findings.notice if skip_noise else findings.problem
    records: dict[str, AnswerRecord] = {}
    lines = numbered_lines(stream, findings, max_bytes=max_bytes, noise=noise)
    for line, text, _printable in lines:
        if not text.strip():
            continue
        mark, *cells = text.rstrip("\r\n").split("\t")
        named = cells[0].split() if cells else []
        if mark.strip() != RANKED or len(named) != 2 or not has_part_of_speech(named[0]):
            message = N_("%(text)s is not a line of ranked answers", text=shown(text))
            noise(line, message, _FORM)
            continue
        lexelt, sentence = named
        if not check_name(findings, line, sentence, what="sentence"):
            continue
        if sentence in records and not counts_again(
            findings, line, sentence, records[sentence].line, on_repeated
        ):
            continue
        given = _answers(findings, line, cells[1:])
        records[sentence] = scored_record(
            findings,
            sentence,
            lexelt,
            by_falling_score(given),
            line=line,
            max_answers=max_answers,
        )
    return findings.reading(records.values())


def write_ranked(sink: Sink, records: Iterable[AnswerRecord]) -> None:
    """Raises ValueError where an answer has no score: the format has no way to say so."""
    out = Utf8Writer(sink)
    for record in records:
        pieces = zip(record.answers, record.scores, strict=True)
        scored = (f"{text} {score!r}" for text, score in pieces)
        out.write("\t".join([RANKED, f"{record.group} {record.sentence}", *scored]) + "\n")


def read_score(findings: Findings, line: int, text: str) -> float | None:
    """None for what is no number, which was told."""
    try:
        score = float(text)
    except ValueError:
        score = math.nan
    # `float` reads 1_000 as a number.
    if math.isfinite(score) and "_" not in text:
        return score
    message = N_("%(text)s is not a score", text=shown(text))
    findings.problem(line, message, N_("Give a number, decimals after a point"))
    return None


def by_falling_score(given: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    return sorted(given, key=lambda answer: -answer[1])


def scored_record(
    findings: Findings,
    sentence: str,
    lexelt: str,
    given: Sequence[tuple[str, float | None]],
    *,
    line: int,
    max_answers: int | None,
) -> AnswerRecord:
    """Of answers in their order. A repeated one keeps its best rank, with that rank's score."""
    texts = [text for text, _score in given]
    answers = distinct_answers(findings, line, texts, max_answers=max_answers)
    score_of = dict(reversed(given))
    scores = [score_of[text] for text in answers]
    known = tuple(score for score in scores if score is not None)
    if known and len(known) < len(scores):
        message = N_(
            "some answers of sentence %(sentence)s have no score; none of its scores is kept",
            sentence=sentence,
        )
        findings.notice(line, message, N_("Give every answer a score, or none"))
        known = ()
    return AnswerRecord(sentence, lexelt, answers, line, known)


def _answers(
    findings: Findings, line: int, pieces: Iterable[str]
) -> Iterable[tuple[str, float]]:
    for piece in filter(None, map(str.strip, pieces)):
        text, _blank, number = piece.rpartition(" ")
        score = read_score(findings, line, number)
        if score is not None and check_substitute(findings, line, text.strip()):
            yield text.strip(), score
