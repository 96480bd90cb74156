"""A published dataset computed again: its files, its gold from its ratings, its scores.

A folder says all this of itself. Here nothing of what it says is taken for granted but the
ratings and the policy.
"""

from __future__ import annotations

import json
import math
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from regild.agreement.severity import measure_severity
from regild.arrays import np
from regild.formats.files import read_gold
from regild.formats.published import CANDIDATES, POLICY
from regild.problems import BadFile
from regild.scoring.aggregate import SEVERITY, second_gold_weight
from regild.scoring.frozen import FrozenOption, scale_of
from regild.scoring.measuring import Draws
from regild.scoring.parts import NMWT
from regild.scoring.scorecard import ALL, score
from regild.scoring.severity_weights import DECIMALS, on_scale
from regild.scoring.signature import (
    ALL_MEASURES,
    GoldSigned,
    NoSignature,
    file_digest,
    gold_signature,
    listed,
    read_signature,
)
from regild.tolerance import SAME

SUMS = "SHA256SUMS"
GOLD = "data/gold.txt"
RATINGS = "data/ratings.jsonl"
# A row a candidate, or a document.
DATA = (CANDIDATES, "data/labels.jsonl")
SCORES = "scores.json"
SYSTEMS = "systems"

# Of what is wrong with one thing; more would say no more.
_TOLD = 10


class FolderCheck(NamedTuple):
    """`said` is what was looked at; `wrong` has what differs, nothing where all is right."""

    what: str
    said: str
    wrong: tuple[str, ...]


def verify_folder(folder: str | os.PathLike[str]) -> list[FolderCheck]:
    """Each check by itself: a file that cannot be read is wrong, and the others are told."""
    place = Path(folder)
    checks = [_checked("checksums", _checksums, place)]
    if _is_of_substitutes(place):
        checks.append(_checked("gold from its ratings", _gold_again, place))
        checks.append(_checked(f"{GOLD} from the gold", _lines_again, place))
    if (place / SCORES).exists():
        checks.append(_checked(f"{SCORES} from {SYSTEMS}/", _scores_again, place))
    return checks


def folder_signature(folder: str | os.PathLike[str]) -> str:
    """Of the gold in a dataset's folder, as its public page has it. Raises OSError."""
    place = Path(folder)
    path = next((place / one for one in DATA if (place / one).exists()), place / CANDIDATES)
    signed = GoldSigned(file_digest(str(path)), "second", file_digest(str(place / POLICY)))
    return gold_signature(signed, n=sum(1 for row in _rows(path) if _decided(row)))


def _decided(row: Mapping[str, Any]) -> bool:
    """A candidate with a weight, or a document with a category."""
    return row.get("weight", row.get("category")) not in (None, "")


def _checked(
    what: str, look: Callable[[Path], tuple[str, list[str]]], folder: Path
) -> FolderCheck:
    try:
        said, wrong = look(folder)
    except BadFile as bad:
        said, wrong = "it cannot be read", str(bad).splitlines()
    except OSError as error:
        said, wrong = "it cannot be read", [f"{error.filename}: {error.strerror}"]
    except (ValueError, KeyError, TypeError) as error:
        said, wrong = "it is not as we write it", [f"{type(error).__name__}: {error}"]
    more = [f"and {len(wrong) - _TOLD} more"] if len(wrong) > _TOLD else []
    return FolderCheck(what, said, (*wrong[:_TOLD], *more))


def _checksums(folder: Path) -> tuple[str, list[str]]:
    wrong = []
    lines = (folder / SUMS).read_text("utf-8").splitlines()
    for line in lines:
        digest, _blanks, path = line.partition("  ")
        if not (folder / path).is_file():
            wrong.append(f"{path}: it is not there")
        elif file_digest(str(folder / path)) != digest:
            wrong.append(f"{path}: its SHA-256 is another")
    return f"{len(lines)} files", wrong


def _is_of_substitutes(folder: Path) -> bool:
    """Of documents and utterances the gold is a choice or a share, not a weight."""
    try:
        first = next(iter(_rows(folder / CANDIDATES)), {})
    except (OSError, ValueError):
        return True  # what is wrong with it is told by its check
    return not first or "substitute" in first


def _gold_again(folder: Path) -> tuple[str, list[str]]:
    policy = json.loads((folder / POLICY).read_text("utf-8"))
    scale = scale_of(policy)
    chosen: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    rated_by: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    wrong, rated, ratings = [], [], 0
    worth = {option.value: option.weight for option in scale}
    for row in _rows(folder / RATINGS):
        key = row["sentence"], row["substitute"]
        if row["annotator"] in rated_by[key]:
            wrong.append(f"{_named(*key)}: {row['annotator']} rated it twice")
        rated_by[key].add(row["annotator"])
        chosen[key][row["value"]] += 1
        ratings += 1
        if policy["rule"] == SEVERITY and row["value"] in worth:
            rated.append((row["annotator"], _named(*key), worth[row["value"]]))
    adjusted = (
        {one.item: one.adjusted for one in measure_severity(rated).items} if rated else {}
    )
    candidates = 0
    for row in _rows(folder / CANDIDATES):
        candidates += 1
        key = row["sentence"], row["substitute"]
        wrong += _weighed_otherwise(row, chosen.pop(key, Counter()), scale, policy, adjusted)
    wrong += [f"{_named(*key)}: it is rated and is no candidate" for key in chosen]
    return f"{candidates} candidates, {ratings} ratings", wrong


