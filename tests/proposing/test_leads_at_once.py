"""Leads who press at the same moment, and annotators beside them."""

import pytest

from campaigns.models import Campaign
from core.refusals import Refused
from proposing.models import FirstGold, ProposalExclusion, ProposalTurn, SpellingDecision
from proposing.selectors.golds import records_of, stored_gold
from proposing.services.exclusions import exclude_proposals
from proposing.services.freezing import freeze_first_gold
from proposing.services.spellings import accept_spelling
from tests.proposing.proposed import proposed_campaign
from tests.proposing.turn import answer_all, first_stage, join, sit, take
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_leads_who_freeze_at_once_freeze_one_gold():
    campaign = proposed_campaign()
    done = at_once(*[lambda: freeze_first_gold(campaign=campaign)] * 3)
    assert sorted(frozen.new for frozen in done) == [False, False, True]
    assert FirstGold.objects.count() == 1


def test_merges_that_would_be_a_circle_together_are_not_both_accepted():
    campaign = proposed_campaign()
    item = campaign.items.get(key="2")
    done = at_once(
        lambda: accept_spelling(item=item, spelling="merry", into="cheerful"),
        lambda: accept_spelling(item=item, spelling="cheerful", into="merry"),
    )
    assert sorted(str(type(one)) for one in done if one is not None) == [str(Refused)]
    assert SpellingDecision.objects.count() == 1


def test_an_annotator_is_left_out_once():
    campaign = proposed_campaign()
    bob = campaign.annotators.get(name="bob")
    done = at_once(*[lambda: exclude_proposals(annotator=bob, reason="They copy.")] * 2)
    assert sum(isinstance(one, Refused) for one in done) == 1
    assert ProposalExclusion.objects.count() == 1


def test_an_answer_beside_the_freezing_is_in_the_gold_or_nowhere():
    campaign = first_stage(annotators=2, per_subset=5)
    sit(join(campaign), "happy")
    turn = take(join(campaign))
    answer_all(turn, "merry", but=1)
    at_once(
        lambda: answer_all(turn, "merry"),
        lambda: freeze_first_gold(campaign=campaign),
    )
    turn.refresh_from_db()
    assert turn.state in {ProposalTurn.State.COMPLETE, ProposalTurn.State.EXPIRED}
    gold = FirstGold.objects.get()
    assert ("merry" in gold.lines) == (turn.state == ProposalTurn.State.COMPLETE)
    kept = {record.sentence: dict(record.substitutes) for record in records_of(gold)}
    assert kept == {one.sentence: dict(one.substitutes) for one in stored_gold(campaign)}
    assert Campaign.objects.get().stage == Campaign.Stage.RATE
