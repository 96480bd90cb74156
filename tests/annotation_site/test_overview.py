"""The overview says of each stage what it holds, what is wrong, and what to do next."""

import pytest
from django.test import Client

from agreement.services import measure_agreement
from annotators.models import Remark
from campaigns.models import Campaign
from pooling.models import Candidate
from proposing.services.freezing import freeze_first_gold
from proposing.services.reporting import report_first_gold
from proposing.services.spellings import keep_spelling
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.services.systems import add_system
from tests.agreement.rated import worked_campaign
from tests.factories import ANSWERS, make_campaign, source
from tests.people import make_lead, signed_in
from tests.proposing.proposed import propose, proposed_campaign
from tests.proposing.turn import first_stage
from tests.proposing.turn import sit as propose_all
from tests.rating.sitting import join

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def client():
    lead = make_lead("operator")
    lead.is_superuser = True
    lead.save()
    return signed_in(lead)


def stages(client: Client, campaign):
    answer = client.get(f"/campaigns/{campaign.slug}/")
    assert answer.status_code == 200
    return {stage.page: stage for stage in answer.context["stages"]}


def facts(stage):
    return {str(fact.name): fact.said for fact in stage.facts}


def test_a_fresh_campaign_is_told_what_is_missing_stage_by_stage(client):
    campaign = Campaign.objects.create(slug="empty", title="Empty", language="en")
    found = stages(client, campaign)
    assert list(found) == [
        "sources",
        "first-gold",
        "pool",
        "subsets",
        "monitor",
        "agreement",
        "gold",
        "scores",
    ]
    assert all(stage.wrong for stage in found.values())
    assert found["sources"].then.page == "sources"
    assert found["first-gold"].then.page == "first-gold"
    assert found["pool"].then.page == "pool"
    assert found["subsets"].then.page == "subsets"
    # Nothing can be done about these before there are ratings.
    assert found["agreement"].then is found["gold"].then is None


@pytest.mark.postgresql
def test_shares_of_the_pool_are_rounded_and_not_cut_off(client):
    campaign = make_campaign(subsets=None)
    # Of the 20 candidates 6 are from the gold only, 5 from both; 7 of the others stay.
    for candidate in Candidate.objects.filter(origin="systems")[:2]:
        candidate.delete()
    found = facts(stages(client, campaign)["pool"])
    assert found["gold only"] == "6 (33.3 %)"
    assert found["systems only"] == "7 (38.9 %)"  # 7 / 18 = 0.3888…
    assert found["both"] == "5 (27.8 %)"  # 5 / 18 = 0.2777…


def test_a_campaign_ready_to_open_says_so(client):
    campaign = make_campaign(state=Campaign.State.DRAFT)
    step = stages(client, campaign)["subsets"].then
    assert step.words == "Open the campaign to annotators"


def test_ratings_ask_for_agreement_and_a_release(client):
    found = stages(client, worked_campaign())
    assert facts(found["monitor"])["ratings in them"] == "17"
    assert found["agreement"].then.page == "agreement"
    assert found["gold"].then.page == "gold"


def test_agreement_is_shown_with_interval_and_count(client):
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    found = facts(stages(client, campaign)["agreement"])
    # Worked by hand in tests/agreement/test_report.py: 2 of 5 candidates.
    shown = found["Unanimity (n\u00a0=\u00a05)"]
    assert shown.startswith("0.400 [")
    assert f"{report.measures['unanimity']['low']:.3f}" in shown
    assert found["ratings that counted"] == "17"


def test_a_late_system_is_told_as_not_scored(client):
    campaign = worked_campaign()
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    found = stages(client, campaign)
    assert facts(found["gold"])["newest release"] == "1"
    assert found["scores"].wrong == ""
    assert found["scores"].then.page == "submissions"
    add_system(campaign=campaign, name="late", answers=source(ANSWERS, "late.txt"))
    found = stages(client, campaign)["scores"]
    assert found.wrong == "1 system is not scored on release 1."
    assert found.then.page == "scores"


def test_remarks_come_before_missing_sittings(client):
    campaign = make_campaign(subsets=2, min_ratings=1)
    assert stages(client, campaign)["monitor"].then.page == "monitor-subsets"
    Remark.objects.create(annotator=join(campaign), item=campaign.items.first(), comment="Odd.")
    step = stages(client, campaign)["monitor"].then
    assert (step.page, step.words) == (
        "remarks",
        "1 remark about a sentence is not answered.",
    )


def test_the_overview_takes_a_bounded_number_of_queries(client, django_assert_max_num_queries):
    campaign = worked_campaign()
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign)
    with django_assert_max_num_queries(39):
        stages(client, campaign)


def test_the_first_stage_says_how_far_annotators_are_and_what_to_do_next(client):
    campaign = proposed_campaign()
    campaign.proposal_rounds.create(number=1, annotators=3, per_subset=5, seed=1)
    report_first_gold(campaign=campaign)
    stage = stages(client, campaign)["first-gold"]
    assert facts(stage)["sentences with all responses wanted"] == "4 / 5"
    assert facts(stage)["responses that count"] == "12"
    assert stage.then is None
    for name in ("ann", "bob", "eve"):
        propose(campaign, name, "5", "still")
    assert stages(client, campaign)["first-gold"].then.page == "first-gold-spellings"
    for key, spelling in (("2", "cheerfull"), ("4", "chambers")):
        keep_spelling(item=campaign.items.get(key=key), spelling=spelling)
    assert stages(client, campaign)["first-gold"].then.page == "freeze-first-gold"
    freeze_first_gold(campaign=campaign)
    stage = stages(client, campaign)["first-gold"]
    assert facts(stage)["newest first gold"] == "1"
    assert (stage.then, stage.wrong) == (None, "")


def test_a_gold_that_was_brought_in_needs_no_first_stage(client):
    assert "first-gold" not in stages(client, make_campaign())


def test_whoever_only_proposes_is_no_annotator_of_the_ratings(client):
    campaign = first_stage(annotators=2)
    for _n in range(2):
        propose_all(join(campaign))
    idle = join(campaign)
    found = stages(client, campaign)
    assert facts(found["first-gold"])["annotators"] == "2"
    assert facts(found["monitor"])["annotators"] == "0"
    assert found["monitor"].wrong == "Nobody has rated yet."
    # Once ratings are asked for, whoever joined and did not propose may rate.
    Campaign.objects.update(stage=Campaign.Stage.RATE)
    assert facts(stages(client, campaign)["monitor"])["annotators"] == "1"
    assert idle.assignments.count() == 0
