"""Examples and practice of utterances; synthetic annotators rate the natural one higher."""

from statistics import fmean

import pytest
from django.contrib.auth.models import User

from campaigns.models import Member
from rating.models import Rating
from rating.services.simulating import simulate_campaign
from tests.utterances.factories import open_utterances

pytestmark = pytest.mark.django_db


def test_an_example_is_one_utterance(client):
    campaign = open_utterances()
    user = User.objects.create_user("lead", password="x")
    Member.objects.create(campaign=campaign, user=user, role=Member.Role.OWNER)
    client.force_login(user)
    sent = {
        "form-TOTAL_FORMS": 1,
        "form-INITIAL_FORMS": 0,
        "form-0-utterance": "The spoon barks",
        "form-0-value": "0",
        "form-0-why": "Spoons do not.",
    }
    path = "/campaigns/odd/settings/examples/"
    assert client.post(path, sent).status_code == 302
    campaign.refresh_from_db()
    assert campaign.examples == [
        {
            "utterances": ["The spoon barks"],
            "substitute": "1",
            "value": 0,
            "why": "Spoons do not.",
        }
    ]
    assert "The spoon barks" in client.get(path).content.decode()
    client.post("/rate/odd/", {"consent": "on", "native_speaker": "on"})
    told = client.get("/rate/odd/instructions/").content.decode()
    assert "The spoon barks" in told
    assert "0 Nobody would say this" in told


def test_the_natural_one_is_rated_higher():
    campaign = open_utterances(max_ratings=30)
    simulate_campaign(campaign=campaign, annotators=30, seed=2)
    rated = Rating.objects.values_list("candidate__votes", "value")
    natural = [value for votes, value in rated if votes]
    others = [value for votes, value in rated if not votes]
    assert (len(natural), len(others)) == (60, 120)
    assert fmean(natural) > fmean(others) + 0.7
