"""`regild coconuts`, `ngrams` and `ranks`, from a corpus to the measures."""

import csv
import json
from itertools import product
from pathlib import Path

import pytest

from tests.regild.running import regild

NOUNS = ["dog", "apple", "cat", "egg", "house", "ink", "lamp", "owl", "pen", "rose"]
OPTIONS = {
    "made_by": "regild coconuts",
    "kind": "sentence",
    "size": 8,
    "count": 5,
    "tag": "NN",
    "natural": 1,
    "draw": "token",
    "determiners": "en",
    "min_sentences": 2,
    "seed": 7,
}


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    lines = [f"She/pps {verb}/vbd the/at {noun}/nn ./." for noun, verb in
             product(NOUNS, ["saw", "took", "left"])]  # fmt: skip
    (folder / "a").write_text("\n\n".join(lines))
    (folder / "README").write_text("About the corpus.")
    return folder


@pytest.fixture
def sets(corpus, tmp_path, run):
    path = str(tmp_path / "sets.json")
    words = ("--kind", "sentence", "--count", "5", "--seed", "7", "--out", path)
    code, out, err = run("coconuts", str(corpus), *words, "--json")
    assert (code, err) == (0, "README: no tagged word in it; left out.\n")
    said = json.loads(out)
    assert (said["sentences"], said["sets"], said["out"]) == (30, 5, path)
    assert said["options"] == OPTIONS == json.loads(Path(path).read_text())["options"]
    return path


@pytest.fixture
def text(tmp_path, sets):
    """Says of every natural word that it was seen, and of no other."""
    probes = [one["probe"] for one in json.loads(Path(sets).read_text())["sets"]]
    path = tmp_path / "text.txt"
    path.write_text("".join(f"Nobody saw the {probe}.\n" for probe in probes))
    return str(path)


def test_the_same_command_writes_the_same_file(corpus, tmp_path, sets, run):
    again = str(tmp_path / "again.json")
    words = ("--kind", "sentence", "--count", "5", "--seed", "7", "--out", again)
    code, out, _err = run("coconuts", str(corpus), *words)
    assert code == 0
    assert Path(again).read_bytes() == Path(sets).read_bytes()
    assert "5 sentence coconuts of 8 utterances from 30 sentences" in out
    assert "draw: token" in out


def test_models_are_ranked_with_all_that_was_chosen(sets, text, run):
    _code, out, err = run("ngrams", sets, text, "--order", "2", "3", "--json")
    found = json.loads(out)
    assert err == ""
    assert found["options"] == OPTIONS
    assert [one["options"] for one in found["models"]] == [
        {
            "order": order,
            "context": context,
            "likelihood": "sum",
            "vocabulary": "training",
            "smoothing": "srilm",
            "unknown": "skip",
            "added": 0.1,
        }
        for context in ("window", "sentence")
        for order in (2, 3)
    ]
    for one in found["models"]:
        assert len(one["ranks"]) == 5
        # The natural words were seen: words that were not are left out, and cost nothing.
        assert one["measures"]["mean_rank"]["value"] > 4.5
        assert one["measures"]["mean_rank"]["chance"] == 4.5
        assert one["measures"]["mean_rank"]["n"] == 5


@pytest.mark.parametrize("smoothing", ["srilm", "additive"])
def test_words_that_were_never_seen_are_unlikely_where_they_are_scored(
    sets, text, run, smoothing
):
    words = ("--smoothing", smoothing, "--unknown", "score", "--json")
    _code, out, _err = run("ngrams", sets, text, *words)
    for one in json.loads(out)["models"]:
        assert 1 <= one["measures"]["mean_rank"]["value"] < 4.5


def test_the_table_says_what_was_chosen_and_what_a_coin_gets(sets, text, run):
    _code, out, _err = run("ngrams", sets, text, "--order", "2", "--likelihood", "per-word")
    assert "kind=sentence" in out
    chosen = "likelihood=per-word vocabulary=training smoothing=srilm unknown=skip added=0.1"
    assert chosen in out
    [coin] = [line.split() for line in out.splitlines() if line.startswith("coin")]
    # (1 + 1/2 + … + 1/8) / 8 and 1/8.
    assert coin == ["coin", "4.500", "0.340", "0.125"]


def test_a_smoothing_that_is_a_number_is_what_it_always_was(sets, text, run):
    one = ("ngrams", sets, text, "--order", "2", "--context", "window", "--json")
    plain = ("--smoothing", "additive", "--unknown", "score", "--added", ".5")
    (_code, number, _err), (_code, named, _err) = (
        run(*one, *words) for words in (("--smoothing", ".5"), plain)
    )
    assert number == named
    [model] = json.loads(number)["models"]
    options = [model["options"][name] for name in ("smoothing", "unknown", "added")]
    assert options == ["additive", "score", 0.5]


def test_scores_of_a_model_are_ranked_as_the_model(sets, text, tmp_path, run):
    scores = str(tmp_path / "scores.csv")
    words = ("--order", "2", "--context", "window", "--out", scores, "--json")
    _code, out, _err = run("ngrams", sets, text, *words)
    [model] = json.loads(out)["models"]
    with open(scores, newline="") as file:
        assert len([*csv.DictReader(file)]) == 5 * 8
    _code, out, _err = run("ranks", sets, scores, "--json")
    [system] = json.loads(out)["systems"]
    assert system == {
        "system": scores,
        "measures": model["measures"],
        "ranks": model["ranks"],
    }
    _code, out, _err = run("ranks", sets, scores)
    assert scores in out
    assert "kind=sentence" in out


def test_what_makes_no_sense_is_refused(corpus, sets, text, tmp_path, run):
    there = str(tmp_path / "out")
    for words, said in (
        (("coconuts", "nowhere", "--kind", "word", "--out", there), "nowhere: No such file"),
        (("coconuts", text, "--kind", "word", "--out", there), "no word/tag and no CoNLL-U"),
        (
            ("coconuts", str(corpus), "--kind", "word", "--size", "99", "--out", there),
            "too few",
        ),
        (("ngrams", text, text), "not JSON"),
        (("ngrams", sets, "nowhere"), "nowhere: No such file"),
        (("ngrams", sets, text, "--order", "0"), "the order is 1 or more"),
        (("ngrams", sets, text, "--added", "0"), "adds more than 0"),
        (("ngrams", sets, text, "--smoothing", "1", "--added", "1"), "says nothing beside"),
        (("ngrams", sets, text, "--out", there), "--out is for one model"),
        (("ranks", sets, text), "Name the columns in the first line"),
        (("ranks", "nowhere", text), "nowhere: No such file"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert said in err
    assert not Path(there).exists()


def test_an_unknown_smoothing_is_refused():
    ended = regild("ngrams", "sets", "text", "--smoothing", "katz")
    assert ended.returncode == 2
    assert "it is srilm or additive, not 'katz'" in ended.stderr


@pytest.mark.parametrize("command", ["coconuts", "ngrams", "ranks"])
def test_every_command_has_its_help(command):
    ended = regild(command, "--help")
    assert ended.returncode == 0
    assert "examples:" in ended.stdout
