"""How many substitutes annotators are asked for is a setting of the campaign."""

import pytest

from campaigns.models import Member
from tests.categories.released import rated_categories
from tests.people import make_lead, program_of, signed_in
from tests.proposing.turn import first_stage
from tests.rating.volunteer import Volunteer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_lead_says_how_many_and_annotators_are_told():
    campaign = first_stage(annotators=3)
    user = make_lead("lead", campaign, Member.Role.MANAGER)
    assert Volunteer("boats").take().json()["most"] == 3
    program, browser = program_of(user), signed_in(user)
    answer = program.patch(
        "/api/v1/campaigns/boats/", {"most_proposals": 5}, "application/json"
    )
    assert answer.json()["most_proposals"] == 5
    page = browser.get("/campaigns/boats/settings/rating/").content.decode()
    assert "Substitutes per annotator and sentence" in page
    assert Volunteer("boats").take().json()["most"] == 5
    refused = program.patch(
        "/api/v1/campaigns/boats/", {"most_proposals": 11}, "application/json"
    )
    assert refused.status_code == 400


def test_where_nobody_proposes_nothing_is_asked():
    campaign = rated_categories()
    browser = signed_in(make_lead("lead", campaign, Member.Role.MANAGER))
    page = browser.get(f"/campaigns/{campaign.slug}/settings/rating/").content.decode()
    assert "may propose" not in page
