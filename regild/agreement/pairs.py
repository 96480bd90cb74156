"""How each pair of annotators agrees, and their mean over the campaign."""

from collections.abc import Iterable
from typing import NamedTuple

from regild.agreement.annotators import NOTHING_SHARED, RatingColumns
from regild.agreement.declaration import ONE_VALUE, Level, Measurement
from regild.agreement.measures.pairs import PairMeasure
from regild.agreement.patterns import Patterns
from regild.agreement.registry import family
from regild.agreement.scale import Scale
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, IntArray, np


class PairAgreement(NamedTuple):
    first: int
    second: int
    n: int  # candidates both rated
    measures: dict[str, Measurement]


def pair_agreement(
    ratings: RatingColumns, scale: Scale, *, n_annotators: int, level: Level = "ordinal"
) -> list[PairAgreement]:
    """Of pairs with a shared candidate."""
    pairs, confusion = _pair_confusion(ratings, len(scale.values), n_annotators)
    shared = confusion.sum(axis=(1, 2)).astype(int).tolist()
    columns = {
        measure.key: defined(measure.formula(confusion, scale))
        for measure in family(PairMeasure, level)
    }
    return [
        PairAgreement(
            pair // n_annotators,
            pair % n_annotators,
            n,
            {key: _measured(column[row], n) for key, column in columns.items()},
        )
        for row, (pair, n) in enumerate(zip(pairs.tolist(), shared, strict=True))
    ]


def mean_of_pairs(
    pairs: Iterable[PairAgreement], *, level: Level = "ordinal"
) -> dict[str, Measurement]:
    """The mean over pairs of annotators, each weighing as many candidates as they share.

    `n` is the number of pairs whose measure is defined.
    """
    pairs = list(pairs)
    keys = (measure.key for measure in family(PairMeasure, level))
    return {key: _mean([pair.measures[key] for pair in pairs]) for key in keys}


def _mean(measured: list[Measurement]) -> Measurement:
    known = [(found.value, found.n) for found in measured if found.value is not None]
    if not known:
        return Measurement(None, 0, 0, reason=ONE_VALUE if measured else NOTHING_SHARED)
    shared = sum(n for _value, n in known)
    mean = sum(value * n for value, n in known) / shared
    return Measurement(mean, len(known), 2 * shared)


def value_confusion(patterns: Patterns) -> list[list[int]]:
    """Values × values: ordered pairs of ratings of one candidate by two annotators."""
    counts = patterns.counts
    weighted = counts * patterns.candidates[:, np.newaxis]
    confusion: list[list[int]] = (weighted.T @ counts - np.diag(weighted.sum(axis=0))).tolist()
    return confusion


def _measured(value: float | None, n: int) -> Measurement:
    return Measurement(value, n, 2 * n, reason=ONE_VALUE if value is None else None)


def _pair_confusion(
    ratings: RatingColumns, n_values: int, n_annotators: int
) -> tuple[IntArray, FloatArray]:
    """Pairs as first · n_annotators + second, each with its values × values counts."""
    # Here, not above: scipy is heavy, and most who import this want the types alone.
    from scipy import sparse  # type: ignore[import-untyped]

    column = ratings.annotator * n_values + ratings.value
    gave = sparse.csr_array(
        (np.ones(len(column)), (ratings.candidate, column)),
        shape=(ratings.candidate.max(initial=-1) + 1, n_annotators * n_values),
    )
    both = (gave.T @ gave).tocoo()
    first, first_value = np.divmod(both.row.astype(np.int64), n_values)
    second, second_value = np.divmod(both.col.astype(np.int64), n_values)
    once = first < second
    pairs, index = np.unique((first * n_annotators + second)[once], return_inverse=True)
    cell = (index * n_values + first_value[once]) * n_values + second_value[once]
    counts = np.zeros(len(pairs) * n_values**2)
    counts[cell] = both.data[once]  # the product has each cell once
    return pairs, counts.reshape(len(pairs), n_values, n_values)
