"""A campaign's overview for programs: the page's facts as numbers."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Campaign
from tests.agreement.rated import worked_campaign
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db

OVERVIEW = "/api/v1/campaigns/boats/overview/"


def stages(campaign, role="viewer"):
    answer = program_of(make_lead("vera", campaign, role), scope="viewer").get(OVERVIEW)
    assert answer.status_code == 200
    return {stage.pop("stage"): stage for stage in answer.json()["stages"]}


def test_a_new_campaign_says_what_it_holds_and_what_to_do_next():
    found = stages(make_campaign(subsets=None, state=Campaign.State.DRAFT))
    assert [*found] == [
        "sources",
        "pool",
        "subsets",
        "monitor",
        "agreement",
        "gold",
        "scores",
    ]
    # tests/factories.py: five sentences of three targets, eleven substitutes with 29 votes.
    assert found["sources"] == {
        "facts": {
            "sentences": 5,
            "targets": 3,
            "gold_substitutes": 11,
            "votes": 29,
            "systems": 1,
        },
        "status": "done",
        "share": None,
        "wrong": None,
        "next": None,
    }
    assert found["subsets"] == {
        "status": "waiting",
        "share": None,
        "facts": {},
        "wrong": "The pool has not been dispatched.",
        "next": {
            "words": "Dispatch the pool",
            "page": "http://localhost:8000/campaigns/boats/subsets/",
        },
    }
    assert found["agreement"]["wrong"] == "There is nothing to measure yet."


def test_shares_and_intervals_come_as_numbers():
    campaign = worked_campaign(slug="boats")
    found = stages(campaign)
    pool = found["pool"]["facts"]
    assert pool["candidates"] == sum(
        pool[origin]["count"] for origin in ("gold", "systems", "both")
    )
    assert 0 < pool["both"]["percent"] < 100
    enough = found["monitor"]["facts"]["subsets_with_enough"]
    assert enough["of"] == campaign.subsets.count()


def test_every_fact_of_the_page_is_told_and_no_word_of_it_is_translated():
    campaign = worked_campaign(slug="boats")
    lead = make_lead("olga", campaign, "owner")
    page = signed_in(lead).get("/campaigns/boats/", headers={"Accept-Language": "fr"})
    found = stages(campaign)
    assert [len(stage.facts) for stage in page.context["stages"]] == [
        len(stage["facts"]) for stage in found.values()
    ]
    assert found["scores"]["wrong"] == "Systems are scored on a second gold."


def test_a_larger_campaign_takes_no_more_queries():
    campaign = make_campaign()
    client = program_of(make_lead("vera", campaign), scope="viewer")
    client.get(OVERVIEW)
    with CaptureQueriesContext(connection) as few:
        client.get(OVERVIEW)
    worked_campaign(slug="ships")
    Campaign.objects.filter(slug="boats").update(slug="before")
    Campaign.objects.filter(slug="ships").update(slug="boats")
    client = program_of(make_lead("olga", Campaign.objects.get(slug="boats")))
    client.get(OVERVIEW)
    with CaptureQueriesContext(connection) as many:
        client.get(OVERVIEW)
    # What was rated elsewhere is counted candidate by candidate, in three of its own at most.
    assert len(many) <= len(few) + 3
