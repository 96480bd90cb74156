"""A signature stands for the numbers: what changes one changes it."""

import io
import json
import re
from argparse import ArgumentParser
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import regild
from regild.cli import main
from regild.cli.score import add_arguments
from regild.scoring.signature import (
    NoSignature,
    listed,
    read_signature,
    signature,
    unlike,
)

FILES = {
    "gold.txt": "happy.a 1 :: glad 3;Merry 2;over the moon 1;\nsize.n 2 :: big 2;large 2;\n"
    "size.n 3 :: big 2;large 1;\nroom.n 4 :: space 3;hall 1;\n",
    "second.txt": "happy.a 1 :: glad 1;Merry 3;\nsize.n 2 :: big 1;large 2;\n"
    "size.n 3 :: huge 3;\nroom.n 4 :: hall 2;\n",
    "one.txt": "happy.a 1 :: glad;over the moon\nsize.n 2 :: huge;big\nroom.n 4 :: chamber\n",
    "two.txt": "happy.a 1 :: merry;content\nnoise\nsize.n 2 :: big\nsize.n 2 :: large\n"
    "size.n 3 :: large\n",
    "three.txt": "size.n 2 :: large\nroom.n 4 :: space\n",
    "mapping.txt": "chamber(room.n)-->hall\ncontent(happy.a)-->glad\n",
    "part.txt": "1\n2\n",
    "mw.txt": "happy.a 1 :: happy end 2;\n",
}
# Every option of which a number can hang, each with values to try.
CHANGE = {
    "--case": ["lower"],
    "--mapping": ["mapping.txt"],
    "--multiwords": ["drop"],
    "--exclude-target": ["happy.a", "room.n"],
    "--penalty": ["0", "2.5"],
    "--measures": ["jabbari.P", "semdis", "best.R,best.R.n", "gap,semdis,best.R.NMWS"],
    "--task": ["best", "oot"],
    "--on-repeated": ["last"],
    "--seed": ["1", "2"],
    "--replicates": ["0", "20", "30"],
    "--permutations": ["0", "20", "30"],
    "--compat": ["semeval2007", "semdis2014"],
    "--runs": ["runs=[ot]??.txt", "runs=t*.txt"],
    "--table": ["semeval2007.table_1", "semdis2014.table_2"],
    "--second-gold": ["second.txt"],
    "--rankings": [None],
    "--part": ["MAN=part.txt"],
    "--multiword-gold": ["mw.txt"],
}
# What they are shown as, or where they come from; and those of other tasks and folders, which
# have tests of their own.
CHANGE_NOTHING = {
    *("--help", "--format", "--json", "--per-sentence", "--compare", "--figure"),
    # What is signed is the text, in whatever encoding it was.
    *("--dataset", "--data", "--gold", "--categories", "--encoding"),
}
ALWAYS = {"--skip-noise"}
# What can be written as UTF-8.
UNICODE = st.characters(exclude_categories=["Cs"])


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """What the command prints of options, as (numbers, signature); None where it refuses."""
    folder = tmp_path_factory.mktemp("scored")
    for name, text in FILES.items():
        (folder / name).write_text(text)

    @cache
    def scored(words):
        out = io.StringIO()
        table = any(word.startswith("--table=") for word in words)
        asked = ["gold.txt", "one.txt", "two.txt", *words]
        asked += ["--format=json"] if table else ["--json"]
        with chdir(folder), redirect_stdout(out), redirect_stderr(io.StringIO()):
            if main(["score", *asked]):
                return None
        said = json.loads(out.getvalue())
        if table:
            return json.dumps(said["rows"]), said["notes"][-1]
        return json.dumps([said["systems"], said.get("rankings")]), said["signature"]

    return scored


def written(chosen):
    return tuple(option if value is None else f"{option}={value}" for option, value in chosen)


some_options = st.lists(
    st.sampled_from(sorted(CHANGE)).flatmap(
        lambda option: st.tuples(st.just(option), st.sampled_from(CHANGE[option]))
    ),
    max_size=4,
    unique_by=lambda chosen: chosen[0],
).map(lambda chosen: written(sorted(chosen, key=lambda one: one[0])))

DRAWN = ("--skip-noise", "--on-repeated=first", "--replicates=10", "--permutations=10")


@settings(max_examples=150, deadline=None, suppress_health_check=[*HealthCheck])
@given(some_options, some_options)
def test_where_numbers_differ_signatures_do(scored, one, other):
    first, second = (
        scored((*(DRAWN if not any("compat" in o for o in words) else ()), *words))
        for words in (one, other)
    )
    if first and second and first[0] != second[0]:
        assert first[1] != second[1], (one, other)


