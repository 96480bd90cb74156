"""Whether somebody who joined may be given a subset yet."""

from datetime import datetime

from annotators.models import Annotator
from annotators.services.comprehension import has_failed, must_show
from annotators.services.practice import must_practise
from annotators.services.proposing import PROPOSED, has_proposed
from annotators.services.quotas import lost_place
from campaigns.models import Campaign
from core.refusals import Refused
from regild.problems import N_


class NotReady(Refused):
    """What has to come first, or why nothing comes."""


def refuse_unready(annotator: Annotator, campaign: Campaign, *, now: datetime) -> None:
    """Under the campaign's lock. Raises NotReady."""
    if has_proposed(campaign, annotator.person):
        raise NotReady("proposed_before", PROPOSED)
    if not (campaign.comprehension or campaign.practice_required or campaign.quotas):
        return
    if annotator.source != Annotator.Source.ONLINE:
        return
    if has_failed(annotator, campaign):
        raise NotReady(
            "comprehension_failed",
            N_("The questions about the instructions were answered wrongly twice."),
        )
    if must_show(annotator, campaign):
        raise NotReady(
            "comprehension_required",
            N_("Answer the questions about the instructions first."),
        )
    if must_practise(annotator, campaign):
        raise NotReady("practice_required", N_("Go through the practice first."))
    if lost_place(annotator, campaign, now=now):
        raise NotReady("quota_full", N_("There are enough people with your answers already."))
