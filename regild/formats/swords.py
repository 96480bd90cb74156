"""SWORDS v1.1: contexts, targets, substitutes and their labels in one JSON document.

An id is the SHA-1 of what it names, as JSON with sorted keys; `context_id`, `target_id` and
`substitute_id` reproduce every id of the published files (swords/__init__.py of
p-lambda/swords). Ids found in a file are kept as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import IO, Any

from regild.formats.limits import shown
from regild.formats.packed_json import read_document
from regild.formats.records import (
    GoldRecord,
    SentenceRecord,
    Swords,
    SwordsContext,
    SwordsSubstitute,
    SwordsTarget,
    is_release,
)
from regild.formats.swords_checks import (
    FORM,
    GROUP_KEY,
    around,
    check_keys,
    check_names,
    check_substitute_entry,
    check_target,
    check_weight,
    is_entry,
)
from regild.formats.text import (
    MAX_BYTES,
)
from regild.problems import N_, Findings, Reading


def read_swords(stream: IO[bytes], *, name: str, max_bytes: int = MAX_BYTES) -> Reading[Swords]:
    """One record, from plain or gzipped JSON; `max_bytes` bounds it packed and unpacked.

    JSON has no lines to point at: problems name the id.
    """
    findings = Findings(name)
    document = read_document(stream, findings, max_bytes=max_bytes, remedy=FORM)
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
    """One sentence a target; its key is the target's id, or what an exported gold says. The
    word is inflected, as it is in the context."""
    contexts = {context.id: context.context for context in swords.contexts}
    return tuple(
        SentenceRecord(
            *_key_and_lexelt(swords, target),
            *around(contexts[target.context_id], target),
            line=0,
        )
        for target in swords.targets
    )


def gold_by_label(swords: Swords) -> tuple[GoldRecord, ...]:
    """What judges accepted: each substitute's share of TRUE among its labels but UNSURE, with
    which SWORDS' own evaluator does away first; what has no other was judged by nobody.

    Implicit labels are no judgements of one thing: each stands for an annotator who proposed
    it, and they are counted. An exported second gold has its weights.
    """
    return _gold(swords, _weight if swords.of_release else _accepted)


def _weight(substitute: SwordsSubstitute) -> float | None:
    """None where it is undecided."""
    weight = (substitute.extra or {}).get("weight")
    return None if weight is None else float(weight)


def _accepted(substitute: SwordsSubstitute) -> float | None:
    labels = Counter(substitute.labels)
    true = labels["TRUE"] + labels["TRUE_IMPLICIT"]
    judged = labels.total() - labels["UNSURE"]
    if not judged:
        return None
    return float(true) if labels["TRUE_IMPLICIT"] else true / judged


def gold_by_source(swords: Swords, source: str) -> tuple[GoldRecord, ...]:
    """What one source proposed (`coinco` is people), one vote each: the file does not say how
    many proposed it."""
    return _gold(swords, lambda substitute: 1.0 if source in substitute.sources else None)


def _checksum(named: Mapping[str, Any]) -> str:
    # An identity fixed by the format, not a safeguard.
    content = json.dumps(named, sort_keys=True).encode()
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def _key_and_lexelt(swords: Swords, target: SwordsTarget) -> tuple[str, str]:
    said = (target.extra or {}) if swords.of_release else {}
    lexelt = f"{'_'.join(target.target.split())}.{target.pos or 'UNKNOWN'}"
    return said.get("sentence", target.id), said.get(GROUP_KEY, lexelt)


def _gold(
    swords: Swords, votes: Callable[[SwordsSubstitute], float | None]
) -> tuple[GoldRecord, ...]:
    substitutes: dict[str, list[tuple[str, float]]] = {}
    for substitute in swords.substitutes:
        if (n := votes(substitute)) is not None:
            substitutes.setdefault(substitute.target_id, []).append((substitute.substitute, n))
    return tuple(
        GoldRecord(
            *_key_and_lexelt(swords, target),
            tuple(substitutes.get(target.id, ())),
            codes=(),
            line=0,
        )
        for target in swords.targets
    )


def _swords_of(document: Any, findings: Findings) -> Swords:
    parts: dict[str, Mapping[str, Any]] = {}
    for part in ("contexts", "targets", "substitutes", "substitute_labels"):
        entries = document.get(part) if isinstance(document, dict) else None
        if not isinstance(entries, dict):
            findings.stop(None, N_("there is no object %(part)s", part=repr(part)), FORM)
        parts[part] = entries
    lemmatized = document.get("substitutes_lemmatized")
    if not isinstance(lemmatized, bool):
        message = N_("'substitutes_lemmatized' is neither true nor false")
        findings.stop(None, message, FORM)

    of_release = is_release(document.get("extra"))
    contexts = {
        id: SwordsContext(id, entry["context"], entry.get("extra"))
        for id, entry in parts["contexts"].items()
        if is_entry(findings, id, entry, context=str)
    }
    targets = {
        id: found
        for id, entry in parts["targets"].items()
        if is_entry(findings, id, entry, context_id=str, target=str, offset=int)
        and check_target(findings, found := _target(id, entry), contexts)
        and (not of_release or check_names(findings, found))
    }
    if of_release:
        check_keys(findings, targets.values())
    labels = parts["substitute_labels"]
    substitutes = [
        SwordsSubstitute(
            id, entry["target_id"], entry["substitute"], tuple(labels[id]), entry.get("extra")
        )
        for id, entry in parts["substitutes"].items()
        if is_entry(findings, id, entry, target_id=str, substitute=str)
        and check_substitute_entry(findings, id, entry, targets=parts["targets"], labels=labels)
        and (not of_release or check_weight(findings, id, entry))
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
