"""The F at ten of SWORDS' evaluator (`swords/eval.py`), on substitutes as they are spelled.

A substitute is acceptable where more than half of its labels say so, conceivable from a tenth
on; UNSURE is no label, and one that has no other is not in the data. Precision and recall are
over all answers and all substitutes of the file together, of which no target has more than ten
to find. Strict counts every answer; lenient leaves out those that nobody judged first.

Its own program compares lemmas, which it takes from NLTK, and leaves out what has the target's.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TypeVar

from regild.formats.swords import read_swords
from regild.formats.swords_results import read_swords_results
from regild.problems import BadFile, Reading
from regild.scoring.official.printed import File, Printed, ProgramStops

R = TypeVar("R")

DEPTH = 10
# As it compares: at least so much. No share of up to a thousand labels lies between.
_ACCEPTABLE = 0.5 + 1e-4
_CONCEIVABLE = 0.1
_LEVELS = {"a": _ACCEPTABLE, "c": _CONCEIVABLE}

# Of each target the share of TRUE of each substitute that was judged.
_Shares = Mapping[str, Mapping[str, float]]


def print_scores(*, gold_data: bytes, answer_data: bytes) -> Printed:
    """In per cent. Raises ProgramStops for a file that is none of SWORDS'."""
    shares = _shares(gold_data)
    given = _given(answer_data)
    judged = {
        target: [text for text in given.get(target, ()) if text in of_target]
        for target, of_target in shares.items()
    }
    values: dict[str, float | None] = {}
    for name, answers in (("lenient", judged), ("strict", given)):
        for level, least in _LEVELS.items():
            values[f"{name}_{level}_f@{DEPTH}"] = _f(shares, answers, least=least)
    if None in values.values():
        # It computes all of them before it prints one.
        return Printed(dict.fromkeys(values), "swords.eval dies: nothing is right to divide by")
    return Printed(values, n=len(shares))


def _f(shares: _Shares, answers: Mapping[str, Sequence[str]], *, least: float) -> float | None:
    """None where it would divide by zero."""
    right = answered = wanted = 0
    for target, of_target in shares.items():
        found: Set[str] = {text for text, share in of_target.items() if share >= least}
        first = answers.get(target, ())[:DEPTH]
        right += sum(text in found for text in first)
        answered += len(first)
        wanted += min(len(found), DEPTH)
    # 2pr / (p + r), which it takes as it stands: without a right answer it divides by 0.
    return 200 * right / (answered + wanted) if right else None


def _shares(data: bytes) -> dict[str, dict[str, float]]:
    [swords] = _read(read_swords, data, "gold").records
    shares: dict[str, dict[str, float]] = {}
    for substitute in swords.substitutes:
        labels = Counter(substitute.labels)
        judged = labels.total() - labels["UNSURE"]
        if judged:
            true = labels["TRUE"] + labels["TRUE_IMPLICIT"]
            of_target = shares.setdefault(substitute.target_id, {})
            of_target[_compared(substitute.substitute)] = true / judged
    return shares


def _given(data: bytes) -> dict[str, list[str]]:
    records = _read(read_swords_results, data, "answers").records
    return {r.sentence: [*dict.fromkeys(map(_compared, r.answers))] for r in records}


def _compared(text: str) -> str:
    return text.lower().strip()


def _read(reader: Callable[..., Reading[R]], data: bytes, file: File) -> Reading[R]:
    try:
        return reader(io.BytesIO(data), name=file)
    except BadFile as bad:
        raise ProgramStops(file, None, str(bad.problems[0].message)) from bad
