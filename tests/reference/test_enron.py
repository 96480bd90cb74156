"""Real e-mails with categories, annotated twice: what an independent program found."""

import json

import pytest

import regild

pytestmark = pytest.mark.sqlite


def test_agreement_at_both_levels_and_every_confusion(shared_data):
    folder = shared_data / "enron"
    reference = json.loads((folder / "reference.json").read_text())
    found = regild.measure_category_agreement(
        folder / "annotations.csv", categories=folder / "categories.csv"
    )
    for name, expected in (("leaf", reference["category"]), ("top", reference["top"])):
        level = found.levels[name]
        for key in ("pairwise_exact", "alpha_nominal", "fleiss_kappa"):
            assert level.measures[key]["value"] == pytest.approx(expected[key], abs=1e-9)
            assert level.measures[key]["n"] == expected["n"]
        assert {f"{a} | {b}": n for a, b, n in level.confusions} == expected["confusions"]


def test_figures_1_and_2_on_the_messages_here(shared_data):
    folder = shared_data / "enron"
    top = regild.measure_category_agreement(
        folder / "annotations.csv", categories=folder / "categories.csv"
    ).levels["top"]
    business, personal = top.categories
    assert (business.both, personal.both, business.one) == (478, 37, 9)
    assert business.share == pytest.approx(0.9208, abs=5e-5)