def _weighed_otherwise(
    row: Mapping[str, Any],
    of_option: Counter[int],
    scale: Sequence[FrozenOption],
    policy: Mapping[str, Any],
    adjusted: Mapping[str, float],
) -> Iterator[str]:
    """`adjusted` are the means without severity, where the policy asks for them."""
    named = _named(row["sentence"], row["substitute"])
    counts = [of_option[option.value] for option in scale]
    if of_option.total() != sum(counts):
        yield f"{named}: it has a rating that is no option of the scale"
        return
    listed_counts = [row[f"n_{option.value}"] for option in scale]
    if listed_counts != counts or row["n"] != sum(counts):
        yield f"{named}: its ratings are {counts}, and {listed_counts} are listed"
    weights = [option.weight for option in scale]
    if policy["rule"] == SEVERITY:
        enough = sum(counts) >= max(1, policy["min_ratings"])
        weight = float(on_scale(np.array(adjusted[named]), weights)) if enough else None
        # Fitted in another order, the last decimal may be rounded the other way.
        same = _alike_but(row["weight"], weight, by=1.5 * 10**-DECIMALS)
    else:
        weight = second_gold_weight(
            counts, weights=weights, rule=policy["rule"], min_ratings=policy["min_ratings"]
        )
        same = weight == row["weight"]
    if not same:
        yield f"{named}: its weight is {weight}, and {row['weight']} is listed"


def _alike_but(one: float | None, other: float | None, *, by: float) -> bool:
    return one is other if one is None or other is None else abs(one - other) <= by


def _lines_again(folder: Path) -> tuple[str, list[str]]:
    """What lines leave out weighs nothing, or is undecided."""
    weights: dict[str, dict[str, float | None]] = {}
    for row in _rows(folder / CANDIDATES):
        weights.setdefault(row["sentence"], {})[row["substitute"]] = row["weight"]
    lines = read_gold(folder / GOLD).to_dict()
    wrong = [
        f"{_named(sentence, text)}: {weight} here, {weights.get(sentence, {}).get(text)} there"
        for sentence, of_sentence in lines.items()
        for text, weight in of_sentence.items()
        if weights.get(sentence, {}).get(text) != weight
    ]
    wrong += [
        f"{_named(sentence, text)}: it weighs {weight} and has no place here"
        for sentence, of_sentence in weights.items()
        for text, weight in of_sentence.items()
        if weight and text not in lines.get(sentence, {})
    ]
    return f"{len(lines)} sentences", wrong


def _scores_again(folder: Path) -> tuple[str, list[str]]:
    """By the measures and draws that the scores' own signature names."""
    said = json.loads((folder / SCORES).read_text("utf-8"))
    try:
        fields = read_signature(said["signature"])
    except NoSignature as none:
        return "no signature", [str(none)]
    measures = listed(fields["measures"])
    if any(
        field in fields for field in ("part", "excl", "mwt", "map", "table", "compat")
    ) or any(name.endswith(f".{NMWT}") for name in measures):
        return "not computed again", ["its scores need files or options beside the folder"]
    files = {path.stem: path for path in sorted((folder / SYSTEMS).iterdir())}
    missing = [one["system"] for one in said["systems"] if one["system"] not in files]
    if missing:
        return "systems", [f"{SYSTEMS}/ has no {name}" for name in missing]
    found = score(
        folder,
        {one["system"]: files[one["system"]] for one in said["systems"]},
        measures=ALL if measures == [ALL_MEASURES] else measures,
        use="first" if fields["use"] == "first" else "second",
        penalty=float(fields["penalty"]),
        **_draws(fields)._asdict(),
    )
    wrong = []
    if found.signature != said["signature"]:
        wrong.append(f"the signature is {found.signature}")
    for was, now in zip(said["systems"], found.to_dict()["systems"], strict=True):
        for kind in ("measures", "interval", "rank", "p"):
            wrong += [
                f"{was['system']}: {kind} of {key} is {again}, and {value} is listed"
                for key, value in was.get(kind, {}).items()
                if not _alike(value, again := now[kind].get(key))
            ]
    return f"{len(files)} systems", wrong


def _draws(fields: Mapping[str, str]) -> Draws:
    return Draws(int(fields["seed"]), int(fields["draws"]), int(fields["swaps"]))


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=SAME, abs_tol=SAME)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, filter(str.strip, lines))


def _named(sentence: str, substitute: str) -> str:
    return f"sentence {sentence}, {substitute}"
