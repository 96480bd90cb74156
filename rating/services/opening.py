"""Open a campaign to annotators, pause it, close it."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from annotators.services.reminders import forget_reminders
from campaigns.models import Campaign
from campaigns.services.archiving import refuse_archived
from campaigns.services.audit import record
from campaigns.services.locking import lock_campaign
from core.refusals import Refused
from proposing.selectors.rounds import has_round
from proposing.services.ending import end_open_turns
from rating.services.ending import end_open_sittings
from regild.problems import N_

State = Campaign.State

# It can be opened from every state.
_CANNOT_MOVE = {
    (State.DRAFT, State.PAUSED): N_("%(campaign)s is a draft; it cannot be paused."),
    (State.CLOSED, State.PAUSED): N_("%(campaign)s is closed; it cannot be paused."),
    (State.DRAFT, State.CLOSED): N_("%(campaign)s is a draft; it cannot be closed."),
}


def open_campaign(*, campaign: Campaign, by: User | None = None) -> None:
    """Annotators can come. Raises Refused while there is nothing to give them."""
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
    """From now on nothing more counts: sittings that are open end, whatever is left in them."""
    _move(
        campaign,
        to=State.CLOSED,
        out_of=[State.OPEN, State.PAUSED],
        by=by,
        action="close campaign",
    )


@transaction.atomic
def _move(
    campaign: Campaign, *, to: State, out_of: list[State], by: User | None, action: str
) -> None:
    now = lock_campaign(campaign.pk)
    refuse_archived(now)
    if to == State.OPEN:
        _refuse_nothing_to_give(now)
    if now.state in out_of:
        now.state = to
        now.closed_at = timezone.now() if to == State.CLOSED else None
        now.save(update_fields=["state", "closed_at"])
        if now.closed_at:
            end_open_turns(now, now=now.closed_at)
            end_open_sittings(now, now=now.closed_at)
            forget_reminders(now)
        record(campaign=campaign, by=by, action=action)
    elif now.state != to:
        text = _CANNOT_MOVE[State(now.state), to].filled(campaign=now.slug)
        raise Refused("campaign_state", text)
    campaign.state, campaign.closed_at = now.state, now.closed_at


def _refuse_nothing_to_give(campaign: Campaign) -> None:
    if campaign.stage == Campaign.Stage.PROPOSE:
        if not has_round(campaign):
            text = N_(
                "%(campaign)s has no round of proposals yet; dispatch makes one.",
                campaign=campaign.slug,
            )
            raise Refused("no_round", text)
    elif not campaign.subsets.exists():
        text = N_(
            "%(campaign)s has no subsets yet; dispatch makes them.", campaign=campaign.slug
        )
        raise Refused("no_subsets", text)
