"""Severity as R's lme4 finds it on the same ratings, by the command."""

import json

import pytest

from tests.regild.running import regild

pytestmark = pytest.mark.sqlite


def test_every_number_is_lme4s(shared_data):
    asked = regild("severity", shared_data / "alttest" / "cebab_stars.human.json", "--json")
    assert (asked.returncode, asked.stderr) == (0, "")
    found = json.loads(asked.stdout)
    lme4 = json.loads((shared_data / "severity" / "cebab_stars.lme4.json").read_text())
    for key in ("intercept", "var_item", "var_annotator", "var_residual"):
        assert found[key] == pytest.approx(lme4[key], abs=1e-6), key
    assert found["annotators"] == pytest.approx(lme4["annotator"], abs=1e-6)
    assert found["items"] == pytest.approx(lme4["item"], abs=1e-6)
    assert (len(found["annotators"]), len(found["items"]), found["n_ratings"]) == (
        10,
        711,
        2193,
    )
    assert found["warnings"] == []
