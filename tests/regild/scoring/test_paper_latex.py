"""A table of a paper as LaTeX for another: what is chosen of it, and how it is set.

Of LaTeX, what booktabs, longtable and siunitx (version 3, section 'Tabular material') document.
"""

import re

import pytest

from regild.tables.paper_latex import LONG, LatexChoices, NotThere, paper_latex
from regild.tables.papers import PAPER_TABLES
from regild.tables.printed import PaperCell, PrintedTable

NONE = "nobody said which"


def table(rows=2):
    """A group of columns with decimals of different lengths, signs, and a hole."""
    return PrintedTable(
        PAPER_TABLES["semeval2007.table_1"],
        "Best",
        "System",
        (("", "R"), ("on both", "gain"), ("on both", "n")),
        tuple(
            (
                f"a_{n}",
                (
                    PaperCell(f"{12.5 + n:.{1 + n % 2}f}", 12.5 + n),
                    PaperCell("–", None, NONE) if n == 1 else PaperCell(f"{n:+d}", n),
                    PaperCell("300", 300),
                ),
            )
            for n in range(rows)
        ),
        ("On the first gold.",),
    )


def body(**choices):
    return paper_latex(table(), LatexChoices(**choices))


def test_columns_and_systems_are_those_chosen_in_that_order():
    found = body(columns=("on both n", "R"), systems=("a_1", "a_0"))
    assert found.index(r"a\_1 & 300 & 13.50") < found.index(r"a\_0 & 300 & 12.5")
    assert "gain" not in found
    assert r"\begin{tabular}{lrr}" in found
    # The reason of a cell that is left out is no longer told.
    assert NONE not in found


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"columns": ("x", "R")}, r"no x; it has R, on both gain, on both n"),
        ({"systems": ("x",)}, r"no x; it has a_0, a_1"),
    ],
)
def test_what_a_table_does_not_have_is_named_with_what_it_has(choices, told):
    with pytest.raises(NotThere, match=told):
        body(**choices)


def test_a_caption_makes_it_float_and_is_safe():
    found = body(caption="R&D_1", label="tab:rd")
    assert re.search(
        r"\\begin\{table\}\n\\centering\n\\caption\{R\\&D\\_1\}\n\\label\{tab:rd\}", found
    )
    assert found.rstrip().endswith(r"\end{table}")
    assert r"\begin{table}" not in body()


def test_decimals_stand_under_each_other():
    """Without a package by the digits that are there and not seen, with siunitx by its
    columns, where what is no number stands in braces."""
    assert r"a\_0 & 12.5\phantom{0}" in body()
    assert r"\phantom" not in body(digits=3)
    assert "12.500" in body(digits=3)
    found = body(siunitx=True)
    post = r"table-space-text-post=\textsuperscript{a}"
    columns = (f"S[table-format=2.2, {post}]", f"S[table-format=+1.0, {post}]")
    assert f"{{l{columns[0]}{columns[1]}" in found
    assert r"System & {R} & {gain} & {n} \\" in found
    assert r"{--\textsuperscript{a}}" in found
    assert r"\phantom" not in found
    assert "siunitx" in found.splitlines()[0]
    assert "siunitx" not in body()


def test_a_long_table_breaks_over_pages_with_its_heading_on_each():
    for found in (
        body(long="yes", caption="Long"),
        paper_latex(table(LONG + 1), LatexChoices(caption="Long")),
    ):
        assert found.count("System & R & gain") == 2
        places = [
            found.index(one)
            for one in (
                *(r"\begin{longtable}{lrrr}", r"\caption{Long}\\", r"\endfirsthead"),
                *(r"\endhead", r"\endfoot", r"a\_0 &", r"\end{longtable}"),
            )
        ]
        assert places == sorted(places)
        assert "resizebox" not in found
    assert r"\begin{longtable}" not in paper_latex(table(LONG + 1), LatexChoices(long="no"))


def test_every_row_has_as_many_cells_as_columns_and_braces_match():
    for choices in ({}, {"siunitx": True}, {"long": "yes"}, {"digits": 2, "caption": "{"}):
        found = body(**choices)
        rows = [line for line in found.splitlines() if line.startswith((r"a\_", "System"))]
        assert {line.count(" & ") for line in rows} == {3}
        bare = re.sub(r"\\[{}]", "", found)
        assert bare.count("{") == bare.count("}")
