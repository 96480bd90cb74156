"""Where one threshold of a system's scores, the same in all sentences, cuts best."""

from __future__ import annotations

from regild.arrays import Array, FloatArray, np


def f_by_threshold(
    *,
    scores: FloatArray,
    credit: FloatArray,
    penalty: Array,
    total: FloatArray,
    rounding: float,
) -> tuple[float, FloatArray]:
    """The threshold with the highest mean F, the highest of those that are equally good but for
    the rounding of a last digit; and each row's F there.

    Rows are sentences; scores are -inf beyond the answers. F is 2c / (c + p + ΣG).
    """
    by_score = np.argsort(-scores, axis=1, kind="stable")

    def so_far(values: Array) -> FloatArray:
        return np.asarray(np.take_along_axis(values, by_score, axis=1).cumsum(axis=1))

    reached = so_far(credit)
    found = 2 * reached / (reached + so_far(penalty) + total[:, None])
    # What a sentence's F gains by each answer; added up from the highest score of all on, that
    # is the sum of F at every threshold.
    gains = np.nan_to_num(np.diff(found, axis=1, prepend=0.0))
    sorted_scores = np.take_along_axis(scores, by_score, axis=1)
    given = np.isfinite(sorted_scores)
    falling = np.argsort(-sorted_scores[given], kind="stable")
    thresholds = sorted_scores[given][falling]
    sums = gains[given][falling].cumsum()
    # Equal scores are reached together.
    ends = np.append(thresholds[1:] != thresholds[:-1], True)
    sums, thresholds = sums[ends], thresholds[ends]
    threshold = float(thresholds[(sums >= sums.max() * (1 - rounding)).argmax()])
    kept = (scores >= threshold).sum(axis=1)
    at = np.take_along_axis(found, np.maximum(kept - 1, 0)[:, None], axis=1)[:, 0]
    return threshold, np.where(kept > 0, at, 0.0)