@pytest.mark.parametrize("option", sorted(CHANGE))
def test_each_option_alone_changes_it(scored, option):
    """So that the property above is not held by refusals alone."""
    beside = {
        "--second-gold": ("--rankings",),
        "--rankings": ("--second-gold=second.txt",),
        "--part": ("--measures=best.R.MAN",),
        "--multiword-gold": ("--measures=best.R.NMWT",),
    }.get(option, ())
    without = scored(DRAWN)
    for value in CHANGE[option]:
        if value == "semdis2014.table_2":
            beside = ("--second-gold=second.txt",)
        drawn = () if option == "--compat" else DRAWN
        found = scored((*drawn, *beside, *written([(option, value)])))
        if found is None and option == "--compat":
            continue
        assert found is not None, (option, value)
        assert found[1] != without[1], (option, value)


def test_every_option_is_thought_of():
    parser = ArgumentParser()
    add_arguments(parser)
    there = {o for o in parser._option_string_actions if o.startswith("--")}
    assert there == {*CHANGE, *CHANGE_NOTHING, *ALWAYS}


def test_skipped_noise_and_the_files_themselves_are_in_it(scored, write, run):
    def signed(gold, *words):
        return json.loads(run("score", gold, *words, "--json")[1])["signature"]

    gold, one = write("gold.txt", FILES["gold.txt"]), write("one.txt", FILES["one.txt"])
    plain = signed(gold, one)
    assert signed(gold, one, "--skip-noise") != plain
    assert signed(write("gold2.txt", FILES["second.txt"]), one) != plain
    assert signed(gold, write("one2.txt", FILES["one.txt"] + "size.n 3 :: big\n")) != plain
    assert signed(gold, one, one) != plain
    # The names of files change nothing, nor what is said beside the numbers.
    assert signed(write("other.txt", FILES["gold.txt"]), one, "--compare") == plain


def test_the_library_signs_as_the_command_does(write, run):
    gold, one = write("gold.txt", FILES["gold.txt"]), write("one.txt", FILES["one.txt"])
    mapping = write("mapping.txt", FILES["mapping.txt"])
    words = ("--mapping", mapping, "--case", "lower", "--measures", "gap", "--seed", "4")
    said = json.loads(run("score", gold, one, *words, "--json")[1])
    found = regild.score(gold, one, mapping=mapping, case="lower", measures=["gap"], seed=4)
    assert found.signature == said["signature"]
    assert found.to_dict() == said


def test_values_that_come_from_no_file_are_signed_too():
    gold = {"1": {"glad": 2}}
    one = regild.score(gold, {"one": {"1": ["glad"]}}).signature
    assert regild.score(gold, {"other name": {"1": ["glad"]}}).signature == one
    assert regild.score(gold, {"one": {"1": ["sad"]}}).signature != one
    assert regild.score({"1": {"glad": 3}}, {"one": {"1": ["glad"]}}).signature != one


def test_it_has_the_fields_that_are_promised(write, run):
    gold, one = write("gold.txt", FILES["gold.txt"]), write("one.txt", FILES["one.txt"])
    out = run("score", gold, one, "--measures", "semdis.best_norm", "--seed", "6")[1]
    line = out.splitlines()[-1]
    assert re.fullmatch(
        r"regild\|semdis\.best_norm\|gold:[0-9a-f]{16}\|n:4\|case:keep\|mw:keep\|map:none"
        r"\|penalty:1\.0\|unit:target\|seed:6\|draws:1000\|swaps:8191"
        r"\|systems:1-[0-9a-f]{16}\|v:\d+\.\d+\.\d+",
        line,
    )
    assert read_signature(line)["v"] == regild.__version__


def test_measures_are_the_same_in_any_order_and_by_their_family():
    gold, one = {"1": {"glad": 2}}, {"one": {"1": ["glad"]}}

    def named(*measures):
        return read_signature(regild.score(gold, one, measures=measures).signature)["measures"]

    assert named("gap", "best.R") == named("best.R", "gap") == "best.R,gap"
    semdis = ["semdis.oot_norm", "semdis.best", "semdis.oot", "semdis.best_norm"]
    assert named(*semdis) == named("semdis") == "semdis"
    assert read_signature(regild.score(gold, one).signature)["measures"] == "all"


@given(st.text(UNICODE, min_size=1), st.lists(st.text(UNICODE, min_size=1)))
def test_any_text_comes_back_out_of_it(text, texts):
    written_out = signature([text], {"one": text, "several": texts})
    assert "\n" not in written_out
    found = read_signature(f"  {written_out}\n")
    assert listed(found["measures"]) == [text] == listed(found["one"])
    assert listed(found["several"]) == texts if texts else "several" not in found


@pytest.mark.parametrize("text", ["", "regild", "other|gap|v:1", "regild|gap|seed"])
def test_another_line_is_none(text):
    with pytest.raises(NoSignature):
        read_signature(text)


def test_what_differs_is_said_by_its_field():
    one = signature(["gap"], {"seed": 1, "map": "ab"})
    other = signature(["gap"], {"seed": 2, "case": "keep"})
    assert unlike(one, other) == [
        "seed: 1 there, 2 here",
        "map: ab there, none here",
        "case: none there, keep here",
    ]
    assert unlike(one, one) == []
