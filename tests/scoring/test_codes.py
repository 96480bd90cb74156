"""A second gold shows the codes of its campaign's scale, and weighs by the buttons' order."""

import csv
import io
import json

import numpy as np
import pytest

from campaigns.models import Campaign
from regild.formats.detect import read_ratings_any
from scoring.models import ReleaseEntry
from scoring.selectors.golds import rated_gold
from scoring.services.freezing import freeze_gold
from tests.agreement.rated import rate
from tests.scales import coded_campaign
from tests.scoring.released import GLAD, exported

pytestmark = pytest.mark.django_db

BEST_IS_ONE = (5, 4, 3, 2, 1)


def released(codes, ratings=GLAD, **policy):
    """`ratings` are places of the scale."""
    campaign = coded_campaign(codes)
    rate(campaign, {text: named(given, codes) for text, given in ratings.items()})
    return freeze_gold(campaign=campaign, **policy)


def named(places, codes):
    return "".join(str(codes[int(place)]) for place in places)


def text_of(release, format):
    return exported(release, format)[""].decode()


def test_a_release_of_1_to_5_shows_1_to_5():
    release = released((1, 2, 3, 4, 5), {"happy": "443", "sorry": "001"})
    assert [option["value"] for option in release.policy["scale"]] == [1, 2, 3, 4, 5]
    entry = ReleaseEntry.objects.get(text="happy")
    assert entry.ratings == [[1, 5], [2, 5], [3, 4]]
    assert entry.weight == pytest.approx(11 / 3)

    happy = next(
        row
        for row in csv.DictReader(io.StringIO(text_of(release, "csv")))
        if row["substitute"] == "happy"
    )
    assert [happy[f"n_{code}"] for code in range(1, 6)] == ["0", "0", "0", "1", "2"]
    assert "n_0" not in happy
    lines = map(json.loads, text_of(release, "jsonl").splitlines())
    sorry = next(line for line in lines if line["substitute"] == "sorry")
    assert [sorry[f"n_{code}"] for code in range(1, 6)] == [2, 1, 0, 0, 0]

    files = exported(release, "dataset")
    given = read_ratings_any(io.BytesIO(files["data/ratings.csv"]), name="r.csv").records
    assert sorted(record.value for record in given) == ["1", "1", "2", "4", "5", "5"]
    policy = json.loads(files["policy.json"])
    assert [option["value"] for option in policy["scale"]] == [1, 2, 3, 4, 5]
    assert b"5 (option 4) weighs 4" in files["README.md"]


@pytest.mark.parametrize("rule", ["mean", "median", "majority", "plurality"])
@pytest.mark.parametrize("codes", [(1, 2, 3, 4, 5), BEST_IS_ONE, (3, 9, 0, 7, 8)])
def test_weights_are_the_same_under_other_codes(codes, rule):
    def found(codes):
        release = released(codes, rule=rule)
        gold = rated_gold(release)
        others = gold.reweighted(np.arange(1, gold.annotators + 1)).weights.tolist()
        entries = release.entries.order_by("text").values_list("text", "weight")
        return list(entries), release.counts, release.comparison, others

    plain = found((0, 1, 2, 3, 4))
    Campaign.objects.update(slug="earlier")
    assert found(codes) == plain


@pytest.mark.parametrize("codes", [(0, 1, 2, 3, 4), BEST_IS_ONE])
def test_swords_labels_go_by_the_middle_of_the_buttons(codes):
    release = released(codes, {"happy": "0244"})
    document = json.loads(text_of(release, "swords"))
    (labels,) = document["substitute_labels"].values()
    assert labels == ["FALSE", "UNSURE", "TRUE", "TRUE"]
    (substitute,) = document["substitutes"].values()
    assert substitute["extra"]["counts"] == [1, 0, 1, 0, 2]


def test_what_everybody_put_lowest_is_a_unanimous_zero_whatever_its_code():
    release = released(BEST_IS_ONE)
    assert release.counts["unanimous_zeros"] == 1
    kept = text_of(release, "lexsub")
    dropped = text_of(
        freeze_gold(campaign=release.campaign, list_unanimous_zeros=False), "lexsub"
    )
    assert "overjoyed" in kept
    assert "overjoyed" not in dropped
