"""Members, invitations, the log and the jobs for programs."""

import pytest
from django.core import mail

from campaigns.models import AuditEntry, Campaign, Invitation, Job, Member
from campaigns.selectors.invitations import find_invitation
from campaigns.services.people import accept_invitation, invite_member
from tests.people import make_lead, program_of

pytestmark = pytest.mark.django_db

BOATS = "/api/v1/campaigns/boats/"
MEMBERS = f"{BOATS}members/"
INVITATIONS = f"{BOATS}invitations/"
Role = Member.Role


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


@pytest.fixture
def vera(campaign):
    return make_lead("vera", campaign, Role.VIEWER)


@pytest.fixture
def owner(olga):
    return program_of(olga)


def invite(program, **said):
    return program.post(MEMBERS, said, content_type="application/json")


def member_of(campaign, lead):
    return f"{MEMBERS}{campaign.members.get(user=lead).pk}/"


class TestInviting:
    def test_the_link_is_answered_once_and_makes_a_member(self, campaign, owner):
        answer = invite(owner, email="New@example.org", role="manager")
        made = answer.json()
        assert (answer.status_code, made["email"], made["role"]) == (
            201,
            "new@example.org",
            "manager",
        )
        token = made["link"].rstrip("/").rsplit("/", 1)[1]
        assert find_invitation(token).pk == made["id"]
        assert made["mailed"] is False
        listed = owner.get(INVITATIONS).json()["rows"]
        assert listed == [{k: made[k] for k in made.keys() - {"link", "mailed"}}]
        assert owner.get(f"{INVITATIONS}{made['id']}/").json() == listed[0]
        ada = make_lead("ada")
        accept_invitation(token=token, user=ada)
        assert campaign.members.get(user=ada).role == "manager"
        assert owner.get(INVITATIONS).json()["rows"] == []
        assert owner.get(f"{INVITATIONS}{made['id']}/").status_code == 404
        # Not by its number either, for it was used.
        assert owner.delete(f"{INVITATIONS}{made['id']}/").json()["code"] == "invitation_gone"

    def test_where_mail_is_set_up_it_is_sent_too(self, owner, settings):
        settings.MAIL_IS_SET_UP = True
        made = invite(owner, email="new@example.org", role="viewer").json()
        assert made["mailed"] is True
        assert made["link"] in mail.outbox[0].body

    @pytest.mark.parametrize(
        ("said", "wrong"),
        [
            ({"email": "nobody", "role": "boss"}, ["role", "email"]),
            ({}, ["role", "email"]),
            ({"email": "a@example.org", "role": "viewer", "name": "x"}, ["name"]),
            ({"email": "\0@example.org", "role": "viewer"}, ["email"]),
            # One letter more than the column holds.
            (
                {
                    "email": f"a@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 66}.org",
                    "role": "viewer",
                },
                ["email"],
            ),
        ],
    )
    def test_what_is_wrong_is_told_and_nobody_is_invited(self, owner, said, wrong):
        answer = invite(owner, **said)
        assert answer.status_code == 400
        found = dict.fromkeys(entry["field"] for entry in answer.json()["errors"])
        assert [*found] == wrong
        assert not Invitation.objects.exists()

    def test_it_is_cancelled(self, campaign, olga, owner):
        invite_member(campaign=campaign, by=olga, email="a@example.org", role=Role.VIEWER)
        assert owner.delete(f"{INVITATIONS}{Invitation.objects.get().pk}/").status_code == 204
        assert not Invitation.objects.exists()
        assert AuditEntry.objects.latest("id").action == "cancel invitation"


