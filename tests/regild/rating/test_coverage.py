import pytest

from regild.rating.coverage import (
    Cell,
    Share,
    SubsetCoverage,
    heat_map,
    missing_sittings,
    share_rated,
    spread,
)


def subsets(*complete, size=10, wanted=3):
    return [
        SubsetCoverage(n, size, done, 0, wanted) for n, done in enumerate(complete, start=1)
    ]


def test_sittings_beyond_the_minimum_do_not_make_up_for_missing_ones():
    assert missing_sittings(subsets(0, 2, 7)) == 3 + 1 + 0


def test_candidates_are_spread_over_the_sittings_that_showed_them():
    covered = [SubsetCoverage(1, 10, 3, 0, 3), SubsetCoverage(2, 12, 0, 1, 3), *subsets(3)]
    assert spread(covered) == [Share(0, 1, 12, 12), Share(3, 2, 20, 0)]


def test_a_small_campaign_has_a_cell_for_each_subset_ten_in_a_row():
    rows = heat_map(subsets(*range(12)))
    assert [len(row) for row in rows] == [10, 2]
    assert rows[0][4] == Cell(first=5, last=5, complete=4, open=0, done=3, wanted=3)


def test_each_subset_lacks_what_it_wants_itself():
    # A calibration round of five, a double and a single, each with one complete sitting.
    covered = [SubsetCoverage(n, 10, 1, 0, wanted) for n, wanted in ((1, 5), (2, 2), (3, 1))]
    assert missing_sittings(covered) == 4 + 1 + 0
    assert spread(covered) == [Share(1, 3, 30, 20)]
    # 3 of the 8 ratings a candidate that are wanted in all.
    assert share_rated(covered) == 3 / 8
    assert [cell.wanted for cell in heat_map(covered)[0]] == [5, 2, 1]


@pytest.mark.parametrize(
    ("count", "cells", "last"),
    [(200, 200, 200), (201, 21, 201), (2000, 200, 2000), (9264, 93, 9264)],
)
def test_thousands_of_subsets_share_cells(count, cells, last):
    rows = heat_map(subsets(*[1] * count))
    found = [cell for row in rows for cell in row]
    assert len(found) == cells
    assert found[-1].last == last
    assert sum(cell.wanted for cell in found) == 3 * count


@pytest.mark.parametrize(
    ("done", "level", "percent"),
    [(0, 0, 0), (1, 1, 16), (2, 2, 33), (4, 3, 66), (5, 3, 83), (6, 4, 100)],
)
def test_a_cell_is_full_only_when_every_subset_has_its_sittings(done, level, percent):
    cell = Cell(first=1, last=2, complete=9, open=0, done=done, wanted=6)
    assert (cell.level, cell.percent) == (level, percent)


def test_no_subset_makes_no_map():
    assert heat_map([]) == []
