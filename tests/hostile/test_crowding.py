"""Who takes more than their share of a campaign: its seats, its rows, the lead's attention.

tests/hostile/test_limits.py holds what none of this may get in the way of.
"""

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotators.models import Remark
from annotators.services import limits, remarks
from annotators.services.limits import Limits
from core.throttling import Limit
from rating.models import Assignment, Rating
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

JSON = "application/json"
CONSENT = {"consent": True, "native_speaker": True}
HOME, ELSEWHERE = "203.0.113.9", "198.51.100.7"


class Somebody:
    """A client of the contract at an address."""

    def __init__(self, address: str = HOME) -> None:
        self.http = Client(REMOTE_ADDR=address)
        token = self.post("campaigns/boats/join/", **CONSENT).json()["token"]
        self.http = Client(REMOTE_ADDR=address, headers={"Authorization": f"Annotator {token}"})

    def post(self, path, **body):
        return self.http.post(f"/api/v1/{path}", body, content_type=JSON)

    def take(self):
        return self.post("assignments/")

    def rate(self, sitting, candidates, value=2):
        ratings = [
            {"candidate": one, "value": value, "key": str(uuid.uuid4())} for one in candidates
        ]
        path = f"/api/v1/assignments/{sitting['id']}/ratings/"
        return self.http.put(path, {"ratings": ratings}, content_type=JSON)

    def sit(self):
        """What the take was answered with; a sitting that came of it is finished at once."""
        taken = self.take()
        if taken.status_code == 201:
            assert self.rate(taken.json(), words_of(taken.json())).status_code == 200
        return taken


def words_of(sitting):
    return [one["id"] for sentence in sitting["sentences"] for one in sentence["candidates"]]


def ago(**left):
    """As if everything had been taken, and answered, that long ago."""
    for sitting in Assignment.objects.all():
        sitting.taken_at -= timedelta(**left)
        sitting.expires_at -= timedelta(**left)
        sitting.save()
    for rating in Rating.objects.all():
        rating.rated_at -= timedelta(**left)
        rating.save()


def refused(answer, code="throttled"):
    assert answer.status_code == 429, answer.content
    assert answer.json()["code"] == code
    assert 0 < int(answer["Retry-After"]) <= 300


def test_seats_held_by_one_address_give_way_to_somebody_from_elsewhere():
    make_campaign(subsets=1)
    crowd = [Somebody() for _ in range(8)]
    assert [one.take().status_code for one in crowd] == [201] * 7 + [204]
    stranger = Somebody(ELSEWHERE)
    # They were only just given them.
    assert stranger.take().status_code == 204
    ago(minutes=3)
    assert stranger.take().status_code == 201
    assert Assignment.objects.filter(state="open").count() == 7
    # Among themselves nobody's gives way.
    assert crowd[7].take().status_code == 204


def test_the_page_lets_somebody_from_elsewhere_in_too():
    make_campaign(subsets=1)
    for _ in range(7):
        assert Somebody().take().status_code == 201
    ago(minutes=3)
    assert Client(REMOTE_ADDR=HOME).get("/rate/boats/").context["form"] is None
    browser = Client(REMOTE_ADDR=ELSEWHERE)
    assert browser.get("/rate/boats/").context["form"] is not None
    browser.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    assert b"rate/boats/take/" in browser.get("/rate/boats/instructions/").content
    assert browser.post("/rate/boats/take/").url == "/rate/boats/sitting/"


def test_whoever_is_at_it_keeps_their_seat():
    make_campaign(subsets=1)
    pupils = [Somebody() for _ in range(7)]
    sittings = [one.take().json() for one in pupils]
    ago(minutes=9)
    for pupil, sitting in zip(pupils, sittings, strict=True):
        assert pupil.rate(sitting, words_of(sitting)[:1]).status_code == 200
    ago(minutes=9)
    assert Somebody(ELSEWHERE).take().status_code == 204
    ago(minutes=2)
    assert Somebody(ELSEWHERE).take().status_code == 201


