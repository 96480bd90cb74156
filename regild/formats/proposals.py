"""Who proposed what, as a table: sentence, annotator, rank, substitute.

A row is a substitute. A row without one says that the sentence was seen; its `mark` says why
nothing, or what beside it, was proposed: `nil`, `name`, or `phrase` with the phrase. A code in
the place of a substitute (`NIL`, `NAME`, `pn`) is a mark too. `ms` is how long the sentence
took.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple, cast, get_args

from regild.formats.limits import (
    check_key,
    check_lexelt,
    check_name,
    check_substitute,
    shown,
)
from regild.formats.records import Mark, ProposalRecord
from regild.formats.rows import Columns, Form, Row, read_rows, write_table
from regild.formats.text import MAX_BYTES, Sink
from regild.problems import N_, Findings, Reading

_COLUMNS = Columns(
    known=(
        *("sentence", "lexelt", "annotator", "rank", "substitute"),
        *("mark", "phrase", "ms"),
    ),
    needed=("sentence", "annotator", "substitute"),
)
_MARK_OF_CODE: dict[str, Mark] = {"NIL": "nil", "NAME": "name", "pn": "name"}
_RANK = re.compile("[1-9][0-9]{0,3}", re.ASCII)
_MS = re.compile("[0-9]{1,9}", re.ASCII)


class _Response(NamedTuple):
    """All rows of one annotator about one sentence."""

    sentence: str
    annotator: str
    rows: list[Row]


def read_proposals(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
) -> Reading[ProposalRecord]:
    """Ranks count from 1, may have gaps and come in any order; without any, the order of the
    rows is that of the answers. `max_answers` is how many an annotator may give."""
    findings = Findings(name)
    rows = read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes)
    responses = _responses(rows, findings)
    return findings.reading([_record(one, findings, max_answers) for one in responses])


def write_proposals(sink: Sink, records: Iterable[ProposalRecord], *, form: Form) -> None:
    """What `read_proposals` reads again."""
    write_table(sink, _COLUMNS, _table_rows(records), form=form)


def _table_rows(records: Iterable[ProposalRecord]) -> Iterator[tuple[object, ...]]:
    for record in records:
        of = record.sentence, record.group, record.annotator
        ms = "" if record.elapsed_ms is None else record.elapsed_ms
        for rank, text in enumerate(record.answers, 1):
            yield *of, rank, text, record.mark, record.phrase, ms
        if not record.answers:
            yield *of, "", "", record.mark, record.phrase, ms


def _responses(rows: Iterable[Row], findings: Findings) -> list[_Response]:
    found: dict[tuple[str, str], _Response] = {}
    lexelts: dict[str, tuple[str, int]] = {}
    for row in rows:
        sentence, annotator = row.cells["sentence"].strip(), row.cells["annotator"].strip()
        lexelt = row.cells["lexelt"].strip()
        fit = [
            check_key(findings, row.line, sentence, what="sentence"),
            check_name(findings, row.line, annotator, what="annotator"),
            # The column may be absent.
            not lexelt or check_lexelt(findings, row.line, lexelt),
        ]
        if not all(fit):
            continue
        first, first_line = lexelts.setdefault(sentence, (lexelt, row.line))
        if lexelt != first:
            message = N_(
                "sentence %(sentence)s is %(lexelt)s on line %(first_line)s",
                sentence=sentence,
                lexelt=shown(first),
                first_line=first_line,
            )
            findings.problem(row.line, message, N_("Write the same lexelt in all its rows"))
        response = found.setdefault((sentence, annotator), _Response(sentence, annotator, []))
        response.rows.append(row)
    return [*found.values()]


def _record(response: _Response, findings: Findings, max_answers: int | None) -> ProposalRecord:
    first = response.rows[0]
    mark, phrase = _mark(response, findings)
    answers = _answers(response, findings)
    if answers and mark == "nil":
        message = N_(
            "%(annotator)s proposes substitutes in sentence %(sentence)s and marks it %(mark)s",
            annotator=response.annotator,
            sentence=response.sentence,
            mark=mark,
        )
        findings.problem(first.line, message, N_("Keep the substitutes, or the mark"))
    if max_answers is not None and len(answers) > max_answers:
        message = N_(
            "%(annotator)s proposes %(n)s substitutes in sentence %(sentence)s, at most"
            " %(most)s are asked for",
            annotator=response.annotator,
            n=len(answers),
            sentence=response.sentence,
            most=max_answers,
        )
        findings.problem(first.line, message, N_("Keep the best ones"))
    return ProposalRecord(
        response.sentence,
        first.cells["lexelt"].strip(),
        response.annotator,
        tuple(answers),
        mark,
        phrase,
        _elapsed(response, findings),
        first.line,
    )


def _mark(response: _Response, findings: Findings) -> tuple[Mark, str]:
    """One for all rows; a row that says none leaves it to the others."""
    marks: dict[Mark, int] = {}
    phrases: dict[str, int] = {}
    for line, cells in response.rows:
        said = cells["mark"].strip().lower()
        phrase = " ".join(cells["phrase"].split())
        if by_code := _MARK_OF_CODE.get(cells["substitute"].strip()):
            marks.setdefault(by_code, line)
        if said not in get_args(Mark):
            message = N_("%(text)s is not a mark", text=shown(cells["mark"]))
            findings.problem(line, message, N_("Write nil, name, phrase, or nothing"))
        elif said:
            marks.setdefault(cast(Mark, said), line)
        if phrase and check_substitute(findings, line, phrase):
            phrases.setdefault(phrase, line)
    # The phrase itself says that there is one.
    if phrases and not marks:
        marks["phrase"] = next(iter(phrases.values()))
    for found in (marks, phrases):
        if len(found) > 1:
            message = N_(
                "%(annotator)s marks sentence %(sentence)s in two ways: %(marks)s",
                annotator=response.annotator,
                sentence=response.sentence,
                marks=tuple(map(shown, found)),
            )
            findings.problem([*found.values()][1], message, N_("Keep one of the two"))
    [mark, *_] = marks or [""]
    [phrase, *_] = phrases or [""]
    if (mark == "phrase") != bool(phrase):
        message = (
            N_("the target is marked as part of a phrase, but the phrase is missing")
            if mark == "phrase"
            else N_("there is a phrase, but the mark is not 'phrase'")
        )
        remedy = N_("Write the mark phrase, and the phrase beside it")
        findings.problem(response.rows[0].line, message, remedy)
    return cast(Mark, mark), phrase


def _answers(response: _Response, findings: Findings) -> list[str]:
    ranked: dict[int, tuple[str, int]] = {}
    unranked: list[tuple[str, int]] = []
    for line, cells in response.rows:
        text, rank = cells["substitute"].strip(), cells["rank"].strip()
        if rank and not _RANK.fullmatch(rank):
            message = N_("%(text)s is not a rank", text=shown(rank))
            findings.problem(line, message, N_("Number answers from 1"))
        elif not text or text in _MARK_OF_CODE or not check_substitute(findings, line, text):
            continue
        elif not rank:
            unranked.append((text, line))
        elif ranked.setdefault(int(rank), (text, line))[1] != line:
            message = N_(
                "rank %(rank)s of sentence %(sentence)s is already on line %(first_line)s",
                rank=rank,
                sentence=response.sentence,
                first_line=ranked[int(rank)][1],
            )
            findings.repeated(line, message)
    if ranked and unranked:
        message = N_(
            "some answers of sentence %(sentence)s have a rank and others none",
            sentence=response.sentence,
        )
        remedy = N_("Rank all answers of a sentence, or none")
        findings.problem(unranked[0][1], message, remedy)
    given = [ranked[rank] for rank in sorted(ranked)] or unranked
    answers: dict[str, int] = {}
    for text, line in given:
        if answers.setdefault(text, line) != line:
            message = N_(
                "%(annotator)s gives %(substitute)s twice; it counts once",
                annotator=response.annotator,
                substitute=shown(text),
            )
            findings.notice(line, message, N_("Keep one of the rows"))
    return [*answers]


def _elapsed(response: _Response, findings: Findings) -> int | None:
    """The longest that a row says: all are of one sentence."""
    found: list[int] = []
    for line, cells in response.rows:
        said = cells["ms"].strip()
        if _MS.fullmatch(said):
            found.append(int(said))
        elif said:
            message = N_("%(text)s is not a time", text=shown(said))
            findings.problem(line, message, N_("Write whole milliseconds such as 12500"))
    return max(found, default=None)
