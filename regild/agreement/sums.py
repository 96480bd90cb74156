"""The sums over candidates from which every measure of agreement is made.

A measure for the campaign, for each sentence or for each bootstrap round is the same
formula on differently weighted sums, so a weighting costs one product and no measure ever
looks at ratings.
"""

from math import prod
from typing import Any, NamedTuple

import numpy as np

from regild.agreement.patterns import IntArray
from regild.agreement.scale import Scale
from regild.agreement.undefined import FloatArray


class Sums(NamedTuple):
    """Per pattern, group or round on the first axis; `values` adds a second one.

    Candidates with fewer than two ratings have no pairs; they enter only `rated`,
    `ratings`, `ratings_squared`, `values` and `shares`.
    """

    rated: FloatArray  # candidates with a rating
    ratings: FloatArray  # n
    ratings_squared: FloatArray  # n²
    values: FloatArray  # how often each value was given
    shares: FloatArray  # each value's share of the candidate's ratings
    compared: FloatArray  # candidates with two ratings or more
    ratings_compared: FloatArray
    unanimous: FloatArray
    pairs: FloatArray  # pairs of annotators, n(n−1)/2
    pairs_equal: FloatArray
    pairs_within_1: FloatArray  # at most one step apart on the scale
    agreement: FloatArray  # the candidate's own share of equal pairs
    agreement_quadratic: FloatArray  # the same, each pair worth its quadratic weight
    squares_within: FloatArray  # squared deviations from the candidate's mean
    sd: FloatArray
    sd_squared: FloatArray
    sd_population: FloatArray
    sd_population_squared: FloatArray
    coincidences: FloatArray  # Krippendorff's values × values matrix, flattened


def pattern_sums(counts: IntArray, scale: Scale) -> Sums:
    """What one candidate with each pattern adds."""
    c = counts.astype(np.float64)
    n_values = c.shape[1]
    n = c.sum(axis=1)
    compared = (n >= 2).astype(np.float64)
    at_least_1 = np.maximum(n, 1)
    others = np.maximum(n - 1, 1)

    # Ordered pairs of annotators by their two values; empty below two ratings.
    ordered = c[:, :, np.newaxis] * c[:, np.newaxis, :]
    values = np.arange(n_values)
    ordered[:, values, values] -= c
    ordered = ordered.reshape(len(c), n_values**2)
    near = np.abs(np.subtract.outer(values, values)) <= 1

    pairs = n * (n - 1) / 2
    equal = ordered @ np.eye(n_values).reshape(-1) / 2
    # From differences between ratings, not from their mean: exactly 0 when all are equal.
    within = ordered @ scale.squared_differences.reshape(-1) / (2 * at_least_1)
    per_ordered_pair = 1 / (at_least_1 * others)
    return Sums(
        rated=(n >= 1).astype(np.float64),
        ratings=n,
        ratings_squared=n**2,
        values=c,
        shares=c / at_least_1[:, np.newaxis],
        compared=compared,
        ratings_compared=n * compared,
        unanimous=(equal == pairs) * compared,
        pairs=pairs,
        pairs_equal=equal,
        pairs_within_1=ordered @ near.reshape(-1) / 2,
        agreement=2 * equal * per_ordered_pair,
        agreement_quadratic=ordered @ scale.quadratic_agreement.reshape(-1) * per_ordered_pair,
        squares_within=within,
        sd=np.sqrt(within / others),
        sd_squared=within / others,
        sd_population=np.sqrt(within / at_least_1),
        sd_population_squared=within / at_least_1,
        coincidences=ordered / others[:, np.newaxis],
    )


def add_up(sums: Sums, weights: Any) -> Sums:
    """Weighted sums, one for each row of `weights` (dense or sparse)."""
    # One product of wide matrices takes a tenth of the time of one for each sum.
    added = weights @ np.column_stack(sums)
    ends = np.cumsum([prod(part.shape[1:]) for part in sums])[:-1]
    return Sums(
        *(
            column.reshape(len(column), *part.shape[1:])
            for column, part in zip(np.split(added, ends, axis=1), sums, strict=True)
        )
    )
