"""A system's answers as SemEval-2007 and SemDis write them: `word.pos id :: a;b;c`.

Best first; `::`, `:::` and `::::` are read alike. A line without answers is a sentence the
system did not attempt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import IO, Literal

from regild.formats.item_lines import (
    ItemLine,
    join_item_line,
    split_item_line,
    split_plain_line,
    split_plain_lines,
    tell_joined,
)
from regild.formats.limits import check_name, check_substitute, shown
from regild.formats.records import AnswerRecord
from regild.formats.text import (
    MAX_BYTES,
    Line,
    PrintableLines,
    Report,
    Sink,
    Utf8Writer,
    blocks_of_lines,
)
from regild.problems import N_, Findings, Reading

OnRepeated = Literal["refuse", "first", "last"]

# Bounded, so that it is linear in time.
_NUMBER_BEHIND = re.compile(r"\s-?[0-9]{1,20}(?:[.,][0-9]{1,20})?(?:[eE]-?[0-9]{1,3})?$")
_FORM = N_("Write: word.pos id :: answer;answer")

_REPEATED = {
    "refuse": N_("sentence %(sentence)s was already answered on line %(first_line)s"),
    "first": N_(
        "sentence %(sentence)s was already answered on line %(first_line)s;"
        " the first line counts"
    ),
    "last": N_(
        "sentence %(sentence)s was already answered on line %(first_line)s;"
        " the last line counts"
    ),
}


def read_answers(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
    on_repeated: OnRepeated = "refuse",
    skip_noise: bool = False,
) -> Reading[AnswerRecord]:
    """`skip_noise` makes notices of lines that are no answers (a library's warnings, progress
    bars). `on_repeated` says which line counts when a sentence has several."""
    findings = Findings(name)
    noise = findings.notice if skip_noise else findings.problem
    records: dict[str, AnswerRecord] = {}
    # A system says the same few thousand words over and over: each is kept once.
    known = dict[str, str]().setdefault

    def others() -> Iterator[Line]:
        """The lines of blocks that are not read at once."""
        for lines in blocks_of_lines(stream, findings, max_bytes=max_bytes, noise=noise):
            if not isinstance(lines, PrintableLines):
                yield from lines
            elif not _read_plain(lines, known, records, max_answers):
                yield from lines.numbered()

    for line, text, printable in others():
        item = split_plain_line(text, printable=printable)
        if item is None:
            item = _checked(text, line, findings, noise)
        if item is None:
            continue
        lexelt, sentence, _colons, texts = item
        answers = tuple(map(known, texts, texts))
        if max_answers is not None or len(set(answers)) < len(answers):
            answers = distinct_answers(findings, line, texts, max_answers=max_answers)
        if sentence in records and not counts_again(
            findings, line, sentence, records[sentence].line, on_repeated
        ):
            continue
        records[sentence] = AnswerRecord(sentence, lexelt, answers, line)
    return findings.reading(records.values())


def _read_plain(
    lines: PrintableLines,
    known: Callable[[str, str], str],
    records: dict[str, AnswerRecord],
    max_answers: int | None,
) -> bool:
    """Adds what lines hold of which nothing is to be told. False, and nothing added, where
    something may be, or would be by those read before."""
    split = split_plain_lines(lines.text)
    if split is None or not records.keys().isdisjoint(split.sentences):
        return False
    answers = [tuple(map(known, texts, texts)) for texts in split.pieces]
    given = [*map(len, answers)]
    if given != [*map(len, map(set, answers))] or len({*split.sentences}) < len(given):
        return False
    if max_answers is not None and max(given) > max_answers:
        return False
    lexelts = map(known, split.lexelts, split.lexelts)
    made = map(AnswerRecord, split.sentences, lexelts, answers, count(lines.first))
    records.update(zip(split.sentences, made, strict=True))
    return True


def distinct_answers(
    findings: Findings, line: int, texts: Sequence[str], *, max_answers: int | None
) -> tuple[str, ...]:
    """The answers of one sentence without repetitions, and no more than `max_answers`."""
    distinct = tuple(texts)
    if len(set(texts)) < len(texts):
        distinct = tuple(dict.fromkeys(texts))
        repeated = len(texts) - len(distinct)
        message = N_("%(count)s repeated answers were left out", count=repeated)
        findings.notice(line, message, N_("Give each answer once, at its best rank"))
    if max_answers is not None and len(distinct) > max_answers:
        message = N_(
            "%(count)s answers; only the first %(most)s were kept",
            count=len(distinct),
            most=max_answers,
        )
        remedy = N_("Give %(most)s answers or fewer", most=max_answers)
        findings.notice(line, message, remedy)
    return distinct[:max_answers]


def end_in_numbers(records: Iterable[AnswerRecord]) -> bool:
    """Whether more than half of the lines with answers end each of them in a number, as in
    `happy 4;merry 1;` of a gold file. No format of answers has numbers: they would be words."""
    answered = [record.answers for record in records if record.answers]
    # Of most lines the first answer's last letter says that they do not.
    likely = [answers for answers in answered if answers[0][-1:].isdecimal()]
    numbered = sum(all(map(_NUMBER_BEHIND.search, answers)) for answers in likely)
    return 2 * numbered > len(answered)


def write_answers(
    sink: Sink, records: Iterable[AnswerRecord], *, colons: Literal["::", ":::"] = "::"
) -> None:
    """Without blanks around the semicolons: `score.pl` would read them as part of an answer."""
    out = Utf8Writer(sink)
    for record in records:
        out.write(answer_line(record, colons=colons))


def answer_line(record: AnswerRecord, *, colons: Literal["::", ":::"] = "::") -> str:
    return join_item_line(
        lexelt=record.group,
        sentence=record.sentence,
        colons=colons,
        rest=";".join(record.answers),
    )


def _checked(text: str, line: int, findings: Findings, noise: Report) -> ItemLine | None:
    """None when nothing of the line can be kept, which was told."""
    item = split_item_line(text)
    if item is None:
        if text.strip():
            noise(line, N_("%(text)s is not a line of answers", text=shown(text)), _FORM)
        return None
    lexelt, sentence, colons, texts = item
    lexelt_kept = check_name(findings, line, lexelt, what="target")
    if not (check_name(findings, line, sentence, what="sentence") and lexelt_kept):
        return None
    tell_joined(findings, line, text, lexelt)
    kept = [text for text in texts if check_substitute(findings, line, text)]
    return lexelt, sentence, colons, kept


def counts_again(
    findings: Findings, line: int, sentence: str, first_line: int, on_repeated: OnRepeated
) -> bool:
    """Whether this line of a sentence that was answered before is the one that counts; that
    there are two is told."""
    message = _REPEATED[on_repeated].filled(sentence=sentence, first_line=first_line)
    if on_repeated == "refuse":
        remedy = N_("Keep one line: score.pl would take the first, semdis_eval.py the last")
        findings.problem(line, message, remedy)
    else:
        findings.notice(line, message, N_("Keep one line"))
    return on_repeated == "last"
