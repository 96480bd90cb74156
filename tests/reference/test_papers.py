"""The papers' measures on the real files; each figure was found by a program of its own."""

import gzip
import json
import re
from collections import Counter

import pytest

import regild
from regild.agreement.first_gold import GoldVotes
from regild.agreement.gold_comparison import frequency_of_votes
from regild.cli import main

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


def test_jabbaris_penalty_and_unweighted_types_on_semevals_trial_data(shared_data):
    trial = shared_data / "semeval2007"
    system = trial / "oot" / "qianchu_generated_trial.oot"

    def measured(*keys, penalty=1.0):
        found = regild.score(
            trial / "lst_trial.gold", system, measures=keys, penalty=penalty
        ).systems[0]
        assert {found.sentences[key] for key in keys} == {299}
        return [round(found.measures[key], 4) for key in keys]

    types = ("jabbari.R_types", "jabbari.P_types", "jabbari.F_types")
    assert measured(*types) == [0.1094, 0.0358, 0.0516]
    weighted = [measured("jabbari.F", penalty=k) for k in (0.5, 1, 2)]
    assert weighted == [[0.1029], [0.0779], [0.0526]]


def test_detection_and_identification_of_multiwords(tmp_path, capsys):
    # No gold of the subtask was found: a worked example.
    gold, answers = tmp_path / "mw.gold", tmp_path / "mw.txt"
    gold.write_text("take.v 1 :: take off 3;\ngive.v 2 :: give up 2;\nx.v 3 :: x 1;\n")
    answers.write_text("take.v 1 :: take off\ngive.v 2 :: give in\nx.v 3 :: zz\n")
    assert main(["score", str(gold), str(answers), "--task", "mw", "--json"]) == 0
    [system] = json.loads(capsys.readouterr().out)["systems"]
    assert {key: round(value, 3) for key, value in system["measures"].items()} == {
        "mw.detect_P": 0.667,
        "mw.detect_R": 1,
        "mw.identify_P": 0.333,
        "mw.identify_R": 0.5,
    }


def test_votes_and_word_frequency_on_semevals_trial_data(shared_data):
    bodies = gzip.decompress((shared_data / "reuters" / "bodies.txt.gz").read_bytes())
    counts = Counter(re.findall("[a-z]+", bodies.decode().lower()))
    gold = regild.read_gold(shared_data / "semeval2007" / "lst_trial.gold")
    # As written there: three votes for a code, pn, are votes for a word.
    as_written = [
        GoldVotes(dict(record.substitutes + record.codes), {}) for record in gold.records
    ]
    found = frequency_of_votes(as_written, counts)
    assert (found.n, round(found.value, 4), round(found.p, 3)) == (810, 0.0278, 0.430)
    # We know that pn is no substitute.
    measures = regild.measure_first_gold(gold, frequencies=counts).measures
    assert measures["spearman_frequency_first"]["n"] == 807
