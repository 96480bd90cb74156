"""Taking sentences to propose for, ending turns, and coming back to them."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from annotators.selectors.standing import Fate, NextTask
from annotators.services.turns import TurnGone
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.counting import counting_proposals, proposal_records
from proposing.selectors.rounds import rounds_of
from proposing.selectors.turns import missing_sentences, shown_in, turn_sentences
from proposing.services.dispatching import dispatch_proposals
from proposing.services.ending import expire_turns
from proposing.services.left_alone import nothing_left, standing
from proposing.services.taking import SentencesMissing, complete_turn, take_turn
from tests.proposing.turn import answer_all, first_stage, join, propose, saying, sit, take

pytestmark = pytest.mark.django_db


def taken(annotator):
    return take_turn(annotator=annotator, rng=random.Random(2))


def left_alone(turn):
    ProposalTurn.objects.filter(id=turn.id).update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )


def test_every_sentence_ends_with_exactly_the_annotators_that_its_round_asks():
    campaign = first_stage(annotators=3)
    for _ in range(4):
        annotator = join(campaign)
        while taken(annotator):
            sit(annotator)
    counted = Counter(counting_proposals(campaign).values_list("item__key", flat=True))
    assert counted == {"1": 3, "2": 3, "3": 3, "4": 3, "5": 3}
    [state] = rounds_of(campaign)
    assert (state.turns, state.complete, state.open, state.lacking) == (9, 9, 0, 0)
    assert state.is_complete
    assert state.responses == 15


def test_a_second_round_adds_annotators_and_nobody_meets_a_sentence_twice():
    campaign = first_stage(annotators=1)
    first = join(campaign)
    while taken(first):
        sit(first)
    dispatch_proposals(campaign=campaign, annotators=2, per_subset=3, seed=5)
    assert taken(first) is None
    for _ in range(2):
        annotator = join(campaign)
        while taken(annotator):
            sit(annotator)
    said = Counter(counting_proposals(campaign).values_list("annotator", "item"))
    assert len(said) == 15
    assert set(said.values()) == {1}
    assert [one.lacking for one in rounds_of(campaign)] == [0, 0]


def test_who_met_one_sentence_of_a_subset_is_never_given_it():
    campaign = first_stage(annotators=1, per_subset=1)
    annotator = join(campaign)
    met = {item.key for item in shown_in(sit(annotator))}
    dispatch_proposals(campaign=campaign, annotators=1, per_subset=5, seed=5)
    while found := taken(annotator):
        shown = {item.key for item in shown_in(found.turn)}
        assert not shown & met
        met |= shown
        answer_all(found.turn)
    assert annotator.proposal_turns.filter(subset__round__number=2).count() == 0


def test_taking_again_goes_on_with_the_open_turn_and_what_was_said_in_it():
    campaign = first_stage(per_subset=3)
    annotator = join(campaign)
    turn = take(annotator)
    first, second, *_others = missing_sentences(turn)
    propose(turn, saying(first, "happy", "pleased"))
    again = taken(annotator)
    assert (again.turn, again.new) == (turn, False)
    said = {one["id"]: one for one in turn_sentences(turn)}
    assert said[first]["answers"] == ["happy", "pleased"]
    assert said[first]["answered"]
    assert (said[second]["answers"], said[second]["answered"]) == ([], False)


def test_a_turn_left_alone_expires_counts_nowhere_and_its_seat_returns():
    campaign = first_stage(annotators=1, per_subset=5)
    gone = take(join(campaign))
    answer_all(gone, but=1)
    left_alone(gone)
    assert expire_turns() == 1
    gone.refresh_from_db()
    assert (gone.state, gone.seat) == ("expired", None)
    assert not counting_proposals(campaign).exists()
    turn = sit(join(campaign))
    assert (turn.state, turn.seat) == ("complete", 1)


def test_who_comes_back_in_time_has_their_turn_again_with_what_they_said():
    campaign = first_stage(annotators=1, per_subset=5)
    annotator = join(campaign)
    turn = take(annotator)
    answer_all(turn, but=1)
    left_alone(turn)
    expire_turns()
    now = standing(annotator, now=timezone.now())
    assert (now.offer, now.left_alone.fate) == (NextTask.TAKE_AGAIN, Fate.YOURS)
    again = taken(annotator)
    assert again.turn == turn
    assert again.left_at
    assert again.turn.remaining == 1


def test_a_late_answer_reopens_its_turn_while_the_seat_is_free_and_is_told_why_not_after():
    campaign = first_stage(annotators=1, per_subset=5)
    late = take(join(campaign))
    first, second, *_rest = missing_sentences(late)
    left_alone(late)
    expire_turns()
    assert propose(late, saying(first, "happy")).remaining == 4
    left_alone(late)
    expire_turns()
    take(join(campaign))
    with pytest.raises(TurnGone) as gone:
        propose(late, saying(second, "happy"))
    assert (gone.value.code, gone.value.fate) == ("assignment_expired", Fate.TAKEN)


def test_completing_needs_every_sentence_and_changes_nothing_the_second_time():
    turn = take(join(first_stage(per_subset=3)))
    missing = missing_sentences(turn)
    with pytest.raises(SentencesMissing) as lacking:
        complete_turn(annotator_id=turn.annotator_id, turn_id=turn.id)
    assert list(lacking.value.missing) == missing
    answer_all(turn)
    turn.refresh_from_db()
    ended = turn.completed_at
    complete_turn(annotator_id=turn.annotator_id, turn_id=turn.id)
    turn.refresh_from_db()
    assert (turn.state, turn.completed_at) == ("complete", ended)


def test_an_ended_turn_takes_changes_until_its_annotator_takes_another():
    campaign = first_stage(per_subset=2)
    annotator = join(campaign)
    turn = sit(annotator)
    first = shown_in(turn)[0]
    propose(turn, saying(first.id, "afloat"))
    records = [one for one in proposal_records(campaign) if one.sentence == first.key]
    assert [one.answers for one in records] == [("afloat",)]
    take(annotator)
    with pytest.raises(TurnGone, match="complete already"):
        propose(turn, saying(first.id, "ashore"))


def test_nothing_is_left_once_every_seat_is_held():
    campaign = first_stage(annotators=1, per_subset=5)
    assert not nothing_left(campaign, network="", now=timezone.now())
    holder = join(campaign)
    take(holder)
    assert nothing_left(campaign, network="", now=timezone.now())
    other = join(campaign)
    assert standing(other, now=timezone.now()).offer == NextTask.NONE_LEFT
    assert standing(holder, now=timezone.now()).offer == NextTask.GO_ON


def test_a_silent_network_that_holds_everything_gives_a_seat_to_another():
    campaign = first_stage(annotators=1, per_subset=3)
    for _ in range(2):
        take_turn(annotator=join(campaign), rng=random.Random(1), network="school")
    other = join(campaign)
    assert take_turn(annotator=other, rng=random.Random(1), network="home") is None
    ProposalTurn.objects.update(taken_at=timezone.now() - timedelta(minutes=3))
    given = take_turn(annotator=other, rng=random.Random(1), network="home")
    assert given.new
    states = Counter(ProposalTurn.objects.values_list("state", flat=True))
    assert states == {"open": 2, "expired": 1}


def test_a_paused_campaign_gives_no_turn_and_lets_those_begun_be_finished():
    campaign = first_stage()
    begun, other = join(campaign), join(campaign)
    turn = take(begun)
    campaign.state = "paused"
    campaign.save()
    assert taken(other) is None
    answer_all(turn)
    turn.refresh_from_db()
    assert turn.state == "complete"


def test_a_campaign_that_rates_takes_no_proposals():
    campaign = first_stage()
    annotator = join(campaign)
    turn = take(annotator)
    campaign.stage = "rate"
    campaign.save()
    assert taken(annotator) is None
    answers = [saying(sentence, "late") for sentence in missing_sentences(turn)]
    with pytest.raises(TurnGone, match="no more proposals"):
        propose(turn, *answers)
    assert not Proposal.objects.exists()
