"""What a program's token opens, and what it never does."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.api import leads
from campaigns.models import ApiToken, AuditEntry, Campaign, Job, Member
from campaigns.services.api_tokens import make_api_token, take_back_api_token
from core.throttling import Limit
from tests.people import make_lead, program_of, signed_in, token_for

pytestmark = pytest.mark.django_db

CAMPAIGNS = "/api/v1/campaigns/"
BOATS = f"{CAMPAIGNS}boats/"
Role = Member.Role


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


@pytest.fixture
def owner(campaign):
    return make_lead("olga", campaign, Role.OWNER)


def asking(token):
    return Client(headers={"Authorization": f"Bearer {token}"})


def refused(answer, status, code):
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    return problem


class TestWhoIsKnown:
    def test_a_token_says_whose_program_calls(self, owner):
        assert program_of(owner).get(BOATS).json()["slug"] == "boats"

    @pytest.mark.parametrize(
        "header", [None, "", "Bearer", "Bearer nobody's", "Token x", "Annotator x", "\xe9\x00"]
    )
    def test_without_a_known_token_nobody_is_let_in(self, campaign, header):
        headers = {} if header is None else {"Authorization": header}
        answer = Client(headers=headers).get(BOATS)
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == "Bearer"

    def test_the_word_before_the_token_may_be_written_small(self, owner):
        client = Client(headers={"Authorization": f"bearer {token_for(owner)}"})
        assert client.get(BOATS).status_code == 200

    def test_a_session_alone_opens_nothing(self, owner):
        assert signed_in(owner).get(BOATS).status_code == 401

    def test_a_token_ends_when_it_was_to_end(self, owner):
        moment = timezone.now() + timedelta(minutes=1)
        client = asking(
            make_api_token(user=owner, name="a", scope=Role.VIEWER, expires_at=moment)
        )
        assert client.get(BOATS).status_code == 200
        ApiToken.objects.update(expires_at=timezone.now())
        refused(client.get(BOATS), 401, "authentication_failed")

    def test_a_token_taken_back_opens_nothing(self, owner):
        client = program_of(owner)
        take_back_api_token(token=ApiToken.objects.get(), by=owner)
        refused(client.get(BOATS), 401, "authentication_failed")

    def test_whoever_may_not_sign_in_has_no_program_either(self, owner):
        client = program_of(owner)
        owner.is_active = False
        owner.save()
        refused(client.get(BOATS), 401, "authentication_failed")


class TestWhatItOpens:
    def test_no_more_than_its_scope_though_the_role_is_larger(self, owner):
        client = program_of(owner, scope="viewer")
        assert client.get(BOATS).status_code == 200
        problem = refused(client.patch(BOATS, {}, "application/json"), 403, "scope")
        assert problem["detail"] == "This takes a token of scope manager."
        assert client.delete(BOATS).status_code == 403
        assert program_of(owner, scope="manager").delete(BOATS).json()["code"] == "scope"

    def test_no_more_than_the_role_though_its_scope_is_larger(self, campaign):
        client = program_of(make_lead("vera", campaign, Role.VIEWER), scope="owner")
        assert client.get(BOATS).status_code == 200
        problem = refused(client.patch(BOATS, {}, "application/json"), 403, "role")
        assert problem["detail"] == "This takes the role manager in the campaign."

    def test_what_the_role_opens_today_not_when_it_was_made(self, campaign, owner):
        client = program_of(owner)
        campaign.members.update(role=Role.VIEWER)
        assert client.delete(BOATS).json()["code"] == "role"
        campaign.members.all().delete()
        refused(client.get(BOATS), 404, "not_found")

    def test_limited_to_a_campaign_it_knows_of_no_other(self, campaign, owner):
        other = Campaign.objects.create(slug="ships", title="Ships", language="en")
        Member.objects.create(campaign=other, user=owner, role=Role.OWNER)
        client = program_of(owner, campaign=campaign)
        for method in ("get", "patch", "delete"):
            refused(getattr(client, method)(f"{CAMPAIGNS}ships/"), 404, "not_found")
        found = client.get(CAMPAIGNS).json()
        assert [row["slug"] for row in found["rows"]] == ["boats"]
        assert found["counted"] == 1
        assert program_of(owner).get(CAMPAIGNS).json()["counted"] == 2
        refused(client.post(CAMPAIGNS), 403, "limited")

    def test_an_operators_program_sees_every_campaign(self, campaign):
        operator = make_lead("omar")
        operator.is_superuser = True
        operator.save()
        assert program_of(operator).get(CAMPAIGNS).json()["counted"] == 1
        assert program_of(operator, scope="viewer").delete(BOATS).json()["code"] == "scope"

    @pytest.mark.parametrize("method", ["get", "head", "options"])
    @pytest.mark.parametrize(
        "kept", ["audit/", "webhooks/", "webhooks/messages/", "invitations/"]
    )
    def test_what_a_viewer_may_not_read_they_may_not_look_at_in_another_way(
        self, campaign, owner, kept, method
    ):
        vera = make_lead("vera", campaign, Role.VIEWER)
        for client in (program_of(vera), program_of(owner, scope="viewer")):
            assert getattr(client, method)(f"{BOATS}{kept}").status_code == 403

    def test_a_viewers_token_of_an_owner_is_told_no_addresses(self, owner):
        for scope, email in (("viewer", None), ("owner", "olga@example.org")):
            members = program_of(owner, scope=scope).get(f"{BOATS}members/").json()
            assert [row["email"] for row in members["rows"]] == [email]

    def test_a_job_says_nothing_of_what_it_was_told(self, campaign, owner):
        """Arguments may hold accounts' ids, and other campaigns' jobs hold others' results."""
        job = Job.objects.create(
            campaign=campaign, kind="pool", task="a.task", arguments={"by": 7}, result={"n": 1}
        )
        other = Campaign.objects.create(slug="ships", title="Ships", language="en")
        hidden = Job.objects.create(campaign=other, kind="pool", task="a.task")
        client = program_of(owner, scope="viewer")
        assert client.get(f"{BOATS}jobs/{job.pk}/").json() == {
            "id": job.pk,
            "kind": "pool",
            "state": "queued",
            "done": 0,
            "total": 0,
            "result": {"n": 1},
            "error": "",
            "created_at": job.created_at.isoformat().replace("+00:00", "Z"),
            "finished_at": None,
        }
        assert client.get(f"{BOATS}jobs/{hidden.pk}/").status_code == 404
        assert client.get(f"{BOATS}jobs/").json()["counted"] == 1

    def test_it_is_answered_in_one_language_whoever_was_here_before(self, owner):
        Client(headers={"Accept-Language": "fr"}).get("/sign-in/")
        problem = program_of(owner).get(f"{BOATS}jobs/?state=none").json()
        assert problem["errors"][0]["message"] == '"none" is not a valid choice.'


