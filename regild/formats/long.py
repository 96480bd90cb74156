"""Comma- or tab-separated files and JSON lines.

| what | columns |
| --- | --- |
| sentences | sentence, lexelt, left, target, right |
| gold | sentence, substitute, votes; and lexelt, annotator if known |
| ratings | annotator, sentence, substitute, value |

The first line names the columns, in any order; in JSON lines every line is an object with
these members.

In gold, a row with an annotator is one vote, and a row without one has its votes beside it. A
row without a substitute says that the sentence was seen and nothing proposed (by that
annotator).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import IO, NamedTuple
from zlib import crc32

from regild.formats.gold import add_votes, gold_record, parse_votes, votes_number
from regild.formats.limits import (
    around_target,
    check_key,
    check_lexelt,
    check_name,
    check_sentence,
    check_substitute,
    repeated_sentence,
    shown,
)
from regild.formats.records import (
    CODES,
    FirstLines,
    GoldRecord,
    RatingRecord,
    SentenceRecord,
)
from regild.formats.rows import Columns, Form, Row, read_rows, write_table
from regild.formats.text import MAX_BYTES, Sink
from regild.problems import N_, Findings, Reading, Text

_SENTENCES = Columns(
    known=("sentence", "lexelt", "left", "target", "right"),
    needed=("sentence", "lexelt", "left", "target", "right"),
)
_GOLD = Columns(
    known=("sentence", "lexelt", "substitute", "votes", "annotator"),
    needed=("sentence", "substitute", "votes or annotator"),
)
_RATINGS = Columns(
    known=("annotator", "sentence", "substitute", "value"),
    needed=("annotator", "sentence", "substitute", "value"),
)


class TabledItem(NamedTuple):
    """All rows of one sentence; `line` is the first one's."""

    sentence: str
    lexelt: str
    line: int
    rows: list[Row]


def read_sentences_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[SentenceRecord]:
    findings = Findings(name)
    return findings.reading(sentences_of_table(stream, findings, max_bytes=max_bytes))


def sentences_of_table(
    stream: IO[bytes],
    findings: Findings,
    *,
    max_bytes: int = MAX_BYTES,
    first_lines: FirstLines | None = None,
) -> Iterator[SentenceRecord]:
    """The records one at a time, for whoever need not keep them."""
    first_lines = {} if first_lines is None else first_lines
    for line, cells in read_rows(stream, findings, _SENTENCES, max_bytes=max_bytes):
        key, lexelt = cells["sentence"].strip(), cells["lexelt"].strip()
        left, target, right = around_target(cells["left"], cells["target"], cells["right"])
        kept = [
            check_key(findings, line, key, what="sentence"),
            check_lexelt(findings, line, lexelt),
            check_sentence(findings, line, left=left, target=target, right=right),
        ]
        if all(kept):
            if key in first_lines:
                findings.repeated(line, repeated_sentence(key, first_lines[key]))
                continue
            first_lines[key] = line
            yield SentenceRecord(key, lexelt, left, target, right, line)


def read_gold_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[GoldRecord]:
    """Where annotators are named, substitutes come by falling votes, then alphabetically: the
    order of the rows means nothing."""
    findings = Findings(name)
    return findings.reading(gold_of_table(stream, findings, max_bytes=max_bytes))


def gold_of_table(
    stream: IO[bytes], findings: Findings, *, max_bytes: int = MAX_BYTES, parts: int = 1
) -> Iterator[GoldRecord]:
    """The records one at a time. The rows of a sentence may stand anywhere, so a table is read
    once for each of the `parts` of its sentences, and only the rows of one part are kept."""
    began = stream.tell() if parts > 1 else 0
    for part in range(parts):
        if part:
            stream.seek(began)
        # What is wrong with a row is reported when the table is read first.
        reports = Findings(findings.name) if part else findings
        rows = read_rows(stream, reports, _GOLD, max_bytes=max_bytes)
        if parts > 1:
            rows = (row for row in rows if _part_of(row, parts) == part)
        for item in items_of(rows, findings):
            yield _gold_of(item, findings)


def _part_of(row: Row, parts: int) -> int:
    return crc32(row.cells["sentence"].strip().encode(errors="surrogatepass")) % parts


def read_ratings_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[RatingRecord]:
    findings = Findings(name)
    records: dict[tuple[str, str, str], RatingRecord] = {}
    for line, cells in read_rows(stream, findings, _RATINGS, max_bytes=max_bytes):
        annotator, sentence, substitute, value = (
            cells[column].strip() for column in _RATINGS.known
        )
        kept = [
            check_name(findings, line, annotator, what="annotator"),
            check_key(findings, line, sentence, what="sentence"),
            check_substitute(findings, line, substitute),
            check_name(findings, line, value, what="value"),
        ]
        if all(kept):
            record = RatingRecord(annotator, sentence, substitute, value, line)
            first = records.setdefault(record[:3], record)
            if first is not record:
                findings.repeated(line, repeated_rating(record, first.line))
    return findings.reading(records.values())


