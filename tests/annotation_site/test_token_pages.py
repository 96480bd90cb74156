"""Access for programs: a lead's own tokens, and what an owner sees of others'."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import ApiToken, AuditEntry, Campaign, Member
from campaigns.services.api_tokens import make_api_token
from tests.people import make_lead, signed_in, token_for

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TOKENS = "/account/tokens/"
Role = Member.Role


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


def make(lead, **said):
    return signed_in(lead).post(TOKENS, {"name": "nightly", "scope": "viewer"} | said)


def shown_token(page):
    return page.content.decode().split('readonly value="')[1].split('"')[0]


def test_a_token_is_shown_once_and_works_as_the_page_says(olga):
    page = make(olga)
    token = shown_token(page)
    text = page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert f"Authorization: Bearer {token}" in text
    assert "http://testserver/api/v1/campaigns/" in text
    found = Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/campaigns/")
    assert [row["slug"] for row in found.json()["rows"]] == ["boats"]
    again = signed_in(olga).get(TOKENS).content.decode()
    assert "nightly" in again
    assert token not in again


@pytest.mark.parametrize("scope", Role.values)
def test_what_was_chosen_is_what_it_may(campaign, olga, scope):
    day = timezone.now().date() + timedelta(days=90)
    make(olga, scope=scope, campaign=campaign.pk, last_day=day.isoformat())
    made = ApiToken.objects.get()
    assert (made.user, made.campaign, made.scope) == (olga, campaign, scope)
    assert made.expires_at == datetime.combine(day, time.max, tzinfo=UTC)


def test_unless_chosen_it_opens_all_campaigns_and_has_no_end(olga):
    make(olga)
    made = ApiToken.objects.get()
    assert (made.campaign, made.expires_at) == (None, None)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 81}, "at most 80"),
        ({"scope": "operator"}, "not one of the available choices"),
        ({"last_day": "2020-01-01"}, "This date is in the past."),
        ({"last_day": "soon"}, "Enter a valid date."),
        ({"campaign": "999"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(olga, said, told):
    assert told in make(olga, **said).content.decode()
    assert not ApiToken.objects.exists()


def test_a_campaign_of_others_cannot_be_chosen(olga):
    ships = Campaign.objects.create(slug="ships", title="Ships", language="en")
    page = make(olga, campaign=ships.pk)
    assert "Ships" not in page.content.decode()
    assert not ApiToken.objects.exists()


def test_a_token_is_taken_back_by_its_lead_and_by_nobody_else(olga):
    token_for(olga)
    address = f"{TOKENS}{ApiToken.objects.get().pk}/take-back/"
    assert signed_in(make_lead("vera")).post(address).status_code == 404
    page = signed_in(olga).post(address, follow=True)
    assert "Token “a program” revoked." in page.content.decode()
    assert not ApiToken.objects.exists()


def test_the_list_says_what_each_opens_and_when_it_was_used(campaign, olga):
    client = signed_in(olga)
    token_for(olga, campaign=campaign, scope="manager")
    page = client.get(TOKENS).content.decode()
    assert "Boats and gladness" in page
    assert "never used" in page
    ApiToken.objects.update(
        campaign=None,
        used_at=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        expires_at=timezone.now() - timedelta(days=1),
    )
    page = client.get(TOKENS).content.decode()
    for words in ("all campaigns", "last used 2026-03-04 05:06 UTC", "has expired"):
        assert words in page


def test_an_owner_sees_the_tokens_that_open_their_campaign_alone_and_takes_them_back(
    campaign, olga
):
    mia = make_lead("mia", campaign, Role.MANAGER)
    token_for(mia, campaign=campaign)
    make_api_token(user=mia, name="for all of mine", scope=Role.OWNER)
    client = signed_in(olga)
    page = client.get("/campaigns/boats/people/").content.decode()
    assert "a program</strong> – mia" in page
    assert "for all of mine" not in page
    assert "a program" not in signed_in(mia).get("/campaigns/boats/people/").content.decode()

    limited, wide = ApiToken.objects.order_by("id")
    address = "/campaigns/boats/people/tokens/{}/take-back/"
    assert client.post(address.format(wide.pk)).status_code == 404
    assert client.post(address.format(limited.pk)).url == "/campaigns/boats/people/"
    assert [*ApiToken.objects.all()] == [wide]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.actor_name) == ("take back API token", "olga")
