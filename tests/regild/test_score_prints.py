"""What `regild score` prints: tables for a terminal, papers and programs, help, progress."""

import csv
import io
import json
import sys
from argparse import ArgumentParser

import pytest

from regild.cli import main, progress, score
from regild.formats.answers import read_answers
from regild.formats.gold import read_gold
from regild.scoring.evaluation import evaluate_parts
from regild.scoring.inputs import Spellings, answer_lists, gold_weights
from regild.words import Wording
from tests.regild.running import regild

GOLD = """\
happy.a 1 :: glad 3;merry 2;
happy.a 2 :: glad 2;
size.n 3 :: big 2;large 2;
size.n 4 :: large 3;
"""
ONE = "happy.a 1 :: glad\nhappy.a 2 :: glad\nsize.n 3 :: huge;big\nsize.n 4 :: large\n"
TWO = "happy.a 1 :: merry\nsize.n 3 :: big\nsize.n 4 :: big\n"
KEY = "semdis.best_norm"


@pytest.fixture
def files(write):
    return [write("gold.txt", GOLD), write("one.txt", ONE), write("two.txt", TWO)]


def lines(run, *words):
    """Without the signature, which is below the last table."""
    *table, empty, signature = run("score", *words)[1].splitlines()
    assert empty == ""
    assert signature.startswith("regild|")
    return [line.split() for line in table]


class TestScores:
    def test_have_rank_interval_p_and_count_the_best_first(self, files, run):
        table = lines(run, *files, "--measures", KEY)
        assert table[0] == [
            *("measure", "system", "rank", "value", "p_next", "n", "targets", "over_sentences")
        ]
        # (1 + 1 + 0 + 1) / 4 and (2/3 + 0 + 1 + 0) / 4.
        assert table[1][:4] == [KEY, "one", "1", "0.7500"]
        assert table[2][:4] == [KEY, "two", "2", "0.4167"]

    def test_in_json_stand_in_keys_beside_the_measures(self, files, run):
        said = json.loads(run("score", *files, "--measures", KEY, "--json")[1])
        assert {*said} == {"gold", "systems", "signature"}
        one, two = said["systems"]
        assert one["measures"] == {KEY: 0.75}
        low, high = one["interval"][KEY]
        assert low <= 0.75 <= high
        assert (one["rank"], two["rank"]) == ({KEY: 1}, {KEY: 2})
        assert 0 < one["p"][KEY] <= 1
        assert two["p"] == {KEY: None}
        assert one["over_sentences"][KEY]["targets"] == 2

    def test_are_those_of_a_campaign_with_the_same_seed(self, files, run):
        """`rescore` asks evaluate_parts for all of them."""
        with open(files[0], "rb") as stream:
            gold = read_gold(stream, name="gold").records
        groups = {record.sentence: record.group for record in gold}
        spellings, systems = Spellings(Wording()), []
        for path in files[1:]:
            with open(path, "rb") as stream:
                records = read_answers(stream, name=path).records
            systems.append(answer_lists(records, spellings, groups=groups))
        campaign = evaluate_parts(
            [None, "NMWS", "n"],
            gold=gold_weights(gold, spellings),
            systems=systems,
            groups=groups,
            multiword_sentences=(),
            seed=77,
        )
        keys = ("best.R", KEY, "gap", "best.P", f"{KEY}.n", "gap.NMWS")
        words = ("--measures", ",".join(keys), "--seed", "77", "--json")
        said = json.loads(run("score", *files, *words)[1])["systems"]
        for key in keys:
            for system, scored in zip(said, campaign.scored[key], strict=True):
                ends = None if scored.low is None else [scored.low, scored.high]
                assert system["measures"][key] == pytest.approx(scored.value, abs=1e-12)
                assert system["interval"][key] == pytest.approx(ends, abs=1e-12)
                assert system["rank"][key] == scored.rank
                assert system["p"][key] == pytest.approx(scored.p_next, abs=1e-12)
            for system, over in zip(said, campaign.over_sentences.get(key, []), strict=False):
                assert system["over_sentences"][key] == pytest.approx(over._asdict())

    def test_another_seed_gives_other_ends(self, files, run):
        def ends(seed):
            words = ("--measures", "gap", "--seed", str(seed), "--replicates", "3", "--json")
            return json.loads(run("score", *files, *words)[1])["systems"][0]["interval"]["gap"]

        assert ends(1) == ends(1)
        assert len({tuple(ends(seed)) for seed in range(9)}) > 1

    def test_without_draws_have_neither_interval_nor_p(self, files, run):
        words = ("--replicates", "0", "--permutations", "0", "--measures", KEY, "--json")
        one, _two = json.loads(run("score", *files, *words)[1])["systems"]
        assert {*one} >= {"measures", "rank"}
        assert {*one} & {"interval", "p"} == set()


