"""Other people's files as they are: each is scored with one documented option, or whole."""

import csv
import json
from math import floor

import pytest

import regild
from regild.cli import main
from regild.formats.detect import read_gold_any

pytestmark = pytest.mark.sqlite

# What it takes to score each.
ODD_FORMATS = {
    "Xiaoyu1216_part4_two_warning_lines.predict": ["--skip-noise"],
    "alicediakova_part5_progress_bars.predict": ["--skip-noise"],
    # Nothing is wrong with it but the answers.
    "ayshajamjam_smurf_all_wrong.predict": [],
}
TSAR_SYSTEMS = {
    "UniHD_en_1": "en",
    "UniHD_en_3": "en",
    "UniHD_es_1": "es",
    "UniHD_es_3": "es",
    "UniHD_pt_1": "pt",
    "UniHD_pt_3": "pt",
    "guille_es": "es",
}


@pytest.fixture
def score(capsys):
    def score(*words):
        code = main(["score", *map(str, words), "--json"])
        out, err = capsys.readouterr()
        return code, json.loads(out)["systems"][0] if code == 0 else None, err

    return score


def test_every_odd_file_scores_with_one_option(shared_data, score):
    folder = shared_data / "semeval2007"
    assert {path.name for path in (folder / "odd_formats").iterdir()} == {*ODD_FORMATS}
    for name, option in ODD_FORMATS.items():
        words = [folder / "lst_trial.gold", folder / "odd_formats" / name]
        assert score(*words)[0] == (2 if option else 0), name
        code, row, err = score(*words, *option)
        assert code == 0, err
        # The official program passes over the same lines, and so finds the same.
        printed = score(*words, "--compat", "semeval2007")[1]["measures"]
        assert row["sentences"]["best.P"] == int(printed["attempted"])
        assert f"{100 * row['measures']['best.P']:.2f}" == printed["precision"]


def test_the_whole_of_coinco_is_read(shared_data):
    with (shared_data / "coinco" / "coinco_test.gold").open("rb") as stream:
        reading = read_gold_any(stream, name="coinco")
    assert len(reading.records) == 10_027
    joined = [n for n in reading.notices if "has blanks" in n.message]
    # Beside the 51 of several words, somebody proposed a semicolon.
    assert (len(joined), len(reading.notices)) == (51, 52)
    [half_pint] = [record for record in reading.records if record.sentence == "15322"]
    assert (half_pint.group, half_pint.substitutes[0]) == ("half_pint.J", ("cup", 3.0))


@pytest.mark.parametrize("system", TSAR_SYSTEMS)
def test_our_own_measures_of_tsar_are_its_programs_before_it_cuts(shared_data, score, system):
    folder = shared_data / "tsar2022"
    gold, answers = f"gold_{TSAR_SYSTEMS[system]}.tsv", f"systems/{system}.tsv"
    words = [folder / gold, folder / answers, "--measures", "tsar", "--on-repeated", "last"]
    code, row, err = score(*words)
    assert code == 0, err
    with (folder / "reference_scores.tsv").open(encoding="utf-8", newline="") as file:
        official = {
            f"tsar.{line['measure']}": float(line["value"])
            for line in csv.DictReader(file, delimiter="\t")
            if line["system"] == system
        }
    assert official.keys() >= row["measures"].keys()
    ours = {key: floor(value * 10_000) / 10_000 for key, value in row["measures"].items()}
    assert {key: (found, official[key]) for key, found in ours.items()} == {
        key: (official[key], official[key]) for key in ours
    }


def test_our_own_gap_is_the_scripts_but_for_what_the_two_read_differently(shared_data, score):
    gold = shared_data / "semeval2007" / "lst_test.gold"
    words = [gold, shared_data / "gap" / "generated.ranked", "--per-sentence"]
    ours = score(*words, "--measures", "gap.NMWS")[1]["per_sentence"]
    script = score(*words, "--compat", "lst_gap")[1]["per_sentence"]
    assert ours.keys() == script.keys()
    assert len(script) == 1688
    differ = {key for key in script if abs(ours[key]["gap.NMWS"] - script[key]["gap"]) > 1e-9}
    # The code is no substitute of ours, and a blank too many no second word.
    line_of = {line.split()[1]: line.split(" :: ")[1] for line in gold.open(encoding="utf-8")}
    read_apart = {key for key, line in line_of.items() if "pn " in line or "  " in line}
    assert differ <= read_apart
    assert len(differ) == 38


def test_the_ranking_of_the_gap_figures_is_read_as_answers_with_scores(shared_data):
    answers = regild.read_answers(shared_data / "gap" / "generated.ranked")
    assert len(answers.records) == 2010
    assert all(len(one.scores) == len(one.answers) for one in answers.records)
