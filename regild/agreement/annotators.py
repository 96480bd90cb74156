"""How each annotator agrees with the others, and how long a rating takes them."""

from typing import NamedTuple

from regild.agreement.declaration import Measurement
from regild.agreement.measures.one_annotator import AnnotatorMeasure, LeftOut
from regild.agreement.registry import family
from regild.agreement.scale import Scale
from regild.agreement.undefined import defined
from regild.arrays import FloatArray, IntArray, np
from regild.problems import N_

NOTHING_SHARED = N_("no candidate rated by another annotator too")
ONE_SHARED = N_("only one candidate rated by another annotator too")
CONSTANT = N_("the annotator's ratings or the others' means are all equal")
NOT_TIMED = N_("no rating was timed")


class RatingColumns(NamedTuple):
    """A flat table of indices; an annotator rates a candidate once."""

    candidate: IntArray
    annotator: IntArray
    value: IntArray


def leave_one_out(
    ratings: RatingColumns, scale: Scale, *, n_annotators: int
) -> list[dict[str, Measurement]]:
    """Every annotator in order, those without shared candidates too."""
    rows = _left_out(ratings, scale, n_annotators)
    columns = {
        measure.key: defined(measure.formula(rows)) for measure in family(AnnotatorMeasure)
    }
    return [
        {key: _measured(column[annotator], n) for key, column in columns.items()}
        for annotator, n in enumerate(rows.n.tolist())
    ]


def met_by_others(
    ratings: RatingColumns, scale: Scale, *, n_annotators: int
) -> list[dict[str, Measurement]]:
    """Of names, every annotator in order: of what others gave the same candidates, the share
    that is the annotator's own. `n` is how many candidates they share."""
    cell = ratings.candidate * len(scale.values) + ratings.value
    _cells, place, alike = np.unique(cell, return_inverse=True, return_counts=True)
    met = alike[place] - 1
    others = np.bincount(ratings.candidate)[ratings.candidate] - 1

    def added(counts: IntArray) -> IntArray:
        return np.bincount(ratings.annotator, weights=counts, minlength=n_annotators)

    n, compared = added((others > 0).astype(np.int64)).astype(int).tolist(), added(others)
    share = defined(np.where(compared > 0, added(met) / np.maximum(compared, 1), np.nan))
    return [
        {
            "pairwise_exact": Measurement(
                share[annotator],
                n[annotator],
                int(compared[annotator]),
                reason=None if n[annotator] else NOTHING_SHARED,
            )
        }
        for annotator in range(n_annotators)
    ]


def median_seconds(
    *, annotator: IntArray, seconds: FloatArray, n_annotators: int
) -> list[Measurement]:
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
        Measurement(median, count, count, reason=NOT_TIMED if median is None else None)
        for median, count in zip(defined(medians), n.tolist(), strict=True)
    ]


def _left_out(ratings: RatingColumns, scale: Scale, n_annotators: int) -> LeftOut:
    own = scale.numbers[ratings.value]
    n_candidate = np.bincount(ratings.candidate)[ratings.candidate]
    total = np.bincount(ratings.candidate, weights=own)[ratings.candidate]
    shared = n_candidate > 1
    annotator, own = ratings.annotator[shared], own[shared]
    return LeftOut(
        own=own,
        others=(total[shared] - own) / (n_candidate[shared] - 1),
        annotator=annotator,
        n=np.bincount(annotator, minlength=n_annotators),
    )


def _measured(value: float | None, n: int) -> Measurement:
    reason = None
    if value is None:
        reason = {0: NOTHING_SHARED, 1: ONE_SHARED}.get(n, CONSTANT)
    return Measurement(value, n, n, reason=reason)
