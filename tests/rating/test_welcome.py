"""What the welcome page offers is there, and what is not there it says first."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from rating.models import Assignment
from rating.services.hiding import hide_sentence
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HOME = "/rate/boats/"
FULL = "There is nothing left to rate here"
FOR_YOU = "There is nothing left for you to rate"
PRACTICE = [
    {
        "left": "The rain has ",
        "target": "stopped",
        "right": ".",
        "substitute": "end",
        "low": 2,
        "high": 3,
        "why": "The ending does not count.",
    }
]


def join(client):
    return client.post(HOME, {"consent": "on", "native_speaker": "on"})


def fill():
    volunteer = Volunteer()
    while volunteer.sit():
        continue


def text_of(client, path=HOME):
    return client.get(path).content.decode()


def test_a_full_campaign_says_so_before_it_asks_for_anything(client):
    make_campaign(min_ratings=1, max_ratings=1)
    fill()
    page = client.get(HOME)
    assert page.context["form"] is None
    assert FULL in page.content.decode()
    assert join(client).status_code == 200


def test_a_campaign_with_one_seat_left_is_not_full(client):
    make_campaign(min_ratings=1, max_ratings=1)
    Volunteer().sit()
    page = client.get(HOME)
    assert page.context["form"] is not None
    assert FULL not in page.content.decode()


def test_a_seat_whose_hold_ran_out_is_not_taken(client):
    make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    Volunteer().take()
    assert FULL in text_of(client)
    Assignment.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert FULL not in text_of(client)


def test_a_campaign_that_stops_at_the_minimum_is_full_there(client):
    make_campaign(subsets=1, min_ratings=1, max_ratings=3, stop_at_min=True)
    Volunteer().sit()
    assert FULL in text_of(client)


def test_a_campaign_of_which_all_was_hidden_has_nothing_to_rate(client):
    campaign = make_campaign()
    for item in campaign.items.all():
        hide_sentence(sentence_id=item.pk)
    assert FULL in text_of(client)


@pytest.mark.postgresql
def test_words_that_are_short_in_an_uneven_subset_are_something_to_rate(client):
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    campaign.subsets.update(uneven=True)
    assert FULL not in text_of(client)
    fill()
    assert FULL in text_of(client)


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_one_who_comes_back_is_offered_nothing_that_is_not_there(client, state):
    make_campaign()
    join(client)
    Campaign.objects.update(state=state)
    text = text_of(client)
    assert "Continue rating" not in text
    assert {"paused": "is paused", "closed": "has ended"}[state] in text


def test_a_paused_campaign_offers_to_finish_what_was_begun(client):
    make_campaign()
    join(client)
    client.post(f"{HOME}take/")
    Campaign.objects.update(state="paused")
    assert "Continue rating" in text_of(client)


@pytest.mark.postgresql
def test_one_who_did_all_there_is_reads_that_on_coming_back(client):
    make_campaign(subsets=1)
    join(client)
    client.post(f"{HOME}take/")
    assert "Continue rating" in text_of(client)
    Assignment.objects.update(state="complete", completed_at=timezone.now(), remaining=0)
    text = text_of(client)
    assert "Continue rating" not in text
    assert FOR_YOU in text


def test_instructions_offer_no_practice_where_nothing_is_left(client):
    make_campaign(practice=PRACTICE, min_ratings=1, max_ratings=1)
    join(client)
    fill()
    text = text_of(client, f"{HOME}instructions/")
    assert FOR_YOU in text
    assert "Practise first" not in text


def test_instructions_opened_in_a_sitting_lead_back_to_it(client):
    make_campaign(practice=PRACTICE)
    join(client)
    assert "Practise first" in text_of(client, f"{HOME}instructions/")
    client.post(f"{HOME}take/")
    text = text_of(client, f"{HOME}instructions/")
    assert "Back to your turn" in text
    assert "Practise first" not in text


def test_consent_says_how_long_it_takes_who_asks_and_whom_to_write_to(client):
    make_campaign(organiser="Institute of Boats", contact="boats@example.org")
    form = text_of(client).split("<form method")[1]
    assert "1 min" in form
    assert "Institute of Boats" in form
    assert "boats@example.org" in form
