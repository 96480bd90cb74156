"""Sets of utterances, and the file they are kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

Kind = Literal["word", "sentence"]


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
    text = json.dumps(coconuts.to_dict(), ensure_ascii=False, indent=1)
    Path(path).write_text(text + "\n", encoding="utf-8")


def read_sets(path: str | os.PathLike[str]) -> Coconuts:
    """Raises OSError for what cannot be opened, ValueError for what is no file of sets."""
    try:
        found = json.loads(Path(path).read_bytes())
        coconuts = Coconuts({**found["options"]}, tuple(map(_set, found["sets"])))
    except (UnicodeDecodeError, json.JSONDecodeError) as wrong:
        raise ValueError("not JSON in UTF-8") from wrong
    except (KeyError, TypeError, AttributeError) as wrong:
        raise ValueError("not a file of sets, as `regild coconuts` writes it") from wrong
    if not coconuts.sets:
        raise ValueError("no set in it")
    keys = [one.key for one in coconuts.sets]
    if len({*keys}) < len(keys):
        raise ValueError("two sets of one name")
    return coconuts


def _set(found: Mapping[str, Any]) -> UtteranceSet:
    key = str(found["set"])
    utterances = tuple(
        Utterance(tuple(map(str, one["words"])), int(one["place"]), bool(one["natural"]))
        for one in found["utterances"]
    )
    if any(not 0 <= one.place < len(one.words) for one in utterances):
        raise ValueError(f"set {key}: the place is none of the sentence's words")
    if not 0 < sum(one.natural for one in utterances) < len(utterances):
        raise ValueError(f"set {key}: it needs natural utterances and others")
    return UtteranceSet(key, str(found["probe"]), utterances)
