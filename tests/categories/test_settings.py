"""Examples and practice of documents; the scale is the tree's."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from campaigns.forms.changing import BadSettings, store_changes
from campaigns.models import Category, Member
from campaigns.services.settings import Option, set_scale
from core.refusals import Refused
from tests.categories.factories import open_categories

pytestmark = pytest.mark.django_db

DOCUMENT = {
    "headers": {"subject": "Regatta"},
    "text": "Who won?",
    "attachments": [],
    "substitute": "document",
}


@pytest.fixture
def campaign():
    return open_categories()


@pytest.fixture
def lead(client, campaign):
    user = User.objects.create_user("lead", password="x")
    Member.objects.create(campaign=campaign, user=user, role=Member.Role.OWNER)
    client.force_login(user)
    return client


def rows(**fields):
    return {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 0} | {
        f"form-0-{name}": value for name, value in fields.items()
    }


def test_an_example_is_written_as_a_document_and_kept_as_one(lead, campaign):
    page = lead.get("/campaigns/mail/settings/examples/").content.decode()
    for label in ("Subject (optional)", "Document", "Plan"):
        assert label in page
    assert "0 Plan" not in page
    sent = rows(subject="Regatta", text="Who won?", value="1", why="It is over.")
    assert lead.post("/campaigns/mail/settings/examples/", sent).status_code == 302
    campaign.refresh_from_db()
    assert campaign.examples == [{**DOCUMENT, "value": 1, "why": "It is over."}]
    assert "Who won?" in lead.get("/campaigns/mail/settings/examples/").content.decode()


def test_what_fits_in_the_practice_is_one_category(lead, campaign):
    sent = rows(subject="", text="Who won?", low="1", why="It is over.")
    assert lead.post("/campaigns/mail/settings/practice/", sent).status_code == 302
    campaign.refresh_from_db()
    [kept] = campaign.practice
    assert (kept["low"], kept["high"], kept["headers"]) == (1, 1, {})


def test_the_api_and_a_command_take_them_as_they_are_kept(campaign):
    example = {**DOCUMENT, "value": 2, "why": "So."}
    store_changes(campaign=campaign, changes={"examples": [example]}, by=None)
    campaign.refresh_from_db()
    assert campaign.examples == [example]


def test_what_an_example_lacks_is_named(campaign):
    with pytest.raises(BadSettings) as bad:
        store_changes(
            campaign=campaign,
            changes={"examples": [{"left": "a", "value": 1, "why": "So."}]},
            by=None,
        )
    assert [one["field"] for one in bad.value.problems] == [
        "examples[0].headers",
        "examples[0].text",
    ]


def test_the_buttons_are_not_changed_beside_the_tree(lead, campaign):
    assert lead.get("/campaigns/mail/settings/scale/").status_code == 404
    assert "settings/scale/" not in lead.get("/campaigns/mail/settings/").content.decode()
    with pytest.raises(Refused, match="are the categories that it was made with"):
        set_scale(campaign=campaign, options=[Option("a", 0), Option("b", 1)], by=None)
    assert Category.objects.count() == 4


def test_leads_see_the_tree_in_the_preview(lead):
    answer = lead.get(reverse("preview", args=["mail"]))
    page = answer.content.decode()
    assert page.count('type="radio"') == 4
    assert "Something is to happen" in page
