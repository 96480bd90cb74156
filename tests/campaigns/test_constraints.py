"""Two leads each change half of what must fit, at the same moment."""

import pytest
from django.db import IntegrityError

from campaigns.constraints import words_of
from campaigns.models import Campaign
from campaigns.settings_forms import RatingForm
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db

BOATS = "/api/v1/campaigns/boats/"
WORDS = "The fewest ratings must be at least 1 and at most the most ratings."


@pytest.fixture
def campaign():
    return make_campaign(subsets=None, min_ratings=3, max_ratings=7)


@pytest.fixture
def lead(campaign):
    return make_lead("olga", campaign, "owner")


@pytest.fixture
def meanwhile(campaign, monkeypatch):
    """Another lead wants six ratings at least, just after our form was found right."""
    look = RatingForm.clean

    def clean(form):
        found = look(form)
        Campaign.objects.filter(pk=campaign.pk).update(min_ratings=6)
        return found

    monkeypatch.setattr(RatingForm, "clean", clean)


def test_a_program_is_told_what_no_longer_fits(campaign, lead, meanwhile):
    answer = program_of(lead).patch(BOATS, {"max_ratings": 4}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"] == WORDS
    assert [entry["message"] for entry in answer.json()["errors"]] == [WORDS]
    campaign.refresh_from_db()
    assert campaign.max_ratings == 7


def test_so_is_a_lead_on_the_page(campaign, lead, meanwhile):
    client = signed_in(lead)
    page = client.get("/campaigns/boats/settings/rating/")
    posted = {
        name: value
        for name, value in page.context["form"].initial.items()
        if value is not False
    }
    answer = client.post("/campaigns/boats/settings/rating/", posted | {"max_ratings": 4})
    assert answer.status_code == 200
    assert WORDS in answer.content.decode()
    campaign.refresh_from_db()
    assert (campaign.min_ratings, campaign.max_ratings) == (6, 7)


def test_a_constraint_of_something_else_stays_an_accident():
    refused = IntegrityError("UNIQUE constraint failed: auth_user.username")
    with pytest.raises(IntegrityError):
        words_of(refused, Campaign)
