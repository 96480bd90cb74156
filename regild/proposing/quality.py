"""Signs that substitutes were not proposed with care, each told in words with its numbers.

A finding is a flag, not a verdict. Where there is too little to judge by, there is no finding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from statistics import fmean, median
from typing import NamedTuple

from regild.formats.records import GoldRecord, ProposalRecord
from regild.problems import N_, Text
from regild.proposing.spellings import fold


class ProposalRule(StrEnum):
    TOO_FAST = "too_fast"
    COPIES_TARGET = "copies_target"
    NEVER_TWO = "never_two"
    FAR_FROM_OTHERS = "far_from_others"


class ProposalThresholds(NamedTuple):
    """Times and the overlap flag when they are under, shares when they are at least, the
    threshold. `overlap_of_others` is a share of what the others reach among themselves: how far
    people agree is another thing in every task."""

    median_ms: int = 4000
    fast_ms: int = 2000
    fast_share: float = 0.3
    copied_share: float = 0.1
    one_share: float = 1.0
    overlap_of_others: float = 0.35
    # With fewer sentences nothing is said; at least 1.
    min_sentences: int = 20


class ProposalFinding(NamedTuple):
    rule: ProposalRule
    reason: Text
    value: float
    threshold: float


class Proposed(NamedTuple):
    """What one annotator said of one sentence. `own` is what the gold has of theirs, `others`
    what it has of each of the others who answered; `copies` says that they gave the target."""

    answers: int
    elapsed_ms: int | None
    copies: bool
    own: frozenset[str]
    others: tuple[frozenset[str], ...]


def proposed_by_annotator(
    proposals: Iterable[ProposalRecord],
    records: Iterable[GoldRecord],
    *,
    itself: Mapping[str, Iterable[str]],
) -> dict[str, list[Proposed]]:
    """In the order of the names. `records` were made of the proposals; `itself` has the texts
    that are the target, by sentence."""
    given = {
        record.sentence: {name: frozenset(texts) for name, texts in record.given_by}
        for record in records
    }
    targets = {sentence: {*map(fold, texts)} for sentence, texts in itself.items()}
    found: defaultdict[str, list[Proposed]] = defaultdict(list)
    for one in proposals:
        sets = given.get(one.sentence, {})
        found[one.annotator].append(
            Proposed(
                len(one.answers),
                one.elapsed_ms,
                not targets.get(one.sentence, set()).isdisjoint(map(fold, one.answers)),
                sets.get(one.annotator, frozenset()),
                tuple(own for name, own in sets.items() if own and name != one.annotator),
            )
        )
    return dict(sorted(found.items()))


def find_proposal_flaws(
    proposed: Sequence[Proposed], *, thresholds: ProposalThresholds
) -> list[ProposalFinding]:
    """Every finding about one annotator."""
    return [
        *_proposed_too_fast(proposed, thresholds),
        *_copies_target(proposed, thresholds),
        *_never_two(proposed, thresholds),
        *_far_from_others(proposed, thresholds),
    ]


def _proposed_too_fast(
    proposed: Sequence[Proposed], thresholds: ProposalThresholds
) -> Iterator[ProposalFinding]:
    timed = [one.elapsed_ms for one in proposed if one.elapsed_ms is not None]
    if len(timed) < thresholds.min_sentences:
        return
    middle = median(timed)
    if middle < thresholds.median_ms:
        reason = N_(
            "median time of %(n)s sentences %(median)s ms, under %(least)s ms",
            n=len(timed),
            median=f"{middle:.0f}",
            least=thresholds.median_ms,
        )
        yield ProposalFinding(ProposalRule.TOO_FAST, reason, middle, thresholds.median_ms)
    yield from _shared(
        ProposalRule.TOO_FAST,
        [ms < thresholds.fast_ms for ms in timed],
        thresholds.fast_share,
        N_("%(found)s of %(n)s sentences answered in under %(least)s ms"),
        least=thresholds.fast_ms,
    )


def _copies_target(
    proposed: Sequence[Proposed], thresholds: ProposalThresholds
) -> Iterator[ProposalFinding]:
    answered = [one.copies for one in proposed if one.answers]
    if len(answered) >= thresholds.min_sentences:
        yield from _shared(
            ProposalRule.COPIES_TARGET,
            answered,
            thresholds.copied_share,
            N_("the target itself proposed in %(found)s of %(n)s sentences"),
        )


def _never_two(
    proposed: Sequence[Proposed], thresholds: ProposalThresholds
) -> Iterator[ProposalFinding]:
    alone = [one.answers == 1 for one in proposed if one.answers]
    if len(alone) >= thresholds.min_sentences:
        yield from _shared(
            ProposalRule.NEVER_TWO,
            alone,
            thresholds.one_share,
            N_("only one substitute in %(found)s of %(n)s sentences answered"),
        )


def _far_from_others(
    proposed: Sequence[Proposed], thresholds: ProposalThresholds
) -> Iterator[ProposalFinding]:
    """The overlap of sets of `pairwise_sets`, of this annotator with the others and of the
    others with each other, on the sentences that they share."""
    shared = [one for one in proposed if one.own and len(one.others) >= 2]
    if len(shared) < thresholds.min_sentences:
        return
    own = fmean(_overlap(one.own, other) for one in shared for other in one.others)
    among = fmean(
        _overlap(left, right)
        for one in shared
        for place, left in enumerate(one.others)
        for right in one.others[place + 1 :]
    )
    threshold = thresholds.overlap_of_others * among
    if own < threshold:
        reason = N_(
            "overlap of %(own)s with what the others proposed in %(n)s sentences, who have"
            " %(among)s among themselves",
            own=f"{own:.3f}",
            n=len(shared),
            among=f"{among:.3f}",
        )
        yield ProposalFinding(ProposalRule.FAR_FROM_OTHERS, reason, own, threshold)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)


def _shared(
    rule: ProposalRule, hits: Sequence[bool], threshold: float, words: Text, **told: object
) -> Iterator[ProposalFinding]:
    share = sum(hits) / len(hits)
    if share >= threshold:
        reason = words.filled(found=sum(hits), n=len(hits), **told)
        yield ProposalFinding(rule, reason, share, threshold)
