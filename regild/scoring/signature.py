"""A line that says how scores were made, so that anybody can make them again.

    regild|semdis.best_norm|gold:edc1d819a314347b|n:300|case:keep|mw:keep|map:none|…|v:0.1.0

Whatever changes a number changes it; what only changes how numbers are shown does not. Files
stand for what they hold: the first 16 digits of their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from regild import __version__
from regild.formats.published import CANDIDATES, FIRST_GOLD, POLICY, Which
from regild.scoring.measures import FAMILIES
from regild.scoring.measuring import Draws
from regild.scoring.parts import MeasureOnPart

_NAME = "regild"
_DIGITS = 16
# The first before the others, whose own signs it would change.
_ESCAPED = {"%": "%25", "|": "%7C", ",": "%2C", "\n": "%0A", "\r": "%0D"}
NOTHING = "none"
ALL_MEASURES = "all"


class NoSignature(ValueError):  # noqa: N818
    """The text is not one of ours."""


class GoldSigned(NamedTuple):
    """Its SHA-256, and of a published dataset which gold it is and the policy's SHA-256."""

    gold: str
    use: Which | None = None
    policy: str | None = None


def score_signature(
    measures: Sequence[str],
    *,
    gold: GoldSigned,
    systems: Sequence[Sequence[str]],
    n: int | None,
    unit: str,
    draws: Draws,
    penalty: float,
    case: str | None,
    multiwords: str | None,
    mapping: str | None,
    second_gold: str | None = None,
    excluded: Collection[str] = (),
    parts: Mapping[str, str] = MappingProxyType({}),
    multiword_gold: str | None = None,
    noise: str | None = None,
    repeated: str | None = None,
    table: str | None = None,
) -> str:
    """Files are given by their SHA-256. What a published dataset's policy says is None: the
    policy's own digest stands for it. But `multiwords` is drop for it too where answers of
    several words are removed."""
    fields = {
        "gold": short(gold.gold),
        "use": gold.use,
        "policy": gold.policy and short(gold.policy),
        "second": second_gold and short(second_gold),
        "n": n,
        "case": case,
        "mw": multiwords,
        "map": None if gold.policy else short(mapping) if mapping else NOTHING,
        "excl": sorted(excluded),
        "part": named_digests(parts),
        "mwt": multiword_gold and short(multiword_gold),
        "penalty": penalty,
        "noise": noise,
        "repeated": repeated,
        "table": table,
        "unit": unit,
        "seed": draws.seed,
        "draws": draws.replicates,
        "swaps": draws.permutations,
        "systems": several(systems),
    }
    return signature(measures, fields)


def gold_signature(gold: GoldSigned, *, n: int) -> str:
    """Of a published gold itself, with which nothing was scored; `n` candidates have a place in
    it."""
    fields = {"gold": short(gold.gold), "use": gold.use, "n": n}
    return signature([NOTHING], fields | {"policy": gold.policy and short(gold.policy)})


def signature(measures: Sequence[str], fields: Mapping[str, object]) -> str:
    """A field that is None or empty is left out: nobody asked for what it would say."""
    said = {
        key: _text(value) for key, value in fields.items() if value not in (None, "", [], ())
    }
    parts = [_NAME, _text(measures), *(f"{key}:{text}" for key, text in said.items())]
    return "|".join([*parts, f"v:{__version__}"])


def read_signature(text: str) -> dict[str, str]:
    """Its fields, `measures` among them. Raises NoSignature."""
    name, *rest = text.strip().split("|")
    if name != _NAME or len(rest) < 2 or not all(":" in field for field in rest[1:]):
        raise NoSignature("a signature begins with regild| and has fields like seed:0")
    fields = {"measures": rest[0]}
    for field in rest[1:]:
        key, _colon, value = field.partition(":")
        if key in fields:
            raise NoSignature(f"the signature has {key} twice")
        fields[key] = value
    return fields


def listed(value: str) -> list[str]:
    """What a field lists."""
    return [_unescaped(one) for one in value.split(",")]


def unlike(one: str, other: str) -> list[str]:
    """The fields in which two signatures differ, each with both values."""
    first, second = read_signature(one), read_signature(other)
    return [
        f"{key}: {first.get(key, NOTHING)} there, {second.get(key, NOTHING)} here"
        for key in dict.fromkeys([*first, *second])
        if first.get(key) != second.get(key)
    ]


def measures_named(measures: Sequence[MeasureOnPart]) -> list[str]:
    """Families where they are whole, in an order of their own: asked for in another, or by
    their keys, they are the same."""
    asked, found = {*map(str, measures)}, []
    for name, family in FAMILIES.items():
        keys = {measure.key for measure in family}
        if keys <= asked:
            found.append(name)
            asked -= keys
    if found == [*FAMILIES] and not asked:
        return [ALL_MEASURES]
    return found + sorted(asked)


def signed_dataset(folder: str, which: Which, *, first_is_whole: bool) -> GoldSigned:
    data = FIRST_GOLD if which == "first" and first_is_whole else CANDIDATES
    gold, policy = (file_digest(os.path.join(folder, name)) for name in (data, POLICY))
    return GoldSigned(gold, which, policy)


def file_digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def data_digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def value_digest(values: Any) -> str:
    """Of plain values that came from no file."""
    return data_digest(json.dumps(values, ensure_ascii=False).encode())


def short(digest: str) -> str:
    return digest[:_DIGITS]


def several(digests: Sequence[Collection[str]]) -> str:
    """Of systems, each the digests of its runs' files: how many, and one digest for all."""
    return f"{len(digests)}-{short(value_digest([[*runs] for runs in digests]))}"


def named_digests(digests: Mapping[str, str]) -> list[str]:
    return [f"{name}={short(digest)}" for name, digest in sorted(digests.items())]


def _text(value: object) -> str:
    if isinstance(value, str):
        return _escaped(value)
    if isinstance(value, Iterable):
        return ",".join(map(_escaped, value))
    return repr(value)


def _escaped(text: str) -> str:
    for sign, written in _ESCAPED.items():
        text = text.replace(sign, written)
    return text


def _unescaped(text: str) -> str:
    for sign, written in reversed(_ESCAPED.items()):
        text = text.replace(written, sign)
    return text
