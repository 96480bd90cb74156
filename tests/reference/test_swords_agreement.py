"""SWORDS labels brought in as ratings; every number again by loops, or by a library."""

import gzip
import itertools
import json
import statistics
from collections import Counter, defaultdict

import krippendorff
import numpy as np
import pytest

from agreement.services import measure_agreement
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

VALUES = {"FALSE": 0, "UNSURE": 1, "TRUE": 2}


@pytest.mark.parametrize(
    ("file", "n_candidates", "n_ratings"),
    [
        # The counts of the README beside the data.
        ("swords-v1.1_test-subset.json.gz", 5369, 29624),
        ("swords-v1.1_test-subset_reannotated.json.gz", 5384, 53840),
    ],
)
def test_the_report_on_swords_equals_an_independent_computation(
    shared_data, file, n_candidates, n_ratings
):
    path = shared_data / "swords" / file
    document = json.loads(gzip.decompress(path.read_bytes()))
    report = measure_agreement(campaign=bring_in(path, document))
    labels = {
        id: [VALUES[label] for label in given]
        for id, given in document["substitute_labels"].items()
    }
    assert (report.n_candidates, report.n_ratings) == (n_candidates, n_ratings)

    expected = by_loops(list(labels.values()))
    counts = np.array([[given.count(value) for value in range(3)] for given in labels.values()])
    for level in ("nominal", "ordinal", "interval"):
        expected[f"alpha_{level}"] = krippendorff.alpha(
            value_counts=counts, level_of_measurement=level
        )
    found = {key: report.measures[key]["value"] for key in expected}
    assert found == pytest.approx(expected, abs=1e-9)

    by_pos = defaultdict(list)
    verdicts = Counter()
    for id, given in labels.items():
        target = document["targets"][document["substitutes"][id]["target_id"]]
        by_pos[target["pos"]].append(given)
        verdicts[int(statistics.median(given))] += 1
    assert {
        pos: found["pairwise_exact"]["value"]
        for pos, found in report.by_grouping["pos"].items()
    } == pytest.approx(
        {pos: by_loops(candidates)["pairwise_exact"] for pos, candidates in by_pos.items()}
    )
    assert [sum(row) for row in report.distributions["verdicts"]["counts"]] == [
        verdicts[value] for value in range(3)
    ]


def bring_in(path, document):
    """A campaign whose one system proposed every substitute that was judged."""
    campaign = create_campaign(
        slug="swords",
        files={
            "sentences": source(path.read_bytes(), path.name),
            "gold": source(path.read_bytes(), path.name),
        },
        language="en",
        scale="good-reasonable-bad",
    ).campaign
    campaign.pool_depth = 1000
    campaign.max_ratings = 20  # so many labels some have
    campaign.target_as_answer = "keep"
    campaign.save()
    lexelts = dict(campaign.items.values_list("key", "group"))
    proposed = defaultdict(list)
    ratings = ["annotator\tsentence\tsubstitute\tvalue"]
    for id, entry in document["substitutes"].items():
        target, text = entry["target_id"], entry["substitute"]
        proposed[target].append(text)
        # The labels name no annotator; these numbers only keep them apart.
        ratings += [
            f"{number}\t{target}\t{text}\t{VALUES[label]}"
            for number, label in enumerate(document["substitute_labels"][id])
        ]
    lines = [f"{lexelts[key]} {key} :: {';'.join(texts)}" for key, texts in proposed.items()]
    add_system(
        campaign=campaign, name="everything", answers=source("\n".join(lines), "answers.txt")
    )
    pool_campaign(campaign=campaign)
    import_ratings(campaign=campaign, ratings=source("\n".join(ratings), "ratings.tsv"))
    return campaign


def by_loops(candidates):
    pairs = [pair for given in candidates for pair in itertools.combinations(given, 2)]
    return {
        "unanimity": statistics.fmean(len(set(given)) == 1 for given in candidates),
        "sd": statistics.fmean(map(statistics.stdev, candidates)),
        "sd_population": statistics.fmean(map(statistics.pstdev, candidates)),
        "pairwise_exact": statistics.fmean(a == b for a, b in pairs),
        "pairwise_within_1": statistics.fmean(abs(a - b) <= 1 for a, b in pairs),
    }
