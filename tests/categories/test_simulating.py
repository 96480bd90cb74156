"""Synthetic annotators of documents: a category is taken for another, mostly for a near one."""

import io
import random
from collections import Counter

import pytest
from django.core.management import call_command

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from rating.services.simulating import simulate_campaign
from regild.problems import BadFiles
from regild.rating.simulation import (
    WITHIN_BRANCH,
    AnnotatorKind,
    SyntheticAnnotator,
)
from tests.categories.factories import open_categories
from tests.factories import source

# Three in one branch, two in another, one alone.
BRANCHES = ["a", "a", "a", "b", "b", None]
TIMES = 4000


def given(kind: AnnotatorKind, category: int) -> Counter[int]:
    annotator = SyntheticAnnotator(kind, top=5, rng=random.Random(3), branches=BRANCHES)
    return Counter(annotator.rate(category).value for _time in range(TIMES))


def test_a_careful_annotator_takes_one_in_eight_for_another_mostly_of_the_same_branch():
    found = given(AnnotatorKind.CAREFUL, 0)
    wrong = TIMES - found[0]
    # 0.12 of 4000 is 480, with a standard deviation of 21.
    assert abs(wrong - 480) < 80
    # Within the branch by choice, or by chance: 0.75 + 0.25 · 2/5.
    near = (found[1] + found[2]) / wrong
    assert abs(near - (WITHIN_BRANCH + 0.25 * 2 / 5)) < 0.07
    assert min(found[one] for one in (3, 4, 5)) > 0


def test_a_hasty_one_errs_more_and_a_random_one_does_not_look():
    careful, hasty = given(AnnotatorKind.CAREFUL, 3)[3], given(AnnotatorKind.HASTY, 3)[3]
    assert careful > hasty + 400
    found = given(AnnotatorKind.RANDOM, 3)
    assert max(found.values()) - min(found.values()) < 200


def test_one_that_has_no_near_ones_is_taken_for_any():
    found = given(AnnotatorKind.HASTY, 5)
    assert min(found[one] for one in range(5)) > 100


@pytest.mark.django_db
def test_a_campaign_is_rated_by_its_gold_through_the_services_of_the_page():
    campaign = open_categories(max_ratings=30)
    report = simulate_campaign(
        campaign=campaign, annotators=20, seed=4, shares={AnnotatorKind.CAREFUL: 1}
    )
    assert (report.sittings, report.ratings) == (20, 80)
    assert Assignment.objects.filter(state=Assignment.State.COMPLETE).count() == 20
    # All documents have the gold Plan, whose code is 0; its near one is Report.
    values = Counter(Rating.objects.values_list("value", flat=True))
    assert values[0] > 60
    assert values[0] + values[1] + values[2] == 80


@pytest.mark.django_db
def test_documents_without_gold_have_a_category_that_is_drawn():
    campaign = open_categories(max_ratings=9)
    campaign.items.filter(key__in=("2", "3", "4")).first().gold.all().delete()
    first = simulate_campaign(campaign=campaign, annotators=3, seed=4)
    assert first.ratings > 0


@pytest.mark.django_db
def test_a_truth_names_the_category_of_a_document():
    campaign = open_categories(max_ratings=30)
    truth = "document,category\n" + "".join(f"{n},Private\n" for n in range(1, 5))
    report = simulate_campaign(
        campaign=campaign,
        annotators=20,
        seed=4,
        shares={AnnotatorKind.CAREFUL: 1},
        truth=source(truth, "truth.csv"),
    )
    assert (report.true_values, report.derived) == (4, 0)
    # Private has the code 2; without the file all is Plan, whose code is 0.
    values = Counter(Rating.objects.values_list("value", flat=True))
    assert values[2] > 60


@pytest.mark.django_db
def test_a_truth_of_unknown_documents_or_categories_is_refused():
    campaign = open_categories()
    for wrong, message in {
        "99,Plan": "line 2: no document has the id '99'",
        "1,Odd": "line 2",
    }.items():
        truth = source(f"document,category\n{wrong}\n", "truth.csv")
        with pytest.raises(BadFiles, match=message):
            simulate_campaign(campaign=campaign, annotators=1, seed=4, truth=truth)
    assert not Rating.objects.exists()


@pytest.mark.django_db
def test_the_command_simulates_documents_too():
    open_categories()
    said = io.StringIO()
    call_command("simulate", "mail", annotators=2, seed=1, stdout=said)
    assert Rating.objects.filter(annotator__campaign=Campaign.objects.get()).exists()
