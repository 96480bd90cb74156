"""A list of words with their frequency in a corpus: a table of word and frequency."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import IO

from regild.formats.limits import shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import MAX_BYTES
from regild.problems import N_, Findings, Reading

_COLUMNS = Columns(known=("word", "frequency"), needed=("word", "frequency"))


def read_word_list(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[tuple[str, float]]:
    """Counts or rates; only their order and their logarithm matter."""
    findings = Findings(name)

    def entries() -> Iterator[tuple[str, float]]:
        first_lines: dict[str, int] = {}
        for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
            word = cells["word"].strip()
            first_line = first_lines.setdefault(word, line)
            if first_line != line:
                message = N_(
                    "the word %(word)s is already on line %(first_line)s",
                    word=shown(word),
                    first_line=first_line,
                )
                findings.repeated(line, message)
            if (frequency := _number(cells["frequency"])) is None:
                message = N_("%(text)s is not a frequency", text=shown(cells["frequency"]))
                findings.problem(line, message, N_("Write a number such as 12.5"))
            else:
                yield word, frequency

    return findings.reading(entries())


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) and number >= 0 else None
