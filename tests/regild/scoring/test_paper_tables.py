"""The papers' tables from files, by the command, worked out by hand."""

import csv
import io
import json

import pytest

from regild.agreement.paper_tables import fill_report
from regild.cli import main
from regild.figures.curves import curves
from regild.figures.drawing import Look
from regild.scoring.paper_tables import SystemValue, fill
from regild.tables.paper_latex import paper_latex as as_latex
from regild.tables.papers import PAPER_TABLES
from regild.tables.printed import as_markdown, styled
from regild.tables.printing import Table

# Ranks as SemDis's Tables 2 and 3 print them, systems in the order of the second gold.
BEST_GOLD1 = [1, 3, 2, 4, 7, 8, 5, 9, 6, 10]
OOT_GOLD1 = [1, 2, 4, 5, 3, 6, 8, 9, 7, 10]

GOLD = """\
glad.a 1 :: happy 3;merry 1;
glad.a 2 :: over the moon 3;glad 1;
room.n 3 :: space 2;
"""
# best: 3/4, 0, 1/2 of 2 guesses; modes: hit, not, hit.
CAREFUL = "glad.a 1 :: happy\nroom.n 3 :: space;leeway\n"
# best: 1/4, 3/4, 0.
BOLD = "glad.a 1 :: merry\nglad.a 2 :: over the moon\nroom.n 3 :: x\n"


@pytest.fixture
def table(tmp_path, capsys):
    def run(
        key, *options, form="json", gold=GOLD, systems=(("bold", BOLD), ("careful", CAREFUL))
    ):
        (tmp_path / "gold.txt").write_text(gold)
        files = []
        for name, text in systems:
            files.append(str(tmp_path / f"{name}.txt"))
            (tmp_path / f"{name}.txt").write_text(text)
        asked = [str(tmp_path / "gold.txt"), *files, "--table", key, "--format", form, *options]
        assert main(["score", *map(str, asked)]) == 0
        out = capsys.readouterr().out
        return json.loads(out) if form == "json" else out

    return run


def texts(found):
    return {row["name"]: [cell["text"] for cell in row["cells"]] for row in found["rows"]}


def test_semevals_four_columns_by_hand(table):
    found = table("semeval2007.table_1")
    assert found["columns"] == ["P", "R", "Mode P", "Mode R"]
    # careful: (3/4 + 1/2) / 2 and / 3, modes 2/2 and 2/3; bold: (1/4 + 3/4 + 0) / 3, modes 1/3.
    assert texts(found) == {
        "careful": ["62.50", "41.67", "100.00", "66.67"],
        "bold": ["33.33", "33.33", "33.33", "33.33"],
    }
    assert [row["name"] for row in found["rows"]] == ["careful", "bold"]  # by R
    assert found["rows"][0]["cells"][1]["value"] == pytest.approx(100 * 5 / 12)


def test_non_multiwords_in_two_groups_by_hand(table, tmp_path):
    (tmp_path / "mw.txt").write_text("room.n 3 :: no room 2;\n")
    found = table("semeval2007.table_3", "--multiword-gold", tmp_path / "mw.txt")
    assert found["columns"] == ["NMWT P", "NMWT R", "NMWS P", "NMWS R"]
    # NMWT is without 3. NMWS is without 'over the moon', which leaves one response to 2: it is
    # out, and bold's are 1/4 and 0.
    assert texts(found) == {
        "careful": ["75.00", "37.50", "62.50", "62.50"],
        "bold": ["50.00", "50.00", "12.50", "12.50"],
    }


def test_what_nobody_said_is_a_dash_with_its_reason(table):
    found = table("semeval2007.table_3")
    cell = found["rows"][0]["cells"][0]
    assert (cell["text"], cell["value"]) == ("–", None)
    assert cell["reason"] == "nobody said which targets are part of a multiword"
    rows = list(csv.DictReader(io.StringIO(table("semeval2007.table_3", form="csv"))))
    assert rows[0]["NMWT P"] == ""
    assert rows[0]["undefined"].startswith("NMWT P: nobody said")
    assert "–<sup>a</sup>" in table("semeval2007.table_3", form="md")
    assert r"--\textsuperscript{a}" in table("semeval2007.table_3", form="tex")
    assert "–a" in table("semeval2007.table_3", form="table")


def test_parts_of_speech_and_lists_of_sentences(table, tmp_path):
    (tmp_path / "man.txt").write_text("1\n3\n")
    found = table("semeval2007.table_3_parts", "--part", f"MAN={tmp_path / 'man.txt'}")
    assert found["columns"] == ["MAN P", "MAN R", "a P", "a R", "n P", "n R"]
    assert texts(found)["careful"] == ["62.50", "62.50", "75.00", "37.50", "50.00", "50.00"]


