"""What somebody who proposes is told of what they wrote; nothing is refused for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum


class Hint(StrEnum):
    TARGET = "target"
    REPEATED = "repeated"
    SEVERAL = "several"


# As static/js/writing.js has it.
_SEVERAL = re.compile(r"[\s,;،]")


def hints(
    answers: Sequence[str], *, target: str, single_words: bool
) -> tuple[Hint | None, ...]:
    """For each answer: that it is the target itself, stands above already, or is several words
    where single ones are asked for."""
    texts = [_folded(text) for text in answers]
    return tuple(
        _hint(text, texts[:place], target=_folded(target), single_words=single_words)
        for place, text in enumerate(texts)
    )


def _hint(text: str, earlier: Sequence[str], *, target: str, single_words: bool) -> Hint | None:
    if not text:
        return None
    if text == target:
        return Hint.TARGET
    if text in earlier:
        return Hint.REPEATED
    return Hint.SEVERAL if single_words and _SEVERAL.search(text) else None


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()
