"""Rounds and imports for programs, and taking rounds back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotators.models import Annotator
from campaigns.models import AuditEntry, Campaign, Job
from campaigns.services.settling import RatingsExist
from core.refusals import Refused
from pooling.jobs import delete
from pooling.services.starting_over import delete_campaign, start_over
from proposing.models import (
    FirstGold,
    Proposal,
    ProposalExclusion,
    ProposalPlacement,
    ProposalRound,
    ProposalTurn,
)
from rating.services.deleting_tests import delete_test_ratings
from sources.services.creating import read_other_sources
from tests.factories import GOLD, SENTENCES, source
from tests.people import make_lead, program_of, signed_in
from tests.proposing.turn import answer_all, first_stage, join, sit, take

pytestmark = pytest.mark.django_db

ROUNDS = "/api/v1/campaigns/boats/first-gold/rounds/"
IMPORT = "/api/v1/campaigns/boats/first-gold/import/"


def manager(campaign):
    return program_of(make_lead("manager", campaign, "manager"), campaign=campaign)


def post(program, **said):
    return program.post(ROUNDS, said, content_type="application/json")


def test_a_round_is_made_and_its_state_read():
    campaign = first_stage(annotators=None)
    program = manager(campaign)
    answer = post(program, annotators=2, per_subset=5, seed=3)
    made = answer.json()
    assert answer.status_code == 201
    assert {one["target"] for one in made.pop("repeated")} == {"glad.a", "room.n"}
    assert made == {
        "stored": True,
        "round": 1,
        "annotators": 2,
        "per_subset": 5,
        "seed": 3,
        "sentences": 5,
        "subsets": 1,
        "smallest": 5,
        "largest": 5,
        "turns": 2,
    }
    sit(join(campaign))
    take(join(campaign))
    [state] = program.get(ROUNDS).json()
    assert (state["turns"], state["complete"], state["open"]) == (2, 1, 1)
    assert (state["responses"], state["lacking"]) == (5, 5)


def test_a_dry_run_stores_nothing_and_a_seed_is_drawn():
    program = manager(first_stage(annotators=None))
    answer = post(program, annotators=2, dry_run=True)
    assert (answer.status_code, answer.json()["stored"]) == (200, False)
    assert not ProposalRound.objects.exists()
    post(program, annotators=2, seed=answer.json()["seed"])
    assert ProposalRound.objects.get().seed == answer.json()["seed"]


@pytest.mark.parametrize(
    "said", [{}, {"annotators": 0}, {"annotators": 2, "seed": -1}, {"annotators": 2, "x": 1}]
)
def test_what_is_no_round_is_refused(said):
    assert post(manager(first_stage(annotators=None)), **said).status_code == 400


def test_proposals_come_in_as_a_file():
    program = manager(first_stage(annotators=None))

    def sent(text):
        file = SimpleUploadedFile("p.csv", text.encode())
        return program.post(IMPORT, {"proposals": file})

    rows = "sentence,annotator,substitute\n1,ann,happy\n"
    assert sent(rows).json() == {
        "annotators": 1,
        "added": 1,
        "changed": 0,
        "unchanged": 0,
        "notices": [],
    }
    bad = sent("sentence,annotator,substitute\n9,ann,happy\n")
    assert (bad.status_code, bad.json()["errors"][0]["line"]) == (400, 2)
    assert Proposal.objects.count() == 1


def test_rounds_are_taken_back_while_nobody_has_proposed():
    campaign = first_stage(per_subset=5)
    program = manager(campaign)
    take(join(campaign))
    assert program.delete(ROUNDS).json() == {"rounds": 1}
    assert not ProposalTurn.objects.exists()
    assert not ProposalPlacement.objects.exists()
    assert Campaign.objects.get().stage == "rate"
    assert AuditEntry.objects.get(action="take back rounds").detail == {"rounds": 1}


def test_rounds_stay_once_somebody_has_proposed():
    campaign = first_stage(per_subset=5)
    program = manager(campaign)
    answer_all(take(join(campaign)), but=4)
    answer = program.delete(ROUNDS)
    assert (answer.status_code, answer.json()["code"]) == (409, "proposals_exist")
    assert ProposalRound.objects.count() == 1


def started_over(campaign):
    files = {"sentences": source(SENTENCES, "s.csv"), "gold": source(GOLD, "g.txt")}
    return start_over(campaign=campaign, sources=read_other_sources(campaign, files))


def test_a_campaign_starts_over_or_goes_while_nobody_has_proposed():
    campaign = first_stage(per_subset=5)
    take(join(campaign))
    delete_campaign(campaign=campaign)
    delete(job_id=Job.objects.get().pk)
    assert not Campaign.objects.exists()
    assert not ProposalTurn.objects.exists()


@pytest.mark.parametrize("end", [started_over, lambda one: delete_campaign(campaign=one)])
def test_what_was_proposed_is_lost_by_no_starting_over_and_no_deleting(end):
    campaign = first_stage(per_subset=5)
    sit(join(campaign))
    with pytest.raises(Refused) as refused:
        end(campaign)
    assert refused.value.code == "proposals_exist"
    assert not isinstance(refused.value, RatingsExist)
    assert Proposal.objects.count() == 5


def test_pages_say_why_such_a_campaign_cannot_go():
    campaign = first_stage(per_subset=5)
    sit(join(campaign))
    owner = signed_in(make_lead("owner", campaign, "owner"))
    told = "annotators have proposed in it"
    assert told in owner.get("/campaigns/boats/delete/").content.decode()
    other = owner.get("/campaigns/boats/start-over/").content.decode()
    assert "These sentences cannot be replaced" in other
    answer = owner.post("/campaigns/boats/delete/", {"typed": "boats"}, follow=True)
    assert "annotators have proposed here" in answer.content.decode()
    assert Campaign.objects.exists()


def test_what_was_proposed_as_a_test_is_deleted_with_who_did():
    campaign = first_stage(per_subset=5)
    tester, earnest = join(campaign), join(campaign)
    sit(tester)
    sit(earnest)
    ProposalExclusion.objects.create(annotator=tester, reason="a test")
    deleted = delete_test_ratings(campaign=campaign, annotators=[tester.pk])
    assert deleted == (1, 1, 0, 5)
    assert Annotator.objects.get() == earnest
    assert Proposal.objects.count() == 5


def test_nothing_is_deleted_that_a_first_gold_rests_on():
    campaign = first_stage(per_subset=5)
    tester = join(campaign)
    sit(tester)
    FirstGold.objects.create(campaign=campaign, number=1, origin="proposed", lines="")
    with pytest.raises(Refused) as refused:
        delete_test_ratings(campaign=campaign, annotators=[tester.pk])
    assert refused.value.code == "gold_frozen"
    assert Proposal.objects.count() == 5
