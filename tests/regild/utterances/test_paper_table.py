"""Table 1 of plausible utterances, from the demo's own texts."""

from pathlib import Path

import pytest

from regild.formats.tagged import read_tagged
from regild.tasks.utterances.coconuts import Options, make_coconuts
from regild.tasks.utterances.ngrams import ModelOptions, read_text, score_sets
from regild.tasks.utterances.paper_table import (
    PRINTED,
    RankedModel,
    differences,
    ranked_models,
    table_1,
)
from regild.tasks.utterances.ranks import Estimated, rank_sets

OWN = Path(__file__).parents[3] / "annotation_site" / "demo" / "utterances"


@pytest.fixture(scope="module")
def found():
    return ranked_models(read_tagged(OWN / "corpus.txt").sentences, OWN / "train.txt", seed=3)


def test_every_figure_of_the_paper_has_ours_beside_it(found):
    assert {(cell.kind, cell.context, cell.order): cell.printed for cell in found.cells} == {
        (*where, order): printed
        for where, column in PRINTED.items()
        for order, printed in column.items()
    }
    table = table_1(found)
    assert [row[0] for row in table.rows] == ["2-gram", "3-gram", "4-gram"]
    # Section 6 of the paper: the 3-gram of sentence coconuts in a window.
    assert table.rows[1][6] == "5.24"
    assert {len(row) for row in table.rows} == {len(table.columns)}


def test_a_cell_is_what_the_two_commands_give(found):
    sets = make_coconuts(read_tagged(OWN / "corpus.txt").sentences, Options("sentence", seed=3))
    [scores] = score_sets(sets, read_text(OWN / "train.txt"), [ModelOptions(3, "window")])
    [cell] = [one for one in found.cells if one[:3] == ("sentence", "window", 3)]
    assert cell.mean_rank == rank_sets(sets, scores).measures["mean_rank"]


def test_it_is_said_where_the_paper_lies_outside(found):
    told = differences(found)
    assert told[0] == "A coin gets 4.5. Intervals are at 95 %, over 46 sets."
    outside = [cell for cell in found.cells if cell.differs]
    assert outside
    assert told[1].count(" here,") == len(outside)


@pytest.mark.parametrize(
    ("low", "high", "differs"),
    [(3, 4, False), (4, 5, True), (2, 3.8, True), (None, None, False)],
)
def test_a_figure_differs_outside_the_interval_alone(low, high, differs):
    ours = Estimated(3.5, low, high, 46, 4.5)
    assert RankedModel("word", "window", 2, ours, 3.93).differs is differs
