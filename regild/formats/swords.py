"""SWORDS v1.1: contexts, targets, substitutes and their labels in one JSON document.

An id is the SHA-1 of what it names, as JSON with sorted keys; `context_id`, `target_id` and
`substitute_id` reproduce every id of the published files (swords/__init__.py of
p-lambda/swords). Ids found in a file are kept as they are.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from regild.formats.limits import (
    around_target,
    check_key,
    check_sentence,
    check_substitute,
    shown,
)
from regild.formats.records import (
    GoldRecord,
    SentenceRecord,
    Swords,
    SwordsContext,
    SwordsSubstitute,
    SwordsTarget,
)
from regild.formats.rows import not_json
from regild.formats.text import (
    GZIP,
    MAX_BYTES,
    read_bounded,
    refuse_other_than_text,
)
from regild.problems import N_, Findings, Reading, reason_of

# The last two mark what other data sets, rewritten in this format, only imply.
LABELS = frozenset({"TRUE", "FALSE", "UNSURE", "TRUE_IMPLICIT", "FALSE_IMPLICIT"})
_TRUE = frozenset({"TRUE", "TRUE_IMPLICIT"})

_FORM = N_("Compare it with the published files of SWORDS v1.1")


def read_swords(stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES) -> Reading[Swords]:
    """One record, from plain or gzipped JSON; `max_bytes` bounds it packed and unpacked.

    JSON has no lines to point at: problems name the id.
    """
    findings = Findings(name)
    data = read_bounded(stream, findings, max_bytes=max_bytes)
    if data.startswith(GZIP):
        data = _unpacked(data, findings, max_bytes)
    data = refuse_other_than_text(data, findings)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        findings.stop(None, not_json(error), _FORM)
    swords = _swords_of(document, findings)
    return findings.reading([swords] if swords.targets else [])


def context_id(context: str) -> str:
    return "c:" + _checksum({"context": context})


def target_id(
    *, context: str, target: str, offset: int, pos: str | None, key: str | None = None
) -> str:
    """`context` is the context's id. Case is left to the context. `key` tells targets apart
    that SWORDS takes for one, and is in no id of the published files."""
    named = {"context_id": context, "target": target.lower(), "offset": offset, "pos": pos}
    return "t:" + _checksum(named if key is None else {**named, "sentence": key})


def substitute_id(*, target: str, substitute: str) -> str:
    """`target` is the target's id."""
    return "s:" + _checksum({"target_id": target, "substitute": substitute.lower()})


def sentences_of(swords: Swords) -> tuple[SentenceRecord, ...]:
    """One sentence a target; its key is the target's id. The word is inflected, as it is
    in the context."""
    contexts = {context.id: context.context for context in swords.contexts}
    return tuple(
        SentenceRecord(
            target.id,
            _lexelt(target),
            *_around(contexts[target.context_id], target),
            line=0,
        )
        for target in swords.targets
    )


def gold_by_label(swords: Swords) -> tuple[GoldRecord, ...]:
    """What judges accepted: each substitute's share of TRUE among all its labels, UNSURE
    counted in; those without a TRUE are left out."""

    def share(substitute: SwordsSubstitute) -> float:
        return sum(label in _TRUE for label in substitute.labels) / len(substitute.labels)

    return _gold(swords, share)


def gold_by_source(swords: Swords, source: str) -> tuple[GoldRecord, ...]:
    """What one source proposed (`coinco` is people), one vote each: the file does not say how
    many proposed it."""
    return _gold(swords, lambda substitute: float(source in substitute.sources))


def _checksum(named: Mapping[str, Any]) -> str:
    # An identity fixed by the format, not a safeguard.
    content = json.dumps(named, sort_keys=True).encode()
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def _around(context: str, target: SwordsTarget) -> tuple[str, str, str]:
    end = target.offset + len(target.target)
    return around_target(context[: target.offset], target.target, context[end:])


def _lexelt(target: SwordsTarget) -> str:
    return f"{'_'.join(target.target.split())}.{target.pos or 'UNKNOWN'}"


