"""`word.pos id :: …`, the line that SemEval's and SemDis's gold and answers share.

The official programs demand exactly one blank around each part. Real files have one or two,
and all are accepted; what is written here has one, as `score.pl` demands. CoInCo's targets may
be of several words (`half pint.J 15322 :: …`), which are joined, as SWORDS joins them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import chain
from typing import NamedTuple

from regild.formats.limits import (
    MAX_KEY,
    MAX_SUBSTITUTE,
    has_part_of_speech,
    is_lexelt,
    shown,
)
from regild.problems import N_, Findings

GOLD_COLONS = "::"
# Two and three are SemEval's, four GermEval 2015's ranked answers.
_COLONS = (GOLD_COLONS, ":::", "::::")
_BEFORE_COLONS = re.compile(r"\s(?=::)")

# Target, sentence, colons, and what stands between the semicolons.
ItemLine = tuple[str, str, str, list[str]]


def split_plain_line(text: str, *, printable: bool) -> ItemLine | None:
    """A line that leaves nothing to check, as nearly all do; None says nothing of the others.

    One blank between words and none beside a semicolon, no part empty or too long, and nothing
    that is not printable: no other white space then. Asked of the line once, it spares asking
    each piece. `split_item_line` gives the same.
    """
    parts = text.split(" ", 3)
    if len(parts) < 4 or not (printable or text.isprintable()):
        return None
    lexelt, sentence, colons, rest = parts
    if colons not in _COLONS or not sentence or not has_part_of_speech(lexelt):
        return None
    if ";;" in rest or rest.startswith(";") or len(lexelt) + len(sentence) > MAX_KEY:
        return None
    pieces = rest.split(";")
    if not pieces[-1]:
        pieces.pop()
    if " " in rest and (rest != rest.strip() or "  " in rest or "; " in rest or " ;" in rest):
        return None
    if len(rest) > MAX_SUBSTITUTE and max(map(len, pieces)) > MAX_SUBSTITUTE:
        return None
    return lexelt, sentence, colons, pieces


# Of all lines of a block: what stands in none that is plain, within a line or at its ends.
_EMPTY = (" ;", ";;")
_NOT_PLAIN = (*_EMPTY, "  ", "; ", " \n")


class PlainLines(NamedTuple):
    """Of each line its target, its sentence, and what stands between the semicolons."""

    lexelts: Sequence[str]
    sentences: Sequence[str]
    pieces: list[list[str]]


def split_plain_lines(text: str, *, colons: Collection[str] = _COLONS) -> PlainLines | None:
    """The lines of a printable text where all of them are plain and have one of the `colons`;
    None says nothing. What is asked of a whole block takes a third of the time that asking each
    line does, and `split_plain_line` gives the same."""
    lines = text.split("\n")
    rows = [line.split(" ", 3) for line in lines]
    if {*map(len, rows)} != {4}:
        return None
    lexelts, sentences, given, rests = zip(*rows, strict=True)
    longest = max(map(len, lexelts)) + max(map(len, sentences))
    if longest > MAX_KEY or not {*given} <= {*colons} or "" in sentences or "" in rests:
        return None
    # Those around the sentence and before the answers; of no more, none is where none may be.
    blanks = text.count(" ") > 3 * len(lines)
    if any(one in text for one in (_EMPTY if not blanks else _NOT_PLAIN)) or text[-1] == " ":
        return None
    if not all(map(has_part_of_speech, {*lexelts})):
        return None
    if ";\n" in text or text[-1] == ";":
        rests = tuple(rest.removesuffix(";") for rest in rests)
    pieces = [rest.split(";") for rest in rests]
    long = max(map(len, rests)) > MAX_SUBSTITUTE
    if long and max(map(len, chain.from_iterable(pieces))) > MAX_SUBSTITUTE:
        return None
    return PlainLines(lexelts, sentences, pieces)


def split_item_line(text: str) -> ItemLine | None:
    """None when the line is something else.

    Target and sentence hold no blanks; pieces have none around them, and empty ones are left
    out. Linear in time.
    """
    parts = text.split(maxsplit=2)
    if len(parts) == 3 and not parts[2].startswith(GOLD_COLONS):
        parts = _split_at_colons(text)
    if len(parts) < 3 or not has_part_of_speech(parts[0]):
        return None
    lexelt, sentence, tail = parts
    rest = tail.lstrip(":")
    colons = tail[: len(tail) - len(rest)]
    if colons not in _COLONS:
        return None
    return lexelt, sentence, colons, [*filter(None, map(str.strip, rest.split(";")))]


def tell_joined(findings: Findings, line: int, text: str, lexelt: str) -> None:
    """Whether a target's words were joined is seen from the line."""
    if not text.lstrip().startswith(lexelt):
        message = N_("the target has blanks and was read as %(lexelt)s", lexelt=shown(lexelt))
        findings.notice(line, message, N_("Write _ for a blank in a target"))


def join_item_line(*, lexelt: str, sentence: str, colons: str, rest: str) -> str:
    """The blank after the colons stays when nothing follows: `score.pl` needs it."""
    if not is_lexelt(lexelt):
        raise ValueError(
            N_("sentence %(sentence)s has no word.pos to write", sentence=sentence)
        )
    return f"{lexelt} {sentence} {colons} {rest}\n"


def _split_at_colons(text: str) -> list[str]:
    """Target, sentence and the rest, where the target is of several words."""
    colons = _BEFORE_COLONS.search(text)
    words = text[: colons.start()].split() if colons else []
    # `glad.a 1 2 :: …` has a word too many, and it is not the target's.
    if colons is None or len(words) < 3 or not has_part_of_speech(words[-2]):
        return []
    return ["_".join(words[:-1]), words[-1], text[colons.end() :]]
