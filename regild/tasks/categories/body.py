"""A document's text as people read it: what is quoted apart, and what is long folded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# So much is shown before the fold.
MOST_LINES = 30
MOST_CHARACTERS = 2_200
# What would fold away less than this is shown instead.
LEAST_LINES = 5
LEAST_CHARACTERS = 300

# What mail programs write above the message that is answered.
_ORIGINAL = re.compile(
    r"\s*-{2,}\s*(original message|message d['’]origine|ursprüngliche nachricht"
    r"|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original)\s*-{2,}",
    re.IGNORECASE,
)


class Part(NamedTuple):
    """Lines that follow each other and are all quoted, or all not."""

    text: str
    quoted: bool


class Body(NamedTuple):
    """`lines` are those of `rest`."""

    first: tuple[Part, ...]
    rest: tuple[Part, ...]
    lines: int


def body_of(text: str) -> Body:
    lines = [*_marked(text.strip("\n").splitlines())]
    fold = _fold([line for line, _quoted in lines])
    return Body(_parts(lines[:fold]), _parts(lines[fold:]), len(lines) - fold)


def _marked(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is quoted: by a mark, by the line that says who is quoted, or
    by standing below the head of the message that is answered."""
    below = False
    for line, next_line in zip(lines, [*lines[1:], ""], strict=False):
        below = below or bool(_ORIGINAL.match(line))
        said_by = line.rstrip().endswith(":") and next_line.lstrip().startswith(">")
        yield line, below or said_by or line.lstrip().startswith(">")


def _fold(lines: list[str]) -> int:
    """How many lines stand before the fold: all, where little would be behind it."""
    shown = 0
    for place, line in enumerate(lines):
        shown += len(line) + 1
        if place and (place >= MOST_LINES or shown > MOST_CHARACTERS):
            rest = lines[place:]
            long = len(rest) > LEAST_LINES or sum(map(len, rest)) > LEAST_CHARACTERS
            return place if long else len(lines)
    return len(lines)


def _parts(lines: list[tuple[str, bool]]) -> tuple[Part, ...]:
    parts: list[tuple[list[str], bool]] = []
    for line, quoted in lines:
        if not parts or parts[-1][1] != quoted:
            parts.append(([], quoted))
        parts[-1][0].append(line)
    return tuple(Part("\n".join(said), quoted) for said, quoted in parts)
