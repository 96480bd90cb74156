"""What members are told of their campaigns by e-mail: who wants it, and that it was sent."""

from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.models import Campaign, Member, SummaryWish
from campaigns.selectors.summaries import languages_of_letters
from campaigns.services.audit import record
from core.refusals import Refused
from regild.problems import N_

# With which no mail program breaks an address of a page.
_SIGNER = Signer(salt="campaigns.summaries", sep=".")


class NotAMember(Refused):
    """Summaries go to members; an operator sees the campaign without being one."""

    def __init__(self) -> None:
        text = N_("Summaries go to members of the campaign, and you are not one of them.")
        super().__init__("not_a_member", text)


@transaction.atomic
def change_summaries(
    *, campaign: Campaign, user: User, weekly: bool, when_needed: bool, language: str
) -> SummaryWish:
    """What this member wants to be sent of it. The first weekly one comes after the week under
    way. Raises NotAMember."""
    member = Member.objects.filter(campaign=campaign, user=user).first()
    if member is None:
        raise NotAMember
    if language not in dict(languages_of_letters()):
        language = settings.LANGUAGE_CODE
    wish, _new = SummaryWish.objects.select_for_update().get_or_create(
        member=member, defaults={"language": language}
    )
    before = (wish.weekly, wish.when_needed, wish.language)
    if (weekly, when_needed, language) == before:
        return wish
    if weekly and not wish.weekly:
        wish.last_week = monday_of(timezone.now())
    wish.weekly, wish.when_needed, wish.language = weekly, when_needed, language
    wish.version += 1
    wish.save()
    record(
        campaign=campaign,
        by=user,
        action="change summaries",
        weekly=weekly,
        when_needed=when_needed,
    )
    return wish


def monday_of(now: datetime) -> date:
    today = now.date()
    return today - timedelta(days=today.weekday())


def stop_token(wish: SummaryWish) -> str:
    return _SIGNER.sign(str(wish.pk))


def wish_of_token(token: str) -> SummaryWish | None:
    """None for a token that we did not make, or whose member has left."""
    try:
        id = _SIGNER.unsign(token)
    except BadSignature:
        return None
    found = SummaryWish.objects.filter(id=int(id))
    return found.select_related("member__campaign", "member__user").first()


def stop_summaries(wish: SummaryWish) -> None:
    """As its reader asks with the link of a letter."""
    change_summaries(
        campaign=wish.member.campaign,
        user=wish.member.user,
        weekly=False,
        when_needed=False,
        language=wish.language,
    )


def claim(wish: SummaryWish, **told: Any) -> bool:
    """Whether the letter of this wish, as it was read, is the caller's to send. It counts as
    sent from here on: who dies before it is sent has sent none, and nobody sends it twice."""
    unchanged = SummaryWish.objects.filter(id=wish.pk, version=wish.version)
    return bool(unchanged.update(version=F("version") + 1, **told))
