"""How full quotas are: page, API and command tell the same, of one selector."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator, TurnedAway
from campaigns.models import Campaign
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.volunteer import CONSENT
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/boats"
QUESTIONS = [{"key": "region", "label": "Where?", "choices": ["North", "South"]}]
COMPREHENSION = [{"question": "Why?", "choices": ["so", "no"], "correct": "so"}]
QUOTAS = [
    {"question": "region", "answer": "North", "most": 2},
    {"question": "region", "answer": "South", "most": 3},
]


def join(region):
    said = {**CONSENT, "answers": {"region": region}}
    return Client().post(f"{API}/join/", said, content_type="application/json")


def asking(joined):
    return Client(headers={"Authorization": f"Annotator {joined.json()['token']}"})


def answer(client, text):
    said = {"answers": {"1": text}}
    client.post("/api/v1/comprehension/", said, content_type="application/json")


@pytest.fixture
def told(capsys):
    """What each of the three says; the same."""

    def read():
        campaign = Campaign.objects.get()
        lead = make_lead(f"lead{timezone.now().timestamp()}", campaign, "viewer")
        by_api = program_of(lead).get(f"{API}/recruiting/").json()
        page = signed_in(lead).get("/campaigns/boats/ratings/recruiting/")
        on_page = page.context["recruiting"]
        call_command("quotas", "boats", "--json")
        by_command = json.loads(capsys.readouterr().out)
        assert {name: by_command[name] for name in by_api} == by_api
        shown = [
            {name: getattr(one, name) for name in by_api["quotas"][number]}
            for number, one in enumerate(on_page.quotas)
        ]
        assert shown == by_api["quotas"]
        assert (on_page.check and on_page.check._asdict()) == by_api["check"]
        return by_api, page.content.decode()

    return read


def test_each_tells_who_is_in_who_has_just_joined_and_who_was_turned_away(told):
    make_campaign(questions=QUESTIONS, quotas=QUOTAS, comprehension=COMPREHENSION)
    first, second = [asking(join("North")) for _person in range(2)]
    answer(first, "so")
    assert (
        first.post("/api/v1/assignments/", content_type="application/json").status_code == 201
    )
    for _try in range(2):
        answer(second, "no")
    # Whoever failed leaves their place to one more; the next two are turned away.
    assert [join("North").status_code for _person in range(3)] == [201, 403, 403]
    facts, page = told()
    # By hand: North 2 of 2 – one sits, one has just joined –, South empty.
    assert facts["quotas"] == [
        {
            **QUOTAS[0],
            **{"held": 2, "sitting": 1, "free": 0, "turned_away": 2, "offered": True},
        },
        {
            **QUOTAS[1],
            **{"held": 0, "sitting": 0, "free": 3, "turned_away": 0, "offered": True},
        },
    ]
    assert facts["check"] == {"passed": 1, "failed": 1, "pending": 1}
    assert "1 of them just joined" in page
    Annotator.objects.update(joined_at=timezone.now() - timedelta(days=1))
    assert told()[0]["quotas"][0]["held"] == 1


def test_a_quota_below_what_is_used_has_no_place_free(told):
    make_campaign(questions=QUESTIONS, quotas=QUOTAS)
    for _person in range(2):
        join("North")
    Campaign.objects.update(
        quotas=[{**QUOTAS[0], "most": 1}], questions=[{**QUESTIONS[0], "choices": ["South"]}]
    )
    (quota,) = told()[0]["quotas"]
    assert (quota["held"], quota["most"], quota["free"]) == (2, 1, 0)
    assert quota["offered"] is False


def test_without_either_each_says_so(told, capsys):
    make_campaign()
    facts, page = told()
    assert facts == {"quotas": [], "check": None}
    assert "No quotas" in page
    call_command("quotas", "boats")
    assert "no quotas" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_all_who_are_turned_away_at_once_are_counted():
    make_campaign(questions=QUESTIONS, quotas=[{**QUOTAS[0], "most": 0}])
    answers = at_once(*[lambda: join("North")] * 16)
    assert {one.status_code for one in answers} == {403}
    assert TurnedAway.objects.get().times == 16
