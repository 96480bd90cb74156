"""Settings that a campaign's task has no use for are not offered, and refused."""

import pytest

from campaigns.models import Campaign
from campaigns.services.settings import change_settings
from core.refusals import Refused
from regild.tasks import TASKS, settings_without_use
from tests.categories.factories import make_categories
from tests.people import make_lead, program_of, signed_in
from tests.utterances.factories import make_utterances

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead():
    return make_lead("lead")


def settings_page(lead, campaign, section):
    return signed_in(lead).get(f"/campaigns/{campaign.slug}/settings/{section}/")


def test_a_task_has_no_use_for_what_only_others_have():
    assert settings_without_use(TASKS["substitution"]) == set()
    assert {"multiwords", "case_policy", "pool_depth"} < settings_without_use(
        TASKS["utterances"]
    )
    assert "scale" not in settings_without_use(TASKS["utterances"])
    assert "scale" in settings_without_use(TASKS["categories"])


@pytest.mark.parametrize("section", ["pool", "scale"])
def test_a_section_of_nothing_but_these_is_not_there(lead, section):
    campaign = make_categories(by=lead)
    assert settings_page(lead, campaign, section).status_code == 404
    shown = settings_page(lead, campaign, "general").content.decode()
    assert f"/campaigns/mail/settings/{section}/" not in shown
    assert "/campaigns/mail/settings/rating/" in shown


def test_of_other_sections_what_is_of_use_stays(lead):
    campaign = make_utterances(by=lead)
    page = settings_page(lead, campaign, "pool")
    assert [*page.context["form"].fields] == ["excluded_targets"]
    assert "Probes to leave out" in page.content.decode()
    page = settings_page(lead, campaign, "rating")
    assert "foil_share" not in page.context["form"].fields
    assert "repeat_share" in page.context["form"].fields
    saved = signed_in(lead).post(
        "/campaigns/odd/settings/pool/", {"excluded_targets": "dog cat"}
    )
    assert saved.context["form"].errors["excluded_targets"] == ["No set has the probe cat."]
    signed_in(lead).post("/campaigns/odd/settings/pool/", {"excluded_targets": "dog"})
    assert Campaign.objects.get().excluded_targets == ["dog"]


def test_a_program_is_told_which_and_nothing_is_changed(lead):
    make_categories(by=lead)
    there = "/api/v1/campaigns/mail/"
    changes = {"title": "New", "pool_depth": 3, "scale": [{"label": "a", "weight": 1}] * 2}
    answer = program_of(lead).patch(there, changes, content_type="application/json")
    assert answer.status_code == 400
    assert [(one["field"], one["code"]) for one in answer.json()["errors"]] == [
        ("pool_depth", "no_use"),
        ("scale", "no_use"),
    ]
    assert Campaign.objects.get().title == "mail"


def test_what_a_program_is_told_has_none_of_them(lead):
    make_categories(by=lead)
    told = program_of(lead).get("/api/v1/campaigns/mail/").json()
    assert told["task"] == "categories"
    assert {"pool_depth", "multiwords", "foil_share"} & told.keys() == set()
    assert [option["label"] for option in told["scale"]] == ["Plan", "Report", "Private"]


def test_a_service_refuses_as_well():
    campaign = make_categories()
    with pytest.raises(Refused, match="setting pool_depth does not apply"):
        change_settings(campaign=campaign, changes={"pool_depth": 3}, by=None)
