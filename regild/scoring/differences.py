"""Every pair of systems: how far they are apart, how sure that is, and whether it is chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from regild.arrays import FloatArray, IntArray, np
from regild.scoring.bootstrap import mean_interval
from regild.scoring.matrices import K
from regild.scoring.sentence_scores import SentenceScores
from regild.scoring.several_runs import Teams, replicate_means, rests_on, together
from regild.scoring.significance import compare_each


class PairDifference(NamedTuple):
    """Of the first system's mean from the second's, by one measure. All are None where one of
    the two has no mean; `p_holm` is corrected for all pairs."""

    measure: str
    first: str
    second: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None


def differences(
    scores: SentenceScores[K],
    teams: Teams,
    *,
    systems: Sequence[str],
    names: Mapping[str, str],
    seed: int,
    replicates: int,
    permutations: int,
    units: IntArray | None,
) -> list[PairDifference]:
    """`names` are what the measures are called. The same draws as those of the systems' own
    intervals and p, so that nothing here can speak against them."""
    alone = together(scores, teams)
    compared = compare_each(
        [*alone.matrices.values()],
        permutations=permutations,
        rng=np.random.default_rng(seed),
        units=units,
    )
    drawn = replicate_means(
        [*scores.matrices.values()], teams, seed=seed, replicates=replicates, units=units
    )
    found = []
    for (key, matrix), pairs, samples in zip(
        scores.matrices.items(), compared, drawn, strict=True
    ):
        n = rests_on(matrix, samples, teams, units)
        for pair in pairs:
            interval = mean_interval(
                _apart(samples, pair.first, pair.second),
                units=min(n[pair.first], n[pair.second]),
            )
            found.append(
                PairDifference(
                    names[key],
                    systems[pair.first],
                    systems[pair.second],
                    pair.difference,
                    interval.low,
                    interval.high,
                    pair.p if permutations else None,
                    pair.p_holm if permutations else None,
                )
            )
    return found


def _apart(samples: FloatArray, first: int, second: int) -> FloatArray:
    return np.asarray(samples[:, first] - samples[:, second])
