"""Who asks while their campaign is being deleted is told that there is none."""

import time

import pytest
from django.db import transaction
from django.test import Client

from campaigns.models import Campaign
from pooling.services.starting_over import delete_campaign, delete_retired
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer
from tests.side_by_side import at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("what", ["take", "withdraw", "complete"])
def test_who_asks_while_their_campaign_is_deleted_is_told_so(what):
    campaign = make_campaign()
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    client = Client(
        raise_request_exception=False,
        headers={"Authorization": f"Annotator {volunteer.token}"},
    )
    calls = {
        "take": lambda: client.post("/api/v1/assignments/", {}, "application/json"),
        "withdraw": lambda: client.delete("/api/v1/me/"),
        "complete": lambda: client.post(
            f"/api/v1/assignments/{sitting['id']}/complete/", {}, "application/json"
        ),
    }
    delete_campaign(campaign=campaign)
    retired = Campaign.objects.get(id=campaign.id)

    def remove():
        with transaction.atomic():
            delete_retired(retired)
            time.sleep(1)  # the annotator is still seen, the campaign is locked

    def ask():
        time.sleep(0.5)
        return calls[what]().status_code

    assert at_once(remove, ask)[1] in (401, 404)
