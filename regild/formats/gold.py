"""Gold as SemEval-2007 and SemDis write it: `word.pos id :: substitute votes; …;`.

Votes may be decimals, as in a second gold. `semdis_eval.py` cuts those to integers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO

from regild.formats.item_lines import (
    GOLD_COLONS,
    join_item_line,
    split_item_line,
    split_plain_line,
    split_plain_lines,
    tell_joined,
)
from regild.formats.limits import check_name, check_substitute, repeated_sentence, shown
from regild.formats.records import CODES, FirstLines, GoldRecord
from regild.formats.text import (
    MAX_BYTES,
    Line,
    PrintableLines,
    Sink,
    Utf8Writer,
    blocks_of_lines,
)
from regild.problems import N_, Findings, Reading

_VOTES = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?", re.ASCII)
# What nearly all votes are, sooner looked up than read.
_SMALL = {str(n): float(n) for n in range(100)}
_FORM = N_("Write: word.pos id :: substitute votes; substitute votes;")


def read_gold(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[GoldRecord]:
    findings = Findings(name)
    # Annotators give the same few thousand words over and over: each is kept once.
    known = dict[str, str]().setdefault
    return findings.reading(
        gold_of_lines(stream, findings, max_bytes=max_bytes, known=known),
    )


def gold_of_lines(
    stream: IO[bytes],
    findings: Findings,
    *,
    max_bytes: int = MAX_BYTES,
    known: Callable[[str, str], str] = lambda text, _same: text,
    first_lines: FirstLines | None = None,
) -> Iterator[GoldRecord]:
    """The records one at a time, for whoever need not keep them. `known` gives the one copy of
    a text that is kept."""
    first_lines = {} if first_lines is None else first_lines
    for lines in blocks_of_lines(stream, findings, max_bytes=max_bytes):
        if not isinstance(lines, PrintableLines):
            yield from _one_by_one(lines, findings, known, first_lines)
        elif found := _plain_records(lines, known, first_lines):
            for record in found.values():
                first_lines[record.sentence] = record.line
            yield from found.values()
        else:
            yield from _one_by_one(lines.numbered(), findings, known, first_lines)


def _one_by_one(
    lines: Iterable[Line],
    findings: Findings,
    known: Callable[[str, str], str],
    first_lines: FirstLines,
) -> Iterator[GoldRecord]:
    """The lines of a block that is not read at once."""
    for line, text, printable in lines:
        plain = split_plain_line(text, printable=printable)
        item = plain or split_item_line(text)
        if item is None:
            if text.strip():
                message = N_("%(text)s is not a gold line", text=shown(text))
                findings.problem(line, message, _FORM)
            continue
        lexelt, sentence, colons, pieces = item
        if colons != GOLD_COLONS:
            message = N_("more than two colons mark a system's answers, not gold")
            findings.problem(line, message, _FORM)
        elif sentence in first_lines:
            findings.repeated(line, repeated_sentence(sentence, first_lines[sentence]))
        elif plain or (
            check_name(findings, line, lexelt, what="target")
            and check_name(findings, line, sentence, what="sentence")
        ):
            if plain is None:
                tell_joined(findings, line, text, lexelt)
                pieces = _without_semicolons(pieces, text, line, findings)
            votes = _votes_of(pieces, line, findings, checked=plain is not None)
            votes = {known(substitute, substitute): n for substitute, n in votes.items()}
            first_lines[sentence] = line
            yield gold_record(sentence, lexelt, votes, line)


def _plain_records(
    lines: PrintableLines, known: Callable[[str, str], str], first_lines: FirstLines
) -> dict[str, GoldRecord] | None:
    """Of lines of which nothing is to be told; None where something may be, or would be by
    those read before."""
    split = split_plain_lines(lines.text, colons=(GOLD_COLONS,))
    if split is None:
        return None
    found: dict[str, GoldRecord] = {}
    for line, (lexelt, sentence, pieces) in enumerate(
        zip(split.lexelts, split.sentences, split.pieces, strict=True), start=lines.first
    ):
        votes = _small_votes(pieces)
        if votes is None or sentence in found or sentence in first_lines:
            return None
        votes = dict(zip(map(known, votes, votes), votes.values(), strict=True))
        found[sentence] = gold_record(sentence, known(lexelt, lexelt), votes, line)
    return found


def gold_record(sentence: str, lexelt: str, votes: dict[str, float], line: int) -> GoldRecord:
    """Codes apart from substitutes, both in the order of `votes`."""
    if CODES.isdisjoint(votes):
        return GoldRecord(sentence, lexelt, tuple(votes.items()), (), line)
    return GoldRecord(
        sentence,
        lexelt,
        substitutes=tuple((text, n) for text, n in votes.items() if text not in CODES),
        codes=tuple((text, n) for text, n in votes.items() if text in CODES),
        line=line,
    )


def add_votes(
    findings: Findings, line: int, votes: dict[str, float], substitute: str, n: float
) -> None:
    """A repeated substitute adds up: 13 lines of SemEval's test gold repeat one."""
    if substitute in votes:
        findings.notice(
            line,
            N_("%(text)s is repeated; its votes were added", text=shown(substitute)),
            N_("Write each substitute once: score.pl would keep the last count only"),
        )
    votes[substitute] = votes.get(substitute, 0.0) + n


