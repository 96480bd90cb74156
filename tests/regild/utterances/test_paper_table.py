"""Table 1 of plausible utterances, from the demo's own texts."""

from pathlib import Path
from statistics import fmean

import pytest

from regild.formats.tagged import read_tagged
from regild.tasks.utterances.coconuts import Options, make_coconuts
from regild.tasks.utterances.ngrams import ModelOptions, read_text, score_sets
from regild.tasks.utterances.paper_table import (
    DRAWS,
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
    sentences = read_tagged(OWN / "corpus.txt").sentences
    means = []
    for seed in range(3, 3 + DRAWS):
        sets = make_coconuts(sentences, Options("sentence", draw="type", seed=seed))
        [scores] = score_sets(sets, read_text(OWN / "train.txt"), [ModelOptions(3, "window")])
        means.append(rank_sets(sets, scores).measures["mean_rank"].value)
    [cell] = [one for one in found.cells if one[:3] == ("sentence", "window", 3)]
    assert cell.mean_rank.value == pytest.approx(fmean(means))
    assert cell.mean_rank.n == DRAWS * 46


def test_it_is_said_where_the_paper_lies_outside(found):
    told = differences(found)
    said = "Intervals are at 95 %, over 276 sets: 6 draws of 46, as the paper drew once."
    assert told[0] == f"A coin gets 4.5. {said}"
    outside = [cell for cell in found.cells if cell.differs]
    assert outside
    assert told[1].count(" here,") == len(outside)


@pytest.mark.parametrize(
    ("half", "n", "differs"),
    [
        (0.31, 46, False),  # two means of 46 are .31 · √2 = .438 apart at most, and these .43
        (0.30, 46, True),
        (0.17, 276, False),  # .17 · √7 = .450: the paper's own mean is no surer for our draws
        (0.16, 276, True),
    ],
)
def test_a_figure_differs_where_chance_in_either_mean_is_too_little(half, n, differs):
    ours = Estimated(3.5, 3.5 - half, 3.5 + half, n, 4.5)
    assert RankedModel("word", "window", 2, ours, 3.93).differs is differs


def test_a_single_set_has_no_interval_and_differs_from_nothing():
    ours = Estimated(3.5, None, None, 1, 4.5)
    assert not RankedModel("word", "window", 2, ours, 3.93).differs