class TestPairs:
    def test_are_all_there_with_their_interval(self, files, write, run):
        three = write("three.txt", "size.n 3 :: large\n")
        words = ("--measures", KEY, "--compare")
        table = lines(run, *files, three, *words)
        heads = table.index(["measure", "system", "and", "difference", "p", "p_holm"])
        assert [line[1:3] for line in table[heads + 1 :]] == [
            *(["one", "two"], ["one", "three"], ["two", "three"])
        ]
        said = json.loads(run("score", *files, three, *words, "--json")[1])["differences"]
        assert said[0]["difference"] == pytest.approx(0.75 - 5 / 12)
        assert said[0]["low"] <= said[0]["difference"] <= said[0]["high"]
        assert said[0]["p"] <= said[0]["p_holm"]


class TestRuns:
    def test_are_one_system_with_its_spread(self, files, tmp_path, write, run):
        write("seed1.txt", ONE)
        write("seed2.txt", TWO)
        words = ("--runs", f"neural={tmp_path}/seed*.txt", "--measures", KEY)
        table = lines(run, files[0], files[1], *words)
        assert table[0][-2:] == ["runs", "sd"]
        rows = {line[1]: line for line in table[1:]}
        # Runs of 3/4 and 5/12: their mean, and half of their difference times the root of 2.
        assert rows["neural"][3] == f"{(3 / 4 + 5 / 12) / 2:.4f}"
        assert rows["neural"][-2:] == ["2", f"{(3 / 4 - 5 / 12) / 2**0.5:.4f}"]
        assert rows["one"][-2:] == ["1", "–"]
        said = json.loads(run("score", files[0], *words, "--json")[1])["systems"]
        assert [one["system"] for one in said] == ["neural"]
        assert said[0]["runs"]["values"][KEY] == pytest.approx([3 / 4, 5 / 12])

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ("neural", "write NAME=GLOB"),
            ("neural=nowhere*", "0 files"),
            ("one={0}/*", "another"),
        ],
    )
    def test_that_make_no_sense_are_refused(self, files, tmp_path, run, asked, said):
        words = ("--runs", asked.format(tmp_path))
        code, out, err = run("score", *files, *words)
        assert (code, out) == (2, "")
        assert said in err


class TestRankings:
    def test_of_a_gold_with_itself_agree_wholly(self, files, run):
        words = ("--second-gold", files[0], "--rankings", "--measures", KEY)
        table = lines(run, *files, *words)
        heads = table.index(["measure", "coefficient", "value", "n"])
        for row in table[heads + 1 :]:
            assert row[2:5] == ["1.0000", "[1.0000,", "1.0000]"], row
        said = json.loads(run("score", *files, *words, "--json")[1])["rankings"]
        assert said[0]["soft_pairwise_accuracy"] == {"value": 1, "low": 1, "high": 1}

    def test_need_two_golds(self, files, run):
        code, _out, err = run("score", *files, "--rankings")
        assert code == 2
        assert "--rankings needs --second-gold" in err
        code, _out, err = run("score", *files, "--second-gold", files[0])
        assert code == 2
        assert "--second-gold says nothing" in err


