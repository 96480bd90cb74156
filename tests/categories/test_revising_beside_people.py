"""The tree is revised while somebody answers: no answer is in a category that is no more."""

import uuid

import pytest

from campaigns.models import Campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from rating.selectors.sittings import missing_candidates
from rating.services.first_answer import store_first_answer
from rating.services.revising import revise_categories
from rating.services.storing import BadRatings, store_ratings
from regild.rating.batch import NewRating
from tests.categories.factories import make_categories
from tests.factories import source
from tests.rating.beside import meanwhile
from tests.rating.sitting import join_campaign, take

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

PLAN = 0
REMOVE = "change,category\nremove,Plan\nadd,Other\n"


@pytest.fixture
def campaign():
    campaign = make_categories()
    pool_campaign(campaign=campaign)
    Campaign.objects.update(state="open")
    campaign.refresh_from_db()
    keys = [*campaign.items.values_list("key", flat=True)]
    dispatch_campaign(campaign=campaign, subsets=1, block_size=8, seed=1, allow_unanchored=keys)
    return campaign


@pytest.mark.parametrize("way", ["one statement", "a batch"])
def test_an_answer_that_waits_for_a_revision_is_checked_by_the_new_tree(campaign, way):
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    sitting = take(joined.annotator)
    answer = NewRating(missing_candidates(sitting)[0], PLAN, uuid.uuid4(), 900)
    came = []

    def rate() -> None:
        if way == "one statement":
            came.append(store_first_answer(joined.token, sitting.pk, answer))
            return
        try:
            store_ratings(
                annotator=joined.annotator, assignment_id=sitting.pk, ratings=[answer]
            )
        except BadRatings as bad:
            came.extend(problem.code for problem in bad.problems)

    with meanwhile(rate):
        revise_categories(campaign=campaign, changes=source(REMOVE, "changes.csv"))
    assert came == ([None] if way == "one statement" else ["value_not_on_scale"])
    assert not Rating.objects.exists()
