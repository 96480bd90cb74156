"""Spellings and exclusions as leads decide them: what is refused, and what is undone."""

import pytest

from campaigns.models import AuditEntry
from core.refusals import Refused
from proposing.models import ProposalTurn, SpellingDecision
from proposing.selectors.draft import rules_of
from proposing.selectors.sentences import drafted
from proposing.services.exclusions import exclude_proposals, undo_proposal_exclusion
from proposing.services.freezing import freeze_first_gold
from proposing.services.spellings import accept_spelling, keep_spelling
from tests.proposing.proposed import make_first_stage, propose, proposed_campaign
from tests.proposing.turn import first_stage, join, sit

pytestmark = pytest.mark.django_db


def votes(campaign, key):
    [one] = drafted(campaign, [campaign.items.get(key=key)])
    return dict(one.record.substitutes)


def test_a_spelling_with_blanks_around_it_is_decided_as_it_was_typed():
    campaign = make_first_stage(case_policy="lower")
    propose(campaign, "ann", "1", "Happy_go ")
    item = campaign.items.get(key="1")
    assert votes(campaign, "1") == {"happy go": 1}
    keep_spelling(item=item, spelling="Happy_go ")
    assert votes(campaign, "1") == {"Happy_go": 1}


def test_what_a_spelling_counts_as_is_worded_as_everything_else():
    campaign = make_first_stage(case_policy="lower")
    propose(campaign, "ann", "1", "glee")
    accept_spelling(item=campaign.items.get(key="1"), spelling="glee", into=" Great_Joy")
    assert votes(campaign, "1") == {"great joy": 1}


def test_a_decision_replaces_the_one_before_and_both_are_in_the_log():
    campaign = proposed_campaign()
    item = campaign.items.get(key="2")
    accept_spelling(item=item, spelling="merry", into="cheerful")
    keep_spelling(item=item, spelling="merry")
    assert SpellingDecision.objects.get().into == ""
    assert rules_of(campaign).accepted == []
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert [*actions][-2:] == ["accept spelling", "keep spelling"]


def test_what_was_decided_may_lead_on_but_not_in_a_circle():
    campaign = proposed_campaign()
    item = campaign.items.get(key="2")
    accept_spelling(item=item, spelling="cheerfull", into="cheerful")
    accept_spelling(item=item, spelling="cheerful", into="merry")
    assert votes(campaign, "2") == {"merry": 3}
    with pytest.raises(Refused) as refused:
        accept_spelling(item=item, spelling="merry", into="cheerfull")
    assert refused.value.code == "circle"


def test_whom_a_lead_leaves_out_frees_their_seats_and_gets_them_back_while_they_are_free():
    campaign = first_stage(annotators=1, per_subset=5)
    left_out = join(campaign)
    sit(left_out, "happy")
    exclusion = exclude_proposals(annotator=left_out, reason="They copy.")
    turn = ProposalTurn.objects.get()
    assert (turn.state, turn.seat) == ("released", None)
    assert undo_proposal_exclusion(exclusion) == 1
    turn.refresh_from_db()
    assert (turn.state, turn.seat) == ("complete", 1)
    again = exclude_proposals(annotator=left_out, reason="They do copy.")
    sit(join(campaign), "merry")
    with pytest.raises(Refused) as refused:
        undo_proposal_exclusion(again)
    assert refused.value.code == "seats_taken"
    again.refresh_from_db()
    assert again.undone_at is None


def test_an_exclusion_is_made_once_and_needs_a_reason():
    campaign = proposed_campaign()
    bob = campaign.annotators.get(name="bob")
    with pytest.raises(Refused, match="reason"):
        exclude_proposals(annotator=bob, reason=" ")
    exclusion = exclude_proposals(annotator=bob, reason="They copy.")
    with pytest.raises(Refused, match="already"):
        exclude_proposals(annotator=bob, reason="They copy.")
    undo_proposal_exclusion(exclusion)
    with pytest.raises(Refused, match="undone already"):
        undo_proposal_exclusion(exclusion)


def test_what_an_exclusion_left_out_stays_out_of_a_frozen_gold_that_was_frozen_before():
    campaign = proposed_campaign()
    freeze_first_gold(campaign=campaign)
    exclude_proposals(annotator=campaign.annotators.get(name="bob"), reason="They copy.")
    first, second = (
        freeze_first_gold(campaign=campaign).gold,
        campaign.first_golds.get(number=1),
    )
    assert (first.number, second.number) == (2, 1)
    assert "merry" in second.lines
    assert "merry" not in first.lines
