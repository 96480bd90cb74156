"""The papers' tables on the real files, beside what was published or printed for them."""

import csv
import json

import pytest

from regild.cli import main

pytestmark = pytest.mark.sqlite


@pytest.fixture
def table(capsys):
    def run(gold, system, key, *options):
        asked = [gold, system, "--table", key, "--format", "json", *options]
        assert main(["score", *map(str, asked)]) == 0
        found = json.loads(capsys.readouterr().out)
        [row] = found["rows"]
        return dict(zip(found["columns"], (c["text"] for c in row["cells"]), strict=True))

    return run


@pytest.mark.parametrize(
    ("key", "column", "published"),
    [
        # The post hoc paper prints .13 and .33 for the baseline on the first gold.
        ("semdis2014.table_2", "BEST (Gold1)", "0.13"),
        ("semdis2014.table_3", "OOT (Gold1)", "0.33"),
    ],
)
def test_the_baseline_on_semdis_first_gold(shared_data, table, key, column, published):
    semdis = shared_data / "semdis2014"
    gold, system = semdis / "gold1.txt", semdis / "systems" / "baseline_dicosyn.txt"
    found = table(
        *(gold, system, key, "--mapping", semdis / "mapping.txt", "--second-gold", gold),
        *("--exclude-target", "compris.a", "--multiwords", "drop"),
    )
    assert found[column] == published
    # The second gold is not published: on the first again nothing moves.
    assert found["Rank difference"] == "0"


@pytest.mark.parametrize("system", ["kasseychang_part6", "stephgroat_part4_w2v"])
def test_p_and_r_of_semevals_table_1_are_what_score_pl_printed(shared_data, table, system):
    with (shared_data / "reference_scores.tsv").open(newline="") as file:
        printed = {
            row["measure"]: row["value"]
            for row in csv.DictReader(file, delimiter="\t")
            if row["system"] == system and row["scorer"].startswith("score.pl (2007")
        }
    semeval = shared_data / "semeval2007"
    path = semeval / "systems" / f"{system}.predict"
    found = table(semeval / "lst_trial.gold", path, "semeval2007.table_1")
    assert (found["P"], found["R"]) == (printed["precision"], printed["recall"])


def test_a_threshold_on_the_scores_of_a_real_ranking(shared_data, capsys):
    gold = shared_data / "semeval2007" / "lst_test.gold"
    ranked = shared_data / "gap" / "generated.ranked"
    keys = "jabbari.threshold,jabbari.threshold_F,jabbari.F,jabbari.optimal_F"
    assert main(["score", str(gold), str(ranked), "--measures", keys, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["systems"][0]["measures"]
    # One threshold for all lies between no boundary and the best one of each sentence.
    assert found["jabbari.F"] < found["jabbari.threshold_F"] < found["jabbari.optimal_F"]
    assert 0 < found["jabbari.threshold"] < 1
