"""The first stage on a campaign's overview."""

from django.utils.translation import gettext as _

from annotation_site.selectors.stages import Fact, OverviewStage, Status, Step, counted
from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from core.refusals import said
from core.templatetags.numbers import grouped
from proposing.selectors.annotators import flagged
from proposing.selectors.own_progress import campaign_share
from proposing.selectors.standing import standing_of, was_asked
from sources.selectors import has_gold


def first_gold_stage(campaign: Campaign) -> list[OverviewStage]:
    """Nothing where nobody was ever asked, because a gold was brought in."""
    if not task_of(campaign).proposes:
        return []
    asked = was_asked(campaign)
    if not asked and has_gold(campaign):
        return []
    found = standing_of(campaign)
    state, gold = found.state, found.gold
    facts = [
        Fact(
            "sentences_with_enough",
            _("sentences with all responses wanted"),
            f"{grouped(state.enough)} / {grouped(state.sentences)}",
            {"count": state.enough, "of": state.sentences},
        ),
        counted("responses", _("responses that count"), state.responses),
        counted("annotators", _("annotators"), state.annotators),
        counted("flagged", _("flagged annotators"), flagged(found.report)),
        counted("undecided", _("close spellings to look at"), found.undecided),
    ]
    if gold is not None:
        facts.append(Fact("gold", _("newest first gold"), str(gold.number), gold.number))
    then = found.then
    settled = (gold is not None or found.brought_in) and campaign.stage == Campaign.Stage.RATE
    return [
        OverviewStage(
            _("First gold"),
            "first-gold",
            facts if asked else [],
            wrong="" if asked else _("There is no first gold yet."),
            then=None if then is None else Step(said(then.words), then.page),
            head="sentences_with_enough",
            status=Status.DONE if settled else Status.ACTIVE if asked else Status.WAITING,
            share=campaign_share(campaign),
        )
    ]
