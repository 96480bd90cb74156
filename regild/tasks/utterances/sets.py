"""Sets of utterances, and the file they are kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from regild.problems import N_

Kind = Literal["word", "sentence"]

NOT_JSON = N_("not JSON in UTF-8")
NO_SETS_FILE = N_("not a file of sets, as `regild coconuts` writes it")


class Utterance(NamedTuple):
    """A sentence with its words apart; at `place` is the word that may have been swapped."""

    words: tuple[str, ...]
    place: int
    natural: bool

    @property
    def text(self) -> str:
        return " ".join(self.words)


class UtteranceSet(NamedTuple):
    """`probe` is the natural word: of a word coconut all sentences have it."""

    key: str
    probe: str
    utterances: tuple[Utterance, ...]


@dataclass(frozen=True)
class Coconuts:
    """`options` say how the sets were made; what reads them says so again."""

    options: Mapping[str, Any]
    sets: tuple[UtteranceSet, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "options": dict(self.options),
            "sets": [
                {
                    "set": one.key,
                    "probe": one.probe,
                    "utterances": [
                        {
                            "utterance": number,
                            "words": list(utterance.words),
                            "place": utterance.place,
                            "natural": utterance.natural,
                        }
                        for number, utterance in enumerate(one.utterances, start=1)
                    ],
                }
                for one in self.sets
            ],
        }


def write_sets(coconuts: Coconuts, path: str | os.PathLike[str]) -> None:
    """The same sets write the same bytes."""
    Path(path).write_text(as_text(coconuts), encoding="utf-8")


def as_text(coconuts: Coconuts) -> str:
    return json.dumps(coconuts.to_dict(), ensure_ascii=False, indent=1) + "\n"


def read_sets(path: str | os.PathLike[str]) -> Coconuts:
    """Raises OSError for what cannot be opened, ValueError for what is no file of sets."""
    try:
        found = json.loads(Path(path).read_bytes())
    except (UnicodeDecodeError, json.JSONDecodeError) as wrong:
        raise ValueError(NOT_JSON) from wrong
    return sets_of(found)


def sets_of(found: Any) -> Coconuts:
    """Of what JSON had. Raises ValueError for what is no file of sets."""
    try:
        coconuts = Coconuts({**found["options"]}, tuple(map(_set, found["sets"])))
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError(NO_SETS_FILE) from wrong
    if not coconuts.sets:
        raise ValueError(N_("no set in it"))
    keys = [one.key for one in coconuts.sets]
    if len({*keys}) < len(keys):
        raise ValueError(N_("two sets of one name"))
    return coconuts


def _set(found: Mapping[str, Any]) -> UtteranceSet:
    key = str(found["set"])
    utterances = tuple(
        Utterance(tuple(map(str, one["words"])), int(one["place"]), bool(one["natural"]))
        for one in found["utterances"]
    )
    if any(not 0 <= one.place < len(one.words) for one in utterances):
        text = N_("set %(key)s: the place is none of the sentence's words", key=key)
        raise ValueError(text)
    if not 0 < sum(one.natural for one in utterances) < len(utterances):
        raise ValueError(N_("set %(key)s: it needs natural utterances and others", key=key))
    return UtteranceSet(key, str(found["probe"]), utterances)