def parse_votes(text: str) -> float | None:
    """None for what is not a finite number from 0."""
    value = _SMALL.get(text)
    if value is None:
        value = float(text) if _VOTES.fullmatch(text) else math.inf
    return value if value < math.inf else None


def votes_number(votes: float) -> int | float:
    """An integer where it is one, so that 3.0 is written 3."""
    return int(votes) if votes == int(votes) else votes


def write_gold(
    sink: Sink,
    records: Iterable[GoldRecord],
    *,
    sort_by_votes: bool = False,
    decimals: int | None = None,
) -> None:
    """`sort_by_votes` puts the highest first, which `score.pl` needs to find the mode; equal
    ones keep their order. `decimals` rounds; None writes every digit."""
    out = Utf8Writer(sink)
    for record in records:
        votes = [*record.substitutes, *record.codes]
        if sort_by_votes:
            votes.sort(key=lambda pair: -pair[1])
        rest = "".join(
            f"{substitute} {votes_number(n if decimals is None else round(n, decimals))};"
            for substitute, n in votes
        )
        line = join_item_line(
            lexelt=record.group, sentence=record.sentence, colons="::", rest=rest
        )
        out.write(line)


def _without_semicolons(
    pieces: Sequence[str], text: str, line: int, findings: Findings
) -> list[str]:
    """`lectern 1;; 1;` of CoInCo: somebody proposed a semicolon, and its number is left."""
    kept = [one for one in pieces if not (one.isdecimal() and f";; {one};" in text)]
    if len(kept) < len(pieces):
        message = N_("a semicolon cannot be a substitute; its votes were left out")
        findings.notice(line, message, N_("Write each substitute with its votes"))
    return kept


def _small_votes(pieces: Sequence[str]) -> dict[str, float] | None:
    """Of distinct substitutes, each with a small whole number: what nearly all lines hold. None
    says nothing of the others."""
    split = [piece.rpartition(" ") for piece in pieces]
    try:
        votes = {substitute: _SMALL[number] for substitute, _blank, number in split}
    except KeyError:
        return None
    return None if len(votes) < len(pieces) or "" in votes else votes


def _votes_of(
    pieces: Sequence[str], line: int, findings: Findings, *, checked: bool
) -> dict[str, float]:
    if checked and (small := _small_votes(pieces)):
        return small
    votes: dict[str, float] = {}
    for piece in pieces:
        words = piece.rsplit(maxsplit=1)
        substitute = words[0]
        n = parse_votes(words[1]) if len(words) == 2 else None
        if n is None:
            message = N_("%(text)s is not a substitute with its votes", text=shown(piece))
            findings.problem(line, message, _FORM)
        elif checked or check_substitute(findings, line, substitute):
            add_votes(findings, line, votes, substitute, n)
    return votes