def test_a_list_may_have_sentences_that_the_gold_lacks(tmp_path, capsys):
    # As MAN and RAND list what the sentences file has; or the gold is of a sample.
    paths = {}
    lists = {"man.txt": "77\n1\n78\n3\n", "none.txt": "77\n78\n"}
    for name, text in {"gold.txt": GOLD, "careful.txt": CAREFUL, **lists}.items():
        paths[name] = tmp_path / name
        paths[name].write_text(text)
    files = ["score", str(paths["gold.txt"]), str(paths["careful.txt"])]
    asked = ["--measures", "best.R.MAN", "--json"]
    assert main([*files, "--part", f"MAN={paths['man.txt']}", *asked]) == 0
    out, err = capsys.readouterr()
    [system] = json.loads(out)["systems"]
    assert system["measures"] == {"best.R.MAN": 0.625}
    assert system["sentences"] == {"best.R.MAN": 2}
    assert err == (
        f"{paths['man.txt']}: 2 sentences are not in the gold and are in no score; the first "
        "is 77 on line 1.\n"
    )
    assert main([*files, "--part", f"MAN={paths['none.txt']}", *asked]) == 2
    assert "none.txt, line 1: no sentence has the id '77'" in capsys.readouterr().err


def test_jabbaris_tables_begin_with_the_worst_and_leave_the_0_out(table):
    found = table("jabbari2010.table_1")
    assert found["columns"][0] == "All words"
    assert [c.removeprefix("By part of speech ") for c in found["columns"][1:]] == [
        *("nouns", "adj", "verb", "adv")
    ]
    # oot.R: bold 1/4, 3/4, 0; careful 3/4, 0, 1. No verb, no adverb.
    assert [row["name"] for row in found["rows"]] == ["bold", "careful"]
    assert texts(found)["bold"] == [".333", ".000", ".500", "–", "–"]
    assert texts(found)["careful"] == [".583", "1.000", ".375", "–", "–"]
    assert "k = 1." in table("jabbari2010.table_2")["notes"]


def test_the_first_n_answers_and_their_curve(table, tmp_path):
    drawn = tmp_path / "curve.svg"
    found = table("jabbari2010.table_3", "--figure", drawn, "--penalty", 0.5)
    assert found["columns"] == [str(n) for n in range(1, 11)]
    # careful: 2 · 3 / (3 + 4), 0, 2 · 2 / (2 + 2); from the second answer on 4 / (2 + .5 + 2).
    one, two = (6 / 7 + 0 + 1) / 3, (6 / 7 + 0 + 4 / 4.5) / 3
    careful = [cell["value"] for cell in found["rows"][-1]["cells"]]
    assert careful == pytest.approx([one, *[two] * 9])
    assert "k = 0.5." in found["notes"]
    assert drawn.read_bytes().startswith(b"<?xml")


def test_a_figure_that_cannot_be_written_is_refused(tmp_path, capsys):
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "bold.txt").write_text(BOLD)
    files = [str(tmp_path / name) for name in ("gold.txt", "bold.txt")]
    away = str(tmp_path / "nowhere" / "curve.svg")
    assert main(["score", *files, "--table", "jabbari2010.table_3", "--figure", away]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"regild score: {away}: No such file or directory.\n")


def test_multiwords_have_systems_side_by_side(table):
    gold = "take.v 1 :: take off 2;\ntake.v 2 :: take up 3;\n"
    systems = (("HIT", "take.v 1 :: take off\ntake.v 2 :: take in\ntake.v 3 :: take on\n"),)
    found = table("semeval2007.table_7", gold=gold, systems=systems)
    assert found["columns"] == ["HIT P", "HIT R"]
    # Of three it names two are multiwords, of which it has one; the gold has two.
    assert texts(found) == {
        "detection": ["66.67", "100.00"],
        "identification": ["33.33", "50.00"],
    }


@pytest.mark.parametrize(
    ("key", "gold1", "differences"),
    [
        ("semdis2014.table_2", BEST_GOLD1, "0 -1 +1 0 -2 -2 +2 -1 +3 0"),
        ("semdis2014.table_3", OOT_GOLD1, "0 0 -1 -1 +2 0 -1 -1 +2 0"),
    ],
)
def test_semdis_tables_have_the_printed_ranks_and_differences(key, gold1, differences):
    names = [f"system {n}" for n in range(10)]
    values = {
        (gold, name): SystemValue(1 / place)
        for gold, places in (("first", gold1), ("second", range(1, 11)))
        for name, place in zip(names, places, strict=True)
    }
    found = fill(PAPER_TABLES[key], names[::-1], lambda gold, _key, name: values[gold, name])
    assert [name for name, _cells in found.rows] == names
    assert [cells[1].value for _name, cells in found.rows] == gold1
    assert [cells[3].value for _name, cells in found.rows] == [*range(1, 11)]
    assert " ".join(cells[4].text for _name, cells in found.rows) == differences


