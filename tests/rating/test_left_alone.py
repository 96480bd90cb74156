"""What one reads who left a sitting alone: a sentence that is true."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import Assignment
from rating.services.ending import expire_assignments
from rating.services.exclusions import exclude
from rating.services.hiding import hide_sentence
from tests.factories import make_campaign
from tests.people import make_lead
from tests.rating.sitting import give_away
from tests.rating.test_pages import block_of, take

pytestmark = pytest.mark.django_db

HOME = "/rate/boats/"


def leave_alone(*, minutes=180):
    """As if nothing had happened for so long."""
    then = timezone.now() - timedelta(minutes=minutes)
    Assignment.objects.update(taken_at=then, expires_at=then + timedelta(minutes=120))
    expire_assignments()


def thanks(client):
    return client.get(f"{HOME}thanks/").content.decode()


def test_the_sitting_says_how_long_it_is_held(client):
    make_campaign(hold_minutes=45)
    assignment = take(client)
    html = client.get(f"{HOME}sitting/").content.decode()
    assert 'data-hold-minutes="45"' in html
    assert f'data-expires="{assignment.expires_at:%Y-%m-%dT%H:%M:%S}' in html


def test_one_who_comes_back_to_a_free_seat_reads_for_how_long_it_was_left(client):
    make_campaign()
    take(client)
    leave_alone()
    assert "3\xa0hours ago. It is still yours" in thanks(client)
    back = client.post(f"{HOME}take/", follow=True).content.decode()
    assert "3\xa0hours ago; it is yours again" in back
    # It is said once.
    assert "yours again" not in client.get(f"{HOME}sitting/").content.decode()


def test_a_new_sitting_is_not_told_to_be_ones_own_again(client):
    make_campaign()
    client.post(HOME, {"consent": "on", "native_speaker": "on"})
    page = client.post(f"{HOME}take/", follow=True).content.decode()
    assert "yours again" not in page


def test_where_others_have_its_places_that_is_said_and_no_place_is_promised(client):
    make_campaign(max_ratings=3)
    give_away(take(client))
    text = thanks(client)
    assert "others have rated all of it since, or are rating it now" in text
    assert "still yours" not in text


def test_where_all_of_it_was_hidden_nobody_is_said_to_have_rated_it(client):
    campaign = make_campaign()
    take(client)
    leave_alone()
    for item in campaign.items.all():
        hide_sentence(sentence_id=item.pk)
    text = thanks(client)
    assert "others have" not in text
    assert "removed from the campaign" in text


def test_a_closed_campaign_is_said_to_be_closed_not_given_away(client):
    make_campaign()
    take(client)
    leave_alone()
    Campaign.objects.update(state="closed")
    text = thanks(client)
    assert "others have" not in text
    assert "still yours" not in text
    assert "the organisers have closed the campaign" in text


def test_one_whose_ratings_a_lead_left_out_reads_who_ended_the_sitting(client):
    make_campaign()
    take(client)
    exclude(Annotator.objects.get(), reason="why", by=make_lead("lead"))
    text = thanks(client)
    assert "The organisers have ended" in text
    assert "others have" not in text


def test_a_refused_block_is_refused_with_what_is_true(client):
    """Its annotator took another one in another window."""
    make_campaign()
    assignment = take(client)
    block = block_of(client)
    leave_alone()
    Assignment.objects.create(
        subset=None,
        annotator=assignment.annotator,
        expires_at=timezone.now() + timedelta(hours=1),
    )
    answer = client.post(f"{HOME}sitting/{assignment.pk}/block/", block)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "you have another turn open" in text
    assert "given to someone else" not in text


def test_the_rating_page_claims_nothing_it_cannot_know(client):
    make_campaign()
    take(client)
    html = client.get(f"{HOME}sitting/").content.decode()
    assert "given to someone else" not in html


def test_the_api_refuses_without_claiming_who_has_it(client):
    make_campaign()
    assignment = take(client)
    give_away(assignment)
    sent = client.put(
        f"/api/v1/assignments/{assignment.pk}/ratings/",
        {
            "ratings": [
                {
                    "candidate": assignment.subset.placements.first().candidate_id,
                    "value": 1,
                    "key": "0b9ef1c9-54b4-4bb2-bd01-0f4ba2b1d2a5",
                }
            ]
        },
        content_type="application/json",
    )
    assert (sent.status_code, sent.json()["code"]) == (409, "assignment_expired")
    assert "given to someone else" not in sent.json()["detail"]


def test_a_stranger_learns_nothing_of_anothers_sitting(client):
    make_campaign()
    take(client)
    leave_alone()
    other = Client()
    other.post(HOME, {"consent": "on", "native_speaker": "on"})
    assert "You left" not in thanks(other)
