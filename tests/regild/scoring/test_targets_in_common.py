"""A system of another task, another language or another file: an error, not a score of 0."""

import pytest

import regild

GOLD = "bright.a 1 :: clever 3;shiny 1;\nmatch.n 2 :: game 2;\n"
# SemDis numbers its sentences from 1, as SemEval does: the ids are no help.
FRENCH = "affection.n 1 :: maladie\ncompris.a 2 :: entendu\n"
ENGLISH = "bright.a 1 :: clever\n"


def test_systems_of_other_targets_are_refused_each_by_its_name(run, write):
    code, out, err = run(
        "score",
        write("gold.txt", GOLD),
        write("french.txt", FRENCH),
        write("english.txt", ENGLISH),
    )
    assert (code, out) == (2, "")
    assert "french.txt" in err
    assert "english.txt" not in err
    assert "affection.n" in err
    assert "bright.a" in err


def test_another_part_of_speech_is_the_same_target_and_told(run, write):
    code, out, err = run(
        "score",
        write("gold.txt", GOLD),
        write("run.txt", "bright.j 1 :: clever"),
        "--measures",
        "best.R",
    )
    assert code == 0
    assert "0.3750" in out
    assert "another target in the gold" in err


def test_a_table_that_names_no_target_is_matched_by_its_sentences(run, write):
    gold = write("gold.txt", GOLD)
    header = "sentence,rank,substitute\n"
    there = write("there.csv", f"{header}1,1,clever\n")
    elsewhere = write("elsewhere.csv", f"{header}901,1,clever\n")
    assert run("score", gold, there, "--json")[0] == 0
    code, out, err = run("score", gold, elsewhere, "--json")
    assert (code, out) == (2, "")
    assert "elsewhere.csv" in err


def test_a_program_is_refused_in_the_same_way():
    with pytest.raises(ValueError, match="french: no target in common with the gold"):
        regild.score({"1": {"clever": 3}}, {"french": {"901": ["maladie"]}})


def test_labels_of_other_documents_are_refused(run, write):
    gold = write("gold.csv", "document,category\nmail-1,work\n")
    labels = write("labels.csv", "document,category\nletter-1,work\n")
    code, out, err = run("score", gold, labels)
    assert (code, out) == (2, "")
    assert "labels.csv: no document in common with the gold" in err
