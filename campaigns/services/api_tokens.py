"""Tokens for programs: made and shown once, known again by their hash, taken back."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import ApiToken, Campaign, Member
from campaigns.services.audit import record
from core.tokens import hash_token, new_token

# How old the last use may look; a write at every call would cost more than the call.
USE_NOTED_EVERY = timedelta(hours=1)


@transaction.atomic
def make_api_token(
    *,
    user: User,
    name: str,
    scope: Member.Role,
    campaign: Campaign | None = None,
    expires_at: datetime | None = None,
) -> str:
    """The token itself, this once. Without a campaign it opens all of the user's."""
    token = new_token()
    ApiToken.objects.create(
        user=user,
        campaign=campaign,
        name=name,
        scope=scope,
        token_hash=hash_token(token),
        expires_at=expires_at,
    )
    if campaign is not None:
        record(campaign=campaign, by=user, action="make API token", name=name, scope=scope)
    return token


@transaction.atomic
def take_back_api_token(*, token: ApiToken, by: User) -> None:
    gone, _rows = ApiToken.objects.filter(id=token.pk).delete()
    if gone and token.campaign is not None:
        record(campaign=token.campaign, by=by, action="take back API token", name=token.name)


def use_api_token(token: str) -> ApiToken | None:
    """None for one that is unknown, has ended, or whose lead may no longer sign in."""
    now = timezone.now()
    found = (
        ApiToken.objects.select_related("user")
        .filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))
        .filter(token_hash=hash_token(token), user__is_active=True)
        .first()
    )
    if found and (found.used_at is None or found.used_at < now - USE_NOTED_EVERY):
        # On SQLite a long job may be the one writer; no call shall fail for a date.
        with suppress(OperationalError):
            ApiToken.objects.filter(id=found.pk).update(used_at=now)
    return found
