"""Signs that ratings were not made with care, each told in words with its numbers.

A finding is a flag, not a verdict: leaving ratings out is decided elsewhere. Where there is
too little to judge by, there is no finding.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from statistics import correlation, fmean, median
from typing import Literal, NamedTuple

from regild.problems import N_, Text

# An anchor that one person alone proposed may well be wrong.
ANCHOR_VOTES = 2
# What a scale shows whose codes nobody says.
PLACES = range(2**15)


class Rule(StrEnum):
    INCOMPLETE = "incomplete"
    STRAIGHT_LINING = "straight_lining"
    TOO_FAST = "too_fast"
    ANCHORS_FAILED = "anchors_failed"
    INCONSISTENT = "inconsistent"
    FOILS_FAILED = "foils_failed"
    LOW_CORRELATION = "low_correlation"


# What can be held against somebody at once, before others have rated the same candidates,
# and without calling an unusual opinion a failure.
ATTENTION_RULES = frozenset({Rule.TOO_FAST, Rule.INCONSISTENT, Rule.FOILS_FAILED})


class Thresholds(NamedTuple):
    """From where on something is flagged: times and the correlation when they are under, all
    else when it is at least, the threshold."""

    same_share: float = 0.98
    longest_run: int = 50
    median_ms: int = 800
    fast_ms: int = 400
    fast_share: float = 0.3
    anchor_share: float = 0.5
    repeat_difference: float = 1.0
    foil_share: float = 0.5
    correlation: float = 0.2
    # With fewer ratings, or fewer anchors, repeats or foils, nothing is said; at least 1.
    min_ratings: int = 20
    min_checks: int = 3


class Rated(NamedTuple):
    """A candidate with an annotator's current answer: its place on the scale from 0, the
    lowest, or None for 'I cannot judge this'.

    `votes` are the first gold's, for a repeat those of its original. `others_mean` is the mean
    of the others' ratings, None where there are none. `in_order` is False when the order of
    the ratings says nothing about the order in which they were made.
    """

    candidate: int
    value: int | None
    elapsed_ms: int | None = None
    votes: float | None = None
    foil: bool = False
    repeat_of: int | None = None
    others_mean: float | None = None
    in_order: bool = True


class Unfinished(NamedTuple):
    """What was answered of what was shown, in sittings that ended before completion."""

    answered: int
    shown: int


class Finding(NamedTuple):
    """`reason` is a Text, and English where a finding was kept without what it is made of."""

    rule: Rule
    reason: str
    value: float
    threshold: float


def find_flaws(
    rated: Sequence[Rated],
    *,
    unfinished: Unfinished | None,
    thresholds: Thresholds,
    codes: Sequence[object] = PLACES,
    level: Literal["ordinal", "nominal"] = "ordinal",
) -> list[Finding]:
    """Every finding about these ratings, which are one annotator's, in the order shown.

    `codes` are what annotators see at each place of the scale, for the words of a finding. Of
    names none is the lowest and none is near another: what needs an order is not looked for.
    """
    if level == "nominal":
        return [
            *_incomplete(unfinished),
            *_straight_lining(rated, thresholds, codes),
            *_too_fast(rated, thresholds),
            *_named_otherwise(rated, thresholds),
        ]
    return [
        *_incomplete(unfinished),
        *_straight_lining(rated, thresholds, codes),
        *_too_fast(rated, thresholds),
        *_anchors_failed(rated, thresholds, codes),
        *_inconsistent(rated, thresholds),
        *_foils_failed(rated, thresholds, codes),
        *_low_correlation(rated, thresholds),
    ]


def _incomplete(unfinished: Unfinished | None) -> Iterator[Finding]:
    if unfinished is not None and unfinished.answered < unfinished.shown:
        answered, shown = unfinished
        reason = N_(
            "left after %(answered)s of %(shown)s candidates", answered=answered, shown=shown
        )
        yield Finding(Rule.INCOMPLETE, reason, answered / shown, 1)


def _straight_lining(
    rated: Sequence[Rated], thresholds: Thresholds, codes: Sequence[object]
) -> Iterator[Finding]:
    """'I cannot judge this' to everything is a straight line too."""
    if len(rated) < thresholds.min_ratings:
        return
    commonest = Counter(row.value for row in rated).most_common(1)[0][0]
    yield from _share(
        Rule.STRAIGHT_LINING,
        [row.value == commonest for row in rated],
        threshold=thresholds.same_share,
        words=N_("%(found)s of %(n)s candidates were given %(answer)s"),
        answer=_answer(commonest, codes),
    )
    shown = (row.value for row in rated if row.in_order)
    runs = ((len(list(run)), value) for value, run in groupby(shown))
    longest, value = max(runs, key=lambda run: run[0], default=(0, None))
    if longest >= thresholds.longest_run:
        yield Finding(
            Rule.STRAIGHT_LINING,
            N_(
                "%(n)s candidates in a row were given %(answer)s",
                n=longest,
                answer=_answer(value, codes),
            ),
            longest,
            thresholds.longest_run,
        )


def _too_fast(rated: Sequence[Rated], thresholds: Thresholds) -> Iterator[Finding]:
    timed = [row.elapsed_ms for row in rated if row.elapsed_ms is not None]
    if len(timed) < thresholds.min_ratings:
        return
    middle = median(timed)
    if middle < thresholds.median_ms:
        yield Finding(
            Rule.TOO_FAST,
            N_(
                "median time of %(n)s ratings %(median)s ms, under %(least)s ms",
                n=len(timed),
                median=f"{middle:.0f}",
                least=thresholds.median_ms,
            ),
            middle,
            thresholds.median_ms,
        )
    yield from _share(
        Rule.TOO_FAST,
        [ms < thresholds.fast_ms for ms in timed],
        threshold=thresholds.fast_share,
        words=N_("%(found)s of %(n)s ratings made in under %(least)s ms"),
        least=thresholds.fast_ms,
    )


def _anchors_failed(
    rated: Sequence[Rated], thresholds: Thresholds, codes: Sequence[object]
) -> Iterator[Finding]:
    anchors = anchors_of(rated)
    if len(anchors) < thresholds.min_checks:
        return
    yield from _share(
        Rule.ANCHORS_FAILED,
        [value == 0 for value in anchors],
        threshold=thresholds.anchor_share,
        words=N_(
            "%(found)s of %(n)s first-gold candidates with at least %(votes)s votes rated"
            " %(lowest)s"
        ),
        votes=ANCHOR_VOTES,
        lowest=codes[0],
    )


def _inconsistent(rated: Sequence[Rated], thresholds: Thresholds) -> Iterator[Finding]:
    differences = differences_of(rated)
    if len(differences) < thresholds.min_checks:
        return
    mean = fmean(differences)
    if mean >= thresholds.repeat_difference:
        yield Finding(
            Rule.INCONSISTENT,
            N_(
                "%(n)s candidates shown twice were rated %(mean)s apart on average",
                n=len(differences),
                mean=f"{mean:.2f}",
            ),
            mean,
            thresholds.repeat_difference,
        )


def _named_otherwise(rated: Sequence[Rated], thresholds: Thresholds) -> Iterator[Finding]:
    """Two names are one apart, however far apart they stand."""
    others = [difference != 0 for difference in differences_of(rated)]
    if len(others) < thresholds.min_checks:
        return
    yield from _share(
        Rule.INCONSISTENT,
        others,
        threshold=min(thresholds.repeat_difference, 1),
        words=N_("%(found)s of %(n)s candidates shown twice were given another answer"),
    )


def differences_of(rated: Sequence[Rated]) -> list[int]:
    """Of each repeat to its original."""
    first = {row.candidate: row.value for row in rated if row.value is not None}
    return [
        abs(row.value - first[row.repeat_of])
        for row in rated
        if row.value is not None and row.repeat_of is not None and row.repeat_of in first
    ]


def _foils_failed(
    rated: Sequence[Rated], thresholds: Thresholds, codes: Sequence[object]
) -> Iterator[Finding]:
    foils = foils_of(rated)
    if len(foils) < thresholds.min_checks:
        return
    yield from _share(
        Rule.FOILS_FAILED,
        [value > 0 for value in foils],
        threshold=thresholds.foil_share,
        words=N_("%(found)s of %(n)s words known to be wrong rated above %(lowest)s"),
        lowest=codes[0],
    )


def _low_correlation(rated: Sequence[Rated], thresholds: Thresholds) -> Iterator[Finding]:
    """With the mean of the others."""
    shared = shared_with_others(rated)
    if len(shared) < thresholds.min_ratings:
        return
    r = correlation_with_others(shared)
    if r is not None and r < thresholds.correlation:
        yield Finding(
            Rule.LOW_CORRELATION,
            N_(
                "correlates %(r)s with the mean of the others on %(n)s candidates, under"
                " %(least)s",
                r=f"{r:.2f}",
                n=len(shared),
                least=f"{thresholds.correlation:.2f}",
            ),
            r,
            thresholds.correlation,
        )


def anchors_of(rated: Sequence[Rated]) -> list[int]:
    """What was given to first-gold candidates that enough people proposed."""
    return [
        row.value
        for row in rated
        if row.value is not None and row.votes is not None and row.votes >= ANCHOR_VOTES
    ]


def foils_of(rated: Sequence[Rated]) -> list[int]:
    return [row.value for row in rated if row.foil and row.value is not None]


def shared_with_others(rated: Sequence[Rated]) -> list[tuple[int, float]]:
    """(value, mean of the others) of every candidate that others rated too."""
    return [
        (row.value, row.others_mean)
        for row in rated
        if row.value is not None and row.others_mean is not None
    ]


def correlation_with_others(shared: Sequence[tuple[int, float]]) -> float | None:
    """Pearson's r; None when either side never varies."""
    own, others = {value for value, _mean in shared}, {mean for _value, mean in shared}
    if len(own) < 2 or len(others) < 2:
        return None
    return correlation(*zip(*shared, strict=True))


def _share(
    rule: Rule, hits: Sequence[bool], *, threshold: float, words: Text, **told: object
) -> Iterator[Finding]:
    """`words` with `told`, how many were found and of how many."""
    share = sum(hits) / len(hits)
    if share >= threshold:
        reason = words.filled(found=sum(hits), n=len(hits), **told)
        yield Finding(rule, reason, share, threshold)


def _answer(place: int | None, codes: Sequence[object]) -> str:
    return N_("'I cannot judge this'") if place is None else str(codes[place])
