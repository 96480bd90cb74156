"""People whom a recruiting site sent: who is let in, with which code they go back, and what the
site says of them afterwards."""

import json
import random
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from annotators.services.retention import purge_personal_data
from annotators.services.site_status import sign
from campaigns.models import Campaign
from rating.models import Assignment
from tests.factories import make_campaign
from tests.rating.volunteer import CONSENT, Volunteer
from tests.side_by_side import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

JOIN = "/api/v1/campaigns/boats/join/"
STATUS = "/api/v1/campaigns/boats/recruiting/status/"
HOME = "/rate/boats/"
CODES = {
    "completion_url": "https://site.example/?cc={code}",
    "completion_code": "PAID",
    "failed_check_code": "FAILED",
    "withdrawn_code": "LEFT",
}
COMPREHENSION = [
    {
        "question": "What do you rate?",
        "choices": ["the word", "the author"],
        "correct": "the word",
    },
    {"question": "May you stop?", "choices": ["yes", "no"], "correct": "yes"},
]
RIGHT = {"check-1": "the word", "check-2": "yes"}
WRONG = {"check-1": "the author", "check-2": "yes"}
QUESTIONS = [{"key": "region", "label": "Where?", "choices": ["North", "South"]}]
QUOTAS = [{"question": "region", "answer": "North", "most": 5}]


def joined(client, **said):
    return client.post(HOME, {"consent": "on", "native_speaker": "on", **said})


def posted(path, body, **headers):
    return Client().post(path, body, content_type="application/json", **headers)


class TestCodes:
    def test_who_does_not_want_to_is_sent_back_with_that_code(self, client):
        make_campaign(**CODES)
        assert "/rate/boats/declined/" in client.get(HOME).content.decode()
        page = client.get(f"{HOME}declined/").content.decode()
        assert "LEFT" in page
        assert "https://site.example/?cc=LEFT" in page
        assert "PAID" not in page
        assert not Annotator.objects.exists()

    def test_a_campaign_without_that_code_does_not_ask(self, client):
        make_campaign()
        assert "declined" not in client.get(HOME).content.decode()

    def test_who_withdraws_is_sent_back_with_that_code(self, client):
        make_campaign(**CODES)
        joined(client)
        page = client.post(f"{HOME}withdraw/", follow=True).content.decode()
        assert "https://site.example/?cc=LEFT" in page

    @pytest.mark.postgresql
    def test_a_command_sets_and_shows_them(self, capsys):
        make_campaign()
        call_command("recruiting", "boats", "--completed", "A", "--withdrew", "C", "--json")
        call_command("recruiting", "boats", "--failed-check", "B", "--secret", "s", "--json")
        told = json.loads(capsys.readouterr().out.splitlines()[-1])
        codes = [told[f"{name}_code"] for name in ("completion", "failed_check", "withdrawn")]
        assert codes == ["A", "B", "C"]
        assert told["reports"] is True
        assert Campaign.objects.get().recruiting_secret == "s"


