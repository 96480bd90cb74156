"""Shares of values as systems say them: read from the files that releases are exported as."""

import io

import pytest

from regild.formats.shares import read_shares
from regild.problems import BadFile
from regild.scoring.exports.soft_labels import write_soft_labels
from tests.regild.scoring.golds import CALM, make_gold


def read(text):
    return read_shares(io.BytesIO(text.encode()), name="mine.csv")


def test_what_a_release_is_exported_as_is_read_again():
    out = io.BytesIO()
    write_soft_labels(out, make_gold(CALM))
    found = read(out.getvalue().decode()).shares
    assert found["12 quiet"] == {"3": 0.75, "2": 0.25}
    # A cell that a spreadsheet would run is as it was.
    assert found["12 =still"] == {"0": 0.75, "3": 0.25}
    assert len(found) == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("item,value,share\nx,a,.3\nx,b,.7\n", {"x": {"a": 0.3, "b": 0.7}}),
        ("set,utterance,value,share\n1,2,3,1\n", {"1 2": {"3": 1}}),
        ("document,category,share\n1,Plan,1\n", {"1": {"Plan": 1}}),
        # Thirds are written rounded.
        (
            "item,value,share\nx,a,.33\nx,b,.33\nx,c,.33\n",
            {"x": {"a": 0.33, "b": 0.33, "c": 0.33}},
        ),
    ],
)
def test_items_are_called_as_in_ratings(text, expected):
    assert read(text).shares == expected


@pytest.mark.parametrize(
    ("rows", "line", "said"),
    [
        ("x,a,.5\n", 2, "add up to 0.5"),
        ("x,a,1.5\nx,b,-.5\n", 3, "no number from 0 to 1"),
        ("x,a,nan\n", 2, "no number from 0 to 1"),
        ("x,a,.5\nx,a,.5\n", 3, "already"),
        (",a,1\n", 2, "item"),
    ],
)
def test_every_fault_is_told_by_its_line(rows, line, said):
    with pytest.raises(BadFile) as bad:
        read(f"item,value,share\n{rows}")
    assert any(one.line == line and said in one.message for one in bad.value.problems)


def test_a_file_without_shares_is_refused():
    with pytest.raises(BadFile, match="share"):
        read("item,value\nx,a\n")
