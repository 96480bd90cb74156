"""Open a campaign to annotators, pause it, close it."""

from campaigns.models import Campaign
from campaigns.services.jobs import JobRefused

State = Campaign.State


def open_campaign(*, campaign: Campaign) -> None:
    """Annotators can come. Raises JobRefused while there is nothing to give them."""
    if not campaign.subsets.exists():
        raise JobRefused(f"{campaign} has no subsets yet; dispatch makes them.")
    _move(campaign, to=State.OPEN, out_of=[State.DRAFT, State.PAUSED, State.CLOSED])


def pause_campaign(*, campaign: Campaign) -> None:
    """Nobody new joins and no new subset is given; open sittings may be finished."""
    _move(campaign, to=State.PAUSED, out_of=[State.OPEN])


def close_campaign(*, campaign: Campaign) -> None:
    _move(campaign, to=State.CLOSED, out_of=[State.OPEN, State.PAUSED])


def _move(campaign: Campaign, *, to: State, out_of: list[State]) -> None:
    moved = Campaign.objects.filter(id=campaign.id, state__in=out_of).update(state=to)
    campaign.refresh_from_db(fields=["state"])
    if not moved and campaign.state != to:
        raise JobRefused(
            f"{campaign} is {State(campaign.state).label}; it cannot be {to.label}."
        )
