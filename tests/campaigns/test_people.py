"""Who may work on a campaign: invitations, roles, and the owner it always has."""

from datetime import timedelta
from functools import partial
from unittest.mock import ANY

import pytest
from django.core import mail
from django.utils import timezone

from campaigns.models import AuditEntry, Campaign, Invitation, Member
from campaigns.selectors.invitations import find_invitation
from campaigns.services.people import (
    InvitationGone,
    LastOwner,
    accept_invitation,
    change_role,
    invite_member,
    remove_member,
)
from tests.people import make_lead, program_of, signed_in
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db

PEOPLE = "/campaigns/boats/people/"
BOATS = "/api/v1/campaigns/boats/"
Role = Member.Role


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


@pytest.fixture
def owner(campaign):
    return make_lead("olga", campaign, Role.OWNER)


def member_of(campaign, lead):
    return campaign.members.get(user=lead)


def roles(campaign):
    return dict(campaign.members.values_list("user__username", "role"))


def invite(campaign, owner, email="new@example.org", role=Role.MANAGER):
    return invite_member(campaign=campaign, by=owner, email=email, role=role)


def test_an_invitation_makes_its_holder_a_member_once(campaign, owner):
    token = invite(campaign, owner)
    first, second = make_lead("ada"), make_lead("ben")
    assert accept_invitation(token=token, user=first) == campaign
    with pytest.raises(InvitationGone):
        accept_invitation(token=token, user=second)
    assert roles(campaign) == {"olga": "owner", "ada": "manager"}


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_once_only_one_becomes_a_member(campaign, owner):
    token = invite(campaign, owner)
    leads = [make_lead("ada"), make_lead("ben")]
    outcomes = at_once(*(partial(accept_invitation, token=token, user=lead) for lead in leads))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [
        "Campaign",
        "InvitationGone",
    ]
    assert campaign.members.count() == 2


def test_only_a_hash_of_the_token_is_stored(campaign, owner):
    token = invite(campaign, owner)
    stored = Invitation.objects.values().get()
    assert token not in map(str, stored.values())
    assert find_invitation(token).pk == stored["id"]


def test_an_invitation_ends_after_two_weeks(campaign, owner):
    token = invite(campaign, owner)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(InvitationGone):
        accept_invitation(token=token, user=make_lead("ada"))


def test_a_second_invitation_to_an_address_replaces_the_first(campaign, owner):
    former = invite(campaign, owner, "New@example.org", Role.OWNER)
    token = invite(campaign, owner, "new@Example.org", Role.VIEWER)
    assert find_invitation(former) is None
    assert find_invitation(token).role == Role.VIEWER
    assert Invitation.objects.count() == 1


def test_an_address_whose_invitation_was_used_can_be_invited_again(campaign, owner):
    lead = make_lead("ada")
    accept_invitation(token=invite(campaign, owner), user=lead)
    remove_member(campaign=campaign, member_id=member_of(campaign, lead).pk, by=owner)
    accept_invitation(token=invite(campaign, owner, role=Role.VIEWER), user=lead)
    assert roles(campaign)["ada"] == "viewer"


@pytest.mark.parametrize(
    ("before", "invited", "after"),
    [("viewer", "manager", "manager"), ("owner", "viewer", "owner")],
)
def test_an_invitation_takes_no_rights_away(campaign, owner, before, invited, after):
    lead = make_lead("ada", campaign, before)
    accept_invitation(token=invite(campaign, owner, role=Role(invited)), user=lead)
    assert roles(campaign)["ada"] == after


def test_a_campaign_keeps_its_last_owner(campaign, owner):
    member_id = member_of(campaign, owner).pk
    with pytest.raises(LastOwner):
        change_role(campaign=campaign, member_id=member_id, by=owner, role=Role.MANAGER)
    with pytest.raises(LastOwner):
        remove_member(campaign=campaign, member_id=member_id, by=owner)
    change_role(campaign=campaign, member_id=member_id, by=owner, role=Role.OWNER)
    assert roles(campaign) == {"olga": "owner"}


def test_an_owner_may_go_when_there_is_another(campaign, owner):
    make_lead("otto", campaign, Role.OWNER)
    remove_member(campaign=campaign, member_id=member_of(campaign, owner).pk, by=owner)
    assert roles(campaign) == {"otto": "owner"}


def test_who_is_no_owner_may_go_from_a_campaign_that_has_none(campaign):
    operator = make_lead("root")
    viewer = member_of(campaign, make_lead("vera", campaign))
    remove_member(campaign=campaign, member_id=viewer.pk, by=operator)
    assert roles(campaign) == {}


