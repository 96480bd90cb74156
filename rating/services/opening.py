"""Open a campaign to annotators, pause it, close it."""

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.services.audit import record
from campaigns.services.jobs import JobRefused

State = Campaign.State

# As the audit log calls it.
CLOSE = "close campaign"


def open_campaign(*, campaign: Campaign, by: User | None = None) -> None:
    """Annotators can come. Raises JobRefused while there is nothing to give them."""
    if not campaign.subsets.exists():
        raise JobRefused(f"{campaign} has no subsets yet; dispatch makes them.")
    _move(
        campaign,
        to=State.OPEN,
        out_of=[State.DRAFT, State.PAUSED, State.CLOSED],
        by=by,
        action="open campaign",
    )


def pause_campaign(*, campaign: Campaign, by: User | None = None) -> None:
    """Nobody new joins and no new subset is given; open sittings may be finished."""
    _move(campaign, to=State.PAUSED, out_of=[State.OPEN], by=by, action="pause campaign")


def close_campaign(*, campaign: Campaign, by: User | None = None) -> None:
    _move(
        campaign,
        to=State.CLOSED,
        out_of=[State.OPEN, State.PAUSED],
        by=by,
        action=CLOSE,
    )


@transaction.atomic
def _move(
    campaign: Campaign, *, to: State, out_of: list[State], by: User | None, action: str
) -> None:
    moved = Campaign.objects.filter(id=campaign.id, state__in=out_of).update(state=to)
    campaign.refresh_from_db(fields=["state"])
    if moved:
        record(campaign=campaign, by=by, action=action)
    elif campaign.state != to:
        raise JobRefused(
            f"{campaign} is {State(campaign.state).label}; it cannot be {to.label}."
        )
