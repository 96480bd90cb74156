"""Trees of categories, and what annotators and systems chose from them."""

import io

import pytest

from regild.formats.category_tree import CategoryTree, read_categories
from regild.formats.labels import read_annotations, read_labels
from regild.problems import BadFile

TREE = "category,parent,definition\nWork,,\nHome,,At home\nMeetings,Work,\nPapers,Work,\n"


def read(text, reader=read_categories, **options):
    return reader(io.BytesIO(text.encode()), name="f.csv", **options)


def problems(text, reader=read_categories, **options):
    with pytest.raises(BadFile) as refused:
        read(text, reader, **options)
    return [(line, str(message)) for line, message, _remedy in refused.value.problems]


def test_leaves_are_what_nobody_calls_a_parent_in_the_files_order():
    tree = CategoryTree.of(read(TREE).records)
    assert tree.leaves == ("Home", "Meetings", "Papers")
    assert tree.path("Papers") == ("Work", "Papers")
    assert tree.levels == {
        "leaf": {"Home": "Home", "Meetings": "Meetings", "Papers": "Papers"},
        # Home is its own top: it has nothing above it.
        "top": {"Home": "Home", "Meetings": "Work", "Papers": "Work"},
    }


def test_between_leaf_and_top_levels_are_counted_from_the_top():
    tree = CategoryTree.of(read("category,parent\na,\nb,a\nc,b\nd,b\ne,a\n").records)
    assert list(tree.levels) == ["leaf", "2", "top"]
    assert tree.levels["2"] == {"c": "b", "d": "b", "e": "e"}


def test_a_list_without_parents_has_one_level():
    assert list(CategoryTree.of(read("category\nyes\nno\n").records).levels) == ["leaf"]


def test_all_problems_of_a_tree_are_told_with_their_lines():
    text = "category,parent\na,b\nb,a\nc,nobody\nd,\nd,\n,d\ne,d\nf,e\ng,f\n"
    assert problems(text) == [
        (2, "category 'a' lies below itself"),
        (3, "category 'b' lies below itself"),
        (4, "parent 'nobody' is not a category here"),
        (6, "category 'd' is already on line 5"),
        (7, "category '' is empty"),
        (10, "category 'g' lies on level 4 of 3 at most"),
    ]


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "there are fewer than two categories to choose from"),
        (61, "there are 61 categories to choose from, and 60 at most"),
    ],
)
def test_a_tree_has_two_to_sixty_leaves(n, said):
    text = "category\n" + "".join(f"c{i}\n" for i in range(n))
    assert problems(text) == [(None, said)]


def test_annotations_are_read_and_every_problem_told():
    rows = "document,annotator,category\n1,ann,Home\n1,bob,Papers\n"
    leaves = ("Home", "Papers")
    kept = read(rows, read_annotations, leaves=leaves).records
    assert [record[:3] for record in kept] == [("1", "ann", "Home"), ("1", "bob", "Papers")]
    assert problems(rows + "1,ann,Papers\n,eve,Work\n", read_annotations, leaves=leaves) == [
        (4, "annotator 'ann' has document '1' already on line 2"),
        (5, "document '' is empty"),
        (5, "category 'Work' is not among those to choose from"),
    ]


def test_labels_of_a_system_may_have_scores():
    kept = read("document,category,score\n1,Home,0.5\n2,Papers,\n", read_labels).records
    assert [record[:3] for record in kept] == [("1", "Home", 0.5), ("2", "Papers", None)]
    assert problems(
        "document,category,score\n1,Home,nan\n1,Home,1\n1,Home,2\n", read_labels
    ) == [
        (2, "score 'nan' is not a number"),
        (4, "document '1' is already on line 3"),
    ]
