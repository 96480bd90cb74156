"""What is stored is the plan that was looked at, and the form keeps what was asked."""

import pytest
from django.core.management import CommandError

from campaigns.models import Job
from pooling.models import Placement
from pooling.selectors import stored_plan
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.hiding import hide_candidate
from sources.services.systems import add_system
from tests.commands import facts_of
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.pooling.test_pages import PLAN, SUBSETS, sent, take_up  # noqa: F401

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ASKED = {
    "subsets": "3",
    "block_size": "5",
    "seed": "77",
    "leave_unanchored_out": "on",
    "allow_unanchored": "1 2",
}


@pytest.fixture
def campaign():
    return make_campaign(subsets=None)


@pytest.fixture
def owner(campaign):
    return make_lead("owner", campaign, "owner")


@pytest.fixture
def asks(owner, sent, django_capture_on_commit_callbacks):  # noqa: F811
    browser = signed_in(owner)

    def ask(what, fields):
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(f"{SUBSETS}{what}/", fields)
        take_up(sent)
        return browser.get(SUBSETS)

    return ask


def said_in(form):
    return {name: form[name].value() for name in form.fields}


def test_the_form_keeps_all_that_was_looked_at(asks):
    page = asks("preview", ASKED)
    expected = {"subsets": 3, "block_size": 5, "seed": 77, "leave_unanchored_out": True}
    expected |= {"allow_unanchored": "1 2", "sample": None, "where": "", "double_share": None}
    expected |= {"times": None}
    assert said_in(page.context["form"]) == expected
    assert 'value="77"' in page.content.decode().split("<h2>Dispatch</h2>")[1]


def test_the_form_keeps_what_was_stored_too(asks, campaign):
    page = asks("store", ASKED)
    assert said_in(page.context["form"])["allow_unanchored"] == "1 2"
    assert said_in(page.context["form"])["seed"] == 77
    # Stored since by somebody in a shell: that is the plan there is.
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=5)
    again = asks("nothing", {})
    assert said_in(again.context["form"])["seed"] == 5


def test_what_failed_is_not_typed_again(asks, campaign):
    page = asks("preview", {**PLAN, "subsets": "5000"})
    assert Job.objects.get().state == Job.State.FAILED
    assert said_in(page.context["form"])["subsets"] == 5000


def test_storing_gives_the_places_that_were_looked_at(asks, campaign):
    page = asks("preview", ASKED)
    asks("store", dict(page.context["looked_at_again"]))
    looked_at, stored = Job.objects.order_by("id")
    assert stored.state == Job.State.DONE
    assert stored.result["plan"] == looked_at.result["plan"]
    first = [*stored_plan(campaign)]
    dispatch_campaign(
        campaign=campaign, subsets=3, block_size=5, seed=77, allow_unanchored=["1", "2"]
    )
    assert [*stored_plan(campaign)] == first


@pytest.mark.parametrize("change", ["pool", "hide"])
def test_a_plan_that_would_be_another_by_now_is_not_stored(asks, campaign, owner, change):
    page = asks("preview", PLAN)
    if change == "pool":
        add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
        pool_campaign(campaign=campaign)
    else:
        candidate = campaign.items.get(key="1").candidates.get(text="sorry")
        hide_candidate(candidate_id=candidate.pk, hide=True, by=owner)
    told = asks("store", dict(page.context["looked_at_again"])).content.decode()
    assert Job.objects.order_by("id").last().refusal["code"] == "plan_out_of_date"
    assert "has changed since the preview" in told
    assert not Placement.objects.exists()


def test_a_program_and_a_shell_name_the_plan_too(asks, campaign, owner, sent):  # noqa: F811
    shell = ["dispatch", "boats", "--subsets", 2, "--block-size", 4, "--seed", 7]
    looked_at = facts_of(*shell, "--dry-run")["plan"]
    assert asks("preview", PLAN).context["looked_at"].result["plan"] == looked_at
    with pytest.raises(CommandError, match="has changed since the preview"):
        facts_of(*shell[:-1], 8, "--plan", looked_at)
    assert not Placement.objects.exists()
    assert facts_of(*shell, "--plan", looked_at)["plan"] == looked_at
    asked = {"subsets": 2, "block_size": 4, "seed": 8, "plan": looked_at}
    address = "/api/v1/campaigns/boats/subsets/"
    answer = program_of(owner).post(address, asked, "application/json")
    assert answer.status_code == 202
    take_up([answer.json()["id"]])
    assert Job.objects.order_by("id").last().refusal["code"] == "plan_out_of_date"
