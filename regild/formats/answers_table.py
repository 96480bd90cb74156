"""Answers as a table or JSON lines: sentence, substitute, rank or score; and lexelt if known.

Answers with scores and no ranks are ranked by falling score, equal ones in the order of the
file; where no row of a file has either, they are taken to come best first. A row without a
substitute is a sentence that the system did not attempt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import IO

from regild.formats.limits import check_substitute, shown
from regild.formats.long import TabledItem, items_of
from regild.formats.ranked import by_falling_score, read_score, scored_record
from regild.formats.records import AnswerRecord
from regild.formats.rows import Columns, Form, read_rows, write_table
from regild.formats.text import MAX_BYTES, Sink
from regild.problems import N_, Findings, Reading

_ANSWERS = Columns(
    known=("sentence", "lexelt", "rank", "substitute", "score"),
    needed=("sentence", "substitute"),
)
ANSWER_COLUMNS = _ANSWERS.known

_RANK = re.compile("[1-9][0-9]{0,5}", re.ASCII)


def read_answers_table(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
) -> Reading[AnswerRecord]:
    """Ranks count from 1 and may have gaps; rows may be in any order. Where scores stand and no
    ranks, the higher score comes first; where neither does, the rows come best first."""
    findings = Findings(name)
    items = items_of(read_rows(stream, findings, _ANSWERS, max_bytes=max_bytes), findings)
    ordered = any(
        row.cells["rank"].strip() or row.cells["score"].strip()
        for item in items
        for row in item.rows
    )
    if not ordered and any(row.cells["substitute"].strip() for i in items for row in i.rows):
        message = N_("no answer has a rank or a score; they were taken to come best first")
        findings.notice(None, message, N_("Name a column rank or score to be sure"))
        items = [_numbered(item) for item in items]
    return findings.reading([_answers_of(item, findings, max_answers) for item in items])


def write_answers_table(sink: Sink, records: Iterable[AnswerRecord], *, form: Form) -> None:
    write_table(sink, _ANSWERS, table_rows(records), form=form)


def table_rows(records: Iterable[AnswerRecord]) -> Iterator[tuple[object, ...]]:
    """As ANSWER_COLUMNS name them; a sentence without answers has one row."""
    for record in records:
        of = record.sentence, record.group
        scores = record.scores or [""] * len(record.answers)
        if not record.answers:
            yield *of, "", "", ""
        for rank, (text, score) in enumerate(zip(record.answers, scores, strict=True), 1):
            yield *of, rank, text, score


def _numbered(item: TabledItem) -> TabledItem:
    """With ranks for the answers, in the order of their rows."""
    ranks = count(1)
    rows = [
        row._replace(cells={**row.cells, "rank": str(next(ranks))})
        if row.cells["substitute"].strip()
        else row
        for row in item.rows
    ]
    return item._replace(rows=rows)


def _answers_of(item: TabledItem, findings: Findings, max_answers: int | None) -> AnswerRecord:
    ranked: dict[int, tuple[str, float | None, int]] = {}
    unranked: list[tuple[str, float]] = []
    for line, cells in item.rows:
        rank, substitute = cells["rank"].strip(), cells["substitute"].strip()
        score_text = cells["score"].strip()
        if not rank and not substitute and not score_text:
            continue
        score = read_score(findings, line, score_text) if score_text else None
        if score_text and score is None:
            continue
        if not rank and score is not None:
            if check_substitute(findings, line, substitute):
                unranked.append((substitute, score))
        elif not _RANK.fullmatch(rank):
            message = N_("%(text)s is not a rank", text=shown(rank))
            findings.problem(line, message, N_("Number answers from 1"))
        elif check_substitute(findings, line, substitute):
            first = ranked.setdefault(int(rank), (substitute, score, line))
            if first[2] != line:
                message = N_(
                    "rank %(rank)s of sentence %(sentence)s is already on line %(first_line)s",
                    rank=rank,
                    sentence=item.sentence,
                    first_line=first[2],
                )
                findings.repeated(line, message)
    if ranked and unranked:
        message = N_(
            "some answers of sentence %(sentence)s have a rank and others none",
            sentence=item.sentence,
        )
        findings.problem(item.line, message, N_("Rank all answers of a sentence, or none"))
    given: list[tuple[str, float | None]] = [ranked[rank][:2] for rank in sorted(ranked)]
    given += by_falling_score(unranked)
    return scored_record(
        findings, item.sentence, item.lexelt, given, line=item.line, max_answers=max_answers
    )
