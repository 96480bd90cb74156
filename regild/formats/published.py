"""A published dataset of substitutes, read back: what `export_gold --format dataset` wrote.

Both golds lie in it as their campaign worded them, and `policy.json` says how. So a system is
worded by the policy, and the golds are left as they are: to word them again could map what was
mapped already.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from typing import IO, Any, Literal, NamedTuple

from regild.formats.limits import shown
from regild.formats.records import GoldRecord
from regild.formats.rows import not_json
from regild.formats.text import numbered_lines, read_bounded, refuse_other_than_text
from regild.problems import N_, Findings, Reading

POLICY = "policy.json"
CANDIDATES = "data/candidates.jsonl"
FIRST_GOLD = "data/first-gold.jsonl"
Which = Literal["first", "second"]
# What becomes of a system's answers of several words where these are dropped. A policy that
# says nothing is of a release from before: they keep their place there, and are worth nothing.
REMOVED: Literal["removed"] = "removed"

# More than an upload may have: whoever reads a folder has it on their own disk.
MAX_BYTES = 4 * 1024**3

_WRITTEN_AS = N_("Take the file as `export_gold --format dataset` wrote it")


class ScoringPolicy(NamedTuple):
    """What of a release's policy a score hangs on. `mapping` has (group, proposed, canonical),
    `undone_merges` (sentence, spelling) that stays as it is written; `penalty` is None in
    folders older than it. `multiword_answers` is None where dropped ones keep their place."""

    case: Literal["keep", "lower"]
    multiwords: Literal["keep", "drop"]
    mapping: tuple[tuple[str, str, str], ...]
    undone_merges: frozenset[tuple[str, str]]
    excluded_targets: frozenset[str]
    hidden_sentences: frozenset[str]
    penalty: float | None
    multiword_answers: Literal["removed"] | None

    @property
    def removes_multiwords(self) -> bool:
        return self.multiwords == "drop" and self.multiword_answers == REMOVED


class PublishedSubstitute(NamedTuple):
    """A row of the candidates. `weight` is None where it is undecided, `votes` where nobody
    proposed it."""

    sentence: str
    group: str
    substitute: str
    weight: float | None
    votes: float | None
    line: int


def is_published(path: str | os.PathLike[str]) -> bool:
    return os.path.isfile(os.path.join(path, POLICY))


def read_policy(stream: IO[bytes], *, name: str) -> Reading[ScoringPolicy]:
    findings = Findings(name)
    data = read_bounded(stream, findings, max_bytes=MAX_BYTES)
    text = refuse_other_than_text(data, findings)
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        findings.stop(None, not_json(error), _WRITTEN_AS)
    if not isinstance(said, dict):
        findings.stop(None, N_("this is not an object of texts and numbers"), _WRITTEN_AS)
    wrong = [key for key, fits in _FITS.items() if not fits(said.get(key))]
    for key in wrong:
        message = N_("the policy has no %(key)s, or a wrong one", key=repr(key))
        findings.problem(None, message, _WRITTEN_AS)
    return findings.reading([] if wrong else [_policy(said)])


def read_candidates(stream: IO[bytes], *, name: str) -> Reading[PublishedSubstitute]:
    findings = Findings(name)
    rows = _rows(stream, findings, numbers=("weight", "votes"))
    return findings.reading(
        PublishedSubstitute(*_texts(row), row["weight"], row["votes"], line)
        for line, row in rows
    )


def read_first_gold(stream: IO[bytes], *, name: str) -> Reading[GoldRecord]:
    findings = Findings(name)
    rows = _rows(stream, findings, numbers=("votes",))
    return findings.reading(
        gold_records(
            PublishedSubstitute(*_texts(row), row["votes"], None, line) for line, row in rows
        )
    )


def gold_records(rows: Iterator[PublishedSubstitute]) -> tuple[GoldRecord, ...]:
    """What has a weight, by sentence; a text that a code looks like is a substitute here."""
    found: dict[str, list[PublishedSubstitute]] = {}
    for row in rows:
        if row.weight is not None:
            found.setdefault(row.sentence, []).append(row)
    return tuple(
        GoldRecord(
            sentence,
            of[0].group,
            tuple((row.substitute, row.weight or 0.0) for row in of),
            codes=(),
            line=of[0].line,
        )
        for sentence, of in found.items()
    )


def _texts(row: Mapping[str, Any]) -> tuple[str, str, str]:
    return row["sentence"], row["lexelt"], row["substitute"]


def _rows(
    stream: IO[bytes], findings: Findings, *, numbers: tuple[str, ...]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, text, _printable in numbered_lines(stream, findings, max_bytes=MAX_BYTES):
        if not text.strip():
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            findings.problem(line, not_json(error), _WRITTEN_AS)
            continue
        columns = dict.fromkeys(("sentence", "lexelt", "substitute"), _is_text)
        columns |= dict.fromkeys(numbers, _is_weight)
        wrong = [
            name
            for name, fits in columns.items()
            if not (isinstance(row, dict) and name in row and fits(row[name]))
        ]
        for name in wrong:
            message = N_(
                "%(text)s has no %(column)s, or a wrong one", text=shown(text), column=name
            )
            findings.problem(line, message, _WRITTEN_AS)
        if not wrong:
            yield line, row


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_weight(value: Any) -> bool:
    return value is None or (type(value) in (int, float) and 0 <= value < math.inf)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _are_rows_of(width: int, value: Any) -> bool:
    return isinstance(value, list) and all(
        _are_texts(row) and len(row) == width for row in value
    )


_FITS = {
    "case": ("keep", "lower").__contains__,
    "multiwords": ("keep", "drop").__contains__,
    "multiword_answers": (None, REMOVED).__contains__,
    "mapping": lambda value: _are_rows_of(3, value),
    "undone_merges": lambda value: _are_rows_of(2, value),
    "excluded_targets": _are_texts,
    "hidden_sentences": _are_texts,
    "penalty": _is_weight,
}


def _policy(said: Mapping[str, Any]) -> ScoringPolicy:
    return ScoringPolicy(
        case=said["case"],
        multiwords=said["multiwords"],
        mapping=tuple(map(tuple, said["mapping"])),
        undone_merges=frozenset(map(tuple, said["undone_merges"])),
        excluded_targets=frozenset(said["excluded_targets"]),
        hidden_sentences=frozenset(said["hidden_sentences"]),
        penalty=said.get("penalty"),
        multiword_answers=said.get("multiword_answers"),
    )
