"""What storing answers has in common, whatever a stage asks for (docs/decisions/0005)."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import IntegrityError, connection

from annotators.models import AbstractTurn
from campaigns.models import Campaign


class Stored(NamedTuple):
    stored: int
    remaining: int


class NeedsCampaign(Exception):  # noqa: N818
    """The batch ends its turn, or meets one that is not open: what counts changes."""


def nowhere() -> str:
    """The network of whom nobody asks where they come from."""
    return ""


def store_with_least_lock(store: Callable[[bool, bool], Stored]) -> Stored:
    """`store` a batch: whether under the lock of the campaign, and whether every key is looked
    up. On PostgreSQL first without the lock, for which it raises NeedsCampaign where it needs
    it, having stored nothing."""
    try:
        if connection.vendor == "postgresql":
            with suppress(NeedsCampaign):
                return store(False, False)
        return store(True, False)
    except IntegrityError:
        # The same annotator's other request sent the same keys; read again, it is a repetition
        # or a mistake.
        return store(True, True)


def keep_hold(turn: AbstractTurn, *, campaign_id: int, now: datetime) -> None:
    """Sending again is a sign of the annotator, as an answer is; what is past stays past."""
    if turn.state == AbstractTurn.State.OPEN and turn.expires_at > now:
        turn.expires_at = now + hold_in(campaign_id)
        turn.save(update_fields=["expires_at"])


def hold_in(campaign_id: int) -> timedelta:
    """As `hold` has it, of a campaign that nobody has read."""
    minutes = Campaign.objects.values_list("hold_minutes", flat=True)
    return timedelta(minutes=minutes.get(id=campaign_id))


def time_bound(moment: datetime) -> Any:
    """As a statement by hand takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def key_bound(key: UUID) -> Any:
    return key if connection.features.has_native_uuid_field else key.hex
