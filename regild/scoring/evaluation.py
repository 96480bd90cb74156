"""All measures of all systems on one gold: means with intervals, and ranks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import NO_INTERVAL, Interval
from regild.scoring.bootstrap import bootstrap_each, mean_intervals
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import PENALTY, K
from regild.scoring.parts import NO_NAMED, MeasureOnPart, score_parts
from regild.scoring.ranking import ranks
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.significance import SystemPair, compare_each
from regild.scoring.units import shared_targets, units_counted

REPLICATES = 1_000
# One less than a power of two, as exchanges are drawn (regild.scoring.significance).
PERMUTATIONS = 8_191


class Scored(NamedTuple):
    """A system's mean; `reason` says why it has none.

    `p_next` is that of its difference from the system ranked next, corrected for all pairs;
    None for the last one, for those without a mean, and where systems were not compared.
    """

    value: float | None
    n: int
    reason: str
    low: float | None
    high: float | None
    rank: int | None
    p_next: float | None


class OverSentences(NamedTuple):
    """What stands beside a score whose unit is the target: over how many targets it is, and its
    interval and p had every sentence been drawn and exchanged alone. Nothing of a score whose
    unit is the sentence."""

    targets: int | None = None
    low: float | None = None
    high: float | None = None
    p_next: float | None = None


class Evaluated(NamedTuple):
    """By measure, a system an item; `over_sentences` has the measures whose unit is the
    target."""

    scored: dict[str, list[Scored]]
    over_sentences: dict[str, list[OverSentences]]


def evaluate(
    scores: SentenceScores[K],
    *,
    seed: int,
    replicates: int = REPLICATES,
    permutations: int | None = PERMUTATIONS,
    lower: Container[str] = (),
    units: IntArray | None = None,
    measured: Callable[[], None] = lambda: None,
) -> Mapping[str, list[Scored]]:
    """One list a measure, a system an item. Every measure draws the same sentences, or what
    `units` says they are of. By the measures in `lower` the least is best.

    Systems are not compared where `permutations` is None. `measured` is called after each
    measure.
    """
    found = {}
    compared: list[list[SystemPair]] = [[] for _ in scores.matrices]
    if permutations is not None:
        compared = compare_each(
            [*scores.matrices.values()],
            permutations=permutations,
            rng=np.random.default_rng(seed),
            units=units,
        )
    drawn = _intervals([*scores.matrices.values()], seed, replicates, units)
    for key, intervals, pairs in zip(scores.matrices, drawn, compared, strict=True):
        means = scores.means(key)
        places = ranks([mean.value for mean in means], lower=key in lower)
        next_ps = _next_ps(pairs, places)
        found[key] = [
            Scored(
                mean.value,
                mean.n,
                mean.reason or "",
                interval.low,
                interval.high,
                place,
                p,
            )
            for mean, interval, place, p in zip(means, intervals, places, next_ps, strict=True)
        ]
        measured()
    return found


def _intervals(
    matrices: Sequence[FloatArray], seed: int, replicates: int, units: IntArray | None
) -> Iterator[list[Interval]]:
    """Of each measure, one a system; none are drawn where there are no replicates."""
    if not replicates:
        yield from ([NO_INTERVAL] * matrix.shape[1] for matrix in matrices)
        return
    drawn = bootstrap_each(
        matrices, replicates=replicates, rng=np.random.default_rng(seed), units=units
    )
    for matrix, samples in zip(matrices, drawn, strict=True):
        counted = units_counted(matrix, units)
        yield mean_intervals(samples, units=counted)


def evaluate_parts(
    parts: Collection[str | None],
    *,
    gold: Weights,
    systems: Sequence[AnswerLists],
    groups: Mapping[str, str],
    multiword_sentences: Collection[str],
    named: Mapping[str, Collection[str]] = NO_NAMED,
    seed: int,
    penalty: float = PENALTY,
    measured: Callable[[], None] = lambda: None,
) -> Evaluated:
    """Every measure on all sentences (`None`) and on parts of them, named as in
    regild.scoring.parts. Systems are compared in pairs on all sentences alone."""
    found = Evaluated({}, {})
    for part, scores in score_parts(
        parts,
        gold=gold,
        systems=systems,
        groups=groups,
        multiword_sentences=multiword_sentences,
        named=named,
        penalty=penalty,
    ):
        permutations = PERMUTATIONS if part is None else None
        on_part = evaluate_by_target(
            scores, groups, seed=seed, permutations=permutations, measured=measured
        )
        names = {key: str(MeasureOnPart(key, part)) for key in on_part.scored}
        found.scored.update({names[key]: one for key, one in on_part.scored.items()})
        found.over_sentences.update(
            {names[key]: one for key, one in on_part.over_sentences.items()}
        )
    return found


def evaluate_by_target(
    scores: SentenceScores[K],
    groups: Mapping[K, str],
    *,
    seed: int,
    replicates: int = REPLICATES,
    permutations: int | None = PERMUTATIONS,
    measured: Callable[[], None] = lambda: None,
) -> Evaluated:
    """By targets where several sentences share one, and beside that by sentences; without a
    draw they are the same."""
    units = shared_targets(scores.sentences, groups)
    found = evaluate(
        scores,
        seed=seed,
        replicates=replicates,
        permutations=permutations,
        units=units,
        measured=measured,
    )
    if units is None or not (replicates or permutations):
        return Evaluated({**found}, {})
    alone = evaluate(scores, seed=seed, replicates=replicates, permutations=permutations)
    beside = {
        key: [
            OverSentences(n, one.low, one.high, one.p_next)
            for n, one in zip(units_counted(matrix, units), alone[key], strict=True)
        ]
        for key, matrix in scores.matrices.items()
    }
    return Evaluated({**found}, beside)


def neighbours(places: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Each ranked system with the one ranked next. Systems of equal rank follow each other in
    the order given."""
    ranked = sorted((place, system) for system, place in enumerate(places) if place is not None)
    return pairwise(system for _place, system in ranked)


def _next_ps(pairs: Sequence[SystemPair], places: Sequence[int | None]) -> list[float | None]:
    """None for all where no systems were compared."""
    ps: list[float | None] = [None] * len(places)
    p_of = {(pair.first, pair.second): pair.p_holm for pair in pairs}
    for system, other in neighbours(places) if pairs else ():
        ps[system] = p_of[min(system, other), max(system, other)]
    return ps
