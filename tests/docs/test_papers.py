"""docs/papers.md says of every table and figure of the papers where it is, and what it names is
there."""

import re
from functools import cache
from typing import NamedTuple

import pytest

from regild.agreement.registry import BY_KEY
from regild.scoring.measures import KEYS, MULTIWORD_MEASURES
from regild.tables.papers import PAPER_TABLES
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

GUIDE = ROOT / "docs" / "papers.md"
TEST = re.compile(r"\[[\w.]+\]\(\.\./(tests/[\w/]+\.py)\) `(test_\w+)`")
MEASURES = {*BY_KEY, *KEYS, *(measure.key for measure in MULTIWORD_MEASURES)}
TABLES = set(PAPER_TABLES)


class Row(NamedTuple):
    paper: str
    what: str
    where: str
    command: str
    test: str


@cache
def rows():
    found, paper = [], ""
    for line in GUIDE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            paper = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith(("| in the paper", "| ---")):
            found.append(Row(paper, *(cell.strip() for cell in line.strip("|").split("|"))))
    return found


def test_a_row_names_its_test_or_says_that_it_is_not_there_yet():
    for row in rows():
        if row.where.startswith("not yet") and not row.test:
            assert not row.command, row
        else:
            assert TEST.fullmatch(row.test), row


def test_what_is_not_there_yet_says_what_brings_it():
    told = re.compile(r"not yet[\w ]*: \w[^#]{10,}")
    for row in rows():
        if "not yet" in row.where:
            assert told.search(row.where), row


def test_every_test_that_is_named_is_there():
    missing = [
        (file, name)
        for row in rows()
        for file, name in TEST.findall(row.test)
        if f"def {name}(" not in (ROOT / file).read_text("utf-8")
    ]
    assert missing == []


def test_every_measure_that_is_named_is_there():
    named = {
        name
        for row in rows()
        for name in re.findall(r"`([a-z_]+\.\w+|[a-z]+_\w+)`", row.where)
        if name != "create_campaign"
    }
    assert len(named) > 30
    assert named - MEASURES - TABLES == set()


@pytest.mark.parametrize(
    ("paper", "tables", "figures"),
    [
        ("SemEval-2007, task 10", 8, 0),
        ("Jabbari et al. 2010", 3, 0),
        ("SemDis 2014, post hoc", 3, 1),
        ("Coconuts", 1, 0),
        ("Enron", 0, 2),
    ],
)
def test_every_table_and_figure_has_a_row(paper, tables, figures):
    told = " ".join(row.what for row in rows() if row.paper == paper)
    told = re.sub(r"Tables (\d) and (\d)", r"Table \1, Table \2", told)
    numbered = [f"Table {n + 1}" for n in range(tables)]
    numbered += [f"Figure {n + 1}" for n in range(figures)]
    assert [name for name in numbered if name not in told] == []
