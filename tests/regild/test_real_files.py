"""`regild score` on files as people have them: with noise, repeated lines, or from a pipe."""

import io
import json

import pytest

from tests.regild.running import GOLD, SYSTEM

MEASURES = ("--measures", "semdis.best", "--json")


@pytest.fixture
def best(run):
    """The system's semdis.best, of a command that went well, and what was said beside it."""

    def best(*words):
        code, out, err = run("score", *words, *MEASURES)
        assert code == 0, err
        [row] = json.loads(out)["systems"]
        return row["measures"]["semdis.best"], err

    return best


@pytest.fixture
def piped(monkeypatch):
    """Gives text to standard input."""

    def piped(text):
        stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr("sys.stdin", stdin)

    return piped


def test_lines_of_noise_are_passed_over_on_request_and_told(write, run, best):
    gold = write("gold.txt", GOLD)
    system = write("run.txt", f"loading..\n{SYSTEM}1/1 [==]\b\b\n")
    code, _out, err = run("score", gold, system)
    assert code == 2
    assert "line 1" in err
    assert "line 4" in err
    value, err = best(gold, system, "--skip-noise")
    assert value == (3 / 5 + 0) / 2
    assert "run.txt, line 1" in err


def test_of_a_sentence_answered_twice_one_line_counts_on_request(write, run, best):
    gold, system = write("gold.txt", GOLD), write("run.txt", SYSTEM + "happy.a 1 :: merry\n")
    assert run("score", gold, system)[0] == 2
    assert run("score", gold, system, "--on-repeated", "refuse")[0] == 2
    assert best(gold, system, "--on-repeated", "first")[0] == 3 / 5 / 2
    assert best(gold, system, "--on-repeated", "last")[0] == 2 / 5 / 2


def test_a_hyphen_is_standard_input(write, best, piped):
    piped(SYSTEM)
    assert best(write("gold.txt", GOLD), "-")[0] == 3 / 5 / 2
    piped(GOLD)
    assert best("-", write("run.txt", SYSTEM))[0] == 3 / 5 / 2


def test_standard_input_can_be_read_by_an_official_program(write, run, piped):
    piped(SYSTEM)
    _code, out, _err = run("score", write("g", GOLD), "-", "--compat", "semeval2007", "--json")
    assert json.loads(out)["systems"][0]["measures"]["attempted"] == "2"


def test_what_is_wrong_with_standard_input_is_told_of_it(write, run, piped):
    piped("noise\n")
    _code, _out, err = run("score", write("g", GOLD), "-")
    assert "standard input, line 1: 'noise' is not a line of answers" in err


def test_standard_input_is_read_once(run):
    code, _out, err = run("score", "-", "-")
    assert code == 2
    assert "- is given twice" in err


@pytest.mark.parametrize("option", [["--skip-noise"], ["--on-repeated", "last"]])
def test_official_programs_read_files_their_own_way(write, run, option):
    words = ("--compat", "semeval2007", *option)
    code, _out, err = run("score", write("g", GOLD), write("s", SYSTEM), *words)
    assert code == 2
    assert f"{option[0]} says nothing beside --compat semeval2007" in err


def test_a_table_that_names_no_targets_is_not_said_to_name_others(write, best):
    table = write("run.csv", "sentence,substitute,score\n1,merry,.2\n1,glad,.7\n")
    value, err = best(write("gold.txt", GOLD), table)
    assert (value, err) == (3 / 5 / 2, "")


def test_qrels_and_a_run_are_scored_as_gold_and_answers(write, best):
    qrels = write("qrels", "1 0 glad 3\n1 0 over_the_moon 2\n2 0 big 1\n")
    run = write("run", "1 Q0 over_the_moon 1 .9 x\n1 Q0 glad 2 .8 x\n2 Q0 big 1 .5 x\n")
    assert best(qrels, run)[0] == (2 / 5 + 1) / 2
    gold = write("gold.txt", "happy.a 1 :: glad 3;over the moon 2;\nsize.n 2 :: big 1;\n")
    assert best(gold, run)[0] == (2 / 5 + 1) / 2
