"""What the checks measure of a sitting or an annotator, before any threshold is laid on it.

Kept, so that other thresholds can be tried without reading the ratings again, and annotators
compared with each other.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from statistics import fmean, median
from typing import Literal, NamedTuple

from regild.rating.quality import (
    Rated,
    anchors_of,
    correlation_with_others,
    differences_of,
    foils_of,
    shared_with_others,
)

Level = Literal["ordinal", "nominal"]

# In how many steps the times of a sitting are kept.
PERCENT = 100


class WorkMeasured(NamedTuple):
    """`rated` and the counts like it say what the number after them rests on; None where that
    is nothing, or where it is undefined.

    `times`: at place p - 1 the shortest time, in ms, that at least p percent of the timed
    ratings stay within. So p percent were faster than t exactly when it is less than t.
    `repeat_difference`: where answers have no order, the share that was given another one.
    `lean`: the mean difference to the others' mean, in steps of the scale.
    """

    rated: int
    same_share: float | None
    longest_run: int
    timed: int
    median_ms: float | None
    times: tuple[int, ...]
    anchors: int
    anchor_share: float | None
    repeats: int
    repeat_difference: float | None
    foils: int
    foil_share: float | None
    shared: int
    correlation: float | None
    lean: float | None


def measure(rated: Sequence[Rated], *, level: Level = "ordinal") -> WorkMeasured:
    """Of ratings in the order shown. What needs an order is not measured of names."""
    timed = sorted(row.elapsed_ms for row in rated if row.elapsed_ms is not None)
    runs = groupby(row.value for row in rated if row.in_order)
    differences = differences_of(rated)
    anchors, foils, shared = [], [], []
    if level == "ordinal":
        anchors, foils = anchors_of(rated), foils_of(rated)
        shared = shared_with_others(rated)
    else:
        differences = [int(difference != 0) for difference in differences]
    commonest = Counter(row.value for row in rated).most_common(1)
    return WorkMeasured(
        rated=len(rated),
        same_share=commonest[0][1] / len(rated) if rated else None,
        longest_run=max((len(list(run)) for _value, run in runs), default=0),
        timed=len(timed),
        median_ms=median(timed) if timed else None,
        times=times_by_percent(timed),
        anchors=len(anchors),
        anchor_share=_share([value == 0 for value in anchors]),
        repeats=len(differences),
        repeat_difference=fmean(differences) if differences else None,
        foils=len(foils),
        foil_share=_share([value > 0 for value in foils]),
        shared=len(shared),
        correlation=correlation_with_others(shared),
        lean=fmean(own - others for own, others in shared) if shared else None,
    )


def times_by_percent(timed: Sequence[int]) -> tuple[int, ...]:
    """Of times that rise."""
    if not timed:
        return ()
    return tuple(timed[-(-p * len(timed) // PERCENT) - 1] for p in range(1, PERCENT + 1))


def percent_of(share: float) -> int | None:
    """None for a share that is no whole number of percents: times are kept by these."""
    percent = round(share * PERCENT)
    return percent if abs(percent - share * PERCENT) < 1e-9 else None


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None
