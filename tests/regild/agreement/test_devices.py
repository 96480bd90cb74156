"""Phones beside computers: by hand, against statsmodels, and how often the interval holds."""

import math

import numpy as np
import pytest

from regild.agreement.annotators import RatingColumns
from regild.agreement.devices import DEVICES, NOT_ON_BOTH, ONE_ANNOTATOR, UNKNOWN, by_device

WEIGHTS = np.array([0.0, 1.0, 2.0, 3.0])
# annotator, candidate, value, device, seconds
BY_HAND = [
    (0, 0, 3, 0, 1.0),
    (1, 0, 2, 0, 2.0),
    (2, 0, 1, 1, 4.0),
    (3, 0, 2, 1, math.nan),
    (0, 1, 2, 0, 3.0),
    (1, 1, 2, 0, 2.0),
    (2, 1, 1, 1, 6.0),
    (3, 1, 0, 1, math.nan),
    # On phones alone, and on nobody knows what: of no use to the difference.
    (0, 2, 0, 0, 9.0),
    (4, 0, 3, UNKNOWN, 1.0),
]


def measured(rows):
    annotator, candidate, value, device, seconds = map(np.array, zip(*rows, strict=True))
    ratings = RatingColumns(candidate=candidate, annotator=annotator, value=value)
    return by_device(ratings, seconds.astype(float), device, weights=WEIGHTS)


def test_by_hand():
    """Candidate 0: 2.5 beside 1.5; 1: 2 beside .5. Residuals of the annotators, half of each
    added up over candidates: ±.25·…; t of 3 degrees at .975 is 3.18245."""
    phone, desk = measured(BY_HAND)
    assert (phone["device"], desk["device"]) == DEVICES
    assert (phone["n_annotators"], phone["n_ratings"]) == (2, 5)
    assert phone["counts"] == [1, 0, 3, 1]
    assert phone["mean"] == pytest.approx(9 / 5)
    assert phone["median_seconds"] == 2.0
    assert desk["median_seconds"] == 5.0
    higher = phone["difference"]
    assert higher["value"] == pytest.approx(1.25)
    assert higher["n_candidates"] == 2
    # Within candidates y is 1, 0, −1, 0 and .75, .75, −.25, −1.25; x is ±.5; e = y − 1.25 x:
    # .375, −.625, −.375, .625 and .125, .125, .375, −.625. Sums of x·e by annotator:
    # .25, −.25, 0, 0; Σx² is 2; V = 4/3 · (.25² + .25²) / 2².
    error = math.sqrt(4 / 3 * 0.125) / 2
    assert higher["low"] == pytest.approx(1.25 - 3.182446305 * error)
    assert higher["high"] == pytest.approx(1.25 + 3.182446305 * error)
    assert desk["difference"] == higher | {
        "value": -higher["value"],
        "low": -higher["high"],
        "high": -higher["low"],
    }


def test_what_is_unknown_is_told():
    assert measured([(0, 0, 3, UNKNOWN, 1.0)]) == []
    [phone] = measured([(0, 0, 3, 0, 1.0), (1, 0, 2, UNKNOWN, 1.0)])
    assert phone["difference"]["value"] is None
    assert phone["difference"]["reason"] == NOT_ON_BOTH
    phone, _desk = measured([(0, 0, 3, 0, 1.0), (1, 0, 2, 1, 1.0), (2, 0, 2, 1, 1.0)])
    assert phone["difference"]["value"] == pytest.approx(1, rel=1e-12)
    assert (phone["difference"]["low"], phone["difference"]["high"]) == (None, None)
    assert phone["difference"]["reason"] == ONE_ANNOTATOR


def made_up(*, annotators, candidates, seed, higher=0.0):
    rng = np.random.default_rng(seed)
    device = (np.arange(annotators) % 3 == 0).astype(int)
    strict = rng.normal(0, 0.5, annotators)
    worth = rng.normal(1.5, 0.9, candidates)
    rows = []
    for candidate in range(candidates):
        for one in rng.choice(annotators, 5, replace=False).tolist():
            given = worth[candidate] + strict[one] + higher * (device[one] == 0)
            value = int(np.clip(round(given + rng.normal(0, 0.5)), 0, 3))
            rows.append((one, candidate, value, int(device[one]), 1.0))
    return rows


def test_as_statsmodels():
    """Dummies for candidates, and its covariance by clusters without its own factor."""
    ols = pytest.importorskip("statsmodels.api").OLS
    rows = made_up(annotators=12, candidates=40, seed=4, higher=0.4)
    found = measured(rows)[0]["difference"]
    kept = [row for row in rows if len({other[3] for other in rows if other[1] == row[1]}) == 2]
    design = np.zeros((len(kept), 41))
    for place, row in enumerate(kept):
        design[place, row[1]] = 1
        design[place, 40] = row[3] == 0
    design = design[:, design.any(axis=0)]
    annotator = np.array([row[0] for row in kept])
    fit = ols(np.array([row[2] for row in kept], dtype=float), design).fit(
        cov_type="cluster",
        cov_kwds={"groups": annotator, "use_correction": False, "df_correction": False},
    )
    groups = len(set(annotator.tolist()))
    assert found["value"] == pytest.approx(fit.params[-1])
    reach = (found["high"] - found["low"]) / 2
    stats = pytest.importorskip("scipy.stats")
    error = fit.bse[-1] * math.sqrt(groups / (groups - 1))
    assert reach == pytest.approx(stats.t.ppf(0.975, groups - 1) * error)


def test_the_interval_holds_where_devices_make_no_difference():
    """Of 200 crowds of 30, each as strict as they are: 95 % within four standard errors."""
    held = 0
    for seed in range(200):
        found = measured(made_up(annotators=30, candidates=120, seed=seed))[0]["difference"]
        held += found["low"] <= 0 <= found["high"]
    assert 0.95 - 4 * math.sqrt(0.95 * 0.05 / 200) <= held / 200 <= 1.0