class TestComprehension:
    @pytest.fixture(autouse=True)
    def campaign(self):
        return make_campaign(comprehension=COMPREHENSION, **CODES)

    def test_comes_before_the_first_sitting_and_is_passed_without_scripts(self, client):
        joined(client)
        assert f"{HOME}check/" in client.get(f"{HOME}instructions/").content.decode()
        assert client.post(f"{HOME}take/").url == f"{HOME}check/"
        first = client.post(f"{HOME}check/", WRONG)
        assert "one more try" in first.content.decode()
        assert client.post(f"{HOME}check/", RIGHT).url == f"{HOME}instructions/"
        assert client.post(f"{HOME}take/").url == f"{HOME}sitting/"

    @pytest.mark.postgresql
    def test_after_two_tries_it_is_over_and_the_code_says_so(self, client):
        joined(client, PROLIFIC_PID="p1")
        for _try in range(2):
            page = client.post(f"{HOME}check/", WRONG)
        assert "FAILED" in page.content.decode()
        assert "PAID" not in page.content.decode()
        assert "FAILED" in client.post(f"{HOME}check/", RIGHT).content.decode()
        assert client.post(f"{HOME}take/").url == f"{HOME}check/"
        # Nor does withdrawing give two tries more.
        client.post(f"{HOME}withdraw/")
        again = joined(Client(), PROLIFIC_PID="p1")
        assert again.status_code == 403
        assert "FAILED" in again.content.decode()
        assert not Assignment.objects.exists()

    def test_a_question_left_out_is_no_try(self, client):
        joined(client)
        page = client.post(f"{HOME}check/", {"check-1": "the word"})
        assert "Please choose one." in page.content.decode()
        assert Annotator.objects.get().comprehension_tries == 0

    def test_is_asked_of_programs_too(self):
        one = Volunteer()
        refused = one.take()
        assert (refused.status_code, refused.json()["code"]) == (403, "comprehension_required")
        read = one.http.get("/api/v1/comprehension/").json()
        assert read["tries_left"] == 2
        assert "right" not in read["questions"][0]
        path, wrong = "/api/v1/comprehension/", {"answers": {"1": "the author", "2": "yes"}}
        tried = one.http.post(path, wrong, format="json").json()
        assert tried == {"passed": False, "wrong": [1], "tries_left": 1}
        right = {"answers": {"1": "the word", "2": "yes"}}
        assert one.http.post(path, right, format="json").json()["passed"] is True
        assert one.take().status_code == 201

    def test_who_failed_is_told_so_by_the_api(self):
        one = Volunteer()
        wrong = {"answers": {"1": "the author", "2": "no"}}
        for _try in range(3):
            one.http.post("/api/v1/comprehension/", wrong, format="json")
        assert one.take().json()["code"] == "comprehension_failed"


class TestQuotas:
    @pytest.fixture(autouse=True)
    def campaign(self):
        return make_campaign(questions=QUESTIONS, quotas=QUOTAS, **CODES)

    def join(self, answer="North"):
        return posted(JOIN, {**CONSENT, "answers": {"region": answer}})

    def test_no_more_are_let_in_than_a_quota_has_places(self):
        assert [self.join().status_code for _ in range(5)] == [201] * 5
        refused = self.join()
        assert (refused.status_code, refused.json()["code"]) == (403, "quota_full")
        assert self.join("South").status_code == 201

    def test_the_page_asks_for_the_answer_and_sends_back_with_a_code(self, client):
        assert client.post(HOME, {"consent": "on", "native_speaker": "on"}).status_code == 200
        for _ in range(5):
            assert joined(Client(), **{"question-region": "North"}).status_code == 302
        full = joined(client, **{"question-region": "North"})
        assert full.status_code == 403
        assert "https://site.example/?cc=LEFT" in full.content.decode()
        assert Annotator.objects.count() == 5

    def test_a_question_with_a_quota_has_to_be_answered(self):
        refused = posted(JOIN, CONSENT)
        assert refused.json()["errors"][0]["code"] == "required"

    def test_who_withdrew_or_never_began_leaves_their_place(self):
        tokens = [self.join().json()["token"] for _ in range(5)]
        Client(headers={"Authorization": f"Annotator {tokens[0]}"}).delete("/api/v1/me/")
        assert self.join().status_code == 201
        begun = Client(headers={"Authorization": f"Annotator {tokens[1]}"})
        begun.post("/api/v1/assignments/", {}, content_type="application/json")
        Annotator.objects.update(joined_at=timezone.now() - timedelta(days=1))
        assert [self.join().status_code for _ in range(5)] == [201] * 4 + [403]
        # Too late now for those who were away.
        late = Client(headers={"Authorization": f"Annotator {tokens[2]}"})
        refused = late.post("/api/v1/assignments/", {}, content_type="application/json")
        assert refused.json()["code"] == "quota_full"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_sixty_four_who_arrive_at_once_fill_a_quota_exactly():
    make_campaign(questions=QUESTIONS, quotas=[{**QUOTAS[0], "most": 10}])

    def join(place):
        region = "North" if place % 2 else "South"
        answer = posted(JOIN, {**CONSENT, "answers": {"region": region}})
        # On a busy machine a crowd waits longer for the lock than anybody has to: who is told
        # to come again does.
        while answer.status_code == 503:
            time.sleep(random.random())
            answer = posted(JOIN, {**CONSENT, "answers": {"region": region}})
        return answer

    answers = at_once(*[lambda place=place: join(place) for place in range(64)])
    statuses = [one.status_code for one in answers]
    assert (statuses.count(201), statuses.count(403)) == (42, 22)
    assert Annotator.objects.filter(answers={"region": "North"}).count() == 10


