"""How each annotator, and each pair of them, agrees with the others."""

from typing import NamedTuple

import numpy as np

from regild.agreement.measures import ONE_VALUE, Measure
from regild.agreement.patterns import IntArray, Patterns
from regild.agreement.scale import Scale
from regild.agreement.undefined import FloatArray, defined, ratio

NOTHING_SHARED = "no candidate rated by another annotator too"
ONE_SHARED = "only one candidate rated by another annotator too"
CONSTANT = "the annotator's ratings or the others' means are all equal"
NOT_TIMED = "no rating was timed"


class Ratings(NamedTuple):
    """A flat table of indices; an annotator rates a candidate once."""

    candidate: IntArray
    annotator: IntArray
    value: IntArray


class PairAgreement(NamedTuple):
    first: int
    second: int
    cohen_kappa: Measure
    cohen_kappa_quadratic: Measure


class AnnotatorAgreement(NamedTuple):
    """One annotator against the mean of the others on the same candidates."""

    loo_pearson: Measure
    loo_spearman: Measure
    bias: Measure


def value_confusion(patterns: Patterns) -> list[list[int]]:
    """Values × values: ordered pairs of ratings of one candidate by two annotators."""
    counts = patterns.counts
    weighted = counts * patterns.candidates[:, np.newaxis]
    confusion: list[list[int]] = (weighted.T @ counts - np.diag(weighted.sum(axis=0))).tolist()
    return confusion


def pair_agreement(ratings: Ratings, scale: Scale, *, n_annotators: int) -> list[PairAgreement]:
    """Cohen's kappa, plain and with quadratic weights, for pairs with a shared candidate."""
    pairs, confusion = _pair_confusion(ratings, len(scale.values), n_annotators)
    n = confusion.sum(axis=(1, 2)).astype(int).tolist()
    plain = _kappa(confusion, 1 - np.eye(len(scale.values)))
    quadratic = _kappa(confusion, scale.squared_differences)
    return [
        PairAgreement(
            pair // n_annotators,
            pair % n_annotators,
            *(
                Measure(kappa, shared, 2 * shared, reason=ONE_VALUE if kappa is None else None)
                for kappa in kappas
            ),
        )
        for pair, shared, *kappas in zip(
            pairs.tolist(), n, defined(plain), defined(quadratic), strict=True
        )
    ]


def leave_one_out(
    ratings: Ratings, scale: Scale, *, n_annotators: int
) -> list[AnnotatorAgreement]:
    """Every annotator in order, those without shared candidates too."""
    own = scale.numbers[ratings.value]
    n_candidate = np.bincount(ratings.candidate)[ratings.candidate]
    total = np.bincount(ratings.candidate, weights=own)[ratings.candidate]
    shared = n_candidate > 1
    annotator, own = ratings.annotator[shared], own[shared]
    others = (total[shared] - own) / (n_candidate[shared] - 1)

    n = np.bincount(annotator, minlength=n_annotators)
    spearman = _correlation(
        _midranks(own, annotator), _midranks(others, annotator), annotator, n
    )
    pearson = _correlation(own, others, annotator, n)
    # Ranks are halves, so only they tell a constant from its rounding errors.
    pearson[np.isnan(spearman)] = np.nan
    bias = _means(own - others, annotator, n)
    return [
        AnnotatorAgreement(*(_measure(value, shared_by) for value in values))
        for shared_by, *values in zip(
            n.tolist(), defined(pearson), defined(spearman), defined(bias), strict=True
        )
    ]


def median_seconds(
    *, annotator: IntArray, seconds: FloatArray, n_annotators: int
) -> list[Measure]:
    """Median seconds per rating; NaN, as for imported ratings, is a rating not timed."""
    timed = ~np.isnan(seconds)
    annotator, seconds = annotator[timed], seconds[timed]
    ordered = seconds[np.lexsort((seconds, annotator))]
    n = np.bincount(annotator, minlength=n_annotators)
    start = np.cumsum(n) - n
    medians = np.full(n_annotators, np.nan)
    has = n > 0
    medians[has] = (ordered[(start + (n - 1) // 2)[has]] + ordered[(start + n // 2)[has]]) / 2
    return [
        Measure(median, count, count, reason=NOT_TIMED if median is None else None)
        for median, count in zip(defined(medians), n.tolist(), strict=True)
    ]


def _pair_confusion(
    ratings: Ratings, n_values: int, n_annotators: int
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


def _kappa(confusion: FloatArray, distances: FloatArray) -> FloatArray:
    """NaN where both annotators gave one and the same value throughout."""
    by_chance = confusion.sum(axis=2)[:, :, np.newaxis] * confusion.sum(axis=1)[:, np.newaxis]
    expected = (by_chance * distances).sum(axis=(1, 2))
    observed = (confusion * distances).sum(axis=(1, 2)) * confusion.sum(axis=(1, 2))
    return 1 - ratio(observed, expected)


def _correlation(x: FloatArray, y: FloatArray, annotator: IntArray, n: IntArray) -> FloatArray:
    dx = x - _means(x, annotator, n)[annotator]
    dy = y - _means(y, annotator, n)[annotator]
    xy, xx, yy = (
        np.bincount(annotator, weights=product, minlength=len(n))
        for product in (dx * dy, dx * dx, dy * dy)
    )
    return ratio(xy, np.sqrt(xx * yy))


def _means(x: FloatArray, annotator: IntArray, n: IntArray) -> FloatArray:
    return ratio(np.bincount(annotator, weights=x, minlength=len(n)), n)


def _midranks(x: FloatArray, annotator: IntArray) -> FloatArray:
    """Ranks within each annotator, up to a constant per annotator; ties share the mean."""
    order = np.lexsort((x, annotator))
    changes = (np.diff(x[order]) != 0) | (np.diff(annotator[order]) != 0)
    run = np.concatenate(([0], np.cumsum(changes)))[: len(x)]
    length = np.bincount(run)
    ranks = np.empty(len(x))
    ranks[order] = (np.cumsum(length) - (length - 1) / 2)[run]
    return ranks


def _measure(value: float | None, n: int) -> Measure:
    reason = None
    if value is None:
        reason = {0: NOTHING_SHARED, 1: ONE_SHARED}.get(n, CONSTANT)
    return Measure(value, n, n, reason=reason)