def test_the_one_who_was_longest_silent_gives_way():
    make_campaign(subsets=1)
    crowd = [Somebody() for _ in range(7)]
    ids = [one.take().json()["id"] for one in crowd]
    ago(minutes=3)
    Assignment.objects.filter(id=ids[3]).update(taken_at=timezone.now() - timedelta(hours=1))
    assert Somebody(ELSEWHERE).take().status_code == 201
    assert Assignment.objects.get(id=ids[3]).state == "expired"


def test_two_addresses_with_as_many_seats_take_none_from_each_other():
    make_campaign(subsets=1, max_ratings=4)
    for address in (HOME, HOME, ELSEWHERE, ELSEWHERE):
        assert Somebody(address).take().status_code == 201
    ago(hours=1)
    assert Somebody(HOME).take().status_code == 204
    assert Somebody("192.0.2.1").take().status_code == 201


def test_where_a_seat_was_taken_from_is_forgotten_with_it():
    make_campaign(subsets=1)
    finishing, leaving = Somebody(), Somebody()
    leaving.take()
    kept = set(Assignment.objects.values_list("network", flat=True))
    assert kept
    assert not any(HOME in one or one == "203" for one in kept)
    finishing.sit()
    leaving.http.delete("/api/v1/me/")
    assert set(Assignment.objects.values_list("network", flat=True)) == {""}


def test_sittings_that_nobody_can_have_read_end_an_addresss_turn(monkeypatch):
    """Seven identities took all the seats of a campaign within seconds."""
    # However slow this machine is.
    monkeypatch.setattr(limits, "READING_MS", 60_000)
    make_campaign(subsets=6)
    crowd = [Somebody() for _ in range(7)]
    statuses = [one.sit().status_code for _subset in range(6) for one in crowd]
    assert statuses.count(201) <= 20
    waits = crowd[0].take()
    refused(waits)
    assert Somebody(ELSEWHERE).take().status_code == 201


def test_changed_minds_are_limited_and_first_answers_are_not():
    """One token changed its mind 53,000 times in five seconds."""
    make_campaign(subsets=1)
    one = Somebody()
    sitting = one.take().json()
    words = words_of(sitting)[1:]
    batch = [words[place % len(words)] for place in range(1000)]
    statuses = [one.rate(sitting, batch).status_code for _ in range(7)]
    assert statuses[:5] == [200] * 5
    assert statuses[-1] == 429
    refused(one.rate(sitting, words[:1]))
    assert Rating.objects.count() <= 6000
    # What was never answered still can be.
    assert one.rate(sitting, words_of(sitting)[:1]).status_code == 200


def test_remarks_are_limited_by_api_and_page():
    """One token left 351 remarks in three seconds."""
    make_campaign(subsets=1)
    one = Somebody()
    sitting = one.take().json()
    path = f"assignments/{sitting['id']}/remarks/"
    said = {"sentence": sitting["sentences"][0]["id"], "comment": "a word is missing"}
    statuses = [one.post(path, **said).status_code for _ in range(61)]
    assert statuses == [201] * 60 + [429]
    refused(one.post(path, **said))
    assert Remark.objects.count() == 60


def test_a_remark_too_many_on_the_page_is_said_kindly(monkeypatch):
    monkeypatch.setattr(remarks, "REMARKS", Limits(*[Limit("remarks", 0)] * 3))
    make_campaign(subsets=1)
    browser = Client()
    browser.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
    browser.post("/rate/boats/take/")
    sitting = Assignment.objects.get()
    item = sitting.subset.placements.first().candidate.item_id
    said = {"sentence": item, "block": 1, "comment": "a word is missing"}
    page = browser.post(f"/rate/boats/sitting/{sitting.pk}/remark/", said)
    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    assert "too many" in page.content.decode().lower()
    assert not Remark.objects.exists()