def test_semevals_table_8_prints_as_in_the_paper():
    # Its own numbers, as a report would have them.
    rows = [("sys", 100, 9.07, 19.08, 71.85), ("origA", 50, 37.36, 41.01, 21.63)]
    report = Table("table_8", ("proposed_by", "n", "good", "reasonable", "bad"), rows)
    found = fill_report(PAPER_TABLES["semeval2007.table_8"], {"table_8": report})
    assert [*map(str.strip, as_latex(found).splitlines())][6:11] == [
        r"& good & reasonable & bad \\",
        r"\midrule",
        r"sys & 9.07 & 19.08 & 71.85 \\",
        r"origA & 37.36 & 41.01 & 21.63 \\",
        r"\bottomrule",
    ]


def test_semdis_table_1_prints_as_in_the_paper():
    # The paper's columns and shares; counts that add up to those in its heading.
    columns = (
        "score",
        "gold",
        "systems",
        "both",
        *("gold_share", "systems_share", "both_share"),
    )
    rows = [
        ("[0, 1[", 126, 9054, 69, 0.16, 0.80, 0.07),
        ("[1, 2[", 221, 1585, 147, 0.28, 0.14, 0.15),
        ("[2, 3[", 339, 566, 492, 0.43, 0.06, 0.50),
        ("[3]", 102, 113, 275, 0.13, 0.01, 0.28),
    ]
    report = Table("bands", columns, rows)
    found = fill_report(PAPER_TABLES["semdis2014.table_1"], {"bands": report})
    text = as_markdown(found)
    heads = "Annotators only (788) | Systems only (11,318) | Annotators & systems (983)"
    assert f"| Score2 | {heads} |" in text
    assert "| [2, 3[ | 43% | 6% | 50% |" in text


def test_a_curve_is_drawn_whatever_systems_are_called_and_however_many_they_are():
    names = [str(n) for n in range(1, 11)]
    many = {f"{mark}{n}": [n / 40] * 10 for n in range(20) for mark in ("_", "$x$", "x" * 60)}
    look = Look("svg", "dark", x_label="n", y_label="F")
    drawn = curves(names, many | {"gap": [None, 0.5, *[None] * 8]}, look)
    assert drawn == curves(names, many | {"gap": [None, 0.5, *[None] * 8]}, look)
    assert curves(names, {}, look).startswith(b"<?xml")


@pytest.mark.parametrize(
    ("value", "style", "text"),
    [
        (0.129, "percent", "12.90"),
        (0.067, "bare", ".067"),
        (1.0, "bare", "1.000"),
        (0.29, "plain", "0.29"),
        (0.157, "share", "16%"),
        (None, "bare", "–"),
    ],
)
def test_numbers_look_as_in_the_papers(value, style, text):
    assert styled(value, style) == text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--figure", "a.svg"], "--figure says nothing without --table"),
        (["--table", "semdis2014.table_2"], "needs --second-gold"),
        (["--table", "semeval2007.table_1", "--measures", "gap"], "--measures says nothing"),
        (["--table", "semeval2007.table_1", "--figure", "a.svg"], "has no figure"),
        (["--part", "MAN"], "write NAME=FILE"),
        (["--part", "a=gold.txt"], "a is a part already"),
        (["--part", "MAN=man.txt"], "--part MAN says nothing without a measure"),
        (["--part", "MAN=man.txt", "--table", "semeval2007.table_1"], "no column for a --part"),
        (["--part", "MAN=man.txt", "--task", "mw"], "--part says nothing beside --task mw"),
        (["--part", "MAN=man.txt", "--part", "MAN=man.txt"], "--part MAN is given twice"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    tmp_path, monkeypatch, capsys, options, told
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "bold.txt").write_text(BOLD)
    (tmp_path / "man.txt").write_text("1\n")
    assert main(["score", "gold.txt", "bold.txt", *options]) == 2
    assert told in capsys.readouterr().err


def test_a_list_with_unknown_sentences_alone_is_refused_by_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "man.txt").write_text("1\n77\nnoise noise\n")
    assert main(["score", "gold.txt", "gold.txt", "--part", "MAN=man.txt"]) == 2
    assert "line 3" in capsys.readouterr().err
    (tmp_path / "man.txt").write_text("76\n77\n")
    assert main(["score", "gold.txt", "gold.txt", "--part", "MAN=man.txt"]) == 2
    assert "line 2: no sentence has the id '77'" in capsys.readouterr().err
