"""A list of sentences, as SemEval's MAN and RAND: an id a line.

A line may name the target before the id, as all other lines of the trade do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import IO, NamedTuple

from regild.formats.limits import check_name, has_part_of_speech, shown
from regild.formats.text import MAX_BYTES, numbered_lines
from regild.problems import N_, FileProblem, Findings, Reading


class ListedSentence(NamedTuple):
    sentence: str
    line: int


def read_sentence_list(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[ListedSentence]:
    findings = Findings(name)
    records: dict[str, ListedSentence] = {}
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
        words = text.split()
        if not words:
            continue
        if len(words) > 2 or (len(words) == 2 and not has_part_of_speech(words[0])):
            message = N_("%(text)s is not the id of a sentence", text=shown(text))
            findings.problem(line, message, N_("Write an id a line, such as 12 or glad.a 12"))
        elif check_name(findings, line, words[-1], what="sentence"):
            first = records.setdefault(words[-1], ListedSentence(words[-1], line))
            if first.line != line:
                message = N_(
                    "sentence %(sentence)s is already on line %(first_line)s",
                    sentence=words[-1],
                    first_line=first.line,
                )
                findings.notice(line, message, N_("Keep one of the lines"))
    return findings.reading(records.values())


def unknown_sentences(
    listed: Sequence[ListedSentence], known: Collection[str]
) -> list[FileProblem]:
    return [
        FileProblem(
            line,
            N_("no sentence has the id %(id)s", id=repr(sentence)),
            N_("Use the ids of the sentences file"),
        )
        for sentence, line in listed
        if sentence not in known
    ]
