"""Agreement on categories: worked by hand, at each level."""

import json

import numpy as np
import pytest

import regild
from regild.agreement.patterns import pack_counts, pack_ratings
from regild.cli import main

TREE = {"work": "", "home": "", "meetings": "work", "papers": "work", "family": "home"}
# Four documents by two annotators; the last one by one alone.
ROWS = [
    ("1", "ann", "meetings"),
    ("1", "bob", "meetings"),
    ("2", "ann", "meetings"),
    ("2", "bob", "papers"),
    ("3", "ann", "family"),
    ("3", "bob", "papers"),
    ("4", "ann", "family"),
    ("4", "bob", "family"),
    ("5", "ann", "papers"),
]


@pytest.fixture
def found():
    return regild.measure_category_agreement(ROWS, categories=TREE)


def test_shares_of_equal_pairs_at_each_level(found):
    assert (found.n_documents, found.n_annotators, found.n_annotations) == (5, 2, 9)
    shares = {name: level.measures["pairwise_exact"] for name, level in found.levels.items()}
    assert {name: (share["value"], share["n"]) for name, share in shares.items()} == {
        "leaf": (2 / 4, 4),
        "top": (3 / 4, 4),
    }


def test_alpha_of_names_by_hand(found):
    # Leaves, compared: meetings 3, papers 2, family 3 of 8; disagreeing 4 of 8 ordered.
    # Expected: (64 - 9 - 4 - 9) / (8 * 7) = .75; observed 4 / 8.
    assert found.levels["leaf"].measures["alpha_nominal"]["value"] == pytest.approx(
        1 - 0.5 / 0.75
    )


def test_no_measure_that_needs_an_order_is_there(found):
    assert set(found.levels["leaf"].measures) == {
        "unanimity",
        "pairwise_exact",
        "alpha_nominal",
        "fleiss_kappa",
        "gwet_ac1",
        "cohen_kappa",
    }


def test_what_is_taken_for_each_other(found):
    confusions = {
        name: [tuple(one) for one in level.confusions] for name, level in found.levels.items()
    }
    assert confusions == {
        "leaf": [("family", "papers", 1), ("meetings", "papers", 1)],
        "top": [("home", "work", 1)],
    }


def test_each_category_by_itself(found):
    papers = next(one for one in found.levels["leaf"].categories if one.category == "papers")
    # Chosen 3 times of 9, twice beside somebody, and never met.
    assert (papers.n, papers.share, papers.both, papers.one) == (3, 3 / 9, 0, 2)
    assert papers.agreement == 0
    meetings = next(
        one for one in found.levels["leaf"].categories if one.category == "meetings"
    )
    assert meetings.agreement == pytest.approx(2 / 3)  # 2 of 3 choices met
    assert papers.share_low < papers.share < papers.share_high


def test_a_category_nobody_could_be_compared_on_has_no_agreement():
    found = regild.measure_category_agreement([("1", "ann", "a"), ("2", "ann", "b")])
    [first, _second] = found.levels["leaf"].categories
    assert first.agreement is None
    assert found.levels["leaf"].measures["alpha_nominal"]["value"] is None


def test_many_values_are_packed_as_few_are():
    rng = np.random.default_rng(7)
    candidate = np.sort(rng.integers(0, 300, size=900))
    value = rng.integers(0, 40, size=900) // 10 * 10
    merged = pack_ratings(candidate=candidate, value=value, n_candidates=301, n_values=40)
    counts = np.zeros((301, 40), dtype=np.int64)
    np.add.at(counts, (candidate, value), 1)
    plain = pack_counts(counts)
    assert (merged.patterns.counts[merged.of_candidate] == counts).all()
    assert len(merged.patterns.counts) == len(plain.patterns.counts)
    assert sorted(merged.patterns.candidates) == sorted(plain.patterns.candidates)


def test_the_command_prints_levels_as_json_and_as_tables(tmp_path, capsys):
    ratings, tree = tmp_path / "annotations.csv", tmp_path / "categories.csv"
    ratings.write_text("\n".join(["document,annotator,category", *map(",".join, ROWS)]) + "\n")
    lines = [f"{name},{parent}" for name, parent in TREE.items()]
    tree.write_text("\n".join(["category,parent", *lines]) + "\n")
    assert main(["agreement", str(ratings), "--categories", str(tree), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["levels"]["top"]["confusions"] == [{"a": "home", "b": "work", "n": 1}]
    assert said["levels"]["leaf"]["measures"]["unanimity"]["value"] == 0.5
    # The columns alone tell what is measured; a list without parents has one level.
    assert main(["agreement", str(ratings)]) == 0
    assert "     1  family | papers" in capsys.readouterr().out


def test_a_category_outside_the_tree_is_told_with_its_line(tmp_path, capsys):
    ratings, tree = tmp_path / "annotations.csv", tmp_path / "categories.csv"
    ratings.write_text("document,annotator,category\n1,ann,work\n")
    tree.write_text("category,parent\nwork,\nhome,\nmeetings,work\n")
    assert main(["agreement", str(ratings), "--categories", str(tree)]) == 2
    assert "line 2: category 'work' is not among those" in capsys.readouterr().err
