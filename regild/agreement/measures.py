"""Agreement on ratings, by the definitions and under the keys of the project's measures."""

from typing import Any, NamedTuple

import numpy as np

from regild.agreement.patterns import Patterns
from regild.agreement.scale import Scale
from regild.agreement.sums import Sums, add_up, pattern_sums
from regild.agreement.undefined import FloatArray, defined, ratio

NOTHING_COMPARED = "no candidate has two ratings"
ONE_CANDIDATE = "only one candidate is rated"
ONE_VALUE = "all ratings compared are equal"

NORMAL_975 = 1.959963984540054

# Chance and the spread between candidates are estimated from every rated candidate, as
# Gwet does; the other measures know only candidates with two ratings or more.
USING_ALL_RATED = frozenset({"fleiss_kappa", "gwet_ac1", "gwet_ac2", "icc1"})


class Measure(NamedTuple):
    """A number, what it rests on, and why it is undefined where it is."""

    value: float | None
    n: int  # candidates; sentences in the first gold
    n_ratings: int  # ratings; responses in the first gold
    low: float | None = None
    high: float | None = None
    reason: str | None = None


def campaign_measures(patterns: Patterns, scale: Scale) -> dict[str, Measure]:
    """Every measure of agreement over the whole campaign."""
    return grouped_measures(patterns, scale, members=patterns.candidates[np.newaxis])[0]


def grouped_measures(
    patterns: Patterns, scale: Scale, *, members: Any
) -> list[dict[str, Measure]]:
    """Every measure in each group; `members` comes from `group_patterns`."""
    sums = add_up(pattern_sums(patterns.counts, scale), members)
    halves = {
        "sd": _half_width(sums.compared, sums.sd, sums.sd_squared),
        "sd_population": _half_width(
            sums.compared, sums.sd_population, sums.sd_population_squared
        ),
    }
    return _assemble(sums, measure_values(sums, scale), halves)


def measure_values(sums: Sums, scale: Scale) -> dict[str, FloatArray]:
    """Every measure's value for each row of the sums, NaN where it is undefined."""
    n_values = len(scale.values)
    coincidences = sums.coincidences.reshape(-1, n_values, n_values)
    pairable = coincidences.sum(axis=-1)
    # Ordinal distance is the squared distance between mid-ranks.
    ranks = np.cumsum(pairable, axis=-1) - pairable / 2
    ordinal = (ranks[:, :, np.newaxis] - ranks[:, np.newaxis, :]) ** 2
    identity = np.eye(n_values)
    prevalence = ratio(sums.shares, sums.rated[:, np.newaxis])
    agreement = ratio(sums.agreement, sums.compared)
    quadratic = ratio(sums.agreement_quadratic, sums.compared)
    return {
        "unanimity": ratio(sums.unanimous, sums.compared),
        "sd": ratio(sums.sd, sums.compared),
        "sd_population": ratio(sums.sd_population, sums.compared),
        "pairwise_exact": ratio(sums.pairs_equal, sums.pairs),
        "pairwise_within_1": ratio(sums.pairs_within_1, sums.pairs),
        "alpha_nominal": _alpha(coincidences, pairable, 1 - identity),
        "alpha_ordinal": _alpha(coincidences, pairable, ordinal),
        "alpha_interval": _alpha(coincidences, pairable, scale.squared_differences),
        "fleiss_kappa": _beyond_chance(agreement, (prevalence**2).sum(axis=-1)),
        "gwet_ac1": _beyond_chance(agreement, _gwet_chance(prevalence, identity)),
        "gwet_ac2": _beyond_chance(
            quadratic, _gwet_chance(prevalence, scale.quadratic_agreement)
        ),
        "icc1": _icc1(sums, scale),
    }


def _alpha(coincidences: FloatArray, pairable: FloatArray, distances: FloatArray) -> FloatArray:
    by_chance = pairable[:, :, np.newaxis] * pairable[:, np.newaxis, :]
    expected = (by_chance * distances).sum(axis=(-1, -2))
    observed = (coincidences * distances).sum(axis=(-1, -2))
    return 1 - ratio((pairable.sum(axis=-1) - 1) * observed, expected)


def _gwet_chance(prevalence: FloatArray, weights: FloatArray) -> FloatArray:
    """Gwet (2014): 0 when one value is in use, largest when all are equally common."""
    q = len(weights)
    largest = float(weights.sum()) / (q * (q - 1))
    return largest * np.asarray((prevalence * (1 - prevalence)).sum(axis=-1))


def _beyond_chance(agreement: FloatArray, chance: FloatArray) -> FloatArray:
    return ratio(agreement - chance, 1 - chance)


def _icc1(sums: Sums, scale: Scale) -> FloatArray:
    """One-way random effects, single rating (Shrout & Fleiss 1979), unequal group sizes."""
    total = np.einsum("gk,gl,kl->g", sums.values, sums.values, scale.squared_differences) / 2
    between = ratio(ratio(total, sums.ratings) - sums.squares_within, sums.rated - 1)
    within = ratio(sums.squares_within, sums.ratings - sums.rated)
    size = ratio(sums.ratings - ratio(sums.ratings_squared, sums.ratings), sums.rated - 1)
    return ratio(between - within, between + (size - 1) * within)


def _half_width(n: FloatArray, total: FloatArray, total_squares: FloatArray) -> FloatArray:
    """Half of the 95% normal interval of a mean over candidates."""
    variance = ratio(total_squares - ratio(total**2, n), n - 1)
    # Equal deviations may leave a rounding error below 0.
    return NORMAL_975 * np.sqrt(ratio(np.maximum(variance, 0), n))


def _assemble(
    sums: Sums, values: dict[str, FloatArray], halves: dict[str, FloatArray]
) -> list[dict[str, Measure]]:
    rated, ratings = sums.rated.astype(int).tolist(), sums.ratings.astype(int).tolist()
    compared = sums.compared.astype(int).tolist()
    ratings_compared = sums.ratings_compared.astype(int).tolist()
    nowhere: list[float | None] = [None] * len(rated)
    groups: list[dict[str, Measure]] = [{} for _ in rated]
    for key, column in values.items():
        ns, ns_ratings = (
            (rated, ratings) if key in USING_ALL_RATED else (compared, ratings_compared)
        )
        lows = highs = nowhere
        if key in halves:
            lows, highs = defined(column - halves[key]), defined(column + halves[key])
        for g, (value, low, high) in enumerate(zip(defined(column), lows, highs, strict=True)):
            reason = None
            if value is None:
                reason = _reason(key, rated=rated[g], compared=compared[g])
            groups[g][key] = Measure(value, ns[g], ns_ratings[g], low, high, reason)
    return groups


def _reason(key: str, *, rated: int, compared: int) -> str:
    if not compared:
        return NOTHING_COMPARED
    if key == "icc1" and rated == 1:
        return ONE_CANDIDATE
    return ONE_VALUE