class TestWhatTheSiteReports:
    @pytest.fixture(autouse=True)
    def campaign(self):
        return make_campaign(subsets=1, max_ratings=1, min_ratings=1, recruiting_secret="s3")

    def report(self, *, secret="s3", at=None, **said):
        body = json.dumps({"event_type": "submission.status.change", **said})
        timestamp = str(int(time.time()) if at is None else at)
        signed = sign(secret, body=body.encode(), timestamp=timestamp)
        return posted(
            STATUS,
            body,
            headers={
                "X-Prolific-Request-Signature": signed,
                "X-Prolific-Request-Timestamp": timestamp,
            },
        )

    def sent(self, person="p1"):
        said = {**CONSENT, "recruited": {"PROLIFIC_PID": person, "SESSION_ID": f"s-{person}"}}
        token = posted(JOIN, said).json()["token"]
        return Client(headers={"Authorization": f"Annotator {token}"})

    def take(self, client):
        return client.post("/api/v1/assignments/", {}, content_type="application/json")

    @pytest.mark.postgresql
    @pytest.mark.parametrize("status", ["RETURNED", "TIMED-OUT", "REJECTED"])
    def test_who_is_gone_leaves_their_seat_at_once(self, status):
        gone, other = self.sent(), self.sent("p2")
        assert self.take(gone).status_code == 201
        assert self.take(other).status_code == 204
        answer = self.report(participant_id="p1", status=status, resource_id="s-p1")
        assert answer.json() == {"known": True}
        assert self.take(other).status_code == 201
        assert self.take(gone).status_code == 204

    def test_any_other_status_is_only_kept(self):
        one = self.sent()
        self.take(one)
        self.report(participant_id="p1", status="AWAITING REVIEW")
        assert Annotator.objects.get().site_status == "awaiting_review"
        assert Assignment.objects.get().state == "open"

    @pytest.mark.postgresql
    def test_nobody_else_can_say_so(self):
        self.take(self.sent())
        said = {"participant_id": "p1", "status": "RETURNED"}
        now = int(time.time())
        for answer, code in [
            (self.report(secret="guess", **said), "signature_wrong"),
            (self.report(at=now - 301, **said), "signature_old"),
            (self.report(at=now + 400, **said), "signature_old"),
            (posted(STATUS, said), "signature_wrong"),
        ]:
            assert (answer.status_code, answer.json()["code"]) == (403, code)
        Campaign.objects.update(recruiting_secret="")
        assert self.report(secret="", **said).json()["code"] == "reports_off"
        assert Assignment.objects.get().state == "open"

    def test_what_is_about_others_or_another_study_changes_nothing(self):
        self.take(self.sent())
        for said in (
            {"participant_id": "p9", "status": "RETURNED"},
            {"participant_id": "p1", "status": "RETURNED", "resource_id": "another"},
            {"event_type": "study.status.change", "resource_id": "x", "status": "ACTIVE"},
        ):
            answer = self.report(**said)
            assert (answer.status_code, answer.json()) == (200, {"known": False})
        assert Assignment.objects.get().state == "open"

    def test_what_names_a_person_is_purged_with_the_rest(self):
        self.sent()
        self.report(participant_id="p1", status="APPROVED")
        long_ago = timezone.now() - timedelta(days=400)
        Campaign.objects.update(state="closed", closed_at=long_ago)
        purge_personal_data(now=timezone.now())
        annotator = Annotator.objects.get()
        assert (annotator.person, annotator.site_status, annotator.recruited) == ("", "", {})