class TestForms:
    def test_csv_is_one_table_with_numbers_in_full(self, files, run):
        _code, out, err = run("score", *files, "--measures", KEY, "--format", "csv")
        rows = [*csv.DictReader(io.StringIO(out))]
        assert [row["system"] for row in rows] == ["one", "two"]
        assert float(rows[1]["value"]) == pytest.approx(5 / 12, abs=1e-15)
        assert float(rows[0]["value_low"]) <= 0.75 <= float(rows[0]["value_high"])
        assert err.startswith(f"regild|{KEY}|gold:")

    def test_csv_of_sentences_or_of_pairs_is_that_table_alone(self, files, run):
        words = ("--measures", KEY, "--format", "csv")
        out = run("score", *files, *words, "--per-sentence")[1]
        assert out.splitlines()[0] == ", ,one,two"
        assert len(out.splitlines()) == 1 + 4
        out = run("score", *files, *words, "--compare")[1]
        assert out.startswith("measure,system,and,difference,difference_low")
        code, _out, err = run("score", *files, *words, "--compare", "--per-sentence")
        assert code == 2
        assert "--format csv is one table" in err

    def test_tex_and_markdown_have_the_signature_below(self, files, run):
        tex = run("score", *files, "--measures", KEY, "--format", "tex")[1]
        assert r"\begin{tabular}" in tex
        assert r"regild\textbar{}\allowbreak{}semdis.best\_norm" in tex.splitlines()[-1]
        markdown = run("score", *files, "--measures", KEY, "--format", "md")[1].splitlines()
        assert markdown[1].startswith("| --- | ---: |")
        assert markdown[2].startswith(f"| {KEY} | one | 1 | 0.7500 [")
        assert markdown[-1].startswith(f"`regild|{KEY}|")

    def test_json_is_the_same_by_either_name(self, files, run):
        by_name = run("score", *files, "--format", "json")
        assert by_name == run("score", *files, "--json")
        code, _out, err = run("score", *files, "--json", "--format", "tex")
        assert code == 2
        assert "--json and --format tex" in err

    @pytest.mark.parametrize("form", ["table", "tex", "md", "json"])
    def test_every_paper_table_has_a_signature_too(self, files, run, form):
        words = ("--table", "semeval2007.table_1", "--format", form)
        out = run("score", *files, *words)[1]
        assert "table:semeval2007.table" in out.replace("\\", "")
        _code, out, err = run("score", *files, "--table", words[1], "--format", "csv")
        assert "regild|" not in out
        assert err.startswith("regild|semeval2007.table_1|")


class TestHelp:
    def test_is_a_whole_page_with_examples_and_exit_codes(self):
        said = regild("score", "--help").stdout
        assert len(said.splitlines()) > 100
        for promised in ("examples", "exit code", "known datasets: semdis2014", "signature"):
            assert promised in said

    def test_shows_commands_that_are_understood(self):
        parser = ArgumentParser()
        score.add_arguments(parser)
        shown = [
            line.partition("regild score ")[2].replace('"', "")
            for line in score.EXAMPLES.splitlines()
            if "regild score " in line
        ]
        assert len(shown) > 12
        for words in shown:
            parser.parse_args(words.split())

    def test_says_what_is_wrong_on_standard_error_with_code_2(self, files, write):
        bad = write("bad.txt", "noise\n")
        asked = regild("score", files[0], bad)
        assert (asked.returncode, asked.stdout) == (2, "")
        assert "bad.txt, line 1" in asked.stderr
        assert regild("score", *files, "--measures", "gap").returncode == 0


class Terminal(io.StringIO):
    def isatty(self):
        return True


class TestProgress:
    def test_is_one_line_that_goes_again(self, files, monkeypatch, capsys):
        monkeypatch.setattr(progress, "SECONDS", 0)
        monkeypatch.setattr(sys, "stderr", Terminal())
        assert main(["score", *files, "--measures", "gap"]) == 0
        said = sys.stderr.getvalue()
        assert "reading: 1 of 2" in said
        assert "scoring, parts: 1 of 1" in said
        assert "\n" not in said
        assert said.endswith("\r")
        assert said.split("\r")[-2].strip() == ""
        assert "reading" not in capsys.readouterr().out

    def test_is_not_told_where_nobody_looks(self, files, run, monkeypatch):
        monkeypatch.setattr(progress, "SECONDS", 0)
        assert run("score", *files, "--measures", "gap")[2] == ""

    def test_is_not_told_of_short_work(self, files, monkeypatch):
        monkeypatch.setattr(sys, "stderr", Terminal())
        main(["score", *files, "--measures", "gap"])
        assert sys.stderr.getvalue() == ""
