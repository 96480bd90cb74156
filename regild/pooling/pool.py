"""The pool of one sentence: what the first gold and the systems gave, each substitute once.

One sentence at a time, so that a service can stream a large campaign and hold little. Raw
spellings become candidates through the campaign's own normalisation, passed in; every
spelling it changed is listed, and everything the campaign's policy leaves out is counted.
"""

import functools
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from regild.words import is_multiword

Source = Literal["gold", "systems"]
Origin = Literal["gold", "systems", "both"]
Choice = Literal["keep", "drop"]
Reason = Literal["beyond depth", "code", "empty", "target", "multiword"]

# Of a text that is the item's own: results that are kept have it under this name.
ITSELF: Final = "target"

# `pn` is SemEval's proper name, `NIL` and `NAME` SemDis's: verdicts on the sentence, no words.
CODES = frozenset({"pn", "NIL", "NAME"})


class Policy(NamedTuple):
    """What a campaign lets into its pool; `depth` None takes every answer of a system."""

    multiwords: Choice
    target_as_answer: Choice
    codes: frozenset[str] = CODES
    depth: int | None = None


class PooledCandidate(NamedTuple):
    """One distinct substitute of the sentence.

    `votes` is None when the first gold lacks it, which differs from a gold weight of 0.
    `answers` are (system, best rank), in order of system.
    """

    text: str
    votes: float | None
    answers: tuple[tuple[int, int], ...]

    @property
    def origin(self) -> Origin:
        if self.votes is None:
            return "systems"
        return "both" if self.answers else "gold"


# Dataclasses where a field is a `count`, which a tuple already has as a method.
@dataclass(frozen=True, slots=True)
class MergedSpelling:
    """A raw spelling that stands in the pool as another text, and how often it was given."""

    raw: str
    text: str
    source: Source
    count: int


class Dropped(NamedTuple):
    """Why a policy left a gold substitute or a system's answer out: the key of a count."""

    source: Source
    reason: Reason


class SentencePool(NamedTuple):
    """`dropped` is a Counter so that a campaign's total is the sum of its sentences'."""

    candidates: tuple[PooledCandidate, ...]
    merges: tuple[MergedSpelling, ...]
    dropped: Counter[Dropped]


@dataclass(frozen=True, slots=True)
class OriginShare:
    """One row of the breakdown by origin; `percent` is None when the pool is empty."""

    origin: Origin
    count: int
    percent: float | None


def pool_sentence(
    *,
    itself: Iterable[str],
    gold: Iterable[tuple[str, float]],
    answers: Iterable[tuple[str, int, int]],
    normalise: Callable[[str], str],
    policy: Policy,
    undone: Collection[str] = frozenset(),
) -> SentencePool:
    """Pool one sentence's gold (raw, votes) and answers (raw, system, rank from 1).

    `itself` are the texts that are the item, no answer to it. Spellings that normalise to the
    same text merge: gold votes add up, a system keeps its
    best rank. A raw spelling in `undone` is not normalised, only trimmed and NFC. Depth
    counts ranks as the system gave them, before anything else is left out.

    Candidates come gold first (most votes, then as first seen), then the systems' own (best
    rank, then text), whatever the order of the answers.
    """
    judge = _judge(itself=itself, normalise=normalise, policy=policy, undone=undone)
    dropped: Counter[Dropped] = Counter()
    respelled: Counter[tuple[str, Source]] = Counter()

    def admit(raw: str, source: Source) -> str | None:
        text, reason = judge(raw)
        if reason is not None:
            dropped[Dropped(source, reason)] += 1
            return None
        if text != raw:
            respelled[raw, source] += 1
        return text

    votes_of: dict[str, float] = {}
    for raw, votes in gold:
        text = admit(raw, "gold")
        if text is not None:
            votes_of[text] = votes_of.get(text, 0) + votes

    ranks_of: dict[str, dict[int, int]] = {}
    for raw, system, rank in answers:
        if policy.depth is not None and rank > policy.depth:
            dropped[Dropped("systems", "beyond depth")] += 1
            continue
        text = admit(raw, "systems")
        if text is not None:
            ranks = ranks_of.setdefault(text, {})
            ranks[system] = min(rank, ranks.get(system, rank))

    texts = sorted(votes_of, key=lambda text: -votes_of[text])
    texts += sorted(
        ranks_of.keys() - votes_of.keys(), key=lambda text: (min(ranks_of[text].values()), text)
    )
    return SentencePool(
        candidates=tuple(
            PooledCandidate(
                text, votes_of.get(text), tuple(sorted(ranks_of.get(text, {}).items()))
            )
            for text in texts
        ),
        merges=tuple(
            MergedSpelling(raw, judge(raw)[0], source, count)
            for (raw, source), count in sorted(respelled.items())
        ),
        dropped=dropped,
    )


def breakdown(counts: Mapping[Origin, int]) -> tuple[OriginShare, ...]:
    """The paper's table: candidates from the gold only, from systems only, from both."""
    total = sum(counts.values())
    origins: tuple[Origin, ...] = ("gold", "systems", "both")
    return tuple(
        OriginShare(origin, count, 100 * count / total if total else None)
        for origin in origins
        for count in [counts.get(origin, 0)]
    )


def _judge(
    *,
    itself: Iterable[str],
    normalise: Callable[[str], str],
    policy: Policy,
    undone: Collection[str],
) -> Callable[[str], tuple[str, Reason | None]]:
    """How one sentence reads a raw spelling: its text, and why it must stay out if so.

    Remembers each spelling: systems mostly give the same words.
    """
    own_words = {normalise(word).casefold() for word in itself}

    @functools.cache
    def judge(raw: str) -> tuple[str, Reason | None]:
        trimmed = unicodedata.normalize("NFC", raw).strip()
        # Codes are compared before normalising, which may lower `NIL` to a word.
        if trimmed in policy.codes:
            return trimmed, "code"
        text = trimmed if raw in undone else normalise(raw)
        if not text:
            return text, "empty"
        if policy.target_as_answer == "drop" and text.casefold() in own_words:
            return text, ITSELF
        if policy.multiwords == "drop" and is_multiword(text):
            return text, "multiword"
        return text, None

    return judge
