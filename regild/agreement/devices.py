"""What was rated on phones, beside what was rated at computers.

Ahuja, R. and M. Lin (2019): people on phones judge otherwise than at desks.
"""

from typing import Any

from regild.agreement.annotators import RatingColumns
from regild.arrays import FloatArray, IntArray, np
from regild.problems import N_, Text
from regild.resampling import student_quantile

DEVICES = ("phone", "desk")
UNKNOWN = -1

NOT_ON_BOTH = N_("no candidate was rated on both")
ONE_ANNOTATOR = N_("only one annotator used one of them")
TAIL = 0.025


def by_device(
    ratings: RatingColumns, seconds: FloatArray, device: IntArray, *, weights: FloatArray
) -> list[dict[str, Any]]:
    """For each kind of device that anybody used: how many annotators and ratings, how often
    each value, their mean, the median seconds of a rating; and by how much ratings are higher
    on it than on the others *of the same candidates*, with an interval. `device` has for each
    rating its place in DEVICES, or UNKNOWN; `weights` are those of the scale's values.
    """
    higher = _difference(ratings, device, weights=weights)
    return [
        _told(name, ratings, seconds, device == place, weights)
        | {"difference": higher if place == 0 else _turned(higher)}
        for place, name in enumerate(DEVICES)
        if np.any(device == place)
    ]


def _told(
    name: str,
    ratings: RatingColumns,
    seconds: FloatArray,
    chosen: Any,
    weights: FloatArray,
) -> dict[str, Any]:
    values, timed = ratings.value[chosen], seconds[chosen]
    timed = timed[~np.isnan(timed)]
    return {
        "device": name,
        "n_annotators": len(np.unique(ratings.annotator[chosen])),
        "n_ratings": len(values),
        "counts": np.bincount(values, minlength=len(weights)).tolist(),
        "mean": float(weights[values].mean()),
        "median_seconds": float(np.median(timed)) if len(timed) else None,
    }


def _difference(
    ratings: RatingColumns, device: IntArray, *, weights: FloatArray
) -> dict[str, Any]:
    """The least-squares effect of a phone beside one of each candidate. Each annotator's
    residuals stand together in its variance (CR1 of Liang and Zeger, 1986), because an
    annotator mostly has one device, and is strict or not on all they rate; Student's t with
    one degree less than there are annotators."""
    known = device != UNKNOWN
    candidate = ratings.candidate[known]
    n_all = int(candidate.max()) + 1 if len(candidate) else 0
    on = (device[known] == 0).astype(np.float64)
    n = np.bincount(candidate, minlength=n_all)
    phones = np.bincount(candidate, weights=on, minlength=n_all)
    both = (phones > 0) & (phones < n)
    kept = both[candidate]
    candidate, on = candidate[kept], on[kept]
    if not len(candidate):
        return _undefined(NOT_ON_BOTH)
    given = weights[ratings.value[known][kept]]
    _ids, annotator = np.unique(ratings.annotator[known][kept], return_inverse=True)
    x = on - (phones / np.maximum(n, 1))[candidate]
    mean = np.bincount(candidate, weights=given, minlength=n_all) / np.maximum(n, 1)
    y = given - mean[candidate]
    squares = float(x @ x)
    effect = float(x @ y) / squares
    found = {
        "value": effect,
        "low": None,
        "high": None,
        "n_candidates": int(both.sum()),
        "reason": "",
    }
    users = min(len(np.unique(annotator[on == side])) for side in (0, 1))
    if users < 2:  # of one nobody knows how far people differ
        return found | {"reason": str(ONE_ANNOTATOR)}
    groups = int(annotator.max()) + 1
    sums = np.bincount(annotator, weights=x * (y - effect * x), minlength=groups)
    error = float(np.sqrt(groups / (groups - 1) * float(sums @ sums))) / squares
    reach = student_quantile(1 - TAIL, freedom=groups - 1) * error
    return found | {"low": effect - reach, "high": effect + reach}


def _undefined(reason: Text) -> dict[str, Any]:
    return {"value": None, "low": None, "high": None, "n_candidates": 0, "reason": str(reason)}


def _turned(higher: dict[str, Any]) -> dict[str, Any]:
    """The same, seen from the other side."""
    value, low, high = higher["value"], higher["low"], higher["high"]
    return higher | {
        "value": None if value is None else -value,
        "low": None if high is None else -high,
        "high": None if low is None else -low,
    }
