"""TSAR-2022's lines: a sentence, its word and substitutes, with tabs between.

In gold a substitute stands as often as annotators gave it; in a system's file the best comes
first. There are no ids: a sentence and its word are known by a checksum of both, as they are
spelled, so that gold and answers find each other. The word itself is no substitute.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

from regild.formats.answers import OnRepeated, counts_again, distinct_answers
from regild.formats.gold import gold_record
from regild.formats.limits import check_lexelt, check_substitute, repeated_sentence, shown
from regild.formats.records import AnswerRecord, GoldRecord
from regild.formats.text import MAX_BYTES, Report, numbered_lines
from regild.problems import N_, Findings, Reading

_FORM = N_("Write, with tabs between: sentence, word, substitute, substitute")
_ID_LENGTH = 16


class _Line(NamedTuple):
    line: int
    sentence: str
    lexelt: str
    substitutes: Sequence[str]


def is_tsar_line(text: str) -> bool:
    """Whether the second cell is a word of the first: in no table's line of names it is."""
    sentence, *cells = map(str.strip, text.split("\t"))
    return bool(cells and cells[0] and " " in sentence) and (
        cells[0].casefold() in sentence.casefold()
    )


def read_tsar_gold(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[GoldRecord]:
    findings = Findings(name)
    records: dict[str, GoldRecord] = {}
    for line, sentence, lexelt, texts in _lines(
        stream, findings, max_bytes=max_bytes, noise=findings.problem
    ):
        if sentence in records:
            findings.repeated(line, repeated_sentence(sentence, records[sentence].line))
        else:
            votes = {text: float(n) for text, n in Counter(texts).items()}
            records[sentence] = gold_record(sentence, lexelt, votes, line)
    return findings.reading(records.values())


def read_tsar_answers(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
    on_repeated: OnRepeated = "refuse",
    skip_noise: bool = False,
) -> Reading[AnswerRecord]:
    findings = Findings(name)
    records: dict[str, AnswerRecord] = {}
    noise = findings.notice if skip_noise else findings.problem
    for line, sentence, lexelt, texts in _lines(
        stream, findings, max_bytes=max_bytes, noise=noise
    ):
        if sentence in records and not counts_again(
            findings, line, sentence, records[sentence].line, on_repeated
        ):
            continue
        answers = distinct_answers(findings, line, texts, max_answers=max_answers)
        records[sentence] = AnswerRecord(sentence, lexelt, answers, line)
    return findings.reading(records.values())


def _lines(
    stream: IO[bytes], findings: Findings, *, max_bytes: int, noise: Report
) -> Iterator[_Line]:
    itself = 0
    for line, text, _printable in numbered_lines(
        stream, findings, max_bytes=max_bytes, noise=noise
    ):
        if not text.strip():
            continue
        sentence, *cells = (cell.strip() for cell in text.strip().split("\t"))
        if not (sentence and cells and cells[0]):
            message = N_("%(text)s is not a sentence with its word", text=shown(text))
            noise(line, message, _FORM)
            continue
        word, *substitutes = cells
        lexelt = f"{'_'.join(word.split())}.UNKNOWN"
        if not check_lexelt(findings, line, lexelt):
            continue
        kept = [one for one in substitutes if one and check_substitute(findings, line, one)]
        others = [one for one in kept if one != word]
        itself += len(kept) - len(others)
        yield _Line(line, _id_of(sentence, word), lexelt, others)
    if itself:
        message = N_(
            "the word itself stands %(count)s times among its substitutes and was left out",
            count=itself,
        )
        findings.notice(None, message, N_("Leave it out, as TSAR's own program does"))


def _id_of(sentence: str, word: str) -> str:
    # An identity, not a safeguard.
    digest = hashlib.sha1(f"{sentence}\t{word}".encode(), usedforsecurity=False)
    return digest.hexdigest()[:_ID_LENGTH]
