"""One annotator against the mean of the others on the same candidates."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from regild.agreement.declaration import AgreementMeasure
from regild.agreement.undefined import ratio
from regild.arrays import FloatArray, IntArray, np
from regild.problems import N_


@dataclass(frozen=True)
class LeftOut:
    """A row for each rating of a candidate that others rated too, beside the mean of theirs."""

    own: FloatArray
    others: FloatArray
    annotator: IntArray
    n: IntArray  # rows of each annotator

    @cached_property
    def rank_correlation(self) -> FloatArray:
        return self.correlation(self._midranks(self.own), self._midranks(self.others))

    def correlation(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """By annotator, NaN where a side never varies."""
        dx = x - self.means(x)[self.annotator]
        dy = y - self.means(y)[self.annotator]
        xy, xx, yy = (self._added(product) for product in (dx * dy, dx * dx, dy * dy))
        return ratio(xy, np.sqrt(xx * yy))

    def means(self, x: FloatArray) -> FloatArray:
        return ratio(self._added(x), self.n)

    def _added(self, x: FloatArray) -> FloatArray:
        return np.asarray(
            np.bincount(self.annotator, weights=x, minlength=len(self.n)), dtype=np.float64
        )

    def _midranks(self, x: FloatArray) -> FloatArray:
        """Ranks within each annotator, up to a constant per annotator; ties share the mean."""
        order = np.lexsort((x, self.annotator))
        changes = (np.diff(x[order]) != 0) | (np.diff(self.annotator[order]) != 0)
        run = np.concatenate(([0], np.cumsum(changes)))[: len(x)]
        length = np.bincount(run)
        ranks = np.empty(len(x))
        ranks[order] = (np.cumsum(length) - (length - 1) / 2)[run]
        return ranks


@dataclass(frozen=True, kw_only=True)
class AnnotatorMeasure(AgreementMeasure):
    """`formula` gives a value for each annotator, NaN where it is undefined."""

    formula: Callable[[LeftOut], FloatArray]


def pearson(rows: LeftOut) -> FloatArray:
    found = rows.correlation(rows.own, rows.others)
    # Ranks are halves, so only they tell a constant from its rounding errors.
    found[np.isnan(rows.rank_correlation)] = np.nan
    return found


MEASURES = (
    AnnotatorMeasure(
        key="loo_pearson",
        title=N_("correlation with the others"),
        definition=N_(
            "Pearson's correlation of an annotator's ratings with the mean of the others' for"
            " the same candidates."
        ),
        formula=pearson,
    ),
    AnnotatorMeasure(
        key="loo_spearman",
        title=N_("rank correlation"),
        definition=N_(
            "Spearman's rank correlation of an annotator's ratings with the mean of the"
            " others'; equal ratings share the mean rank."
        ),
        formula=lambda rows: rows.rank_correlation,
    ),
    AnnotatorMeasure(
        key="bias",
        title=N_("bias"),
        definition=N_(
            "Mean difference from the others' mean for the same candidate, positive for whoever"
            " rates higher."
        ),
        formula=lambda rows: rows.means(rows.own - rows.others),
    ),
)
