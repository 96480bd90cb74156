"""A campaign of categories is made of documents and a tree of what they can be."""

import pytest

from campaigns.models import Campaign
from core.refusals import Refused
from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from regild.problems import BadFiles
from sources.models import Answer, GoldAnswer
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.categories.factories import DOCUMENTS, LABELS, TREE, make_categories
from tests.factories import source

pytestmark = pytest.mark.django_db


def test_the_leaves_of_the_tree_are_the_scale():
    campaign = make_categories()
    assert [*campaign.scale.values_list("value", "label")] == [
        (0, "Plan"),
        (1, "Report"),
        (2, "Private"),
    ]
    assert [*campaign.categories.values_list("name", "parent__name", "option__value")] == [
        ("Work", None, None),
        ("Plan", "Work", 0),
        ("Report", "Work", 1),
        ("Private", None, 2),
    ]


def test_gold_and_labels_are_categories_and_the_candidate_is_the_document():
    campaign = make_categories()
    add_system(campaign=campaign, name="first", answers=source(LABELS, "first.csv"))
    pool_campaign(campaign=campaign)
    assert [*GoldAnswer.objects.order_by("id").values_list("item__key", "text", "votes")] == [
        ("1", "Plan", 1),
        ("1", "Report", 1),
        ("3", "Report", 1),
    ]
    assert [*Answer.objects.order_by("id").values_list("item__key", "text", "score")] == [
        ("1", "Plan", 0.9),
        ("2", "Private", 0.8),
        ("3", "Plan", 0.5),
    ]
    candidates = Candidate.objects.order_by("item__position")
    assert [*candidates.values_list("item__key", "text", "votes")] == [
        ("1", "document", 2),
        ("2", "document", None),
        ("3", "document", 1),
        ("4", "document", None),
    ]


def test_problems_of_all_files_are_told_at_once_and_nothing_is_stored():
    with pytest.raises(BadFiles) as bad:
        create_campaign(
            slug="mail",
            task="categories",
            language="en",
            files={
                "documents": source(DOCUMENTS + "1,Again,,\n", "documents.csv"),
                "categories": source(TREE + f"{'x' * 61},Work,\n", "categories.csv"),
                "gold": source("document,annotator,category\n1,ann,\n", "gold.csv"),
            },
        )
    assert [file.name for file in bad.value.files] == [
        "documents.csv",
        "categories.csv",
        "gold.csv",
    ]
    assert not Campaign.objects.exists()


def test_a_gold_of_documents_that_nobody_has_is_a_problem_by_line():
    files = {
        "documents": source(DOCUMENTS, "documents.csv"),
        "categories": source(TREE, "categories.csv"),
        "gold": source("document,annotator,category\n9,ann,Plan\n", "gold.csv"),
    }
    with pytest.raises(BadFiles, match="line 2: no document has the id '9'"):
        create_campaign(slug="mail", task="categories", language="en", files=files)


def test_a_label_that_is_no_leaf_is_a_problem():
    campaign = make_categories()
    with pytest.raises(BadFiles, match="'Work' is not among those to choose from"):
        add_system(
            campaign=campaign, name="first", answers=source("document,category\n1,Work\n")
        )


GIVEN = {"documents": 1, "categories": 1}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"files": {}}, "needs the file documents"),
        ({"files": GIVEN | {"mapping": 1}}, "does not take the file mapping"),
        ({"files": GIVEN, "scale": "0-3"}, "the categories are the scale"),
    ],
)
def test_files_and_scales_of_another_task_are_refused(changes, told):
    with pytest.raises(Refused, match=told):
        create_campaign(slug="mail", task="categories", language="en", **changes)
