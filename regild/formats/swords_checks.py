"""What an entry of a SWORDS document has to be. Problems name its id, as JSON has no lines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from regild.formats.limits import (
    around_target,
    check_key,
    check_name,
    check_sentence,
    check_substitute,
    shown,
)
from regild.formats.records import SwordsContext, SwordsTarget
from regild.problems import N_, Findings, Text

# The last two mark what other data sets, rewritten in this format, only imply.
LABELS = frozenset({"TRUE", "FALSE", "UNSURE", "TRUE_IMPLICIT", "FALSE_IMPLICIT"})

# Under `extra` of a target: what campaigns call it.
GROUP_KEY = "lexelt"
FORM = N_("Compare it with the published files of SWORDS v1.1")


def around(context: str, target: SwordsTarget) -> tuple[str, str, str]:
    end = target.offset + len(target.target)
    return around_target(context[: target.offset], target.target, context[end:])


def is_entry(findings: Findings, id: str, entry: Any, **types: type) -> bool:
    """Whether `entry` is an object with at least these members."""
    if isinstance(entry, dict):
        wrong = [name for name, kind in types.items() if type(entry.get(name)) is not kind]
        extra = entry.get("extra") or {}
        if not isinstance(extra, dict) or not _are_texts(extra.get("sources", [])):
            wrong.append("extra")
        if not isinstance(entry.get("pos"), str | None):
            wrong.append("pos")
    else:
        wrong = list(types)
    if wrong:
        findings.problem(None, _wrong(id, wrong), FORM)
    return not wrong


def check_target(
    findings: Findings, target: SwordsTarget, contexts: Mapping[str, SwordsContext]
) -> bool:
    if not check_key(findings, None, target.id, what="target"):
        return False
    if target.context_id not in contexts:
        message = N_(
            "%(target)s names the unknown context %(context)s",
            target=target.id,
            context=shown(target.context_id),
        )
        findings.problem(None, message, FORM)
        return False
    context = contexts[target.context_id].context
    if target.offset < 0 or not context.startswith(target.target, target.offset):
        message = N_(
            "%(target)s: %(word)s is not at %(offset)s of its context",
            target=target.id,
            word=shown(target.target),
            offset=target.offset,
        )
        findings.problem(None, message, N_("Give the offset in characters, counted from 0"))
        return False
    left, word, right = around(context, target)
    return check_sentence(findings, None, left=left, target=word, right=right)


def check_substitute_entry(
    findings: Findings,
    id: str,
    entry: Mapping[str, Any],
    *,
    targets: Mapping[str, Any],
    labels: Mapping[str, Any],
) -> bool:
    if entry["target_id"] not in targets:
        message = N_(
            "%(substitute)s names the unknown target %(target)s",
            substitute=shown(id),
            target=shown(entry["target_id"]),
        )
        findings.problem(None, message, FORM)
        return False
    given = labels.get(id)
    if not given or not _are_texts(given) or not LABELS.issuperset(given):
        message = N_("%(substitute)s has no labels, or unknown ones", substitute=shown(id))
        remedy = N_("Give one or more of %(labels)s", labels=tuple(sorted(LABELS)))
        findings.problem(None, message, remedy)
        return False
    return check_substitute(findings, None, entry["substitute"])


def check_names(findings: Findings, target: SwordsTarget) -> bool:
    """What an exported gold calls the sentence and its target."""
    said = target.extra or {}
    sentence, lexelt = said.get("sentence", target.id), said.get("lexelt", "unnamed")
    if not (isinstance(sentence, str) and isinstance(lexelt, str)):
        findings.problem(None, _wrong(target.id, ["extra"]), FORM)
        return False
    return check_name(findings, None, sentence, what="sentence") and check_name(
        findings, None, lexelt, what="target"
    )


def check_keys(findings: Findings, targets: Iterable[SwordsTarget]) -> None:
    keys = Counter((target.extra or {}).get("sentence", target.id) for target in targets)
    for key, times in keys.items():
        if times > 1:
            message = N_("the sentence %(key)s is there %(times)s times", key=key, times=times)
            findings.problem(None, message, N_("Keep one of them"))


def check_weight(findings: Findings, id: str, entry: Mapping[str, Any]) -> bool:
    weight = (entry.get("extra") or {}).get("weight")
    if weight is None or (type(weight) in (int, float) and 0 <= weight < math.inf):
        return True
    findings.problem(None, _wrong(id, ["extra"]), FORM)
    return False


def _wrong(id: str, members: Sequence[str]) -> Text:
    return N_("%(id)s has a wrong %(members)s", id=shown(id), members=_all_of(members))


def _all_of(names: Sequence[str]) -> str:
    *others, last = names
    return N_("%(some)s and %(more)s", some=_all_of(others), more=last) if others else last


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)
