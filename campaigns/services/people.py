"""Who may work on a campaign: invite by a link, change a role, remove a member."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign, Invitation, Member
from campaigns.selectors.invitations import find_invitation
from campaigns.selectors.permission import ROLES
from campaigns.services.api_tokens import take_back_api_token
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from core.tokens import hash_token, new_token
from regild.problems import N_

INVITATION_LIFE = timedelta(days=14)


class LastOwner(Refused):
    """Without an owner nobody could invite, hand over or delete."""

    def __init__(self) -> None:
        text = N_("A campaign needs an owner: give another member this role first.")
        super().__init__("last_owner", text)


class InvitationGone(Refused):
    """The invitation was used, cancelled or replaced, or is too old."""

    def __init__(self) -> None:
        text = N_("This invitation has been used in the meantime.")
        super().__init__("invitation_gone", text)


@transaction.atomic
def invite_member(*, campaign: Campaign, by: User, email: str, role: Member.Role) -> str:
    """A token that makes its holder a member, once; an unused one to this address ends."""
    email = email.lower()
    token = new_token()
    now = timezone.now()
    Invitation.objects.update_or_create(
        campaign=campaign,
        email=email,
        used_at=None,
        defaults={
            "role": role,
            "token_hash": hash_token(token),
            "created_at": now,
            "expires_at": now + INVITATION_LIFE,
        },
    )
    record(campaign=campaign, by=by, action="invite member", email=email, role=role)
    return token


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Campaign:
    """Make the user a member; one who is already keeps the higher of both roles."""
    invitation = find_invitation(token)
    # By the token again: it may have been used or replaced since it was found.
    unused = Invitation.objects.filter(token_hash=hash_token(token), used_at__isnull=True)
    if invitation is None or not unused.update(used_at=timezone.now()):
        raise InvitationGone
    campaign, role = invitation.campaign, Member.Role(invitation.role)
    member, new = Member.objects.select_for_update().get_or_create(
        campaign=campaign, user=user, defaults={"role": role}
    )
    if not new and ROLES.index(role) > ROLES.index(Member.Role(member.role)):
        member.role = role
        member.save()
    record(campaign=campaign, by=user, action="accept invitation", role=member.role)
    return campaign


@transaction.atomic
def cancel_invitation(*, invitation: Invitation, by: User) -> None:
    gone, _rows = Invitation.objects.filter(id=invitation.pk, used_at__isnull=True).delete()
    if not gone:
        raise InvitationGone
    record(
        campaign=invitation.campaign,
        by=by,
        action="cancel invitation",
        email=invitation.email,
        role=invitation.role,
    )


@transaction.atomic
def change_role(*, campaign: Campaign, member_id: int, by: User, role: Member.Role) -> None:
    """Raises LastOwner where none would be left, Member.DoesNotExist for a removed member."""
    member = _locked_member(campaign, member_id, stays_owner=role == Member.Role.OWNER)
    former, member.role = member.role, role
    member.save()
    record(
        campaign=campaign,
        by=by,
        action="change role",
        member=member.user.get_username(),
        former=former,
        role=role,
    )


@transaction.atomic
def remove_member(*, campaign: Campaign, member_id: int, by: User) -> None:
    """With the tokens they made for this campaign alone, which would open it again if they
    were invited back. Raises LastOwner where none would be left, Member.DoesNotExist for a
    removed member."""
    member = _locked_member(campaign, member_id, stays_owner=False)
    member.delete()
    record(
        campaign=campaign,
        by=by,
        action="remove member",
        member=member.user.get_username(),
        role=member.role,
    )
    for token in campaign.api_tokens.filter(user=member.user):
        take_back_api_token(token=token, by=by)


def _locked_member(campaign: Campaign, member_id: int, *, stays_owner: bool) -> Member:
    # One at a time: two owners who each remove the other would leave none.
    lock_campaign(campaign.pk)
    member = campaign.members.select_related("user").get(id=member_id)
    owners = campaign.members.filter(role=Member.Role.OWNER)
    if member.role == Member.Role.OWNER and not stays_owner and owners.count() == 1:
        raise LastOwner
    return member
