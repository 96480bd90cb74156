"""The command from the outside. No test here asks for a database, so none is needed."""

import json

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.sqlite

# Invented. ids 1 and 2 are worked: glad 3 of 5; big 2 of 4 (mode tied with large).
GOLD = """\
happy.a 1 :: glad 3;merry 2;
size.n 2 :: big 2;large 2;
end.r 3 :: at last 2;finally 1;
"""
SYSTEM = """\
happy.a 1 :: glad
size.n 2 :: big;huge
end.r 3 :: at_last;finally
"""


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


@pytest.fixture
def score(write, capsys):
    """Runs the command and returns (output, what it says beside it)."""

    def score(*args, gold=GOLD, systems=(SYSTEM,)):
        paths = [write(f"run{i}.txt", text) for i, text in enumerate(systems)]
        call_command("score", write("gold.txt", gold), *paths, *args)
        return capsys.readouterr()

    return score


def scored(score, *args, **options):
    return json.loads(score("--json", *args, **options).out)["systems"]


def refused(score, *args, **options):
    with pytest.raises(CommandError) as refusal:
        score(*args, **options)
    assert refusal.value.returncode == 2
    return str(refusal.value)


def test_json_holds_the_gold_and_a_row_for_each_system(score, tmp_path):
    report = json.loads(
        score(
            "--json", "--measures", "best.R,oot.R", systems=(SYSTEM, "happy.a 1 :: merry")
        ).out
    )
    assert report["gold"] == str(tmp_path / "gold.txt")
    one, other = report["systems"]
    # (3/5 + 2/4/2 + 3/3/2) / 3, as the underscore is a blank; then 2/5/3.
    assert one["measures"]["best.R"] == pytest.approx((0.6 + 0.25 + 0.5) / 3)
    assert other["measures"] == pytest.approx({"best.R": 0.4 / 3, "oot.R": 0.4 / 3})
    assert (one["system"], other["system"]) == ("run0", "run1")
    assert one["n"] == other["n"] == 3
    assert one["sentences"] == {"best.R": 3, "oot.R": 3}
    assert one["undefined"] == {}


def test_all_measures_are_given_when_none_is_named(score):
    [row] = scored(score)
    assert len(row["measures"]) == 55
    assert row["measures"]["jabbari.top_10"] == row["measures"]["jabbari.F"]


def test_a_measure_without_a_sentence_is_null_with_its_reason(score):
    output = score("--json", "--task", "best", systems=("happy.a 7 :: glad",))
    [row] = json.loads(output.out)["systems"]
    assert row["measures"]["best.P"] is None
    assert row["undefined"]["best.P"] == "no sentence counts for this measure"
    assert row["measures"]["best.R"] == 0
    assert "run0: best.P is undefined" in output.err
    assert "1 sentences are not in the gold" in output.err


def test_the_table_aligns_values_with_their_sentences(score):
    no_draws = ("--replicates", "0", "--permutations", "0")
    *lines, empty, _signature = score(
        "--measures", "best.P,semdis.best_norm", *no_draws
    ).out.splitlines()
    assert empty == ""
    assert lines == [
        "measure           system  rank   value  p_next  n",
        "best.P              run0     1  0.4500       –  3",
        "semdis.best_norm    run0     1  1.0000       –  3",
    ]


def test_an_undefined_value_is_a_dash_in_the_table(score):
    lines = score("--measures", "best.P", systems=("happy.a 1 :: ",)).out.splitlines()
    assert lines[1].split() == ["best.P", "run0", "–", "–", "–", "0"]


def test_multiwords_can_be_dropped(score):
    [row] = scored(score, "--measures", "best.R,semdis.best", "--multiwords", "drop")
    # Sentence 3 keeps `finally 1`, which SemEval does not score and SemDis does.
    assert row["sentences"] == {"best.R": 2, "semdis.best": 3}
    assert row["measures"]["semdis.best"] == pytest.approx((0.6 + 0.5 + 1) / 3)


def test_a_target_can_be_excluded(score):
    [row] = scored(score, "--measures", "best.R", "--exclude-target", "size.n", "end.r")
    assert (row["measures"]["best.R"], row["n"]) == (0.6, 1)


def test_an_unknown_target_to_exclude_is_refused(score):
    assert "sise.n" in refused(score, "--exclude-target", "sise.n")


def test_a_mapping_is_applied_to_answers(score, write):
    mapping = write("mapping.txt", "bigger(size.n)-->big\n")
    options = {"systems": ("size.n 2 :: bigger",)}
    [without] = scored(score, "--measures", "semdis.best", **options)
    [mapped] = scored(score, "--measures", "semdis.best", "--mapping", mapping, **options)
    assert without["measures"]["semdis.best"] == 0
    assert mapped["measures"]["semdis.best"] == pytest.approx(0.5 / 3)


def test_measures_on_a_part_of_speech_and_without_multiword_targets(score, write):
    multiwords = write("mw.gold", "happy.a 1 :: happy go lucky 3;\nsize.n 2 :: size up 1;\n")
    [row] = scored(score, "--measures", "best.R.a,best.R.NMWT", "--multiword-gold", multiwords)
    assert row["sentences"] == {"best.R.a": 1, "best.R.NMWT": 2}
    assert row["measures"]["best.R.a"] == 0.6


def test_nmwt_without_the_multiwords_is_refused(score):
    assert "--multiword-gold" in refused(score, "--measures", "best.R.NMWT")


@pytest.mark.parametrize("name", ["nope", "best.R.q", "best.R,"])
def test_an_unknown_measure_is_refused_with_those_there_are(score, name):
    message = refused(score, "--measures", name)
    assert "semdis.best_norm" in message
    assert "NMWS, NMWT, a, n, r" in message


