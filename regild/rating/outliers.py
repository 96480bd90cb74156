"""Who rates unlike the crowd: robust distances, so that the unlike do not move the yardstick.

The modified z-score of Iglewicz and Hoaglin (1993), How to Detect and Handle Outliers: the
distance to the median, in median absolute deviations; 3.5 and more is called an outlier there.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import log2
from statistics import fmean, median
from typing import Literal, NamedTuple

from regild.rating.measured import WorkMeasured

# Make the deviations of normal data estimate its standard deviation.
MAD_SCALE = 0.6745
MEAN_DEVIATION_SCALE = 1.253314
OUTLIER = 3.5
# The median of fewer says little about a crowd.
LEAST_CROWD = 8


class Sign(StrEnum):
    """What annotators are compared by."""

    CORRELATION = "correlation"
    LEAN = "lean"
    PACE = "pace"
    SAME_SHARE = "same_share"
    ANCHOR_SHARE = "anchor_share"
    REPEAT_DIFFERENCE = "repeat_difference"
    FOIL_SHARE = "foil_share"


class _Way(NamedTuple):
    """Which side of the crowd is the worse one, and the least difference to it that matters:
    where everybody is nearly alike, next to nothing would make an outlier."""

    worse: Literal["low", "high", "both"]
    least: float


WAYS: Mapping[Sign, _Way] = {
    Sign.CORRELATION: _Way("low", 0.1),
    Sign.LEAN: _Way("both", 0.25),
    Sign.PACE: _Way("low", 0.5),  # of the logarithm: less than 0.71 of the crowd's time
    Sign.SAME_SHARE: _Way("high", 0.1),
    Sign.ANCHOR_SHARE: _Way("high", 0.1),
    Sign.REPEAT_DIFFERENCE: _Way("high", 0.25),
    Sign.FOIL_SHARE: _Way("high", 0.1),
}


class Outlier(NamedTuple):
    """`value` beside the `crowd`'s median, of so many `annotators`; `distance` is the modified
    z-score, below 0 where the value is the smaller. Times are in ms."""

    sign: Sign
    value: float
    crowd: float
    distance: float
    annotators: int


class CrowdStanding(NamedTuple):
    """`distances` on every sign that the annotator has ratings enough for."""

    distances: dict[Sign, float]
    outliers: list[Outlier]

    @property
    def furthest(self) -> float:
        """On the worst of its outliers; 0 without any."""
        return max((abs(one.distance) for one in self.outliers), default=0)


def robust_distances(values: Sequence[float]) -> list[float] | None:
    """Modified z-scores. Where more than half are equal, so that the median absolute deviation
    is 0, the mean one takes its place; None where all are equal."""
    middle = median(values)
    away = [abs(value - middle) for value in values]
    if spread := median(away):
        return [MAD_SCALE * (value - middle) / spread for value in values]
    if spread := fmean(away):
        return [(value - middle) / (MEAN_DEVIATION_SCALE * spread) for value in values]
    return None


def stand(
    found: Mapping[int, WorkMeasured], *, min_ratings: int, min_checks: int
) -> dict[int, CrowdStanding]:
    """Annotator → how far from the crowd. `found` is over all sittings of each; who has fewer
    ratings, or fewer anchors, repeats or foils, is not compared by them, and nobody is where
    the crowd is small."""
    standings = {id: CrowdStanding({}, []) for id in found}
    for sign, way in WAYS.items():
        values = {
            id: value
            for id, measured in found.items()
            if (value := _value(measured, sign, min_ratings, min_checks)) is not None
        }
        if len(values) < LEAST_CROWD:
            continue
        compared = [
            log2(max(value, 1)) if sign == Sign.PACE else value for value in values.values()
        ]
        distances = robust_distances(compared)
        if distances is None:
            continue
        crowd, middle = median(values.values()), median(compared)
        for id, place, distance in zip(values, compared, distances, strict=True):
            standings[id].distances[sign] = distance
            if _is_worse(distance, way.worse) and abs(place - middle) >= way.least:
                standings[id].outliers.append(
                    Outlier(sign, values[id], crowd, distance, len(values))
                )
    for one in standings.values():
        one.outliers.sort(key=lambda outlier: -abs(outlier.distance))
    return standings


def _is_worse(distance: float, worse: str) -> bool:
    if abs(distance) < OUTLIER:
        return False
    return worse == "both" or (distance < 0) == (worse == "low")


def _value(found: WorkMeasured, sign: Sign, min_ratings: int, min_checks: int) -> float | None:
    match sign:
        case Sign.CORRELATION:
            return found.correlation if found.shared >= min_ratings else None
        case Sign.LEAN:
            return found.lean if found.shared >= min_ratings else None
        case Sign.PACE:
            return found.median_ms if found.timed >= min_ratings else None
        case Sign.SAME_SHARE:
            return found.same_share if found.rated >= min_ratings else None
        case Sign.ANCHOR_SHARE:
            return found.anchor_share if found.anchors >= min_checks else None
        case Sign.REPEAT_DIFFERENCE:
            return found.repeat_difference if found.repeats >= min_checks else None
        case Sign.FOIL_SHARE:
            return found.foil_share if found.foils >= min_checks else None