def _gold(swords: Swords, votes: Callable[[SwordsSubstitute], float]) -> tuple[GoldRecord, ...]:
    substitutes: dict[str, list[tuple[str, float]]] = {}
    for substitute in swords.substitutes:
        if n := votes(substitute):
            substitutes.setdefault(substitute.target_id, []).append((substitute.substitute, n))
    return tuple(
        GoldRecord(
            target.id, _lexelt(target), tuple(substitutes.get(target.id, ())), codes=(), line=0
        )
        for target in swords.targets
    )


def _unpacked(data: bytes, findings: Findings, max_bytes: int) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
        try:
            return read_bounded(packed, findings, max_bytes=max_bytes)
        except (OSError, EOFError, zlib.error) as error:
            reason = reason_of(error, otherwise=N_("it is damaged or cut short"))
            message = N_("the gzip archive cannot be unpacked: %(reason)s", reason=reason)
            findings.stop(None, message, N_("Copy or pack the file again"))


def _swords_of(document: Any, findings: Findings) -> Swords:
    parts: dict[str, Mapping[str, Any]] = {}
    for part in ("contexts", "targets", "substitutes", "substitute_labels"):
        entries = document.get(part) if isinstance(document, dict) else None
        if not isinstance(entries, dict):
            findings.stop(None, N_("there is no object %(part)s", part=repr(part)), _FORM)
        parts[part] = entries
    lemmatized = document.get("substitutes_lemmatized")
    if not isinstance(lemmatized, bool):
        message = N_("'substitutes_lemmatized' is neither true nor false")
        findings.stop(None, message, _FORM)

    contexts = {
        id: SwordsContext(id, entry["context"], entry.get("extra"))
        for id, entry in parts["contexts"].items()
        if _is_entry(findings, id, entry, context=str)
    }
    targets = {
        id: found
        for id, entry in parts["targets"].items()
        if _is_entry(findings, id, entry, context_id=str, target=str, offset=int)
        and _check_target(findings, found := _target(id, entry), contexts)
    }
    labels = parts["substitute_labels"]
    substitutes = [
        SwordsSubstitute(
            id, entry["target_id"], entry["substitute"], tuple(labels[id]), entry.get("extra")
        )
        for id, entry in parts["substitutes"].items()
        if _is_entry(findings, id, entry, target_id=str, substitute=str)
        and _check_substitute(findings, id, entry, targets=parts["targets"], labels=labels)
    ]
    for (target, text), times in Counter(s[1:3] for s in substitutes).items():
        if times > 1:
            message = N_(
                "%(target)s has the substitute %(substitute)s %(times)s times",
                target=target,
                substitute=shown(text),
                times=times,
            )
            findings.problem(None, message, N_("Keep one of them"))
    return Swords(
        tuple(contexts.values()),
        tuple(targets.values()),
        tuple(substitutes),
        lemmatized,
        document.get("extra"),
    )


def _target(id: str, entry: Mapping[str, Any]) -> SwordsTarget:
    return SwordsTarget(
        id,
        entry["context_id"],
        entry["target"],
        entry["offset"],
        entry.get("pos"),
        entry.get("extra"),
    )


def _is_entry(findings: Findings, id: str, entry: Any, **types: type) -> bool:
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
        message = N_("%(id)s has a wrong %(members)s", id=shown(id), members=_all_of(wrong))
        findings.problem(None, message, _FORM)
    return not wrong


def _all_of(names: Sequence[str]) -> str:
    *others, last = names
    return N_("%(some)s and %(more)s", some=_all_of(others), more=last) if others else last


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _check_target(
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
        findings.problem(None, message, _FORM)
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
    left, word, right = _around(context, target)
    return check_sentence(findings, None, left=left, target=word, right=right)


def _check_substitute(
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
        findings.problem(None, message, _FORM)
        return False
    given = labels.get(id)
    if not given or not _are_texts(given) or not LABELS.issuperset(given):
        message = N_("%(substitute)s has no labels, or unknown ones", substitute=shown(id))
        remedy = N_("Give one or more of %(labels)s", labels=tuple(sorted(LABELS)))
        findings.problem(None, message, remedy)
        return False
    return check_substitute(findings, None, entry["substitute"])