class TestHowOften:
    def test_a_token_has_so_many_calls_and_then_waits(self, owner, monkeypatch):
        monkeypatch.setattr(leads, "CALLS", Limit("api-calls", 3))
        client, another = program_of(owner), program_of(owner)
        assert [client.get(BOATS).status_code for _call in range(4)] == [200, 200, 200, 429]
        waits = client.get(BOATS)
        refused(waits, 429, "throttled")
        assert 0 < int(waits["Retry-After"]) <= 300
        assert another.get(BOATS).status_code == 200

    def test_who_tries_tokens_out_waits_and_their_neighbours_do_not(self, owner, monkeypatch):
        monkeypatch.setattr(leads, "WRONG_TOKENS", Limit("api-wrong-tokens", 3))
        client = asking("wrong")
        assert [client.get(BOATS).status_code for _call in range(4)] == [401, 401, 401, 429]
        waits = client.get(BOATS)
        refused(waits, 429, "throttled")
        assert 0 < int(waits["Retry-After"]) <= 300
        assert program_of(owner).get(BOATS).status_code == 200


def test_only_a_hash_of_the_token_is_stored(campaign, owner):
    token = token_for(owner, campaign=campaign)
    stored = ApiToken.objects.values().get()
    assert token not in map(str, stored.values())
    assert len(token) >= 43  # 256 random bits, six to a letter
    assert token not in str(AuditEntry.objects.values())


class TestWhatIsKept:
    def test_its_last_use_is_noted_once_an_hour(self, owner):
        client = program_of(owner)
        client.get(BOATS)
        first = ApiToken.objects.get().used_at
        assert timezone.now() - first < timedelta(minutes=1)
        with CaptureQueriesContext(connection) as queries:
            client.get(BOATS)
        assert ApiToken.objects.get().used_at == first
        assert not [q for q in queries.captured_queries if q["sql"].startswith("UPDATE")]
        before = timezone.now() - timedelta(hours=1, minutes=1)
        ApiToken.objects.update(used_at=before)
        client.get(BOATS)
        assert ApiToken.objects.get().used_at > before

    def test_the_log_of_its_campaign_tells_that_it_was_made_and_taken_back(
        self, campaign, owner
    ):
        token_for(owner, campaign=campaign, scope="manager")
        made = ApiToken.objects.get()
        for _click in range(2):
            take_back_api_token(token=made, by=owner)
        assert [*AuditEntry.objects.order_by("id").values_list("action", "detail")] == [
            ("make API token", {"name": "a program", "scope": "manager"}),
            ("take back API token", {"name": "a program"}),
        ]
