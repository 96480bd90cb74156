"""What the two stages of a campaign know of each other."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotators.models import Annotator
from annotators.selectors.standing import NextTask
from annotators.services.admission import NotReady
from annotators.services.quotas import full_quotas
from annotators.services.turns import TurnGone
from campaigns.models import Campaign
from campaigns.selectors.settled import has_ratings, seated
from core.refusals import Refused
from proposing.models import Proposal, ProposalTurn
from proposing.services.dispatching import dispatch_proposals
from proposing.services.importing import import_proposals
from proposing.services.taking import take_turn
from rating.jobs import expire_sittings
from rating.models import Assignment
from rating.services.importing import import_ratings, preview_import
from rating.services.left_alone import standing
from rating.services.opening import close_campaign, open_campaign
from rating.services.site_reports import take_report
from rating.services.sittings import take_subset
from rating.services.storing import store_ratings
from regild.rating.batch import NewRating
from tests.factories import make_campaign, source
from tests.proposing.turn import answer_all, first_stage, join, sit, take
from tests.rating.sitting import take as take_sitting

pytestmark = pytest.mark.django_db


def as_it_is(campaign):
    return Campaign.objects.get(id=campaign.pk)


def moved_on(campaign):
    """To rating, as freezing does."""
    Campaign.objects.filter(id=campaign.pk).update(stage="rate")
    return as_it_is(campaign)


def left_alone(turn):
    ProposalTurn.objects.filter(id=turn.pk).update(
        expires_at=timezone.now() - timedelta(hours=1)
    )


def test_the_minutes_job_ends_what_was_left_alone():
    turn = take(join(first_stage()))
    left_alone(turn)
    expire_sittings()
    turn.refresh_from_db()
    assert turn.state == "expired"


def test_closing_ends_open_turns_and_opening_again_gives_them_back():
    campaign = first_stage(per_subset=5)
    annotator = join(campaign)
    turn = take(annotator)
    close_campaign(campaign=campaign)
    turn.refresh_from_db()
    assert (turn.state, turn.seat) == ("expired", None)
    open_campaign(campaign=campaign)
    annotator.campaign.refresh_from_db()
    assert take(annotator) == turn


def test_whom_their_site_reports_gone_keep_no_seat():
    campaign = first_stage(per_subset=5)
    annotator = join(campaign)
    Annotator.objects.filter(id=annotator.pk).update(
        person="p1", recruited={"PROLIFIC_PID": "p1"}
    )
    turn = take(annotator)
    take_report(campaign=campaign, person="p1", status="returned")
    turn.refresh_from_db()
    assert (turn.state, turn.seat) == ("expired", None)
    assert take_turn(annotator=annotator, rng=None) is None


def test_who_proposes_has_a_place_in_a_quota_and_settles_nothing():
    quota = {"question": "region", "answer": "North", "most": 1}
    campaign = first_stage(
        per_subset=5,
        quotas=[quota],
        questions=[{"key": "region", "label": "Region", "choices": ["North", "South"]}],
    )
    annotator = Annotator.objects.create(
        campaign=campaign, token_hash="1", native_speaker=True, answers={"region": "North"}
    )
    take(annotator)
    Annotator.objects.update(joined_at=timezone.now() - timedelta(days=1))
    assert seated(campaign) == {annotator.pk}
    assert full_quotas(campaign, {"region": "North"}, now=timezone.now()) == [quota]
    assert not has_ratings(campaign)


def test_nobody_is_given_a_subset_to_rate_while_annotators_propose():
    campaign = make_campaign(subsets=2)
    annotator = join(campaign)
    dispatch_proposals(campaign=campaign, annotators=2, seed=1)
    assert take_subset(annotator=annotator, rng=None) is None
    assert not Assignment.objects.exists()
    assert take(annotator).state == "open"


def test_a_late_rating_waits_for_no_first_stage():
    campaign = make_campaign(subsets=1)
    annotator = join(campaign)
    sitting = take_sitting(annotator)
    Assignment.objects.update(expires_at=timezone.now() - timedelta(hours=1))
    expire_sittings()
    dispatch_proposals(campaign=campaign, annotators=2, seed=1)
    candidate = sitting.subset.placements.first().candidate_id
    key = "00000000-0000-4000-8000-000000000001"
    with pytest.raises(TurnGone) as gone:
        store_ratings(
            annotator=Annotator.objects.get(id=annotator.pk),
            assignment_id=sitting.pk,
            ratings=[NewRating(candidate, 1, key)],
        )
    assert gone.value.code == "campaign_closed"


def test_ratings_come_in_once_the_first_gold_is_frozen():
    campaign = make_campaign(subsets=None)
    dispatch_proposals(campaign=campaign, annotators=2, seed=1)
    for bring_in in (preview_import, import_ratings):
        ratings = source("annotator,sentence,substitute,value\nA,1,happy,3\n", "r.csv")
        with pytest.raises(Refused) as refused:
            bring_in(campaign=campaign, ratings=ratings)
        assert refused.value.code == "annotators_propose"


def test_fresh_raters_are_those_who_have_not_proposed():
    campaign = make_campaign(subsets=1, fresh_raters=True)
    proposer, fresh = join(campaign), join(campaign)
    dispatch_proposals(campaign=campaign, annotators=1, seed=1)
    answer_all(take(proposer))
    moved_on(campaign)
    with pytest.raises(NotReady) as refused:
        take_subset(annotator=Annotator.objects.get(id=proposer.pk), rng=None)
    assert refused.value.code == "proposed_before"
    assert take_sitting(Annotator.objects.get(id=fresh.pk)).state == "open"


def test_nobody_is_kept_from_proposing_more():
    campaign = make_campaign(subsets=None, fresh_raters=True)
    proposals = source("sentence,annotator,substitute\n1,p1,happy\n", "p.csv")
    import_proposals(campaign=campaign, proposals=proposals)
    dispatch_proposals(campaign=campaign, annotators=1, seed=1)
    joined = APIClient().post(
        "/api/v1/campaigns/boats/join/",
        {"consent": True, "native_speaker": True, "recruited": {"PROLIFIC_PID": "p1"}},
        format="json",
    )
    assert joined.status_code == 201
    assert sit(Annotator.objects.get(id=joined.json()["annotator"])).state == "complete"
    assert Proposal.objects.count() == 6


def test_what_is_offered_is_of_the_stage_that_the_campaign_is_in():
    campaign = make_campaign(subsets=1)
    annotator = join(campaign)
    dispatch_proposals(campaign=campaign, annotators=1, seed=1)
    take(annotator)
    moved_on(campaign)
    rater = Annotator.objects.get(id=annotator.pk)
    assert standing(rater, now=timezone.now()).offer == NextTask.TAKE
