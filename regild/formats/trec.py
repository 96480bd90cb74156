"""TREC's files: qrels, `sentence 0 substitute weight`, and runs, `sentence Q0 answer rank score
name`, with blanks between.

A substitute holds no blank there: `_` stands for one, as everywhere when substitutes are
compared. There are no targets. Of a run the score counts, not the rank, as for `trec_eval`;
equal scores keep the order of the file.
"""

from __future__ import annotations

import re
from typing import IO

from regild.formats.gold import gold_record
from regild.formats.limits import check_name, check_substitute, shown
from regild.formats.ranked import by_falling_score, read_score, scored_record
from regild.formats.records import AnswerRecord, GoldRecord
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.problems import N_, Findings, Reading

_QREL_FORM = N_("Write: sentence 0 substitute weight")
_RUN_FORM = N_("Write: sentence Q0 answer rank score name")
_WEIGHT = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?", re.ASCII)


def is_qrel(text: str) -> bool:
    cells = text.split()
    return (
        len(cells) == 4
        and cells[1].upper() in ("0", "Q0")
        and not cells[2].startswith("::")
        and bool(_WEIGHT.fullmatch(cells[3]))
    )


def is_run_line(text: str) -> bool:
    cells = text.split()
    return len(cells) == 6 and cells[1].upper() in ("0", "Q0") and cells[3].isdecimal()


def read_qrels(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[GoldRecord]:
    """A weight below 0 is one of 0, judged and found bad."""
    findings = Findings(name)
    golds: dict[str, dict[str, float]] = {}
    began: dict[str, int] = {}
    below = 0
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
        if not text.strip():
            continue
        if not is_qrel(text):
            message = N_("%(text)s is not a line of qrels", text=shown(text))
            findings.problem(line, message, _QREL_FORM)
            continue
        sentence, _iteration, substitute, weight = text.split()
        if not _are_kept(findings, line, sentence, substitute):
            continue
        weights = golds.setdefault(sentence, {})
        began.setdefault(sentence, line)
        if substitute in weights:
            message = N_(
                "%(text)s is judged twice for sentence %(sentence)s",
                text=shown(substitute),
                sentence=sentence,
            )
            findings.repeated(line, message)
        below += float(weight) < 0
        weights[substitute] = max(0.0, float(weight))
    if below:
        message = N_("%(count)s weights are below 0 and were read as 0", count=below)
        findings.notice(None, message, N_("Give numbers from 0"))
    return findings.reading(
        gold_record(sentence, "", weights, began[sentence])
        for sentence, weights in golds.items()
    )


def read_run(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
    skip_noise: bool = False,
) -> Reading[AnswerRecord]:
    findings = Findings(name)
    noise = findings.notice if skip_noise else findings.problem
    given: dict[str, list[tuple[str, float]]] = {}
    began: dict[str, int] = {}
    lines = numbered_lines(stream, findings, max_bytes=max_bytes, noise=noise)
    for line, text, _printable in lines:
        if not text.strip():
            continue
        if not is_run_line(text):
            message = N_("%(text)s is not a line of a run", text=shown(text))
            noise(line, message, _RUN_FORM)
            continue
        sentence, _q0, answer, _rank, number, _name = text.split()
        score = read_score(findings, line, number)
        if score is not None and _are_kept(findings, line, sentence, answer):
            given.setdefault(sentence, []).append((answer, score))
            began.setdefault(sentence, line)
    return findings.reading(
        [
            scored_record(
                findings,
                sentence,
                "",
                by_falling_score(answers),
                line=began[sentence],
                max_answers=max_answers,
            )
            for sentence, answers in given.items()
        ]
    )


def _are_kept(findings: Findings, line: int, sentence: str, substitute: str) -> bool:
    named = check_name(findings, line, sentence, what="sentence")
    return check_substitute(findings, line, substitute) and named
