"""A system's answers as SWORDS' own evaluator reads them (`.lsr.json`).

`{"substitutes_lemmatized": true, "substitutes": {"t:…": [["quiet", 0.9], ["mild", 0.4]]}}`: of
each target its substitutes with the system's own scores, in any order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import IO, Any

from regild.formats.limits import check_key, check_substitute, shown
from regild.formats.packed_json import read_document
from regild.formats.ranked import scored_record
from regild.formats.records import AnswerRecord
from regild.formats.text import MAX_BYTES
from regild.problems import N_, Findings, Reading

_FORM = N_("Write the substitutes of each target with their scores, as SWORDS' README does")


def read_swords_results(
    stream: IO[bytes],
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_answers: int | None = None,
) -> Reading[AnswerRecord]:
    """A sentence is known by its target's id. What a system could not score, -Infinity, comes
    last. JSON has no lines to point at: problems name the id."""
    findings = Findings(name)
    document = read_document(stream, findings, max_bytes=max_bytes, remedy=_FORM)
    given = document.get("substitutes") if isinstance(document, dict) else None
    if not isinstance(given, dict) or "substitute_labels" in document:
        message = N_("XML and SWORDS hold no system's answers")
        findings.stop(None, message, N_("Choose lines, a table or a result (.lsr.json)"))
    return findings.reading(
        [
            scored_record(
                findings,
                sentence,
                "",
                [*_by_score(findings, sentence, pairs)],
                line=0,
                max_answers=max_answers,
            )
            for sentence, pairs in given.items()
            if check_key(findings, None, sentence, what="sentence")
        ]
    )


def _by_score(
    findings: Findings, sentence: str, pairs: Any
) -> Iterator[tuple[str, float | None]]:
    if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
        message = N_(
            "the substitutes of %(sentence)s are no pairs of text and number",
            sentence=shown(sentence),
        )
        findings.problem(None, message, _FORM)
        return
    for text, score in sorted(pairs, key=lambda pair: -pair[1]):
        if check_substitute(findings, None, text):
            yield text, float(score) if math.isfinite(score) else None


def _is_pair(pair: Any) -> bool:
    return (
        isinstance(pair, list)
        and [type(one) for one in pair] in ([str, float], [str, int])
        and pair[1] < math.inf  # a NaN is not
    )
