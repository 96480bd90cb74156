"""The one step that a campaign's overview puts before all others."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from annotation_site.selectors.stages import NextStep, OverviewStage
from campaigns.models import Campaign

FIRST_GOLD = "first-gold"


def next_step(campaign: Campaign, stages: Sequence[OverviewStage]) -> NextStep | None:
    """The first in the order in which data moves that is due; None where nothing is. While
    annotators propose, all the rest waits for them."""
    if campaign.archived_at is not None:
        return None
    proposing = campaign.stage == Campaign.Stage.PROPOSE
    for stage in stages:
        if proposing and stage.page != FIRST_GOLD:
            continue
        if stage.then is not None and stage.then.due:
            return NextStep(stage.page, stage.then.words, stage.then.page, stage.then.sharing)
    if proposing and campaign.state == Campaign.State.OPEN:
        words = _("Annotators still write substitutes.")
        return NextStep(FIRST_GOLD, words, FIRST_GOLD, sharing=True)
    return None
