import csv
import io

import pytest

from regild.figures.drawing import Look
from regild.figures.rankings import slopes
from regild.scoring.annotators import OverAnnotators
from regild.scoring.evaluation import Scored
from regild.scoring.two_golds import (
    Line,
    annotator_table,
    part_table,
    ranking_table,
    score_table,
    two_rankings,
)
from regild.tables.printing import as_csv, as_latex

# The post hoc paper's Tables 2 (BEST) and 3 (OOT): ranks on gold 1 in the order of gold 2.
BEST_GOLD1 = [1, 3, 2, 4, 7, 8, 5, 9, 6, 10]
OOT_GOLD1 = [1, 2, 4, 5, 3, 6, 8, 9, 7, 10]


OVER = OverAnnotators(0.22, 0.28, 1, 2, 0.9, 0.75)


def mean(value, rank):
    if value is None:
        return Scored(None, 0, "no sentence", None, None, None, None)
    return Scored(value, 290, "", value - 0.05, value + 0.05, rank, 0.5)


def line(id, first, second, *, name=None, pooled=True):
    return Line(id, name or f"system {id}", pooled, first, second, judged=0.9)


def ranked(first_ranks):
    """Systems whose ranks on the second gold are 1, 2, 3…"""
    return two_rankings(
        "semdis.best_norm",
        [
            line(place, mean(1 - rank / 20, rank), mean(1 - place / 20, place))
            for place, rank in enumerate(first_ranks, start=1)
        ],
    )


@pytest.mark.parametrize(
    ("first_ranks", "tau", "ap", "overlap"),
    [
        # measures.md: Table 2 gives 11/15, 79/108 and .909; Table 3 37/45, 5/6 and .941.
        (BEST_GOLD1, 11 / 15, 79 / 108, 0.909),
        (OOT_GOLD1, 37 / 45, 5 / 6, 0.941),
    ],
)
def test_the_papers_two_tables_rank_as_far_alike_as_published(first_ranks, tau, ap, overlap):
    found = ranked(first_ranks)
    assert found.kendall_tau == pytest.approx(tau)
    assert found.tau_ap == pytest.approx(ap)
    assert found.rbo == pytest.approx(overlap, abs=5e-4)
    assert found.n == 10


def test_lines_come_by_their_rank_on_the_second_gold_with_the_difference():
    found = two_rankings(
        "gap",
        [line(1, mean(0.9, 1), mean(0.2, 2)), line(2, mean(0.3, 2), mean(0.8, 1))],
    )
    assert [(one.id, one.rank_difference) for one in found.lines] == [(2, -1), (1, 1)]


def test_a_system_that_one_gold_does_not_rank_comes_last_and_is_left_out_of_the_agreement():
    lines = [
        line(1, mean(0.9, 1), mean(0.2, 2)),
        line(2, mean(0.8, 2), mean(None, None)),
        line(3, mean(0.7, 3), mean(0.8, 1)),
    ]
    found = two_rankings("gap", lines)
    assert [one.id for one in found.lines] == [3, 1, 2]
    assert found.lines[2].rank_difference is None
    assert (found.n, found.kendall_tau) == (2, -1)


def test_one_system_has_nothing_to_agree_with():
    found = two_rankings("gap", [line(1, mean(0.9, 1), mean(0.2, 1))])
    assert (found.kendall_tau, found.tau_ap, found.rbo) == (None, None, None)


def test_the_table_has_every_number_as_csv_and_a_dash_where_there_is_none():
    lines = [
        line(1, mean(0.9, 1), mean(0.25, 1))._replace(over_annotators=OVER),
        line(2, mean(0.1, 2), mean(None, None), name="late_one", pooled=False),
    ]
    table = score_table(two_rankings("gap", lines))
    rows = list(csv.DictReader(io.StringIO(as_csv(table))))
    assert float(rows[0]["first"]) == 0.9
    assert float(rows[0]["second_low"]) == 0.2
    assert (rows[0]["annotators_low"], rows[0]["annotators_high"]) == ("0.22", "0.28")
    assert (rows[0]["rank_second"], rows[0]["n_first"], rows[0]["pooled"]) == (
        "1",
        "290",
        "yes",
    )
    assert (rows[1]["second"], rows[1]["rank_second"], rows[1]["pooled"]) == ("", "", "no")
    assert r"late\_one & 0.100 {[}0.050, 0.150] & 2 & -- & -- & -- & -- & -- & 290" in as_latex(
        table
    )


def test_the_table_over_annotators_has_their_interval_in_the_place_of_that_over_sentences():
    lines = [
        line(1, mean(0.9, 1), mean(0.25, 1))._replace(over_annotators=OVER),
        line(2, mean(0.1, 2), mean(0.1, 2)),
    ]
    table = annotator_table(two_rankings("gap", lines))
    one, two = csv.DictReader(io.StringIO(as_csv(table)))
    assert list(one.values()) == [
        "system 1",
        "0.25",
        "0.22",
        "0.28",
        "1",
        "1",
        "2",
        "0.9",
        "0.75",
    ]
    assert list(two.values()) == ["system 2", "0.1", "", "", "2", "", "", "", ""]
    assert r"system 1 & 0.250 {[}0.220, 0.280] & 1 & 1 & 2 & 0.900 & 0.750" in as_latex(table)


def test_the_table_of_parts_has_a_row_a_part_and_system():
    found = two_rankings("gap.n", [line(1, mean(0.9, 1), mean(0.25, 1))])
    table = part_table("gap", {"NMWS": found, "n": found})
    assert table.name == "parts-gap"
    rows = list(csv.DictReader(io.StringIO(as_csv(table))))
    assert [(row["part"], row["system"], row["n_second"]) for row in rows] == [
        ("NMWS", "system 1", "290"),
        ("n", "system 1", "290"),
    ]
    assert (rows[1]["second_low"], rows[1]["second_high"]) == ("0.2", "0.3")


def test_the_table_of_rankings_has_a_row_a_measure():
    table = ranking_table([ranked(BEST_GOLD1)])
    assert table.rows[0][:2] == ("semdis.best_norm", 10)
    assert table.rows[0][2] == pytest.approx(11 / 15)


def slope_chart(form, lines):
    return slopes(two_rankings("gap", lines), Look(form, "dark", "", ""), titles=("one", "two"))


def test_a_slope_chart_is_drawn_the_same_each_time_in_every_format():
    lines = [line(1, mean(0.9, 1), mean(0.2, 2)), line(2, mean(0.3, 2), mean(0.8, 1))]
    for form, magic in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        assert slope_chart(form, lines).startswith(magic)
        assert slope_chart(form, lines) == slope_chart(form, lines)


def test_an_empty_slope_chart_is_still_a_chart():
    assert slope_chart("svg", []).startswith(b"<?xml")


@pytest.mark.parametrize("name", [r"$\frac{$", "$x$", "a_b^c", "\\", "\0"])
def test_a_teams_name_is_drawn_as_it_is_whatever_it_looks_like(name):
    lines = [line(1, mean(0.9, 1), mean(0.2, 2))._replace(system=name)]
    for form in ("svg", "pdf", "png"):
        assert slope_chart(form, lines)


def test_no_name_is_set_as_a_formula():
    """matplotlib writes each text it draws into the SVG, but for formulas."""
    lines = [line(1, mean(0.9, 1), mean(0.2, 2))._replace(system="$x$")]
    assert b"<!-- $x$" in slope_chart("svg", lines)
