"""Rounds: which sentences are given to how many annotators."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from campaigns.models import AuditEntry, Campaign
from campaigns.services.settling import RatingsExist, RatingUnderWay
from core.refusals import Refused
from proposing.models import ProposalPlacement, ProposalRound, ProposalSubset
from proposing.services.dispatching import dispatch_proposals
from rating.services.hiding import hide_sentence
from rating.services.opening import open_campaign
from tests.factories import make_campaign
from tests.proposing.turn import first_stage
from tests.rating.sitting import join, sit, take

pytestmark = pytest.mark.django_db


def dispatched(campaign, **options):
    wanted = {"annotators": 3, "per_subset": 2, "seed": 1} | options
    return dispatch_proposals(campaign=campaign, **wanted)


def plan_of(number):
    placed = ProposalPlacement.objects.filter(subset__round__number=number)
    return list(
        placed.order_by("subset__number", "position").values_list("subset__number", "item__key")
    )


def run(*arguments):
    out = StringIO()
    call_command("dispatch", "boats", "--stage", "propose", *arguments, stdout=out)
    return out.getvalue()


def test_a_round_holds_every_sentence_once_and_begins_the_first_stage():
    campaign = first_stage(annotators=None)
    report = dispatched(campaign)
    assert (report.round, report.sentences, report.subsets, report.turns) == (1, 5, 3, 9)
    assert (report.smallest, report.largest, report.repeated) == (1, 2, ())
    assert sorted(key for _subset, key in plan_of(1)) == ["1", "2", "3", "4", "5"]
    assert campaign.stage == Campaign.objects.get().stage == "propose"
    entry = AuditEntry.objects.get(action="dispatch proposals")
    assert entry.detail == {"round": 1, "annotators": 3, "per_subset": 2, "seed": 1}


def test_the_same_seed_gives_the_same_round_again():
    campaign = first_stage(annotators=None)
    for _ in range(2):
        dispatched(campaign, seed=7)
    assert plan_of(1) == plan_of(2)


def test_what_is_hidden_or_left_out_is_given_to_nobody():
    campaign = first_stage(annotators=None, excluded_targets=["calm.a"])
    hide_sentence(sentence_id=campaign.items.get(key="1").id)
    dispatched(campaign)
    assert sorted(key for _subset, key in plan_of(1)) == ["2", "3", "4"]


@pytest.mark.parametrize(
    "options",
    [
        {"annotators": 0},
        {"annotators": 100},
        {"per_subset": 0},
        {"per_subset": 2**15},
        {"seed": -1},
        {"seed": 2**63},
    ],
)
def test_numbers_that_no_round_can_have_are_refused(options):
    campaign = first_stage(annotators=None)
    with pytest.raises(Refused) as refused:
        dispatched(campaign, **options)
    assert refused.value.code == "out_of_range"
    assert not ProposalRound.objects.exists()


def test_a_campaign_with_ratings_or_with_somebody_rating_proposes_no_more():
    campaign = make_campaign(subsets=2)
    annotator = join(campaign)
    take(annotator)
    with pytest.raises(RatingUnderWay):
        dispatched(campaign)
    sit(annotator)
    with pytest.raises(RatingsExist):
        dispatched(campaign)
    assert not ProposalSubset.objects.exists()
    assert Campaign.objects.get().stage == "rate"


def test_a_task_without_a_first_stage_is_refused():
    campaign = first_stage(annotators=None)
    Campaign.objects.update(task="categories")
    campaign.refresh_from_db()
    with pytest.raises(Refused) as refused:
        dispatched(campaign)
    assert refused.value.code == "task_proposes_nothing"


def test_a_campaign_without_a_sentence_in_play_is_refused():
    campaign = first_stage(annotators=None, excluded_targets=["glad.a", "room.n", "calm.a"])
    with pytest.raises(Refused) as refused:
        dispatched(campaign)
    assert refused.value.code == "no_sentences"


def test_a_first_stage_is_opened_once_it_has_a_round():
    campaign = first_stage(annotators=None, state="draft", stage="propose")
    with pytest.raises(Refused) as refused:
        open_campaign(campaign=campaign)
    assert refused.value.code == "no_round"
    dispatched(campaign)
    open_campaign(campaign=campaign)
    assert Campaign.objects.get().state == "open"


def test_the_command_stores_a_round_and_prints_its_seed():
    first_stage(annotators=None)
    assert "5 sentences in 3 subsets of 1 to 2, 7 annotators each: 21 turns. Seed 4." in run(
        "--annotators", "7", "--per-subset", "2", "--seed", "4"
    )
    [made] = ProposalRound.objects.all()
    assert (made.annotators, made.per_subset, made.seed) == (7, 2, 4)


def test_a_dry_run_of_the_command_stores_nothing():
    first_stage(annotators=None)
    facts = json.loads(run("--annotators", "5", "--seed", "4", "--dry-run", "--json"))
    assert (facts["stored"], facts["round"], facts["turns"]) == (False, 1, 5)
    assert not ProposalRound.objects.exists()
    assert Campaign.objects.get().stage == "rate"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--annotators K"),
        (["--annotators", "5", "--subsets", "3"], "--subsets has no place"),
        (["--annotators", "5", "--calibrate", "3"], "--calibrate has no place"),
        (["--annotators", "5", "--where", "no name"], "--where has no place"),
    ],
)
def test_the_command_refuses_what_has_no_place_in_a_round(arguments, told):
    first_stage(annotators=None)
    with pytest.raises(CommandError, match=told):
        run(*arguments)
    with pytest.raises(CommandError, match="add --stage propose"):
        call_command("dispatch", "boats", "--subsets", "3", "--per-subset", "3")
