"""Synthetic annotators in the first stage."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from core.refusals import Refused
from proposing.models import Proposal
from proposing.selectors.counting import proposal_records
from proposing.selectors.rounds import rounds_of
from proposing.services.simulating import simulate_proposals
from regild.problems import BadFiles
from regild.rating.simulation import AnnotatorKind
from tests.factories import source
from tests.proposing.turn import first_stage

pytestmark = pytest.mark.django_db

CAREFUL = {AnnotatorKind.CAREFUL: 1.0}


def simulated(campaign, **options):
    wanted = {"annotators": 12, "seed": 4, "shares": CAREFUL} | options
    return simulate_proposals(campaign=campaign, **wanted)


def told(campaign):
    return [one[:1] + one[3:7] for one in proposal_records(campaign)]


def test_every_subset_is_filled_as_far_as_its_round_wants():
    campaign = first_stage(annotators=3, per_subset=2)
    report = simulated(campaign)
    assert (report.turns, report.proposals) == (9, 15)
    assert (report.known, report.drawn) == (0, 5)
    assert [one.lacking for one in rounds_of(campaign)] == [0]


def test_the_same_seed_gives_the_same_proposals_again():
    first, second = (
        first_stage(slug=slug, annotators=3, per_subset=2) for slug in ("boats", "ships")
    )
    for campaign in (first, second):
        simulated(campaign)
    assert told(first) == told(second)


def test_people_propose_what_the_truth_says():
    campaign = first_stage(annotators=5, per_subset=5)
    rows = ["sentence,substitute,value"]
    for key in range(1, 6):
        rows += [f"{key},likely{key},8", f"{key},rare{key},1", f"{key},never{key},0"]
    report = simulated(campaign, truth=source("\n".join(rows), "truth.csv"))
    assert (report.known, report.drawn) == (5, 0)
    said = [word for one in proposal_records(campaign) for word in one.answers]
    assert said.count("likely1") > 1
    assert not [word for word in said if word.startswith("never")]


def test_a_bad_truth_is_told_line_by_line_and_nobody_proposes():
    campaign = first_stage()
    rows = "sentence,substitute,value\n1,happy,much\n9,happy,1\n2,a;b,1\n"
    with pytest.raises(BadFiles) as bad:
        simulated(campaign, truth=source(rows, "truth.csv"))
    lines = [problem.line for file in bad.value.files for problem in file.problems]
    assert lines == [2, 3, 4]
    assert not Proposal.objects.exists()


def test_a_campaign_that_is_not_open_is_refused():
    with pytest.raises(Refused):
        simulated(first_stage(state="paused"))


def test_the_command_proposes_while_the_campaign_does():
    first_stage(annotators=3, per_subset=5)
    out = StringIO()
    call_command("simulate", "boats", "--annotators", "4", "--seed", "2", stdout=out)
    assert "3 turns, 15 answers to sentences. Seed 2." in out.getvalue()
    assert "Words: of 0 sentences known, of 5 drawn." in out.getvalue()
    again = StringIO()
    call_command("simulate", "boats", "--annotators", "1", "--json", stdout=again)
    assert json.loads(again.getvalue())["turns"] == 0
