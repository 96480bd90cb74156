"""How the first stage of a campaign stands, and what is to be done next."""

from typing import NamedTuple

from campaigns.models import Campaign
from campaigns.selectors.settled import has_ratings
from proposing.models import FirstGold, FirstGoldReport, ProposalTurn
from proposing.selectors.golds import frozen_golds
from proposing.selectors.reports import report_of
from proposing.selectors.rounds import has_round
from proposing.selectors.spellings import close_listed
from proposing.selectors.stage import StageState, stage_state
from regild.problems import N_, Text
from sources.selectors import has_gold


class StageStep(NamedTuple):
    """`page` is the name of its address."""

    words: Text
    page: str


class StageStanding(NamedTuple):
    """`undecided` are pairs of close spellings; `brought_in` says whether there is a gold that
    nobody proposed here."""

    state: StageState
    report: FirstGoldReport | None
    golds: list[FirstGold]
    undecided: int
    brought_in: bool
    rated: bool
    then: StageStep | None

    @property
    def gold(self) -> FirstGold | None:
        return self.golds[0] if self.golds else None


def was_asked(campaign: Campaign) -> bool:
    """Whether anybody was to propose here, or did elsewhere."""
    turns = ProposalTurn.objects.filter(annotator__campaign=campaign)
    return has_round(campaign) or turns.exists()


def standing_of(campaign: Campaign) -> StageStanding:
    state, report = stage_state(campaign), report_of(campaign)
    golds = list(frozen_golds(campaign))
    undecided = len(close_listed(campaign, report, undecided=True))
    standing = StageStanding(
        state,
        report,
        golds,
        undecided,
        brought_in=not golds and has_gold(campaign),
        rated=has_ratings(campaign),
        then=None,
    )
    return standing._replace(then=_next(campaign, standing))


def _next(campaign: Campaign, found: StageStanding) -> StageStep | None:
    state = found.state
    if campaign.stage == Campaign.Stage.RATE:
        if found.gold or found.brought_in:
            return None
        if not state.rounds and not state.responses:
            return StageStep(N_("Ask annotators for substitutes"), "first-gold")
    if state.rounds and campaign.state == Campaign.State.DRAFT:
        return StageStep(N_("Open the campaign to annotators"), "first-gold")
    if not state.responses or (state.rounds and state.enough < state.sentences):
        return None
    if found.undecided:
        return StageStep(N_("Review close spellings"), "first-gold-spellings")
    return StageStep(N_("Freeze the first gold"), "freeze-first-gold")
