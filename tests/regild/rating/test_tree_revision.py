"""A tree of categories revised: names, codes, and what becomes of each."""

import io
import json

import numpy as np
import pytest

from regild.agreement.annotators import RatingColumns, met_by_others
from regild.agreement.scale import Scale
from regild.formats.category_changes import read_changes
from regild.problems import BadFile
from regild.rating.tree_revision import CodedCategory, revise_tree

TREE = [
    CodedCategory("Work", "", "", None),
    CodedCategory("Plan", "Work", "", 0),
    CodedCategory("Report", "Work", "", 1),
    CodedCategory("Private", "", "", 2),
]


def revised(*rows, first_code=3):
    table = "\n".join(["change,category,to,parent,definition", *rows, ""])
    changes = read_changes(io.BytesIO(table.encode()), name="changes.csv").records
    return revise_tree(TREE, changes, first_code=first_code, name="changes.csv")


def fates(found):
    return {one.name: (one.fate, one.into, one.to) for one in found.fates}


def test_two_can_change_names():
    found = revised("rename,Plan,x,,", "rename,Report,Plan,,", "rename,x,Report,,")
    assert fates(found)["Plan"] == ("renamed", ("Report",), 0)
    assert fates(found)["Report"] == ("renamed", ("Plan",), 1)


def test_two_merged_into_a_new_one_both_go_over_to_its_code():
    found = revised("merge,Plan,Matter,,", "merge,Report,Matter,,")
    assert fates(found)["Plan"] == fates(found)["Report"] == ("merged", ("Matter",), 3)
    assert CodedCategory("Matter", "Work", "", 3) in found.categories


def test_what_is_merged_shares_the_fate_of_what_it_went_into():
    found = revised("merge,Plan,Report,,", "remove,Report,,,", "add,Other,,Work,")
    assert fates(found)["Plan"][0] == fates(found)["Report"][0] == "removed"
    assert fates(found)["Plan"][2] is None


def test_a_split_category_may_stand_above_its_parts():
    found = revised("split,Private,Friends,Private,", "split,Private,Family,Private,")
    assert fates(found)["Private"] == ("split", ("Friends", "Family"), None)
    assert [one for one in found.categories if one.parent in ("", "Private")] == [
        CodedCategory("Work", "", "", None),
        CodedCategory("Private", "", "", None),
        CodedCategory("Friends", "Private", "", 3),
        CodedCategory("Family", "Private", "", 4),
    ]


def test_a_part_of_a_split_may_have_the_old_name_and_is_another_category():
    found = revised("split,Plan,Plan,,", "split,Plan,Trip,,")
    assert fates(found)["Plan"] == ("split", ("Plan", "Trip"), None)
    assert {one.name: one.code for one in found.categories if one.parent == "Work"} == {
        "Report": 1,
        "Plan": 3,
        "Trip": 4,
    }


def test_a_category_cannot_be_moved_below_itself():
    with pytest.raises(BadFile, match="'Work' lies below itself"):
        revised("add,Inner,,Work,", "move,Work,,Inner,")


def test_json_says_the_same_as_a_table():
    rows = [{"change": "rename", "category": "Plan", "to": "X"}]
    read = read_changes(io.BytesIO(json.dumps(rows).encode()), name="changes.json")
    [change] = read.records
    assert change[:5] == ("rename", "Plan", "X", "", "")


def test_what_others_chose_is_compared_with_an_annotator_s_own():
    """Candidate 0: a and b 1, c 2; candidate 1: a and b 0; candidate 2: c alone. Of a's three
    comparisons two meet, of c's two none."""
    columns = RatingColumns(
        candidate=np.array([0, 0, 0, 1, 1, 2]),
        annotator=np.array([0, 1, 2, 0, 1, 2]),
        value=np.array([1, 1, 2, 0, 0, 0]),
    )
    found = met_by_others(columns, Scale((0, 1, 2)), n_annotators=4)
    measured = [one["pairwise_exact"] for one in found]
    assert [(one.value, one.n, one.n_ratings) for one in measured] == [
        (pytest.approx(2 / 3), 2, 3),
        (pytest.approx(2 / 3), 2, 3),
        (0, 1, 2),
        (None, 0, 0),
    ]
