"""The audit log: append only, in the transaction of what it tells about."""

from typing import Any

from django.contrib.auth.models import User

from campaigns.models import AuditEntry, Campaign


def record(*, campaign: Campaign, by: User | None, action: str, **detail: Any) -> None:
    """`action` is a verb and its object in lower case, such as "release gold"."""
    AuditEntry.objects.create(
        campaign=campaign,
        slug=campaign.slug,
        actor=by,
        actor_name=by.get_username() if by else "",
        action=action,
        detail=detail,
    )
