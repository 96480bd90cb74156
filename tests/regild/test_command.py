"""The command `regild` from the outside: the same words, figures and exit codes as ever."""

import json

import pytest

from tests.regild.running import GOLD, SYSTEM, regild

RATINGS = """\
annotator,sentence,substitute,value
ann,1,glad,3
bob,1,glad,3
ann,1,merry,2
bob,1,merry,0
ann,2,big,1
"""


class TestScore:
    def test_refuses_a_wrong_file_with_its_line_and_code_2(self, write, run):
        code, out, err = run("score", write("gold.txt", GOLD), write("run.txt", "noise\n"))
        assert (code, out) == (2, "")
        assert "run.txt, line 1" in err

    def test_gives_a_system_named_twice_twice(self, write, run):
        path = write("run.txt", SYSTEM)
        _code, out, _err = run("score", write("gold.txt", GOLD), path, path, "--json")
        assert [row["system"] for row in json.loads(out)["systems"]] == [path, path]


class TestEachSentence:
    def test_has_its_values_beside_the_means_but_those_it_is_not_in(self, write, run):
        gold, system = write("gold.txt", GOLD), write("run.txt", "happy.a 1 :: glad\n")
        words = ("--measures", "best.P,semdis.best", "--per-sentence")
        _code, out, _err = run("score", gold, system, *words, "--json")
        assert json.loads(out)["systems"][0]["per_sentence"] == {
            "1": {"best.P": 0.6, "semdis.best": 0.6},
            "2": {"semdis.best": 0.0},  # not answered
        }
        _code, out, _err = run("score", gold, system, *words)
        *_scores, one, two, three, empty, signature = out.splitlines()
        assert (one, two, three, empty) == (
            "1       best.P  0.6000",
            "1  semdis.best  0.6000",
            "2  semdis.best  0.0000",
            "",
        )
        assert signature.startswith("regild|best.P,semdis.best|gold:")

    def test_is_not_in_the_json_of_who_did_not_ask(self, write, run):
        _code, out, _err = run("score", write("g", GOLD), write("s", SYSTEM), "--json")
        assert "per_sentence" not in json.loads(out)["systems"][0]

    def test_of_the_gap_script_are_what_it_prints(self, write, run):
        ranked = write("run.ranked", "RANKED\thappy.a 1\tglad 2\nRANKED\tsize.n 2\tx 1\n")
        words = ("--compat", "lst_gap", "--per-sentence", "--json")
        _code, out, _err = run("score", write("gold.txt", GOLD), ranked, *words)
        [row] = json.loads(out)["systems"]
        # 3/1 of 3/1 + 5/2, and nothing.
        assert row["per_sentence"] == {"1": {"gap": 3 / 5.5}, "2": {"gap": 0.0}}
        assert (row["n"], row["measures"]) == (2, {"gap": 3 / 5.5 / 2})

    def test_are_refused_of_programs_that_do_not_tell_them(self, write, run):
        words = ("--compat", "semdis2014", "--per-sentence")
        code, _out, err = run("score", write("g", GOLD), write("s", SYSTEM), *words)
        assert code == 2
        assert "--per-sentence says nothing beside --compat semdis2014" in err


def test_figures_of_tsar_are_numbers_cut_to_four_digits(write, run):
    gold = write("gold.tsv", "A word .\tword\tterm\tterm\tname\nA word !\tword\tterm\n")
    system = write("run.tsv", "A word .\tword\tname\tterm\nA word !\tword\tx\ty\tterm\n")
    _code, out, _err = run("score", gold, system, "--compat", "tsar2022", "--json")
    [row] = json.loads(out)["systems"]
    assert row["n"] == 2
    found = row["measures"]
    assert (found["ACC@1"], found["ACC@1@Top1"], found["ACC@2@Top1"]) == (0.5, 0, 0.5)
    # (1/1 + 2/2) / 2 and 0; 2/2 and 1/3, of which the mean .6666… is cut.
    assert (found["MAP@2"], found["Precision@3"]) == (0.5, 0.6666)