def repeated_rating(record: RatingRecord, first_line: int) -> Text:
    return N_(
        "the rating of %(substitute)s in %(sentence)s by %(annotator)s is already on line"
        " %(first_line)s",
        substitute=shown(record.substitute),
        sentence=record.sentence,
        annotator=record.annotator,
        first_line=first_line,
    )


def write_sentences_table(sink: Sink, records: Iterable[SentenceRecord], *, form: Form) -> None:
    write_table(sink, _SENTENCES, (record[:-1] for record in records), form=form)


def write_gold_table(sink: Sink, records: Iterable[GoldRecord], *, form: Form) -> None:
    rows = (
        (record.sentence, record.group, *row)
        for record in records
        for row in _gold_rows(record)
    )
    write_table(sink, _GOLD, rows, form=form)


def items_of(rows: Iterable[Row], findings: Findings) -> Collection[TabledItem]:
    items: dict[str, TabledItem] = {}
    for row in rows:
        sentence, lexelt = row.cells["sentence"].strip(), row.cells["lexelt"].strip()
        if not check_key(findings, row.line, sentence, what="sentence"):
            continue
        # The column may be absent.
        if lexelt and not check_lexelt(findings, row.line, lexelt):
            continue
        item = items.setdefault(sentence, TabledItem(sentence, lexelt, row.line, []))
        if lexelt != item.lexelt:
            message = N_(
                "sentence %(sentence)s is %(lexelt)s on line %(first_line)s",
                sentence=sentence,
                lexelt=shown(item.lexelt),
                first_line=item.line,
            )
            findings.problem(row.line, message, N_("Write the same lexelt in all its rows"))
        item.rows.append(row)
    return items.values()


def _gold_of(item: TabledItem, findings: Findings) -> GoldRecord:
    votes: dict[str, float] = {}
    given: dict[str, list[str]] = {}
    for line, cells in item.rows:
        substitute, annotator = cells["substitute"].strip(), cells["annotator"].strip()
        n_text = cells["votes"].strip()
        n = parse_votes(n_text)
        if annotator and not check_name(findings, line, annotator, what="annotator"):
            continue
        if not substitute:
            if n_text:
                message = N_("there are votes without a substitute")
                remedy = N_("Name the substitute, or empty both cells")
                findings.problem(line, message, remedy)
            elif annotator:
                given.setdefault(annotator, [])
        elif not check_substitute(findings, line, substitute):
            continue
        elif annotator:
            if n_text and n != 1:
                message = N_(
                    "%(annotator)s gives %(votes)s votes to %(substitute)s",
                    annotator=annotator,
                    votes=shown(n_text),
                    substitute=shown(substitute),
                )
                remedy = N_("Leave the votes empty: an annotator has one")
                findings.problem(line, message, remedy)
            proposed = given.setdefault(annotator, [])
            if substitute in proposed:
                message = N_(
                    "%(annotator)s gives %(substitute)s twice; it counts once",
                    annotator=annotator,
                    substitute=shown(substitute),
                )
                findings.notice(line, message, N_("Keep one of the rows"))
            else:
                proposed.append(substitute)
        elif n is None:
            message = N_("%(text)s is not a number of votes", text=shown(n_text))
            remedy = N_("Give a number from 0, decimals after a point")
            findings.problem(line, message, remedy)
        else:
            add_votes(findings, line, votes, substitute, n)
    if given:
        total = Counter(votes)
        total.update(substitute for proposed in given.values() for substitute in proposed)
        by_votes = sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))
        votes = {text: float(n) for text, n in by_votes}
    record = gold_record(item.sentence, item.lexelt, votes, item.line)
    return record._replace(
        given_by=tuple(
            (annotator, tuple(text for text in proposed if text not in CODES))
            for annotator, proposed in given.items()
        )
    )


def _gold_rows(record: GoldRecord) -> Iterator[tuple[str, int | float | str, str]]:
    """Substitute, votes, annotator; what no named annotator gave has a row without a name."""
    named: Counter[str] = Counter()
    for annotator, proposed in record.given_by:
        named.update(proposed)
        yield from ((text, 1, annotator) for text in proposed)
        if not proposed:
            yield "", "", annotator
    for text, votes in (*record.substitutes, *record.codes):
        if votes > named[text] or text not in named:
            yield text, votes_number(votes - named[text]), ""
    if not (record.substitutes or record.codes or record.given_by):
        yield "", "", ""
