"""What a record may hold, the same in every format: whatever was read can be written in each.

Each check reports what is wrong to `findings` and returns whether the text can be kept.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from regild.problems import N_, Findings, Text

MAX_SUBSTITUTE = 200
MAX_KEY = 100
# Of what other programs judged, whose ids may be whole texts.
MAX_ITEM = 2_000

# C0, DEL and C1 controls, the two Unicode line ends, halves of surrogate pairs, which JSON can
# smuggle in and UTF-8 cannot store, and what XML cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
# A context may have lines, paragraphs and tabs.
_CONTEXT_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

MAX_UTTERANCE = 2_000

Name = Literal[
    "target",
    "sentence",
    "annotator",
    "value",
    "document",
    "category",
    "set",
    "probe",
    "item",
    "model",
]


class _Faults(NamedTuple):
    """Whole sentences, for a noun put into one is right in few languages."""

    empty: Text
    long: Text
    control: Text


_OF_SUBSTITUTES = _Faults(
    N_("substitute %(text)s is empty"),
    N_("substitute %(text)s is longer than %(most)s characters"),
    N_("substitute %(text)s holds the control character %(character)s"),
)
_OF_TARGETS = _Faults(
    N_("target %(text)s is empty"),
    N_("target %(text)s is longer than %(most)s characters"),
    N_("target %(text)s holds the control character %(character)s"),
)
_OF_NAMES: dict[Name, _Faults] = {
    "target": _OF_TARGETS,
    "sentence": _Faults(
        N_("sentence %(text)s is empty"),
        N_("sentence %(text)s is longer than %(most)s characters"),
        N_("sentence %(text)s holds the control character %(character)s"),
    ),
    "annotator": _Faults(
        N_("annotator %(text)s is empty"),
        N_("annotator %(text)s is longer than %(most)s characters"),
        N_("annotator %(text)s holds the control character %(character)s"),
    ),
    "value": _Faults(
        N_("value %(text)s is empty"),
        N_("value %(text)s is longer than %(most)s characters"),
        N_("value %(text)s holds the control character %(character)s"),
    ),
    "document": _Faults(
        N_("document %(text)s is empty"),
        N_("document %(text)s is longer than %(most)s characters"),
        N_("document %(text)s holds the control character %(character)s"),
    ),
    "category": _Faults(
        N_("category %(text)s is empty"),
        N_("category %(text)s is longer than %(most)s characters"),
        N_("category %(text)s holds the control character %(character)s"),
    ),
    "set": _Faults(
        N_("set %(text)s is empty"),
        N_("set %(text)s is longer than %(most)s characters"),
        N_("set %(text)s holds the control character %(character)s"),
    ),
    "probe": _Faults(
        N_("probe %(text)s is empty"),
        N_("probe %(text)s is longer than %(most)s characters"),
        N_("probe %(text)s holds the control character %(character)s"),
    ),
    "item": _Faults(
        N_("item %(text)s is empty"),
        N_("item %(text)s is longer than %(most)s characters"),
        N_("item %(text)s holds the control character %(character)s"),
    ),
    "model": _Faults(
        N_("model %(text)s is empty"),
        N_("model %(text)s is longer than %(most)s characters"),
        N_("model %(text)s holds the control character %(character)s"),
    ),
}
_OF_UTTERANCES = _Faults(
    N_("an utterance of set %(set)s is empty"),
    N_("an utterance of set %(set)s is longer than %(most)s characters"),
    N_("an utterance of set %(set)s holds the control character %(character)s"),
)
_WITH_BLANKS = {
    "target": N_("target %(text)s holds a blank"),
    "sentence": N_("sentence %(text)s holds a blank"),
}


def shown(text: str) -> str:
    """`text` as a message quotes it: escaped, and not a whole page."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def repeated_sentence(sentence: str, first_line: int) -> Text:
    return N_(
        "sentence %(sentence)s is already on line %(first_line)s",
        sentence=sentence,
        first_line=first_line,
    )


def check_substitute(findings: Findings, line: int | None, text: str) -> bool:
    fault = substitute_fault(text)
    return fault is None or _refuse(findings, line, fault)


def substitute_fault(text: str) -> Text | None:
    """Why it is none; None where it is one."""
    fault = _fault(text, MAX_SUBSTITUTE, _OF_SUBSTITUTES)
    if fault is None and ";" in text:
        fault = N_(
            "substitute %(text)s holds a semicolon, which separates substitutes",
            text=shown(text),
        )
    return fault


def check_name(
    findings: Findings, line: int | None, text: str, *, what: Name, most: int = MAX_KEY
) -> bool:
    fault = _fault(text, most, _OF_NAMES[what])
    return fault is None or _refuse(findings, line, fault)


def check_utterance(findings: Findings, line: int | None, text: str, *, key: str) -> bool:
    fault = _fault(text.strip(), MAX_UTTERANCE, _OF_UTTERANCES)
    return fault is None or _refuse(
        findings, line, fault.filled(**{**fault.parameters, "set": shown(key)})
    )


def check_key(
    findings: Findings, line: int | None, text: str, *, what: Literal["target", "sentence"]
) -> bool:
    """Blanks end a key in the line formats."""
    if any(map(str.isspace, text)):
        return _refuse(findings, line, _WITH_BLANKS[what].filled(text=shown(text)))
    return check_name(findings, line, text, what=what)


def check_lexelt(findings: Findings, line: int | None, text: str) -> bool:
    if not is_lexelt(text):
        message = N_("%(text)s is not of the form word.pos", text=shown(text))
        remedy = N_("Write the target's word, a dot and its part of speech, without blanks")
        findings.problem(line, message, remedy)
        return False
    return check_key(findings, line, text, what="target")


def is_lexelt(text: str) -> bool:
    return has_part_of_speech(text) and text.split() == [text]


def has_part_of_speech(word: str) -> bool:
    return "." in word[1:-1]


def check_sentence(
    findings: Findings, line: int | None, *, left: str, target: str, right: str
) -> bool:
    fault = _fault(target, MAX_SUBSTITUTE, _OF_TARGETS)
    marked = fault is None or _refuse(findings, line, fault)
    control = _CONTEXT_CONTROL.search(left + right)
    if control is not None:
        message = N_(
            "the sentence holds the control character %(character)s", character=_named(control)
        )
        return _refuse(findings, line, message)
    return marked


def around_target(left: str, head: str, right: str) -> tuple[str, str, str]:
    """Left, target and right, with the blanks of a head in its context (`<head>art </head>`)
    and none at either end of the sentence."""
    before = head[: len(head) - len(head.lstrip())]
    after = head[len(head.rstrip()) :]
    return (left + before).lstrip(), head.strip(), (after + right).rstrip()


def _fault(text: str, longest: int, faults: _Faults) -> Text | None:
    if not text:
        return faults.empty.filled(text=shown(text))
    if len(text) > longest:
        return faults.long.filled(text=shown(text), most=longest)
    # What is printable holds none, and saying so is quicker than searching.
    control = None if text.isprintable() else _CONTROL.search(text)
    if control is None:
        return None
    return faults.control.filled(text=shown(text), character=_named(control))


def _named(control: re.Match[str]) -> str:
    return f"U+{ord(control[0]):04X}"


def _refuse(findings: Findings, line: int | None, message: Text) -> Literal[False]:
    findings.problem(line, message, N_("Correct it in the file"))
    return False
