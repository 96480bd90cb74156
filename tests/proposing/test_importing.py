"""Proposals that were collected elsewhere."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotators.models import Annotator
from campaigns.models import AuditEntry
from campaigns.services.settling import RatingsExist
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.counting import proposal_records
from proposing.services.importing import import_proposals
from rating.services.importing import import_ratings
from regild.problems import BadFiles
from tests.factories import make_campaign, source
from tests.proposing.turn import first_stage, join, sit
from tests.rating.sitting import join as join_raters
from tests.rating.sitting import sit as rate_all

pytestmark = pytest.mark.django_db

FILE = """\
sentence,annotator,rank,substitute,mark,phrase,ms
1,ann,1,happy,,,4000
1,ann,2,pleased,,,4000
1,bob,,,nil,,
3,ann,1,space,phrase,no room left,
"""


def brought_in(campaign, text=FILE):
    return import_proposals(campaign=campaign, proposals=source(text, "p.csv"))


def said(campaign):
    return [
        (one.sentence, one.annotator, one.answers, one.mark, one.phrase, one.elapsed_ms)
        for one in proposal_records(campaign)
    ]


def test_what_a_file_says_counts_beside_what_is_proposed_here():
    campaign = first_stage(annotators=1, per_subset=5)
    here = join(campaign)
    sit(here, "word")
    report = brought_in(campaign)
    assert report[:4] == (2, 3, 0, 0)
    found = said(campaign)
    assert ("1", "ann", ("happy", "pleased"), "", "", 4000) in found
    assert ("1", "bob", (), "nil", "", None) in found
    assert ("3", "ann", ("space",), "phrase", "no room left", None) in found
    assert ("1", str(here.pk), ("word",), "", "", 9000) in found
    assert AuditEntry.objects.get(action="import proposals").detail["added"] == 3


def test_importing_again_changes_nothing_and_another_response_supersedes():
    campaign = first_stage(annotators=None)
    brought_in(campaign)
    assert brought_in(campaign)[:4] == (2, 0, 0, 3)
    assert brought_in(campaign, FILE.replace("pleased", "content"))[:4] == (2, 0, 1, 2)
    assert Proposal.objects.count() == 4
    assert ("1", "ann", ("happy", "content"), "", "", 4000) in said(campaign)
    assert ProposalTurn.objects.count() == Annotator.objects.count() == 2


def test_every_problem_is_told_by_its_line_and_nothing_is_stored():
    campaign = first_stage(annotators=None)
    with pytest.raises(BadFiles) as bad:
        brought_in(campaign, FILE + "9,ann,1,lost,,,\n2,ann,one,merry,,,\n")
    assert [problem.line for problem in bad.value.files[0].problems] == [6, 7]
    with pytest.raises(BadFiles, match="no sentence has the id '9'"):
        brought_in(campaign, FILE + "9,ann,1,lost,,,\n")
    assert not Annotator.objects.exists()


def test_a_sentence_of_another_target_is_told():
    campaign = first_stage(annotators=None)
    with pytest.raises(BadFiles, match=r"is of glad\.a in the sentences file"):
        brought_in(campaign, "sentence,lexelt,annotator,substitute\n1,calm.a,ann,happy\n")


def test_once_the_gold_is_rated_nothing_comes_in():
    campaign = make_campaign()
    rate_all(join_raters(campaign))
    with pytest.raises(RatingsExist):
        brought_in(campaign)


def test_who_proposed_elsewhere_and_rated_elsewhere_is_one_person():
    campaign = make_campaign()
    brought_in(campaign)
    ratings = source("annotator,sentence,substitute,value\nann,1,happy,3\n", "r.csv")
    import_ratings(campaign=campaign, ratings=ratings)
    assert list(Annotator.objects.order_by("name").values_list("name", flat=True)) == [
        "ann",
        "bob",
    ]


def test_a_name_that_is_anothers_number_is_told_apart():
    campaign = first_stage(annotators=1, per_subset=5)
    here = join(campaign)
    sit(here, "word")
    brought_in(campaign, f"sentence,annotator,substitute\n1,{here.pk},happy\n")
    names = {one.annotator for one in proposal_records(campaign)}
    assert names == {str(here.pk), f"{here.pk} (imported)"}


def test_the_command_brings_a_file_in(tmp_path):
    first_stage(annotators=None)
    file = tmp_path / "p.csv"
    file.write_text(FILE)
    out = StringIO()
    call_command("import_proposals", "boats", str(file), "--json", stdout=out)
    assert json.loads(out.getvalue()) == {
        "campaign": "boats",
        "annotators": 2,
        "added": 3,
        "changed": 0,
        "unchanged": 0,
        "notices": 0,
    }
    file.write_text("sentence,annotator\n1,ann\n")
    with pytest.raises(CommandError, match="Nothing was stored"):
        call_command("import_proposals", "boats", str(file))
