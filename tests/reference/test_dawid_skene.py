"""The model of annotators' errors on the data of the paper it comes from: five anaesthetists,
of whom the first saw each patient three times."""

import csv
from collections import Counter

import numpy as np
import pytest

from regild.agreement.annotators import RatingColumns
from regild.agreement.dawid_skene import dawid_skene

pytestmark = pytest.mark.sqlite


@pytest.fixture
def ratings(shared_data):
    with (shared_data / "dawid_skene" / "anaesthetists.csv").open(newline="") as file:
        rows = [*csv.DictReader(file)]
    return np.array(
        [[int(row[name]) - 1 for name in ("item", "rater", "rating")] for row in rows]
    )


def fitted(patient, rater, value):
    found = dawid_skene(
        RatingColumns(patient, rater, value),
        n_candidates=45,
        n_annotators=int(rater.max()) + 1,
        n_values=4,
        tolerance=1e-12,
    )
    assert found is not None
    assert found.converged
    return found


def test_the_first_ones_three_ratings_as_those_of_three(ratings):
    patient, rater, value = ratings.T
    seen = Counter()
    as_seven = []
    for where, who in zip(patient.tolist(), rater.tolist(), strict=True):
        as_seven.append(who + 2 if who else seen[where])
        seen[where] += who == 0
    found = fitted(patient, np.array(as_seven), value)
    assert len(found.confusion) == 7
    assert found.prior == pytest.approx([0.422222, 0.400529, 0.110582, 0.066667], abs=1e-6)
    assert found.log_likelihood == pytest.approx(-182.853521, abs=1e-6)


def test_three_ratings_of_one(ratings):
    found = fitted(*ratings.T)
    assert len(found.confusion) == 5
    assert found.prior == pytest.approx([0.4000, 0.4216, 0.1118, 0.0667], abs=5e-5)
    assert found.log_likelihood == pytest.approx(-190.730997, abs=1e-6)
