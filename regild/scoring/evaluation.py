"""All measures of all systems on one gold: means with intervals, and ranks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from regild.arrays import np
from regild.scoring.bootstrap import bootstrap_each, mean_interval
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import PENALTY, K
from regild.scoring.parts import NO_NAMED, MeasureOnPart, score_parts
from regild.scoring.ranking import ranks
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.significance import SystemPair, compare_each

REPLICATES = 1_000
PERMUTATIONS = 10_000


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


def evaluate(
    scores: SentenceScores[K],
    *,
    seed: int,
    replicates: int = REPLICATES,
    permutations: int | None = PERMUTATIONS,
    lower: Container[str] = (),
    measured: Callable[[], None] = lambda: None,
) -> Mapping[str, list[Scored]]:
    """One list a measure, a system an item. Every measure draws the same sentences. By the
    measures in `lower` the least is best.

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
        )
    drawn = bootstrap_each(
        list(scores.matrices.values()), replicates=replicates, rng=np.random.default_rng(seed)
    )
    for key, samples, pairs in zip(scores.matrices, drawn, compared, strict=True):
        means = scores.means(key)
        intervals = [mean_interval(column) for column in samples.T]
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
) -> dict[str, list[Scored]]:
    """Every measure on all sentences (`None`) and on parts of them, named as in
    regild.scoring.parts. Systems are compared in pairs on all sentences alone."""
    found: dict[str, list[Scored]] = {}
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
        scored = evaluate(scores, seed=seed, permutations=permutations, measured=measured)
        found |= {str(MeasureOnPart(key, part)): column for key, column in scored.items()}
    return found


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
