"""Whoever comes for the code and not for the words: what does not count, and gets no code."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import Assignment, Rating
from rating.selectors.findings import quality_findings
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT, Volunteer, candidates, rating
from tests.side_by_side import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

JOIN = "/api/v1/campaigns/boats/join/"
PRACTICE = [
    {
        "left": "She was ",
        "target": "glad",
        "right": ".",
        "substitute": word,
        "low": 2,
        "high": 3,
        "why": "It fits.",
    }
    for word in ("happy", "pleased")
]


def rate_all(volunteer, sitting, value):
    return volunteer.rate(sitting["id"], *(rating(one, value) for one in candidates(sitting)))


def thanks(volunteer):
    browser = Client()
    browser.get(f"/rate/boats/back/{volunteer.token}/")
    return browser.get("/rate/boats/thanks/").content.decode()


class TestNothingJudged:
    @pytest.fixture
    def sitting(self):
        make_campaign(subsets=1, completion_code="PAID")
        self.one = Volunteer()
        return self.one.take().json()

    def test_does_not_count_gives_its_seat_back_and_gets_no_code(self, sitting):
        assert rate_all(self.one, sitting, None).json()["remaining"] == 0
        ended = Assignment.objects.get()
        assert (ended.state, ended.seat) == ("expired", None)
        refused = self.one.complete(sitting["id"])
        assert (refused.status_code, refused.json()["code"]) == (409, "too_little_judged")
        page = thanks(self.one)
        assert "PAID" not in page
        assert "I cannot judge this" in page

    def test_counts_once_a_word_is_judged_after_all(self, sitting):
        rate_all(self.one, sitting, None)
        changed = self.one.rate(sitting["id"], rating(candidates(sitting)[0], 1))
        assert changed.json() == {"stored": 1, "remaining": 0}
        assert Assignment.objects.get().state == "complete"
        assert self.one.complete(sitting["id"]).status_code == 200
        assert "PAID" in thanks(self.one)

    @pytest.mark.postgresql
    def test_a_lead_may_ask_for_a_share(self, sitting):
        Campaign.objects.update(judged_share=0.5)
        words = candidates(sitting)
        half = len(words) // 2
        entries = [
            rating(one, 2 if place < half - 1 else None) for place, one in enumerate(words)
        ]
        self.one.rate(sitting["id"], *entries)
        assert Assignment.objects.get().state == "expired"
        self.one.rate(sitting["id"], rating(words[-1], 2), rating(words[-2], 2))
        assert Assignment.objects.get().state == "complete"

    def test_another_subset_can_be_taken(self):
        make_campaign(subsets=2)
        one = Volunteer()
        first = one.take().json()
        rate_all(one, first, None)
        second = one.take()
        assert second.status_code == 201
        assert second.json()["subset"] != first["subset"]

    @pytest.mark.postgresql
    def test_the_page_without_scripts_says_so(self):
        make_campaign(subsets=1, completion_code="PAID")
        browser = Client()
        browser.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
        browser.post("/rate/boats/take/")
        sitting = Assignment.objects.get()
        words = sitting.subset.placements.values_list("candidate_id", flat=True)
        said = {f"candidate-{one}": "null" for one in words}
        after = browser.post(f"/rate/boats/sitting/{sitting.pk}/block/", said, follow=True)
        assert after.redirect_chain[-1][0] == "/rate/boats/thanks/"
        assert "PAID" not in after.content.decode()


class TestARecruitingId:
    def test_is_one_person_however_often_it_joins(self):
        make_campaign()
        said = {**CONSENT, "recruited": {"PROLIFIC_PID": "p1", "SESSION_ID": "s1"}}
        answers = [
            Client().post(JOIN, said, content_type="application/json") for _ in range(20)
        ]
        assert [one.status_code for one in answers] == [201] + [200] * 19
        assert len({one.json()["token"] for one in answers}) == 1
        assert Annotator.objects.count() == 1

    def test_comes_back_in_another_browser_as_the_same_person(self):
        make_campaign(subsets=1, completion_code="PAID")
        link = "/rate/boats/?PROLIFIC_PID=p1"
        phone, laptop = Client(), Client()
        phone.post(link, {"consent": "on", "native_speaker": "on", "PROLIFIC_PID": "p1"})
        phone.post("/rate/boats/take/")
        assert laptop.get(link).context["form"] is None
        assert laptop.get("/rate/boats/sitting/").status_code == 200
        assert phone.get("/rate/boats/sitting/").status_code == 200
        assert Annotator.objects.count() == 1

    @pytest.mark.parametrize("name", ["participantId", "workerId"])
    def test_is_known_by_what_other_sites_call_it(self, name):
        make_campaign()
        link = f"/rate/boats/?{name}=w1&assignmentId=a1"
        said = {"consent": "on", "native_speaker": "on", name: "w1", "assignmentId": "a1"}
        Client().post(link, said)
        assert Annotator.objects.get().recruited == {name: "w1", "assignmentId": "a1"}
        assert Client().get(link).context["form"] is None

    def test_who_withdrew_may_begin_anew(self):
        make_campaign()
        said = {**CONSENT, "recruited": {"PROLIFIC_PID": "p1"}}
        token = Client().post(JOIN, said, content_type="application/json").json()["token"]
        Client(headers={"Authorization": f"Annotator {token}"}).delete("/api/v1/me/")
        again = Client().post(JOIN, said, content_type="application/json")
        assert again.status_code == 201
        assert again.json()["token"] != token


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_recruiting_id_that_joins_at_once_is_one_person():
    make_campaign()
    said = {**CONSENT, "recruited": {"PROLIFIC_PID": "p1"}}

    def join():
        return Client().post(JOIN, said, content_type="application/json")

    answers = at_once(*[join] * 8)
    assert sorted(one.status_code for one in answers) == [200] * 7 + [201]
    assert len({one.json()["annotator"] for one in answers}) == 1


class TestRequiredPractice:
    @pytest.fixture(autouse=True)
    def campaign(self):
        return make_campaign(practice=PRACTICE, practice_required=True)

    def test_is_asked_of_programs_too(self):
        one = Volunteer()
        refused = one.take()
        assert (refused.status_code, refused.json()["code"]) == (403, "practice_required")
        half = one.http.post("/api/v1/practice/", {"answers": {"1": 2}}, format="json")
        assert half.status_code == 400
        assert one.take().status_code == 403
        answers = {"answers": {"1": 2, "2": None}}
        told = one.http.post("/api/v1/practice/", answers, format="json").json()
        assert [item["fits"] for item in told["practice"]] == [True, False]
        assert one.take().status_code == 201

    def test_is_read_before_it_is_answered(self):
        told = Volunteer().http.get("/api/v1/practice/").json()["practice"]
        assert [item["substitute"] for item in told] == ["happy", "pleased"]
        assert "why" not in told[0]

    def test_cannot_be_said_to_be_done(self):
        browser = Client()
        browser.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
        skipped = browser.post("/rate/boats/practice/done/")
        assert skipped.url == "/rate/boats/practice/1/"
        assert browser.post("/rate/boats/take/").url == "/rate/boats/practice/1/"
        half = browser.post("/rate/boats/practice/done/", {"said": "1:3"})
        assert half.url == "/rate/boats/practice/2/?said=1%3A3"
        assert not Assignment.objects.exists()

    @pytest.mark.postgresql
    def test_is_done_page_by_page_without_scripts(self):
        browser = Client()
        browser.post("/rate/boats/", {"consent": "on", "native_speaker": "on"})
        first = browser.get("/rate/boats/practice/1/?value=3").content.decode()
        assert "/rate/boats/practice/2/?said=1%3A3" in first
        last = browser.get("/rate/boats/practice/2/?said=1:3&value=null").content.decode()
        assert 'name="said" value="1:3,2:null"' in last
        done = browser.post("/rate/boats/practice/done/", {"said": "1:3,2:null"})
        assert done.url == "/rate/boats/sitting/"


@pytest.mark.postgresql
def test_times_that_our_clock_did_not_see_are_not_believed():
    """A minute a word, said of a sitting that lasted seconds."""
    make_campaign(subsets=1, flag_min_ratings=5)
    one = Volunteer()
    sitting = one.take().json()
    entries = [
        rating(word, place % 4, elapsed_ms=60_000)
        for place, word in enumerate(candidates(sitting))
    ]
    one.rate(sitting["id"], *entries)
    stored = Assignment.objects.get()
    rules = {found.rule for found in quality_findings(stored).get(stored.pk, [])}
    assert "too_fast" in rules
    Assignment.objects.update(taken_at=timezone.now() - timedelta(hours=1))
    stored.refresh_from_db()
    rules = {found.rule for found in quality_findings(stored).get(stored.pk, [])}
    assert "too_fast" not in rules
    assert Rating.objects.filter(elapsed_ms=60_000).exists()
