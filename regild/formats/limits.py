"""What a record may hold, the same in every format: whatever was read can be written in each.

Each check reports what is wrong to `findings` and returns whether the text can be kept.
"""

from __future__ import annotations

import re
from typing import Literal

from regild.problems import Findings

MAX_SUBSTITUTE = 200
MAX_KEY = 100

# C0, DEL and C1 controls, the two Unicode line ends, halves of surrogate pairs, which JSON can
# smuggle in and UTF-8 cannot store, and what XML cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
# A context may have lines, paragraphs and tabs.
_CONTEXT_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def shown(text: str) -> str:
    """`text` as a message quotes it: escaped, and not a whole page."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def check_substitute(findings: Findings, line: int | None, text: str) -> bool:
    fault = _fault(text, MAX_SUBSTITUTE)
    if fault is None and ";" in text:
        fault = "holds a semicolon, which separates substitutes"
    return fault is None or _refuse(findings, line, f"substitute {shown(text)} {fault}")


def check_name(findings: Findings, line: int | None, text: str, *, what: str) -> bool:
    fault = _fault(text, MAX_KEY)
    return fault is None or _refuse(findings, line, f"{what} {shown(text)} {fault}")


def check_key(findings: Findings, line: int | None, text: str, *, what: str) -> bool:
    """Blanks end a key in the line formats."""
    if any(map(str.isspace, text)):
        return _refuse(findings, line, f"{what} {shown(text)} holds a blank")
    return check_name(findings, line, text, what=what)


def check_lexelt(findings: Findings, line: int | None, text: str) -> bool:
    if not is_lexelt(text):
        remedy = "Write the target's word, a dot and its part of speech, without blanks"
        findings.problem(line, f"{shown(text)} is not of the form word.pos", remedy)
        return False
    return check_key(findings, line, text, what="target")


def is_lexelt(text: str) -> bool:
    return has_part_of_speech(text) and text.split() == [text]


def has_part_of_speech(word: str) -> bool:
    return "." in word[1:-1]


def check_sentence(
    findings: Findings, line: int | None, *, left: str, target: str, right: str
) -> bool:
    fault = _fault(target, MAX_SUBSTITUTE)
    marked = fault is None or _refuse(findings, line, f"target {shown(target)} {fault}")
    control = _CONTEXT_CONTROL.search(left + right)
    if control is not None:
        return _refuse(findings, line, f"the sentence {_held(control)}")
    return marked


def around_target(left: str, head: str, right: str) -> tuple[str, str, str]:
    """Left, target and right, with the blanks of a head in its context (`<head>art </head>`)
    and none at either end of the sentence."""
    before = head[: len(head) - len(head.lstrip())]
    after = head[len(head.rstrip()) :]
    return (left + before).lstrip(), head.strip(), (after + right).rstrip()


def _fault(text: str, longest: int) -> str | None:
    if not text:
        return "is empty"
    if len(text) > longest:
        return f"is longer than {longest} characters"
    # What is printable holds none, and saying so is quicker than searching.
    control = None if text.isprintable() else _CONTROL.search(text)
    return None if control is None else _held(control)


def _held(control: re.Match[str]) -> str:
    return f"holds the control character U+{ord(control[0]):04X}"


def _refuse(findings: Findings, line: int | None, message: str) -> Literal[False]:
    findings.problem(line, message, "Correct it in the file")
    return False
