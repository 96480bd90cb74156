"""What holds for a turn of every stage."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q

from annotators.models import Annotator
from annotators.selectors.standing import Fate
from annotators.services.site_status import GONE
from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import N_, Text

TAKES_ANSWERS = (Campaign.State.OPEN, Campaign.State.PAUSED)

NOT_YOURS = N_("You have no such assignment.")
RELEASED = N_("This assignment was closed by the people who run the campaign.")
COMPLETE = N_("This assignment is complete already.")
# To an answer that came too late; each stage adds what others did meanwhile.
REFUSALS: dict[Fate, Text] = {
    # It became so between the asking and the saying.
    Fate.YOURS: N_("This assignment was left alone; send this again to go on with it."),
    Fate.HIDDEN: N_(
        "This assignment was left alone; what was left of it has been taken out of the"
        " campaign."
    ),
    Fate.ANOTHER: N_("This assignment was left alone, and you have another one open."),
    Fate.LEFT_OUT: RELEASED,
    Fate.QUOTA: N_(
        "This assignment was left alone; there are enough people with your answers meanwhile."
    ),
}


class TurnGone(Refused):
    """The turn takes no such answers any more. `fate`: of one that was left alone, why its
    annotator cannot have it again."""

    def __init__(self, code: str, text: Text, *, fate: Fate | None = None) -> None:
        super().__init__(code, text)
        self.fate = fate


class TurnUnfinished(Refused):
    """Not everything is answered yet; `missing` are the ids of what is not."""

    def __init__(self, code: str, text: Text, *, missing: Sequence[int]) -> None:
        super().__init__(code, text)
        self.missing = tuple(missing)


def hold(campaign: Campaign) -> timedelta:
    return timedelta(minutes=campaign.hold_minutes)


def has_left(annotator: Annotator) -> bool:
    """Asked under the lock: a token that was good when the request came may be so no more."""
    gone = Q(withdrawn_at__isnull=False) | Q(site_status__in=GONE)
    return Annotator.objects.filter(gone, id=annotator.pk).exists()