class TestAgreement:
    def test_gives_every_measure_with_its_count(self, write, run):
        code, out, err = run("agreement", write("ratings.csv", RATINGS), "--json")
        found = json.loads(out)
        assert (code, err) == (0, "")
        assert (found["n_ratings"], found["n_candidates"], found["n_annotators"]) == (5, 3, 2)
        assert found["scale"] == [0, 1, 2, 3]
        # One of the two candidates that both rated.
        assert found["measures"]["unanimity"]["value"] == 0.5
        assert found["measures"]["unanimity"]["n"] == 2
        assert found["measures"]["pairwise_within_1"]["value"] == 0.5

    def test_prints_a_table(self, write, run):
        code, out, _err = run("agreement", write("ratings.csv", RATINGS))
        assert code == 0
        assert out.startswith("5 ratings of 3 candidates by 2 annotators.\n")
        assert "\nalpha_ordinal " in out

    def test_takes_words_in_the_order_of_the_scale(self, write, run):
        words = RATINGS.replace(",3\n", ",good\n").replace(",2\n", ",fair\n")
        words = words.replace(",0\n", ",bad\n").replace(",1\n", ",bad\n")
        path = write("ratings.csv", words)
        _code, out, _err = run("agreement", path, "--scale", "bad,fair,good", "--json")
        found = json.loads(out)
        assert found["scale"] == [0, 1, 2]
        assert found["measures"]["pairwise_within_1"]["value"] == 1

    def test_of_equal_ratings_says_why_alpha_is_undefined(self, write, run):
        equal = "annotator,sentence,substitute,value\na,1,x,2\nb,1,x,2\n"
        code, out, _err = run("agreement", write("ratings.csv", equal), "--json")
        alpha = json.loads(out)["measures"]["alpha_ordinal"]
        assert code == 0
        assert (alpha["value"], alpha["reason"]) == (None, "all ratings compared are equal")

    def test_a_value_in_the_middle_that_nobody_chose_is_on_the_scale(self, write, run):
        ends = "annotator,sentence,substitute,value\na,1,x,0\nb,1,x,2\n"
        _code, out, _err = run("agreement", write("ratings.csv", ends), "--json")
        assert json.loads(out)["scale"] == [0, 1, 2]

    @pytest.mark.parametrize(
        ("text", "options", "said"),
        [
            (RATINGS.replace(",2\n", ",good\n"), [], "line 4: 'good' is not on the scale"),
            (RATINGS, ["--scale", "0-2"], "line 2: '3' is not on the scale"),
            (RATINGS, ["--scale", "3-0"], "3-0 does not rise"),
            (RATINGS, ["--scale", "3,2,1,0"], "must rise"),
            ("annotator,value\n", [], "no column"),
            (RATINGS + "ann,1,glad,2\n", [], "line 7"),
        ],
    )
    def test_refuses_what_it_cannot_measure_with_code_2(self, write, run, text, options, said):
        code, out, err = run("agreement", write("ratings.csv", text), *options)
        assert (code, out) == (2, "")
        assert said in err

    def test_refuses_a_file_that_is_not_there(self, run):
        code, _out, err = run("agreement", "nowhere.csv")
        assert code == 2
        assert "nowhere.csv: No such file" in err


class TestAWrongCall:
    @pytest.mark.parametrize("words", [[], ["nothing"], ["score"], ["agreement"]])
    def test_ends_with_code_2_and_says_how_it_is_called(self, words):
        ended = regild(*words)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr.startswith("usage: regild")

    @pytest.mark.parametrize("command", ["score", "agreement"])
    def test_help_shows_examples(self, command):
        ended = regild(command, "--help")
        assert ended.returncode == 0
        assert f"\n  regild {command} " in ended.stdout


class TestFirstGold:
    def test_measures_what_was_proposed_and_leaves_each_annotator_out(self, write, run):
        named = "annotator,sentence,substitute\nann,1,glad\nbob,1,glad\neve,1,merry\n"
        path = write("gold.csv", named)
        code, out, err = run("first_gold", path, "--annotators", "3", "--json")
        found = json.loads(out)
        assert (code, err, found["annotators"]) == (0, "", 3)
        assert found["measures"]["mode_hit"]["value"] == pytest.approx(2 / 3)
        assert found["without"]["eve"]["pairwise_sets"]["value"] == 1

    def test_needs_the_number_of_annotators_where_votes_are_alone(self, write, run):
        path = write("gold.txt", GOLD)
        _code, out, _err = run("first_gold", path)
        assert "nobody said how many annotators proposed the first gold" in out
        assert run("first_gold", path, "--annotators", "0")[0] == 2