class TestMembers:
    def test_everybody_in_it_is_listed_by_name(self, campaign, owner, vera):
        rows = owner.get(MEMBERS).json()["rows"]
        assert [(row["name"], row["email"], row["role"]) for row in rows] == [
            ("olga", "olga@example.org", "owner"),
            ("vera", "vera@example.org", "viewer"),
        ]
        seen = program_of(vera, scope="viewer").get(MEMBERS).json()["rows"]
        assert [(row["name"], row["email"]) for row in seen] == [("olga", None), ("vera", None)]

    def test_a_role_is_changed_and_the_log_says_so(self, campaign, owner, vera):
        address = member_of(campaign, vera)
        answer = owner.patch(address, {"role": "manager"}, "application/json")
        assert (answer.status_code, answer.json()["role"]) == (200, "manager")
        assert campaign.members.get(user=vera).role == "manager"
        assert AuditEntry.objects.latest("id").detail == {
            "member": "vera",
            "former": "viewer",
            "role": "manager",
        }
        assert owner.patch(address, {"role": "x"}, "application/json").status_code == 400

    def test_a_member_is_removed(self, campaign, owner, vera):
        address = member_of(campaign, vera)
        assert owner.delete(address).status_code == 204
        assert owner.delete(address).status_code == 404
        assert owner.patch(address, {"role": "viewer"}, "application/json").status_code == 404

    def test_the_last_owner_stays(self, campaign, olga, owner):
        address = member_of(campaign, olga)
        for answer in (
            owner.delete(address),
            owner.patch(address, {"role": "viewer"}, "application/json"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (409, "last_owner")
        assert campaign.members.get().role == "owner"

    def test_whoever_hands_the_campaign_over_sees_no_addresses_any_more(
        self, campaign, olga, owner, vera
    ):
        owner.patch(member_of(campaign, vera), {"role": "owner"}, "application/json")
        gave = owner.patch(member_of(campaign, olga), {"role": "viewer"}, "application/json")
        assert gave.json()["email"] is None
        assert owner.delete(member_of(campaign, vera)).json()["code"] == "role"

    def test_a_member_of_another_campaign_is_none(self, owner):
        ships = Campaign.objects.create(slug="ships", title="Ships", language="en")
        address = f"{MEMBERS}{ships.members.create(user=make_lead('zoe'), role='owner').pk}/"
        assert owner.delete(address).status_code == 404
        assert ships.members.exists()


class TestTheLog:
    def test_it_is_told_newest_first_and_filtered(self, campaign, olga, vera, owner):
        for name, role in (("a", Role.VIEWER), ("b", Role.MANAGER)):
            invite_member(campaign=campaign, by=olga, email=f"{name}@example.org", role=role)
        AuditEntry.objects.create(campaign=campaign, slug="boats", action="pool", actor_name="")
        rows = owner.get(f"{BOATS}audit/").json()["rows"]
        assert [row["action"] for row in rows] == ["pool", "invite member", "invite member"]
        assert rows[0]["actor"] == ""
        assert rows[1]["detail"] == {"email": "b@example.org", "role": "manager"}
        by_olga = owner.get(f"{BOATS}audit/", {"actor": "olga", "action": "invite member"})
        assert by_olga.json()["counted"] == 2
        assert owner.get(f"{BOATS}audit/", {"action": "dispatch"}).json()["rows"] == []

    def test_a_viewer_does_not_see_it(self, vera):
        assert program_of(vera).get(f"{BOATS}audit/").json()["code"] == "role"


class TestJobs:
    @pytest.fixture
    def jobs(self, campaign):
        return [
            Job.objects.create(campaign=campaign, kind=kind, task="t", key=str(n))
            for n, kind in enumerate(["pool", "dispatch", "pool"])
        ]

    def test_they_are_listed_newest_first_and_filtered(self, owner, jobs):
        rows = owner.get(f"{BOATS}jobs/").json()["rows"]
        assert [row["id"] for row in rows] == [job.pk for job in reversed(jobs)]
        pooled = owner.get(f"{BOATS}jobs/", {"kind": "pool", "state": "queued"}).json()
        assert [row["id"] for row in pooled["rows"]] == [jobs[2].pk, jobs[0].pk]
        assert owner.get(f"{BOATS}jobs/", {"state": "done"}).json()["rows"] == []
        assert owner.get(f"{BOATS}jobs/", {"state": "over"}).status_code == 400
