"""Who works on a campaign."""

from django.db.models import QuerySet

from campaigns.models import Campaign, Member

# By name; the last is unique, as lists want it.
MEMBER_ORDER = ["user__username", "id"]


def members_of(campaign: Campaign) -> QuerySet[Member]:
    return campaign.members.select_related("user").order_by(*MEMBER_ORDER)
