"""Weights that do not carry how strict those were who happened to rate."""

import json

import numpy as np
import pytest

import regild
from regild.agreement.annotators import RatingColumns
from regild.agreement.severity import NOTHING_SHARED, ONE_ANNOTATOR
from regild.formats.records import SentenceRecord
from regild.scoring.aggregate import SEVERITY
from regild.scoring.annotators import RatedGold, RatedSubstitute
from regild.scoring.consensus import compare_rules
from regild.scoring.exports.lexsub_int import integer_scale, write_lexsub_int
from regild.scoring.frozen import FrozenOption
from regild.scoring.frozen_table import FrozenTable, RatedPool
from regild.scoring.severity_weights import adjusted_weights
from regild.scoring.verification import verify_folder
from tests.regild.scoring.golds import SCALE, dataset_of, make_gold
from tests.regild.scoring.test_exports import PUBLICATION, written

OPTIONS = [FrozenOption(**option) for option in SCALE]
WEIGHTS = [option.weight for option in OPTIONS]


def planted(seed=3, n_candidates=120, n_annotators=12, each=4):
    """Ratings 0–3 by annotators who are strict or mild by up to one step."""
    rng = np.random.default_rng(seed)
    truth = rng.uniform(0.4, 2.6, n_candidates)
    severity = np.linspace(-0.9, 0.9, n_annotators)
    rows = [
        (
            candidate,
            annotator,
            int(np.clip(round(truth[candidate] + severity[annotator]), 0, 3)),
        )
        for candidate in range(n_candidates)
        for annotator in rng.choice(n_annotators, each, replace=False).tolist()
    ]
    return truth, RatingColumns(*np.array(rows, dtype=np.int64).T)


def pool_of(ratings, n_candidates):
    n_sentences = n_candidates // 6
    return RatedPool(
        records=[
            SentenceRecord(f"s{n}", f"w{n}.n", "", "w", ".", line=0) for n in range(n_sentences)
        ],
        sentence=np.arange(n_candidates) // 6,
        text=[f"c{n:03}" for n in range(n_candidates)],
        origin=["systems"] * n_candidates,
        votes=np.full(n_candidates, np.nan),
        ratings=ratings,
    )


def frozen(rule=SEVERITY, **options):
    _truth, ratings = planted()
    return FrozenTable(pool_of(ratings, 120), OPTIONS, rule=rule, min_ratings=3, **options)


def by_text(table):
    return dict(zip(table.text, table.weight.tolist(), strict=True))


def test_they_are_the_adjusted_means_on_the_scale_to_three_decimals():
    _truth, ratings = planted()
    rows = [(f"a{a:02}", f"c{c:03}", WEIGHTS[v]) for c, a, v in zip(*ratings, strict=True)]
    expected = {one.item: one.adjusted for one in regild.measure_severity(rows).items}
    found = by_text(frozen())
    assert found.keys() == expected.keys()
    for item, value in expected.items():
        assert found[item] == pytest.approx(min(max(value, 0), 3), abs=0.00051)
        assert found[item] == round(found[item], 3)


def test_they_are_nearer_to_the_truth_than_plain_means():
    truth, ratings = planted()
    found = adjusted_weights(ratings, WEIGHTS, n_candidates=120).weight
    mean = np.bincount(ratings.candidate, ratings.value) / np.bincount(ratings.candidate)
    assert np.abs(found - truth).mean() < 0.8 * np.abs(mean - truth).mean()
    assert np.corrcoef(found, truth)[0, 1] > np.corrcoef(mean, truth)[0, 1]


def test_too_few_ratings_are_undecided_and_still_tell_of_severity():
    _truth, ratings = planted()
    few = ratings.candidate == 0
    kept = ~few | (np.cumsum(few) <= 2)
    ratings = RatingColumns(*(column[kept] for column in ratings))
    table = FrozenTable(pool_of(ratings, 120), OPTIONS, rule=SEVERITY, min_ratings=3)
    assert len(table.decided) == 119
    assert np.isnan(by_text(table)["c000"])
    assert sum(one.n for one in table.severity.annotators) == len(ratings.value)


