"""Many who propose at once against real web processes: no seat too many, no word lost."""

import os
import random
import signal
from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import Count
from django.utils import timezone

from annotators.services.turns import TurnGone
from bench.load_client import ProposingClient, drive
from proposing.models import Proposal, ProposalSubset, ProposalTurn
from proposing.selectors.counting import counting_proposals
from proposing.selectors.rounds import rounds_of
from proposing.selectors.turns import missing_sentences
from proposing.services.dispatching import dispatch_proposals
from proposing.services.ending import expire_turns
from proposing.services.exclusions import exclude_proposals, undo_proposal_exclusion
from proposing.services.storing import store_proposals
from proposing.services.taking import complete_turn, take_turn
from rating.services.opening import close_campaign
from rating.services.withdrawing import withdraw_annotator
from tests.crowds import Patiently, crowd_size, web, workers_of
from tests.processes import PATIENCE, wait_until
from tests.proposing.turn import answer_all, first_stage, join, saying, sit, take
from tests.rating.stubborn import Stubborn, assert_all_is_there_once, at_work, confirmed_by
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 5
KILLS = 5


class Waiting(Patiently, ProposingClient):
    """Proposes."""


class Vanishing(Waiting):
    """Answers one sentence and is never seen again."""

    def rate(self, sitting):
        self.submit(f"/api/v1/assignments/{sitting['id']}/proposals/", self.asked(sitting)[0])
        self.deadline = 0


class Insisting(Stubborn, ProposingClient):
    """Sends until it is answered."""


def crowd(kind, port):
    return drive(
        kind,
        annotators=crowd_size(),
        port=port,
        slug="boats",
        seconds=PATIENCE,
        count=Proposal.objects.count,
    )


def assert_exactly(seats, campaign):
    counted = Counter(counting_proposals(campaign).values_list("item__key", flat=True))
    assert counted == dict.fromkeys("12345", seats)
    held = ProposalTurn.objects.filter(seat__isnull=False)
    assert held.count() == sum(one.turns for one in rounds_of(campaign))
    assert all(one.is_complete for one in rounds_of(campaign))
    said = Proposal.objects.filter(superseded_at=None).values("annotator", "item")
    assert not said.annotate(n=Count("id")).filter(n__gt=1).exists()


def test_every_sentence_ends_with_exactly_its_annotators_however_many_come_at_once():
    campaign = first_stage(annotators=SEATS, per_subset=2)
    with web() as (port, _server):
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert run.acknowledged == Proposal.objects.count()
    assert_exactly(SEATS, campaign)


def test_two_rounds_are_filled_exactly_and_nobody_meets_a_sentence_twice():
    campaign = first_stage(annotators=2, per_subset=2)
    dispatch_proposals(campaign=campaign, annotators=3, per_subset=3, seed=9)
    with web() as (port, _server):
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert_exactly(5, campaign)
    shown = ProposalTurn.objects.values("annotator", "subset__placements__item")
    assert not shown.annotate(n=Count("id")).filter(n__gt=1).exists()


def test_seats_of_those_who_vanish_come_back_and_none_is_given_twice():
    campaign = first_stage(annotators=SEATS, per_subset=3)
    with web() as (port, _server):
        gone = crowd(Vanishing, port)
        assert gone.acknowledged > 0
        assert not counting_proposals(campaign).exists()
        # The hold runs out; the clock is the one thing a test may move.
        ProposalTurn.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert expire_turns() == min(crowd_size(), SEATS * ProposalSubset.objects.count())
        run = crowd(Waiting, port)
    assert run.errors == 0
    assert_exactly(SEATS, campaign)


def test_what_was_answered_200_survives_kill_9_of_web_processes_and_is_there_once():
    first_stage(annotators=9, per_subset=5)
    with web(workers=2) as (port, server):
        people = [Insisting(port, "boats", deadline=0) for _ in range(4)]
        with at_work(people):
            for _kill in range(KILLS):
                reached = confirmed_by(people) + 10
                wait_until(lambda goal=reached: confirmed_by(people) >= goal)
                os.kill(random.choice(workers_of(server)), signal.SIGKILL)
    assert confirmed_by(people) >= 10 * KILLS
    assert_all_is_there_once(people, table=Proposal, of="item")


def test_one_seat_is_given_to_one_of_two_who_take_at_the_same_moment():
    campaign = first_stage(annotators=1, per_subset=5)
    people = [join(campaign) for _ in range(4)]
    taken = at_once(
        *(lambda one=one: take_turn(annotator=one, rng=random.Random(1)) for one in people)
    )
    assert len([one for one in taken if one is not None]) == 1
    assert ProposalTurn.objects.count() == 1


def test_two_tabs_that_send_the_same_key_store_it_once():
    turn = take(join(first_stage(per_subset=5)))
    said = saying(missing_sentences(turn)[0], "happy", key=uuid4())

    def send():
        return store_proposals(annotator=turn.annotator, turn_id=turn.pk, proposals=[said])

    assert at_once(*[send] * 4) == [(1, 4)] * 4
    assert Proposal.objects.count() == 1


def test_two_tabs_that_answer_the_last_two_sentences_end_the_turn():
    turn = take(join(first_stage(per_subset=5)))
    answer_all(turn, but=2)
    last = [saying(sentence, "word") for sentence in missing_sentences(turn)]
    stored = at_once(
        *(
            lambda one=one: store_proposals(
                annotator=turn.annotator, turn_id=turn.pk, proposals=[one]
            )
            for one in last
        )
    )
    assert sorted(one.remaining for one in stored) == [0, 1]
    turn.refresh_from_db()
    assert (turn.state, turn.remaining) == ("complete", 0)


def test_a_campaign_that_closes_while_the_last_answer_comes_agrees_with_itself():
    for _ in range(5):
        campaign = first_stage(slug=f"boats{uuid4().hex[:6]}", per_subset=5)
        turn = take(join(campaign))
        answer_all(turn, but=1)
        last = saying(missing_sentences(turn)[0], "word")
        stored, _closed = at_once(
            lambda turn=turn, last=last: store_proposals(
                annotator=turn.annotator, turn_id=turn.pk, proposals=[last]
            ),
            lambda campaign=campaign: close_campaign(campaign=campaign),
        )
        turn.refresh_from_db()
        told = "expired" if isinstance(stored, TurnGone) else "complete"
        assert turn.state == told
        assert counting_proposals(campaign).count() == (5 if told == "complete" else 0)


def test_who_withdraws_leaves_their_seats_to_others():
    campaign = first_stage(annotators=2, per_subset=5)
    gone = join(campaign)
    sit(gone)
    withdraw_annotator(annotator_id=gone.pk)
    for _ in range(2):
        sit(join(campaign))
    assert_exactly(2, campaign)
    assert take_turn(annotator=gone, rng=random.Random(1)) is None


def test_who_is_left_out_counts_nowhere_until_it_is_undone():
    campaign = first_stage(annotators=2, per_subset=5)
    out, other = join(campaign), join(campaign)
    sit(out)
    sit(other)
    exclusion = exclude_proposals(annotator=out, reason="copies the target")
    assert counting_proposals(campaign).count() == 5
    assert take_turn(annotator=out, rng=random.Random(1)) is None
    undo_proposal_exclusion(exclusion)
    assert_exactly(2, campaign)


def test_completing_twice_at_once_is_completing():
    turn = take(join(first_stage(per_subset=5)))
    answer_all(turn)

    def complete():
        return complete_turn(annotator_id=turn.annotator_id, turn_id=turn.pk)

    assert at_once(complete, complete) == [None, None]
