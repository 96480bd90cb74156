"""The sums over candidates from which every measure of agreement on ratings is made.

A measure for the campaign, for each sentence or for each bootstrap replicate is the same
formula on differently weighted sums, so a weighting costs one product and no measure ever
looks at ratings. A sum is a function of the patterns; it is made when a measure names it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import prod
from typing import Any

from regild.agreement.scale import Scale
from regild.arrays import Array, FloatArray, IntArray, np


class Histograms:
    """The patterns, and what more than one sum reads of them.

    Candidates with fewer than two ratings have no pairs.
    """

    def __init__(self, counts: IntArray, scale: Scale) -> None:
        self.scale = scale
        self.counts: FloatArray = counts.astype(np.float64)
        self.n: FloatArray = self.counts.sum(axis=1)
        self.at_least_1: FloatArray = np.maximum(self.n, 1)
        self.others: FloatArray = np.maximum(self.n - 1, 1)

    @cached_property
    def ordered(self) -> FloatArray:
        """Ordered pairs of annotators by their two values, flattened."""
        n_values = self.counts.shape[1]
        cells = self.counts[:, :, np.newaxis] * self.counts[:, np.newaxis, :]
        # Of every n_values + 1 flattened cells one lies on the diagonal: nobody is paired with
        # themselves.
        flat: FloatArray = cells.reshape(len(cells), n_values**2)
        flat[:, :: n_values + 1] -= self.counts
        return flat

    @cached_property
    def equal(self) -> FloatArray:
        """Pairs of annotators who gave the same value."""
        # Not by `ordered`, which of sixty values is a wide table.
        return np.asarray((self.counts * (self.counts - 1)).sum(axis=1) / 2)

    @cached_property
    def per_ordered_pair(self) -> FloatArray:
        return 1 / (self.at_least_1 * self.others)

    @cached_property
    def within(self) -> FloatArray:
        """Squared deviations from the candidate's mean, from differences between ratings and
        not from that mean: exactly 0 when all are equal."""
        return self.weighted(self.scale.squared_differences) / (2 * self.at_least_1)

    def weighted(self, weights: Array) -> FloatArray:
        """The ordered pairs, each worth the weight of its two values."""
        added: FloatArray = self.ordered @ weights.reshape(-1)
        return added


Sum = Callable[[Histograms], FloatArray]
# Per pattern, group or replicate on the first axis; some sums have a second one.
Sums = Mapping[Sum, FloatArray]


def rated(of: Histograms) -> FloatArray:
    """Candidates with a rating."""
    return (of.n >= 1).astype(np.float64)


def ratings(of: Histograms) -> FloatArray:
    return of.n


def values(of: Histograms) -> FloatArray:
    """How often each value was given."""
    return of.counts


def shares(of: Histograms) -> FloatArray:
    """Each value's share of the candidate's ratings."""
    return of.counts / of.at_least_1[:, np.newaxis]


def compared(of: Histograms) -> FloatArray:
    """Candidates with two ratings or more."""
    return (of.n >= 2).astype(np.float64)


def ratings_compared(of: Histograms) -> FloatArray:
    return of.n * compared(of)


def pairs(of: Histograms) -> FloatArray:
    """Pairs of annotators, n(n−1)/2."""
    return of.n * (of.n - 1) / 2


def pairs_equal(of: Histograms) -> FloatArray:
    return of.equal


def squares_within(of: Histograms) -> FloatArray:
    return of.within


def pairable(of: Histograms) -> FloatArray:
    """How often each value was given where another could be compared with it."""
    return of.counts * compared(of)[:, np.newaxis]


def equal_pairable(of: Histograms) -> FloatArray:
    """The diagonal of Krippendorff's matrix, added up."""
    return 2 * of.equal / of.others


def coincidences(of: Histograms) -> FloatArray:
    """Krippendorff's values × values matrix, flattened."""
    return of.ordered / of.others[:, np.newaxis]


def pattern_sums(counts: IntArray, scale: Scale, needed: Iterable[Sum]) -> Sums:
    """What one candidate with each pattern adds."""
    histograms = Histograms(counts, scale)
    return {made: made(histograms) for made in dict.fromkeys(needed)}


def add_up(sums: Sums, weights: Any) -> Sums:
    """Weighted sums, one for each row of `weights` (dense or sparse)."""
    # One product of wide matrices takes a tenth of the time of one for each sum.
    added = weights @ np.column_stack([*sums.values()])
    found: dict[Sum, FloatArray] = {}
    begin = 0
    for made, part in sums.items():
        end = begin + prod(part.shape[1:])
        found[made] = added[:, begin:end].reshape(len(added), *part.shape[1:])
        begin = end
    return found
