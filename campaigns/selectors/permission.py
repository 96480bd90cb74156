"""Which campaigns somebody may see, and what they may do there."""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import (
    QuerySet,
)
from django.http import Http404
from django.utils.translation import gettext as _

from campaigns.models import (
    Campaign,
    Member,
)

# What each role may do, from least to most: see; change; hand over and delete.
ROLES = [Member.Role.VIEWER, Member.Role.MANAGER, Member.Role.OWNER]


# How the slug of a campaign begins that is being deleted: no address can hold it.
RETIRED = "~"


def campaigns_of(user: User, *, archived: bool = False) -> QuerySet[Campaign]:
    """The campaigns this lead is a member of; an operator sees all. Without archived ones, or
    those alone."""
    campaigns = Campaign.objects.exclude(slug__startswith=RETIRED).order_by("title")
    campaigns = campaigns.filter(archived_at__isnull=not archived)
    return campaigns if user.is_superuser else campaigns.filter(members__user=user)


def campaign_for(
    user: User | AnonymousUser,
    *,
    slug: str,
    least: Member.Role = Member.Role.VIEWER,
    also_archived: bool = False,
) -> Campaign:
    """The campaign, if the user's role in it is at least `least`.

    Raises Http404 otherwise, so that nobody learns of another's campaign; and PermissionDenied
    where more than looking is asked of an archived one.
    """
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None or not user.is_authenticated or not may(user, campaign, least):
        raise Http404
    if campaign.archived_at and least != Member.Role.VIEWER and not also_archived:
        raise PermissionDenied(_("This campaign is archived: restore it to make changes."))
    return campaign


def may(user: User, campaign: Campaign, least: Member.Role) -> bool:
    """Whether the user's role in the campaign is at least `least`; an operator may all."""
    return _rank(user, campaign) >= ROLES.index(least)


class Rights(NamedTuple):
    """What somebody may do in a campaign beyond seeing it. Who did what is no secret of an
    archived one, nor is who may bring it back or delete it."""

    change: bool
    own: bool
    audit: bool
    people: bool


def rights_of(user: User, campaign: Campaign) -> Rights:
    rank, lives = _rank(user, campaign), campaign.archived_at is None
    manages = rank >= ROLES.index(Member.Role.MANAGER)
    owns = rank >= ROLES.index(Member.Role.OWNER)
    return Rights(change=manages and lives, own=owns, audit=manages, people=owns and lives)


def _rank(user: User, campaign: Campaign) -> int:
    """The place of the user's role among all; -1 where they have none."""
    if user.is_superuser:
        return len(ROLES) - 1
    role = campaign.members.filter(user=user).values_list("role", flat=True).first()
    return -1 if role is None else ROLES.index(Member.Role(role))
