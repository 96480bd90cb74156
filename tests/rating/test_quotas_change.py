"""Quotas that change while people are at work, and places given while somebody is away."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import Assignment
from rating.services.ending import expire_assignments
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT

pytestmark = pytest.mark.django_db

JOIN = "/api/v1/campaigns/boats/join/"
TAKE = "/api/v1/assignments/"
QUESTIONS = [
    {"key": "region", "label": "Where?", "choices": ["North", "South"]},
    {"key": "age", "label": "How old?", "choices": ["18–39", "40 or more"]},
]


def quota(answer, most, question="region"):
    return {"question": question, "answer": answer, "most": most}


@pytest.fixture(autouse=True)
def campaign():
    return make_campaign(questions=QUESTIONS, quotas=[quota("North", 2)], max_ratings=7)


def change(*quotas):
    Campaign.objects.update(quotas=list(quotas))


def join(region="North", **answers):
    said = {**CONSENT, "answers": {"region": region, **answers}}
    return Client().post(JOIN, said, content_type="application/json")


def joined(region="North"):
    token = join(region).json()["token"]
    return Client(headers={"Authorization": f"Annotator {token}"})


def take(client):
    return client.post(TAKE, {}, content_type="application/json")


def rate(client, sitting, candidates):
    entries = [
        {"candidate": one["id"], "value": 2, "key": str(uuid4()), "elapsed_ms": 900}
        for one in candidates
    ]
    return client.put(
        f"{TAKE}{sitting['id']}/ratings/",
        {"ratings": entries},
        content_type="application/json",
    )


def words(sitting):
    return [one for sentence in sitting["sentences"] for one in sentence["candidates"]]


def long_ago():
    """Nobody has just joined, and who sits was last heard of long ago."""
    Annotator.objects.update(joined_at=timezone.now() - timedelta(days=1))


def left_alone():
    long_ago()
    Assignment.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    expire_assignments()


class TestLoweredBelowWhatIsUsed:
    def test_who_is_in_goes_on_and_nobody_else_comes_in(self):
        one, other = joined(), joined()
        assert [take(one).status_code, take(other).status_code] == [201, 201]
        change(quota("North", 1))
        long_ago()
        assert [take(one).status_code, take(other).status_code] == [200, 200]
        assert join().json()["code"] == "quota_full"

    def test_who_never_began_has_lost_their_place(self):
        one, other = joined(), joined()
        assert take(one).status_code == 201
        change(quota("North", 1))
        long_ago()
        assert take(other).json()["code"] == "quota_full"

    def test_a_place_is_free_only_when_fewer_are_in_than_it_says(self):
        people = [joined(), joined()]
        change(quota("North", 1))
        people[0].delete("/api/v1/me/")
        assert join().status_code == 403
        people[1].delete("/api/v1/me/")
        assert join().status_code == 201


class TestOfNobody:
    def test_a_quota_of_0_lets_nobody_in_who_answers_so(self):
        change(quota("North", 0))
        assert join().json()["code"] == "quota_full"
        assert join("South").status_code == 201


class TestTwoOnOneQuestion:
    def test_each_counts_for_itself(self):
        change(quota("North", 1), quota("South", 2))
        assert [join(region).status_code for region in ("North", "South")] == [201, 201]
        assert [join(region).status_code for region in ("North", "South")] == [403, 201]
        assert join("South").status_code == 403

    def test_whoever_is_within_two_needs_a_place_in_both(self):
        change(quota("North", 2), quota("40 or more", 1, "age"))
        assert join(age="40 or more").status_code == 201
        assert join("South", age="40 or more").status_code == 403
        assert join(age="40 or more").status_code == 403
        assert join(age="18–39").status_code == 201
        assert join(age="18–39").status_code == 403


class TestAnAnswerThatIsOfferedNoMore:
    @pytest.fixture(autouse=True)
    def gone(self, campaign):
        self.early = joined()
        left = [{**QUESTIONS[0], "choices": ["South", "West"]}, QUESTIONS[1]]
        Campaign.objects.update(questions=left)

    def test_nobody_can_say_so_and_nobody_has_to_answer(self):
        assert join("North").json()["errors"][0]["code"] == "not_a_choice"
        assert Client().post(JOIN, CONSENT, content_type="application/json").status_code == 201

    def test_whoever_said_so_before_still_counts_and_goes_on(self):
        assert take(self.early).status_code == 201
        Campaign.objects.update(questions=QUESTIONS)
        assert [join().status_code for _person in range(2)] == [201, 403]


class TestAPlaceThatWasLost:
    """Somebody leaves a sitting alone; others take the quota's places; they come back."""

    @pytest.fixture(autouse=True)
    def away(self, campaign):
        change(quota("North", 1))
        self.away = joined()
        self.sitting = take(self.away).json()
        self.words = words(self.sitting)
        rate(self.away, self.sitting, self.words[:1])
        left_alone()

    def holding(self):
        return Assignment.objects.filter(state__in=["open", "complete"]).count()

    def test_is_not_taken_back_by_taking(self):
        assert take(joined()).status_code == 201
        refused = take(self.away)
        assert (refused.status_code, refused.json()["code"]) == (403, "quota_full")
        assert self.holding() == 1

    def test_is_not_taken_back_by_an_answer_that_comes_late(self):
        assert take(joined()).status_code == 201
        late = rate(self.away, self.sitting, self.words[1:2])
        assert (late.status_code, late.json()["code"]) == (409, "assignment_expired")
        assert "enough people with your answers" in late.json()["detail"]
        assert self.holding() == 1

    def test_is_taken_back_while_nobody_has_it(self):
        assert rate(self.away, self.sitting, self.words[1:2]).status_code == 200
        assert take(self.away).status_code == 200
        assert join().status_code == 403