@pytest.mark.django_db(transaction=True)
def test_of_two_owners_who_remove_each_other_one_stays(campaign, owner):
    other = make_lead("otto", campaign, Role.OWNER)
    outcomes = at_once(
        *(
            partial(
                remove_member, campaign=campaign, member_id=member_of(campaign, gone).pk, by=by
            )
            for by, gone in [(owner, other), (other, owner)]
        )
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["LastOwner", "NoneType"]
    assert campaign.members.filter(role=Role.OWNER).count() == 1


def test_every_change_is_in_the_audit_log(campaign, owner):
    client = signed_in(owner)
    lead = make_lead("ada")
    accept_invitation(token=invite(campaign, owner), user=lead)
    member = member_of(campaign, lead).pk
    client.post(f"{PEOPLE}{member}/role/", {"role": "viewer"})
    client.post(f"{PEOPLE}{member}/remove/")
    client.post(f"{PEOPLE}invite/", {"email": "b@example.org", "role": "owner"})
    client.post(f"{PEOPLE}invitations/{Invitation.objects.first().pk}/cancel/")
    logged = AuditEntry.objects.order_by("id").values_list("actor_name", "action", "detail")
    assert list(logged) == [
        ("olga", "invite member", {"email": "new@example.org", "role": "manager"}),
        ("ada", "accept invitation", {"role": "manager"}),
        ("olga", "change role", {"member": "ada", "former": "manager", "role": "viewer"}),
        ("olga", "remove member", {"member": "ada", "role": "viewer"}),
        ("olga", "invite member", {"email": "b@example.org", "role": "owner"}),
        ("olga", "cancel invitation", {"email": "b@example.org", "role": "owner"}),
    ]


def test_the_link_is_shown_to_the_inviter_once(campaign, owner):
    client = signed_in(owner)
    shown = client.post(
        f"{PEOPLE}invite/", {"email": "new@example.org", "role": "viewer"}, follow=True
    )
    link = shown.context["fresh"]["link"]
    assert link in shown.content.decode()
    assert find_invitation(link.rstrip("/").rpartition("/")[2]) is not None
    assert client.get(PEOPLE).context["fresh"] is None


def test_the_link_is_mailed_where_mail_is_set_up(campaign, owner, settings):
    client = signed_in(owner)
    asked = {"email": "new@example.org", "role": "viewer"}
    client.post(f"{PEOPLE}invite/", asked)
    assert mail.outbox == []
    settings.MAIL_IS_SET_UP = True
    shown = client.post(f"{PEOPLE}invite/", asked, follow=True)
    (letter,) = mail.outbox
    assert letter.to == ["new@example.org"]
    assert letter.subject == "Regild: an invitation to “Boats and gladness”"
    assert shown.context["fresh"] == {"email": ANY, "link": ANY, "mailed": True}
    assert shown.context["fresh"]["link"] in letter.body


def test_a_letter_that_cannot_be_sent_leaves_the_link_to_the_inviter(campaign, owner, settings):
    settings.MAIL_IS_SET_UP = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nobody listens there
    shown = signed_in(owner).post(
        f"{PEOPLE}invite/", {"email": "new@example.org", "role": "viewer"}, follow=True
    )
    assert shown.context["fresh"]["mailed"] is False


def test_an_address_that_is_none_is_asked_for_again(campaign, owner):
    page = signed_in(owner).post(f"{PEOPLE}invite/", {"email": "new", "role": "viewer"})
    assert page.status_code == 200
    assert 'value="new"' in page.content.decode()
    assert not Invitation.objects.exists()


def test_the_last_owner_is_told_why_they_stay(campaign, owner):
    member = member_of(campaign, owner).pk
    page = signed_in(owner).post(f"{PEOPLE}{member}/remove/", follow=True)
    assert "A campaign needs an owner" in page.content.decode()


def test_an_owner_who_leaves_is_taken_home(campaign, owner):
    make_lead("otto", campaign, Role.OWNER)
    member = member_of(campaign, owner).pk
    left = signed_in(owner).post(f"{PEOPLE}{member}/remove/", follow=True)
    assert left.redirect_chain == [("/", 302)]


def test_what_a_removed_member_made_for_the_campaign_opens_nothing_for_whoever_comes_back(
    campaign, owner
):
    mia, other = make_lead("mia", campaign, Role.MANAGER), make_lead("otto", campaign)
    ships = Campaign.objects.create(slug="ships", title="Ships", language="en")
    Member.objects.create(campaign=ships, user=mia, role=Role.VIEWER)
    limited = program_of(mia, campaign=campaign)
    kept = [
        program_of(mia),
        program_of(mia, campaign=ships),
        program_of(other, campaign=campaign),
    ]

    remove_member(campaign=campaign, member_id=member_of(campaign, mia).pk, by=owner)
    Member.objects.create(campaign=campaign, user=mia, role=Role.MANAGER)

    addresses = [BOATS, "/api/v1/campaigns/ships/", BOATS]
    assert limited.get(BOATS).status_code == 401
    assert [
        program.get(address).status_code
        for program, address in zip(kept, addresses, strict=True)
    ] == [200, 200, 200]
    entries = AuditEntry.objects.filter(actor=owner, campaign=campaign).order_by("id")
    assert [*entries.values_list("action", "detail")] == [
        ("remove member", {"member": "mia", "role": "manager"}),
        ("take back API token", {"name": "a program"}),
    ]


def test_a_last_owner_who_stays_keeps_their_tokens(campaign, owner):
    program = program_of(owner, campaign=campaign)
    with pytest.raises(LastOwner):
        remove_member(campaign=campaign, member_id=member_of(campaign, owner).pk, by=owner)
    assert program.get(BOATS).status_code == 200


def test_only_owners_see_addresses_and_invitations(campaign, owner):
    invite(campaign, owner)
    seen = signed_in(owner).get(PEOPLE).content.decode()
    assert "new@example.org" in seen
    assert "olga@example.org" in seen
    manager = make_lead("mara", campaign, Role.MANAGER)
    seen = signed_in(manager).get(PEOPLE).content.decode()
    assert "olga" in seen
    assert "@example.org" not in seen


def test_the_page_asks_the_database_the_same_however_many_members(
    campaign, owner, django_assert_num_queries
):
    client = signed_in(owner)
    for number in range(3):
        make_lead(f"lead-{number}", campaign)
        with django_assert_num_queries(8):
            client.get(PEOPLE)
