"""Spellings of one sentence that are close to each other: for a lead to look at.

None is merged unasked: `superposé` and `superposer` are one lemma, `cours` and `court` are not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from regild.formats.records import GoldRecord
from regild.problems import N_, Text

# Of shorter words nearly every other is a letter away.
LEAST_LENGTH = 5
# From this length on two letters may differ.
LONG = 9
# Two words with so much in common, and no more behind it than an inflection has.
LEAST_STEM = 4
MOST_ENDING = 4

MARKS_ALONE = N_("they differ only in capitals, accents, hyphens or spaces")
SAME_STEM = N_("they share a stem and end differently")
ONE_LETTER = N_("they are one letter apart")
TWO_LETTERS = N_("they are two letters apart")

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
_NOT_LETTERS = re.compile(r"[\W_]+")
# What inflection puts behind a stem, in English and the Romance languages; others are two
# words (`circle`, `circus`).
_ENDINGS = frozenset(
    (
        *("", "s", "es", "e", "d", "ed", "ing", "er", "ers", "est", "r", "n", "en", "st"),
        *("t", "te", "ten", "end", "ly", "y", "x", "al", "aux", "ment", "ez", "ent", "ant"),
        *("ants", "ante", "antes", "ait", "aient", "ons", "ai", "as", "a", "ir", "ira", "i"),
        *("ie", "is", "it", "ies", "ient", "re", "u", "ue", "us", "ues", "ar", "or", "o", "os"),
        *("on", "an", "ando", "ado", "ada", "ados", "adas", "ato", "ata", "ati", "ate"),
        *("are", "ere", "ire"),
    )
)

# So sure that a shorter stem will do.
_PLURAL = frozenset(("", "s"))


class CloseSpellings(NamedTuple):
    """Two texts of one sentence with their votes, the one with more of them first. `together`
    is how many annotators gave both, who took them for two."""

    sentence: str
    text: str
    other: str
    votes: int
    other_votes: int
    together: int
    why: Text


def close_spellings(records: Iterable[GoldRecord]) -> list[CloseSpellings]:
    """In order of the sentences; within one, those that most votes are at stake for first."""
    known: dict[tuple[str, str], Text | None] = {}
    folded: dict[str, str] = {}
    found: list[CloseSpellings] = []
    for record in records:
        votes = {text: int(n) for text, n in record.substitutes}
        for text in votes:
            if text not in folded:
                folded[text] = fold(text)
        close = []
        for text, other in _neighbours(votes, folded):
            if (text, other) not in known:
                known[text, other] = why_close(folded[text], folded[other])
            if (why := known[text, other]) is not None:
                close.append((text, other, why))
        together = {
            (text, other): sum(
                text in given and other in given for _name, given in record.given_by
            )
            for text, other, _why in close
        }
        found += sorted(
            (
                CloseSpellings(
                    record.sentence,
                    text,
                    other,
                    votes[text],
                    votes[other],
                    together[text, other],
                    why,
                )
                for text, other, why in close
            ),
            key=lambda pair: -(pair.votes + pair.other_votes),
        )
    return found


def why_close(text: str, other: str) -> Text | None:
    """Of two folded texts; None for two that are not."""
    if text == other:
        return MARKS_ALONE
    stem = _common_beginning(text, other)
    endings = {text[stem:], other[stem:]}
    if stem >= (LEAST_STEM - 1 if endings == _PLURAL else LEAST_STEM) and endings <= _ENDINGS:
        return SAME_STEM
    shorter = min(len(text), len(other))
    if shorter < LEAST_LENGTH:
        return None
    most = 2 if shorter >= LONG else 1
    apart = distance(text, other, most=most)
    if apart > most:
        return None
    return ONE_LETTER if apart == 1 else TWO_LETTERS


def fold(text: str) -> str:
    """Small letters and figures without their accents, and nothing else."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return _NOT_LETTERS.sub("", "".join(c for c in plain if not unicodedata.combining(c)))


def distance(text: str, other: str, *, most: int) -> int:
    """Letters put in, taken out, changed, or swapped with their neighbour; `most` + 1 for all
    that is further. Only the cells near the diagonal can be within it."""
    if abs(len(text) - len(other)) > most:
        return most + 1
    earlier: list[int] = []
    before = [*range(len(other) + 1)]
    for i, letter in enumerate(text, 1):
        row = [i] + [most + 1] * len(other)
        for j in range(max(1, i - most), min(len(other), i + most) + 1):
            changed = before[j - 1] + (letter != other[j - 1])
            row[j] = min(changed, before[j] + 1, row[j - 1] + 1)
            if i > 1 and j > 1 and letter == other[j - 2] and text[i - 2] == other[j - 1]:
                row[j] = min(row[j], earlier[j - 2] + 1)
        if min(row) > most:
            return most + 1
        earlier, before = before, row
    last: int = before[-1]
    return min(last, most + 1)


def _neighbours(votes: dict[str, int], folded: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Pairs that can be close at all, the one with more votes first."""
    for one, two in combinations(votes, 2):
        a, b = folded[one], folded[two]
        # A slip is seldom at the first two letters; and nothing else is as quickly seen.
        if (
            a
            and b
            and abs(len(a) - len(b)) <= MOST_ENDING
            and (a[0] == b[0] or a[1:2] == b[1:2])
        ):
            yield (one, two) if votes[one] >= votes[two] else (two, one)


def _common_beginning(text: str, other: str) -> int:
    for place, (one, two) in enumerate(zip(text, other, strict=False)):
        if one != two:
            return place
    return min(len(text), len(other))
