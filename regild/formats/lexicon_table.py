"""A lexicon as a table: `word,pos,synonym`, and `rank` where some synonyms are better.

A row without a rank has the first. A pair that is there twice counts once, at its best rank. A
table with tabs need not name its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO

from regild.formats.lexicon import (
    REMEDY,
    Lexicon,
    PairLexicon,
    PartOfSpeech,
    part_of_speech,
    unknown_part_of_speech,
)
from regild.formats.limits import check_substitute, shown
from regild.formats.rows import Columns, read_rows
from regild.formats.text import numbered_lines
from regild.problems import N_, Findings, Reading

MAX_BYTES = 256 * 1024 * 1024

_COLUMNS = Columns(known=("word", "pos", "synonym", "rank"), needed=("word", "pos", "synonym"))
_HEAD_BYTES = 4096

# A line's number, and its cells in the order of _COLUMNS.
_Cells = tuple[int, Sequence[str]]


def read_lexicon_table(
    stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES
) -> Reading[Lexicon]:
    """`stream` can seek."""
    findings = Findings(name)
    synonyms: dict[PartOfSpeech, dict[str, list[str]]] = {}
    ranks: dict[tuple[PartOfSpeech, str], list[int]] = {}
    multiwords: dict[str, str] = {}
    pairs = 0
    for line, (word, pos_said, synonym, rank_said) in _cells(stream, findings, max_bytes):
        pos = part_of_speech(pos_said)
        if pos is None:
            findings.problem(line, unknown_part_of_speech(pos_said), REMEDY)
        rank = _rank(rank_said)
        if rank is None:
            message = N_("%(text)s is not a rank", text=shown(rank_said))
            findings.problem(line, message, N_("Write a whole number, 1 for the best"))
        if not (word.isalpha() and synonym.isalpha() and len(word) + len(synonym) < 100):
            word, synonym = _plain(word), _plain(synonym)
            for text in (word, synonym):
                if " " in text:
                    multiwords.setdefault(text.lower(), text)
            fit = [check_substitute(findings, line, text) for text in (word, synonym)]
            if not all(fit):
                continue
        if pos is None or rank is None:
            continue
        pairs += 1
        word = word.lower()
        of_word = synonyms.setdefault(pos, {}).setdefault(word, [])
        if rank != 1 or (ranks and (pos, word) in ranks):
            ranks.setdefault((pos, word), [1] * len(of_word)).append(rank)
        of_word.append(synonym)
    lexicon: Lexicon = PairLexicon(
        "Table", synonyms=synonyms, ranks=ranks, multiwords=multiwords, pairs=pairs
    )
    return findings.reading([lexicon] if pairs else [])


def _cells(stream: IO[bytes], findings: Findings, max_bytes: int) -> Iterator[_Cells]:
    first = stream.read(_HEAD_BYTES).partition(b"\n")[0]
    stream.seek(0)
    if b"\t" in first and b'"' not in first:
        yield from _tabbed(stream, findings, max_bytes)
        return
    for line, cells in read_rows(stream, findings, _COLUMNS, max_bytes=max_bytes):
        yield line, [cells[name].strip() for name in _COLUMNS.known]


def _tabbed(stream: IO[bytes], findings: Findings, max_bytes: int) -> Iterator[_Cells]:
    """A million rows would take the reader of any table too long."""
    order: list[int] | None = None
    width = 0
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=max_bytes):
        cells = text.split("\t")
        if order is None:
            if not text.strip():
                continue
            order, width, named = _order(cells, line, findings)
            if named:
                continue
        if len(cells) == width:
            cells.append("")
            yield line, [cells[at].strip() for at in order]
        elif text.strip():
            message = N_(
                "the row has %(cells)s cells for %(columns)s columns",
                cells=len(cells),
                columns=width,
            )
            findings.problem(line, message, N_("Give each row as many cells as the first"))


def _order(cells: Sequence[str], line: int, findings: Findings) -> tuple[list[int], int, bool]:
    """Where in a row with one empty cell more each column is, how many cells there are, and
    whether the line says so."""
    names = [cell.strip().lower() for cell in cells]
    fault = _COLUMNS.fault(names)
    if fault is None:
        places = [names.index(one) if one in names else len(names) for one in _COLUMNS.known]
        return places, len(names), True
    if len(names) in (3, 4) and part_of_speech(names[1]):
        return [0, 1, 2, 3], len(names), False
    findings.stop(line, fault, _COLUMNS.remedy)


def _rank(text: str) -> int | None:
    if not text:
        return 1
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    return None


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").split())
