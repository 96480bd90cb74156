"""Who waits for what somebody else is storing is told to come again, and holds no thread."""

import time
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.test import Client

from annotators.models import Annotator
from campaigns.services.locking import lock_campaign
from core import patience
from rating.models import Assignment, Rating
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(monkeypatch):
    monkeypatch.setattr(patience, "SECONDS_ON_SQLITE", 1)
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


@contextmanager
def held(campaign):
    """Somebody has the campaign's lock, for as long as it takes."""
    begun, over = Event(), Event()

    def hold():
        with transaction.atomic():
            lock_campaign(campaign.pk)
            begun.set()
            over.wait(20)
        connection.close()

    holder = Thread(target=hold)
    holder.start()
    begun.wait(20)
    try:
        yield
    finally:
        over.set()
        holder.join()


def told_later(answer):
    return answer.status_code == 503 and answer.headers["Retry-After"] == "1"


def test_a_take_that_has_to_wait_is_told_to_come_again_within_two_seconds(campaign):
    volunteer = Volunteer()
    with held(campaign):
        began = time.monotonic()
        answer = volunteer.take()
        assert time.monotonic() - began < 2
    assert told_later(answer)
    assert answer.json()["code"] == "busy"
    assert volunteer.take().status_code == 201


def test_the_last_answer_waits_no_longer_and_is_stored_when_it_comes_again(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    last = [rating(candidate) for candidate in candidates(sitting)]
    with held(campaign):
        assert told_later(volunteer.rate(sitting["id"], *last))
    assert not Rating.objects.exists()
    assert volunteer.rate(sitting["id"], *last).json()["remaining"] == 0


@pytest.mark.postgresql
def test_who_joins_and_who_rates_waits_for_nobody(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    with held(campaign):
        began = time.monotonic()
        assert volunteer.rate(sitting["id"], rating(candidates(sitting)[0])).status_code == 200
        assert Volunteer().token
        assert time.monotonic() - began < 1


def test_a_page_says_so_and_sends_again_what_it_was_sent(campaign):
    client = Client()
    client.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    with held(campaign):
        page = client.post("/rate/boats/take/")
    assert told_later(page)
    shown = page.content.decode()
    assert "One moment, please" in shown
    assert 'action="/rate/boats/take/"' in shown
    # Or the browser would forget what it keeps for them.
    assert f'data-annotator="{Annotator.objects.get().pk}"' in shown
    assert 'http-equiv="refresh" content="1;url=/rate/boats/instructions/"' in shown
    assert client.post("/rate/boats/take/").url == "/rate/boats/sitting/"

    sitting = Assignment.objects.get()
    words = sitting.subset.placements.order_by("position")[:2]
    sent = {f"candidate-{word.candidate_id}": "2" for word in words}
    with held(campaign):
        page = client.post(f"/rate/boats/sitting/{sitting.pk}/block/", sent)
    shown = page.content.decode()
    assert told_later(page)
    assert "http-equiv" not in shown
    for name in sent:
        assert f'name="{name}" value="2"' in shown
