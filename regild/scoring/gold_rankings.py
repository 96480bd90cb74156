"""How far two golds rank systems alike, and how sure that is: other sentences might say else.

Both golds see the same draws of sentences, or of targets where sentences share one: a sentence
that makes a system look good on one gold is drawn for both or for neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import bootstrap_weights, on_all_cores
from regild.results import Result
from regild.scoring.bootstrap import mean_interval
from regild.scoring.inputs import AnswerLists, Weights
from regild.scoring.matrices import PENALTY, values_and_counted
from regild.scoring.measuring import AS_A_CAMPAIGN, Draws, Team
from regild.scoring.parts import NO_NAMED, MeasureOnPart, score_parts
from regild.scoring.ranking import kendall_tau, pairwise_accuracy, ranks, rbo, tau_ap
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.several_runs import together
from regild.scoring.units import by_unit, shared_targets
from regild.tolerance import SAME

# As many as the measure's authors draw.
SWAPS = 1_000
COEFFICIENTS = ("kendall_tau", "tau_ap", "rbo", "pairwise_accuracy", "soft_pairwise_accuracy")


class Coefficient(NamedTuple):
    """None where it is undefined; without both ends, because some replicate has no value."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class GoldRankings(Result):
    """By one measure, over the `n` systems that have a mean on both golds; `sentences` are
    those of either, `units` what was drawn of them. tau-AP takes the first gold as its
    reference."""

    measure: str
    n: int
    sentences: int
    units: int
    coefficients: Mapping[str, Coefficient]

    def to_dict(self) -> dict[str, Any]:
        """`{"measure", "n", …, "kendall_tau": {"value", "low", "high"}, …}`."""
        found = {name: one._asdict() for name, one in self.coefficients.items()}
        return {
            "measure": self.measure,
            "n": self.n,
            "sentences": self.sentences,
            "units": self.units,
            **found,
        }

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"measure": self.measure, "n": self.n, "coefficient": name, **one._asdict()}
            for name, one in self.coefficients.items()
        ]


class TwoGolds(NamedTuple):
    """Systems' scores on both, a unit a row and a system a column: what its sentences add up
    to, and how many of them count."""

    first: tuple[FloatArray, FloatArray]
    second: tuple[FloatArray, FloatArray]


