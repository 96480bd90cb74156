"""Who wants to hear of a campaign by e-mail."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from campaigns.models import Campaign, Member, SummaryWish


def languages_of_letters() -> list[tuple[str, str]]:
    """Those in which leads read the site."""
    only = settings.LANGUAGES_OF_ANNOTATORS
    return [(code, name) for code, name in settings.LANGUAGES if code not in only]


def is_member(campaign: Campaign, user: User) -> bool:
    return Member.objects.filter(campaign=campaign, user=user).exists()


def wish_of(campaign: Campaign, user: User) -> SummaryWish | None:
    """What they asked for, if they ever did."""
    return SummaryWish.objects.filter(member__campaign=campaign, member__user=user).first()


def wishes(campaign: Campaign | None = None) -> QuerySet[SummaryWish]:
    """Whoever wants something and can be written to, of campaigns that live."""
    found = SummaryWish.objects.filter(
        Q(weekly=True) | Q(when_needed=True),
        member__user__is_active=True,
        member__campaign__archived_at__isnull=True,
    ).exclude(member__user__email="")
    if campaign is not None:
        found = found.filter(member__campaign=campaign)
    return found.select_related("member__campaign", "member__user").order_by("id")
