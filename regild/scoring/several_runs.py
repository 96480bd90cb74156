"""Several runs of one system, as a neural one's from other seeds: one system, and its spread.

A sentence's score is the mean over the runs that have one there. Runs are drawn as sentences
are, so that an interval says how sure a score is with other runs on other sentences too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.resampling import bootstrap_weights
from regild.scoring.bootstrap import bootstrap_each
from regild.scoring.matrices import K, values_and_counted
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.units import by_unit, units_counted

# Of each system, the places of its runs among the columns of a matrix.
Teams = Sequence[Sequence[int]]


class RunScores(NamedTuple):
    """By measure, each run's mean, in the order of `files`, and their standard deviation; None
    where a run has no mean."""

    files: Sequence[str]
    values: Mapping[str, Sequence[float | None]]
    sd: Mapping[str, float | None]


def together(scores: SentenceScores[K], teams: Teams) -> SentenceScores[K]:
    """A column a system."""
    if all(len(team) == 1 for team in teams):
        return scores
    matrices = {key: _together(matrix, teams) for key, matrix in scores.matrices.items()}
    return SentenceScores(scores.sentences, matrices)


def spread(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    if not len(known) == len(values) > 1:
        return None
    # Here, not above: most systems have one run.
    from statistics import stdev

    return stdev(known)


def replicate_means(
    matrices: Sequence[FloatArray],
    teams: Teams,
    *,
    seed: int,
    replicates: int,
    units: IntArray | None,
) -> list[FloatArray]:
    """The systems' means, a replicate a row, for each matrix of runs. All see the same draws of
    sentences; each system's runs are drawn by themselves."""
    alone = [matrix[:, [team[0] for team in teams]] for matrix in matrices]
    found = bootstrap_each(
        alone, replicates=replicates, rng=np.random.default_rng(seed), units=units
    )
    for place, team in enumerate(teams):
        if len(team) > 1:
            for means, matrix in zip(found, matrices, strict=True):
                means[:, place] = _two_levels(
                    matrix[:, [*team]],
                    seed=seed,
                    place=place,
                    replicates=replicates,
                    units=units,
                )
    return found


def rests_on(
    matrix: FloatArray, samples: FloatArray, teams: Teams, units: IntArray | None
) -> list[int]:
    """How many units each system's interval rests on: fewer where its runs differ much."""
    counted = units_counted(_together(matrix, teams), units)
    return [
        min(n, _freedom(matrix[:, [*team]], column, n) + 1)
        for column, team, n in zip(samples.T, teams, counted, strict=True)
    ]


def _together(matrix: FloatArray, teams: Teams) -> FloatArray:
    return np.stack([_mean_of_runs(matrix[:, [*team]]) for team in teams], axis=1)


def _mean_of_runs(matrix: FloatArray) -> FloatArray:
    values, counted = values_and_counted(matrix)
    n = counted.sum(axis=1)
    found = np.full(len(n), np.nan)
    np.divide(values.sum(axis=1), n, out=found, where=n > 0)
    return found


def _two_levels(
    matrix: FloatArray, *, seed: int, place: int, replicates: int, units: IntArray | None
) -> FloatArray:
    """Of R runs R - 1 are drawn: the mean of R of them would spread by the variance over R, not
    over R - 1 as few runs need (McCarthy & Snowden 1985)."""
    values, counted = values_and_counted(matrix)
    runs = matrix.shape[1]
    drawn_runs = np.random.default_rng([seed, place]).multinomial(
        runs - 1, [1 / runs] * runs, size=replicates
    )
    n_units = len(by_unit(values, units))
    found = np.full(replicates, np.nan)
    start = 0
    for weights in bootstrap_weights(
        np.ones(n_units, dtype=int), replicates=replicates, rng=np.random.default_rng(seed)
    ):
        end = start + len(weights)
        of_runs = drawn_runs[start:end].T.astype(np.float64)
        there = counted @ of_runs
        scores = np.divide(values @ of_runs, there, out=np.zeros_like(there), where=there > 0)
        summed = (weights.T * by_unit(scores, units)).sum(axis=0)
        n = (weights.T * by_unit((there > 0).astype(np.float64), units)).sum(axis=0)
        np.divide(summed, n, out=found[start:end], where=n > 0)
        start = end
    return found


def _freedom(runs: FloatArray, samples: FloatArray, n_units: int) -> int:
    """How few units, less one, an interval of both levels rests on (Satterthwaite 1946): the
    units themselves where runs hardly differ, the runs where they are all that differs."""
    of_units = n_units - 1
    if runs.shape[1] < 2 or not len(samples) or np.isnan(samples).any():
        return of_units
    whole = float(samples.var())
    run_means = np.nanmean(runs, axis=0)
    of_runs = min(float(run_means.var(ddof=1)) / len(run_means), whole)
    if not whole or of_units < 1:
        return of_units
    rest = whole - of_runs
    return max(1, int(whole**2 / (of_runs**2 / (len(run_means) - 1) + rest**2 / of_units)))