def rank_golds(
    measures: Sequence[MeasureOnPart],
    *,
    first: Weights,
    second: Weights,
    systems: Sequence[AnswerLists],
    teams: Sequence[Team],
    groups: Mapping[str, str],
    multiword_sentences: Collection[str] = (),
    named: Mapping[str, Collection[str]] = NO_NAMED,
    penalty: float = PENALTY,
    draws: Draws = AS_A_CAMPAIGN,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[GoldRankings]:
    """Each measure, in the order asked for."""
    on_both = [
        dict(
            score_parts(
                {measure.part for measure in measures},
                gold=gold,
                systems=systems,
                groups=groups,
                multiword_sentences=multiword_sentences,
                named=named,
                keys={measure.key for measure in measures},
                penalty=penalty,
            )
        )
        for gold in (first, second)
    ]
    places = [team.places for team in teams]
    found = []
    for done, measure in enumerate(measures):
        progress(done, len(measures))
        scores = [together(by_part[measure.part], places) for by_part in on_both]
        found.append(_rank_by(measure, scores, groups, draws))
    progress(len(measures), len(measures))
    return found


def _rank_by(
    measure: MeasureOnPart,
    scores: Sequence[SentenceScores[str]],
    groups: Mapping[str, str],
    draws: Draws,
) -> GoldRankings:
    sentences = [*dict.fromkeys(s for one in scores for s in one.sentences)]
    units = shared_targets(sentences, groups)
    matrices = [_on(one, measure.key, sentences) for one in scores]
    # Ranked is who has a mean on both.
    there = [
        system
        for system in range(matrices[0].shape[1])
        if all((~np.isnan(matrix[:, system])).any() for matrix in matrices)
    ]
    golds = TwoGolds(*(_summed(matrix[:, there], units) for matrix in matrices))
    n_units = len(golds.first[0])
    observed = _coefficients(golds, _swaps(n_units, draws.seed))
    drawn = _replicates(golds, draws) if len(there) > 1 else {}
    return GoldRankings(
        measure=str(measure),
        n=len(there),
        sentences=len(sentences),
        units=n_units,
        coefficients={
            name: _coefficient(value, drawn.get(name), n_units)
            for name, value in observed.items()
        },
    )


def _coefficient(value: float | None, drawn: FloatArray | None, n_units: int) -> Coefficient:
    if drawn is None or value is None:
        return Coefficient(value, None, None)
    return Coefficient(value, *mean_interval(drawn, units=n_units))


def _on(scores: SentenceScores[str], key: str, sentences: Sequence[str]) -> FloatArray:
    """With a row for every sentence, empty where this gold lacks it."""
    matrix = scores.matrices[key]
    places = {sentence: row for row, sentence in enumerate(sentences)}
    found = np.full((len(sentences), matrix.shape[1]), np.nan)
    found[[places[sentence] for sentence in scores.sentences]] = matrix
    return found


def _summed(matrix: FloatArray, units: IntArray | None) -> tuple[FloatArray, FloatArray]:
    values, counted = values_and_counted(matrix)
    return by_unit(values, units), by_unit(counted, units)


def _swaps(n_units: int, seed: int) -> FloatArray:
    """The same for both golds and all pairs, so that equal golds have equal p."""
    swaps = np.random.default_rng(seed).integers(0, 2, size=(SWAPS, n_units), dtype=np.int8)
    return swaps.astype(np.float64)


def _replicates(golds: TwoGolds, draws: Draws) -> dict[str, FloatArray]:
    n_units = len(golds.first[0])
    swaps = _swaps(n_units, draws.seed)
    found: dict[str, list[float]] = {}
    for weights in bootstrap_weights(
        np.ones(n_units, dtype=int),
        replicates=draws.replicates,
        rng=np.random.default_rng(draws.seed),
    ):
        for of_one in on_all_cores(partial(_replicate, golds, swaps), weights):
            for name, value in of_one.items():
                found.setdefault(name, []).append(np.nan if value is None else value)
    return {name: np.array(values) for name, values in found.items()}


def _replicate(
    golds: TwoGolds, swaps: FloatArray, weights: FloatArray
) -> dict[str, float | None]:
    column = weights[:, np.newaxis]
    drawn = TwoGolds(*((values * column, counted * column) for values, counted in golds))
    return _coefficients(drawn, swaps)


def _coefficients(golds: TwoGolds, swaps: FloatArray) -> dict[str, float | None]:
    means = [_means(*gold) for gold in golds]
    placed = [[rank for rank in ranks(column) if rank is not None] for column in means]
    if any(len(places) < len(column) for places, column in zip(placed, means, strict=True)):
        return dict.fromkeys(COEFFICIENTS)  # a replicate that drew nothing of a system
    first, second = placed
    if len(first) < 2:
        return dict.fromkeys(COEFFICIENTS)
    return {
        # The same ranking agrees with itself, whatever it ties: tau has no value where all are
        # tied, and tau-AP counts a pair that both tie as one half.
        "kendall_tau": 1.0 if first == second else kendall_tau(first, second),
        "tau_ap": 1.0 if first == second else tau_ap(second, reference=first),
        "rbo": rbo(first, second),
        "pairwise_accuracy": pairwise_accuracy(first, second),
        "soft_pairwise_accuracy": soft_pairwise_accuracy(
            better_ps(*golds.first, swaps), better_ps(*golds.second, swaps)
        ),
    }


def soft_pairwise_accuracy(first: FloatArray, second: FloatArray) -> float | None:
    """The mean of 1 - |p on the first gold - p on the second| over the pairs of systems
    (Thompson, Mathur, Deutsch & Khayrallah, WMT 2024)."""
    return float((1 - np.abs(first - second)).mean()) if len(first) else None


def better_ps(values: FloatArray, counted: FloatArray, swaps: FloatArray) -> FloatArray:
    """Of each pair of systems, one-sided, that the first is better than the second by chance:
    (1 + swaps by which it is at least as far ahead) / (1 + swaps)."""
    pairs = [*combinations(range(values.shape[1]), 2)]
    one, two = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    sums, counts = values.sum(axis=0), counted.sum(axis=0)
    moved = swaps @ values
    moved_sums = moved[:, two] - moved[:, one]
    moved_counts: FloatArray | int = 0
    if (counted != counted[:, :1]).any():
        moved = swaps @ counted
        moved_counts = moved[:, two] - moved[:, one]
    with np.errstate(divide="ignore", invalid="ignore"):
        ahead = (sums[one] + moved_sums) / (counts[one] + moved_counts) - (
            sums[two] - moved_sums
        ) / (counts[two] - moved_counts)
    observed = sums[one] / counts[one] - sums[two] / counts[two]
    # Not `>=`: a swap that leaves a system without a sentence must not speak for a difference.
    at_least = ~(ahead < observed - SAME)
    return np.asarray((1 + at_least.sum(axis=0)) / (1 + len(swaps)))


def _means(values: FloatArray, counted: FloatArray) -> list[float | None]:
    return [
        total / n if n else None
        for total, n in zip(
            values.sum(axis=0).tolist(), counted.sum(axis=0).tolist(), strict=True
        )
    ]
