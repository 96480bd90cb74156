"""Figures of the five papers' measures on the real files, each found by a program of its own."""

import pytest

import regild

pytestmark = pytest.mark.sqlite


def test_agreement_on_semdis_first_gold_from_votes_alone(shared_data):
    # As the paper describes its own gold, made by seven annotators. It prints 73 % and 25.8 %.
    found = regild.measure_first_gold(
        shared_data / "semdis2014" / "gold1.txt",
        annotators=7,
        exclude_targets=["compris.a"],
        multiwords="drop",
    )
    assert found.n_sentences == 290
    values = {
        key: (round(measured["value"], 3), measured["n"])
        for key, measured in found.measures.items()
        if measured["value"] is not None
    }
    assert values == {
        "mode_exists": (0.776, 290),
        "mode_token_share": (0.369, 225),
        "mode_token_share_by_sentence": (0.386, 225),
        "mode_hit": (0.683, 225),
        "proposed_or_not": (0.638, 290),
    }
