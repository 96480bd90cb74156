"""Reads over what was brought in."""

from typing import Literal, cast

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.http import Http404

from campaigns.models import Campaign, Member, Sentence
from campaigns.wording import Wording

# What each role may do, from least to most: see; change; hand over and delete.
ROLES = [Member.Role.VIEWER, Member.Role.MANAGER, Member.Role.OWNER]


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """The campaigns this lead is a member of; an operator sees all."""
    campaigns = Campaign.objects.order_by("title")
    return campaigns if user.is_superuser else campaigns.filter(members__user=user)


def campaign_for(
    user: User | AnonymousUser, *, slug: str, least: Member.Role = Member.Role.VIEWER
) -> Campaign:
    """The campaign, if the user's role in it is at least `least`.

    Raises Http404 otherwise, so that nobody learns of another's campaign.
    """
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None or not user.is_authenticated:
        raise Http404
    if user.is_superuser:
        return campaign
    role = campaign.members.filter(user=user).values_list("role", flat=True).first()
    if role is None or ROLES.index(Member.Role(role)) < ROLES.index(least):
        raise Http404
    return campaign


def wording_of(campaign: Campaign) -> Wording:
    """The campaign's own normalisation of a substitute."""
    return Wording(
        case=cast(Literal["keep", "lower"], campaign.case_policy),
        rules=[
            (lexelt, proposed, canonical) for lexelt, proposed, canonical in campaign.mapping
        ],
    )


def sentences_in_play(campaign: Campaign) -> QuerySet[Sentence]:
    """Sentences that are pooled and scored: not hidden, and not of an excluded target."""
    return campaign.sentences.filter(hidden_at__isnull=True).exclude(
        lexelt__in=campaign.excluded_targets
    )