def test_a_comparison_sets_them_beside_every_rule():
    adjusted, plain = compare_rules(frozen()), compare_rules(frozen("mean"))
    assert adjusted["rules"][SEVERITY]["spearman"] == pytest.approx(1)
    moved = adjusted["rules"]["mean"]
    assert moved["mean_difference"] > 0.1
    assert moved["spearman"] < 1
    # The same ratings tell the same, whatever the release follows.
    assert plain["rules"][SEVERITY]["spearman"] == pytest.approx(moved["spearman"])
    assert [one["annotator"] for one in plain["severity"]["annotators"]] == [*range(1, 13)]
    for one, other in zip(
        plain["severity"]["annotators"], adjusted["severity"]["annotators"], strict=True
    ):
        assert one["effect"] == pytest.approx(other["effect"])
        assert one["low"] < one["effect"] < one["high"]
    assert adjusted["severity"]["parts"] == 1
    assert json.loads(json.dumps(adjusted)) == adjusted


def test_parts_that_share_nobody_are_counted():
    _truth, ratings = planted()
    apart = RatingColumns(
        np.concatenate([ratings.candidate, ratings.candidate + 120]),
        np.concatenate([ratings.annotator, ratings.annotator + 12]),
        np.concatenate([ratings.value, ratings.value]),
    )
    found = adjusted_weights(apart, WEIGHTS, n_candidates=240)
    assert (found.parts, found.reason) == (2, None)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(0, 0, 1), (1, 0, 2)], ONE_ANNOTATOR),
        ([(0, 0, 1), (1, 1, 2)], NOTHING_SHARED),
    ],
)
def test_where_severity_cannot_be_told_there_is_no_weight(rows, reason):
    ratings = RatingColumns(*np.array(rows, dtype=np.int64).T)
    found = adjusted_weights(ratings, WEIGHTS, n_candidates=2)
    assert found.reason == reason
    assert np.isnan(found.weight).all()
    compared = compare_rules(
        FrozenTable(
            pool_of(ratings, 12)._replace(
                text=["a", "b"],
                sentence=np.array([0, 0]),
                origin=["both"] * 2,
                votes=np.full(2, np.nan),
            ),
            OPTIONS,
            rule="mean",
            min_ratings=1,
        )
    )
    assert compared["rules"][SEVERITY] == {
        "spearman": None,
        "mean_difference": None,
        "reason": reason,
    }


def gold_of(table):
    return make_gold(*table.sentences(), rule=SEVERITY)


def test_annotators_who_weigh_the_same_make_the_same_gold():
    table = frozen()
    effects = {int(one.annotator): one.effect for one in table.severity.annotators}
    rated = RatedGold(
        (
            RatedSubstitute(sentence.record.key, entry.substitute, entry.ratings)
            for sentence in table.sentences()
            for entry in sentence.entries
        ),
        weights=WEIGHTS,
        rule=SEVERITY,
        effects=effects,
    )
    gold = rated.reweighted(np.ones(rated.annotators))
    found = {
        text: gold.weights[row, place]
        for row, places in enumerate(gold.places)
        for text, place in places.items()
    }
    positive = {text: weight for text, weight in by_text(table).items() if weight}
    assert {text: found[text] for text in positive} == pytest.approx(positive, abs=0.0011)


def test_whole_weights_are_the_decimals_a_thousandfold():
    gold = gold_of(frozen())
    assert integer_scale(gold) == 1000
    lines = written(write_lexsub_int, gold).decode().splitlines()
    heaviest = max(
        entry.weight for sentence in gold.sentences for entry in sentence.entries[:1]
    )
    assert f" {round(heaviest * 1000)};" in "".join(lines)


def test_a_published_folder_is_found_again(tmp_path):
    folder = dataset_of(gold_of(frozen()), PUBLICATION)
    for path, data in folder.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert [line for check in verify_folder(tmp_path) for line in check.wrong] == []
    assert "each less how much higher its annotator rates" in folder["README.md"].decode()
    rows = (tmp_path / "data/candidates.jsonl").read_text().splitlines()
    first = json.loads(rows[0])
    first["weight"] -= 0.01
    (tmp_path / "data/candidates.jsonl").write_text("\n".join([json.dumps(first), *rows[1:]]))
    said = [line for check in verify_folder(tmp_path) for line in check.wrong]
    assert any("its weight is" in line and first["substitute"] in line for line in said)