def test_the_multiword_task(score):
    gold = "take.v 1 :: take off 3;\nlast.a 4 :: at last 1;\n"
    [row] = scored(score, "--task", "mw", gold=gold, systems=("take.v 1 :: take_off\n",))
    assert set(row["measures"].values()) == {1}
    assert (row["n"], len(row["measures"])) == (1, 4)


def test_a_multiword_where_annotators_saw_none_costs_precision(score):
    gold = "take.v 1 :: take off 3;\nlast.a 4 :: at last 2;\n"
    systems = ("take.v 1 :: take off\nlate.a 9 :: as late\nlast.a 4 :: at last\n",)
    [row] = scored(score, "--task", "mw", gold=gold, systems=systems)
    assert row["measures"]["mw.detect_P"] == pytest.approx(2 / 3)
    [row] = scored(
        score, "--task", "mw", "--exclude-target", "last.a", gold=gold, systems=systems
    )
    assert (row["measures"]["mw.detect_P"], row["measures"]["mw.detect_R"]) == (1 / 2, 1)


def test_every_problem_of_every_file_is_told_with_its_line(score):
    message = refused(
        score,
        gold=GOLD + "happy.a 1 :: glad 1;\nnoise\n",
        systems=("loading..\n", SYSTEM, "happy.a 1 :: glad\nhappy.a 1 :: glad\n"),
    )
    for place in (
        "gold.txt, line 4",
        "gold.txt, line 5",
        "run0.txt, line 1",
        "run2.txt, line 2",
    ):
        assert place in message


def test_a_file_that_is_not_there_is_refused_by_name(write):
    with pytest.raises(CommandError, match=r"nowhere\.txt: No such file") as refusal:
        call_command("score", write("gold.txt", GOLD), "nowhere.txt")
    assert refusal.value.returncode == 2


def test_what_a_reader_mended_is_told(score):
    assert "gold.txt, line 1" in score(gold="happy.a 1 :: glad 1;glad 2;\n").err


def test_another_target_than_the_golds_is_told_and_scored(score):
    output = score("--json", "--measures", "best.R", systems=("happy.v 1 :: glad",))
    assert "happy.v here and happy.a there" in output.err
    assert json.loads(output.out)["systems"][0]["measures"]["best.R"] == pytest.approx(0.2)


def test_systems_with_the_same_file_name_are_told_apart(write, tmp_path, capsys):
    (tmp_path / "other").mkdir()
    paths = [write("run.best", SYSTEM), write("other/run.oot", SYSTEM)]
    call_command("score", write("gold.txt", GOLD), *paths, "--json")
    report = json.loads(capsys.readouterr().out)
    assert [row["system"] for row in report["systems"]] == paths


@pytest.mark.parametrize(
    ("program", "precision"), [("semeval2007", "75.00"), ("semeval2007-trial", "0.750")]
)
def test_compat_gives_what_score_pl_prints(score, program, precision):
    # Without sentence 3: (3/5 + 2/4 + 3/3·0) — its underscore costs at_last.
    systems = ("happy.a 1 :: glad\nend.r 3 :: finally;x\n",)
    gold = "happy.a 1 :: glad 4;\nend.r 3 :: at last 0;finally 1;\n"
    [row] = scored(score, "--compat", program, gold=gold, systems=systems)
    # glad has all 4 votes, finally the only one there is, halved: (1 + 1/2) / 2.
    assert row["measures"]["precision"] == precision
    assert (row["n"], row["measures"]["error_lines"]) == (2, "0")


def test_compat_takes_a_task(score):
    [row] = scored(
        score, "--compat", "semeval2007", "--task", "oot", systems=("happy.a 1 ::: x;glad",)
    )
    assert row["measures"]["precision"] == "60.00"
    [row] = scored(
        score, "--compat", "semeval2007-trial", "--task", "mw", systems=("end.r 3 :: at last",)
    )
    assert row["measures"]["identification_precision"] == "1.000"


def test_compat_gives_what_semdis_eval_prints_with_a_mapping_or_without(score, write):
    systems = ("size.n 2 :: bigger ; big\n",)
    mapping = write("mapping.txt", "bigger(size.n)-->big\n")
    [row] = scored(score, "--compat", "semdis2014", systems=systems)
    assert row["measures"] == {"instances": "1", "best": "0.0", "oot": "0.5"}
    [row] = scored(score, "--compat", "semdis2014", "--mapping", mapping, systems=systems)
    assert row["measures"] == {"instances": "1", "best": "0.5", "oot": "0.5"}


def test_what_an_official_program_dies_of_is_the_reason_of_the_nulls(score):
    output = score("--compat", "semeval2007", "--json", systems=("noise",))
    [row] = json.loads(output.out)["systems"]
    assert row["n"] is None
    assert row["measures"]["precision"] is None
    assert "division by zero" in row["undefined"]["precision"]
    assert "run0: precision is undefined" in output.err


def test_a_file_that_semdis_eval_cannot_read_is_refused_with_its_line(score):
    message = refused(score, "--compat", "semdis2014", systems=(SYSTEM, "\ufeff" + SYSTEM))
    assert "run1.txt, line 1" in message


@pytest.mark.parametrize(
    "options",
    [
        ["--compat", "semeval2007", "--measures", "gap"],
        ["--compat", "semeval2007", "--multiwords", "keep"],
        ["--compat", "semeval2007", "--exclude-target", "size.n"],
        ["--compat", "semeval2007", "--mapping", "m"],
        ["--compat", "semdis2014", "--task", "oot"],
        ["--task", "best", "--measures", "gap"],
        ["--task", "mw", "--multiwords", "drop"],
    ],
)
def test_options_that_would_be_ignored_are_refused(score, options):
    assert "says nothing beside" in refused(score, *options)
