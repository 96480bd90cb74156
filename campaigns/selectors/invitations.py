"""Invitations that can still be taken."""

from django.db.models import (
    QuerySet,
)
from django.utils import timezone

from campaigns.models import (
    Campaign,
    Invitation,
)
from core.tokens import hash_token


def open_invitations(campaign: Campaign) -> QuerySet[Invitation]:
    return campaign.invitations.filter(used_at__isnull=True, expires_at__gt=timezone.now())


def find_invitation(token: str) -> Invitation | None:
    """Whose token this is; None once it was used, cancelled or replaced, or is too old."""
    return (
        Invitation.objects.select_related("campaign")
        .filter(
            token_hash=hash_token(token), used_at__isnull=True, expires_at__gt=timezone.now()
        )
        .first()
    )


def is_invited(email: str) -> bool:
    """Whether an invitation to this address can still be taken."""
    return Invitation.objects.filter(
        email=email.lower(), used_at__isnull=True, expires_at__gt=timezone.now()
    ).exists()
