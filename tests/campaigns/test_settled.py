"""What ratings settle stays while anybody may be rating, whoever comes at the same moment."""

from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.services.settings import Option, change_settings, set_scale
from campaigns.services.settling import RatingsExist, RatingUnderWay
from rating.models import Rating
from sources.services.systems import remove_system
from tests.people import make_lead, program_of, signed_in
from tests.rating.beside import meanwhile
from tests.rating.sitting import join, rate, take

pytestmark = pytest.mark.django_db(transaction=True)

BOATS = "/api/v1/campaigns/boats/"
TWO_BUTTONS = [Option("bad", 0.0), Option("good", 1.0)]
SETTLED = {
    "scale": lambda campaign, by: set_scale(campaign=campaign, options=TWO_BUTTONS, by=by),
    "pool": lambda campaign, by: change_settings(
        campaign=campaign, changes={"title": "New", "pool_depth": 1}, by=by
    ),
    "system": lambda campaign, by: remove_system(system=campaign.systems.get(), by=by),
}


@pytest.fixture
def owner(campaign):
    return make_lead("owner", campaign, "owner")


def stands(campaign):
    now = Campaign.objects.get(id=campaign.pk)
    return (now.title, now.pool_depth, now.scale.count(), now.systems.count())


@pytest.mark.parametrize("change", SETTLED.values(), ids=SETTLED)
def test_nothing_settled_changes_while_somebody_may_be_rating(campaign, owner, change):
    take(join(campaign))
    before = stands(campaign)
    with pytest.raises(RatingUnderWay, match="somebody is rating right now"):
        change(campaign, owner)
    assert stands(campaign) == before
    # Their sitting was left alone: nothing of it can arrive any more.
    campaign.annotators.get().assignments.update(state="expired", seat=None)
    change(campaign, owner)
    assert stands(campaign) != before


@pytest.mark.parametrize("change", SETTLED.values(), ids=SETTLED)
def test_a_sitting_taken_at_the_same_moment_is_seen(campaign, owner, change):
    before, refused = stands(campaign), []

    def try_to():
        with pytest.raises(RatingsExist) as refusal:
            change(campaign, owner)
        refused.append(refusal.value)

    with meanwhile(try_to):
        sitting = take(join(campaign))
    rate(sitting, lambda candidate: 3)
    assert [type(refusal) for refusal in refused] == [RatingUnderWay]
    assert stands(campaign) == before


def test_the_scale_keeps_every_value_that_is_being_stored(campaign, owner):
    sitting = take(join(campaign))
    stored, looked = Event(), Event()

    def rate_slowly():
        try:
            with transaction.atomic():
                rate(sitting, lambda candidate: 3)
                stored.set()
                looked.wait(0.5 if connection.vendor == "sqlite" else 5)
        finally:
            connection.close()

    rater = Thread(target=rate_slowly)
    rater.start()
    stored.wait()
    with pytest.raises(RatingsExist):
        set_scale(campaign=campaign, options=TWO_BUTTONS, by=owner)
    looked.set()
    rater.join()
    assert Rating.objects.filter(value=3).count() == sitting.subset.size
    assert campaign.scale.count() == 4


def test_the_pages_and_programs_say_that_somebody_is_rating(campaign, owner):
    take(join(campaign))
    browser = signed_in(owner)
    system = campaign.systems.get()
    said = "Nothing was changed: somebody is rating right now."
    page = browser.post("/campaigns/boats/settings/pool/", {"pool_depth": 1} | POOL)
    assert said in page.content.decode()
    page = browser.post(reverse("remove-system", args=["boats", system.pk]), follow=True)
    assert said in page.content.decode()
    answer = program_of(owner).patch(BOATS, {"pool_depth": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "rating_under_way")
    assert answer.json()["detail"] == (
        "Nothing was changed: somebody is rating right now; open sittings: 1."
    )
    assert stands(campaign)[1:] == (10, 4, 1)


POOL = {
    "case_policy": "keep",
    "multiwords": "keep",
    "target_as_answer": "drop",
    "excluded_targets": "",
    "mapping": "",
}


def test_of_two_limits_that_do_not_fit_the_second_is_refused(campaign, owner):
    answers, program = [], program_of(owner)
    program.get(BOATS)  # a program that has called before is quick enough to come between

    def lower_the_most():
        answers.append(
            program.patch(BOATS, {"max_ratings": 4}, content_type="application/json")
        )

    with meanwhile(lower_the_most):
        change_settings(campaign=campaign, changes={"min_ratings": 6}, by=owner)
    [answer] = answers
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert (error["field"], error["message"]) == (
        "max_ratings",
        "The maximum cannot be less than the ratings wanted.",
    )
    campaign.refresh_from_db()
    assert (campaign.min_ratings, campaign.max_ratings) == (6, 7)


def test_of_two_pages_saved_at_once_the_last_stands_whole(campaign, owner):
    page = {
        **{"hold_minutes": 120, "repeat_share": 0, "foil_share": 0, "judged_share": 0},
        "most_proposals": 3,
        "stopping": "off",
    }
    answers = []

    def save():
        answers.append(
            signed_in(owner).post(
                "/campaigns/boats/settings/rating/", page | {"min_ratings": 3, "max_ratings": 4}
            )
        )

    with meanwhile(save):
        change_settings(campaign=campaign, changes={"min_ratings": 6}, by=owner)
    assert [answer.status_code for answer in answers] == [302]
    campaign.refresh_from_db()
    assert (campaign.min_ratings, campaign.max_ratings) == (3, 4)
