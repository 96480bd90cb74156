"""The stopping rule: a campaign says that its ranking is settled, and pauses if told to."""

import pytest
from django.urls import reverse
from django.utils import timezone

from agreement.services import measure_agreement
from annotation_site.selectors.matters import matters_of
from annotation_site.selectors.overview import overview_facts, overview_of
from campaigns.models import AuditEntry, Campaign, WebhookMessage
from campaigns.services.settings import change_settings
from campaigns.services.webhooks import make_webhook
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.services.opening import open_campaign
from regild.scoring.both_samples import draw_both
from regild.scoring.stopping import look
from scoring.selectors.rated_now import rated_now
from scoring.services.forecasting import forecast_ranking
from sources.services.systems import add_system
from tests.agreement.rated import rate
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import RIVAL

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SAY, PAUSE, OFF = Campaign.Stopping.SAY, Campaign.Stopping.PAUSE, Campaign.Stopping.OFF
# All agree, and so nobody can be in doubt: the first answer of one is right, of the other not.
AGREED = {"happy": "3333333", "pleased": "0000000"}
DIVIDED = {"happy": "3030303", "pleased": "0303030"}


def campaign_of(ratings, **columns):
    campaign = make_campaign(subsets=None, min_ratings=1, **columns)
    add_system(campaign=campaign, name="rival", answers=source(RIVAL, "rival.txt"))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    open_campaign(campaign=campaign)
    rate(campaign, ratings)
    rate(campaign, {"space": "3333333", "leeway": "0000000"}, sentence="3")
    return campaign


def look_at(campaign):
    measure_agreement(campaign=campaign)
    made = forecast_ranking(campaign=campaign)
    campaign.refresh_from_db()
    return made


@pytest.mark.postgresql
@pytest.mark.parametrize("ratings", [AGREED, DIVIDED])
def test_it_looks_as_the_library_does(ratings):
    campaign = campaign_of(ratings)
    made = look_at(campaign)
    now = rated_now(campaign, rule="mean")
    drawn = draw_both(
        now.rated,
        now.answers,
        measure=made.measure,
        groups=now.groups,
        seed=campaign.seed,
    )
    # Seven of each candidate at most; one of each at least.
    assert (made.planned, now.least) == (7 * now.candidates, now.candidates)
    found = look(drawn, planned=made.planned, least=now.least)
    assert (made.stop, made.found["open_pairs"]) == (found.stop, len(found.unsettled))
    assert made.stop is (ratings is AGREED)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("stopping", "state"), [(OFF, "open"), (SAY, "open"), (PAUSE, "paused")]
)
def test_a_settled_campaign_does_what_its_lead_switched_on(stopping, state):
    campaign = campaign_of(AGREED)
    lead = make_lead("ada", campaign, "manager")
    make_webhook(
        campaign=campaign,
        url="https://hooks.example.org/x",
        events=["ranking.settled"],
        by=lead,
    )
    change_settings(campaign=campaign, changes={"stopping": stopping}, by=lead)
    made = look_at(campaign)
    assert (made.stop, campaign.state) == (True, state)
    said = stopping != OFF
    assert bool(campaign.stopped_at) == said
    assert AuditEntry.objects.filter(action="ranking settled", actor=None).exists() == said
    told = WebhookMessage.objects.filter(event="ranking.settled")
    assert told.count() == said
    if said:
        assert f'"report":{made.report_id}' in told.get().body.replace(" ", "")
    overview = overview_of(campaign, now=timezone.now())
    stopped_at = overview_facts(overview)["stopped_at"]
    assert bool(stopped_at) == said
    assert facts_of("overview", "boats")["stopped_at"] == stopped_at
    assert ("The ranking is settled since" in printed_by("overview", "boats")[0]) == said
    program = program_of(lead)
    assert program.get("/api/v1/campaigns/boats/overview/").json()["stopped_at"] == stopped_at
    forecast = program.get("/api/v1/campaigns/boats/ranking-forecast/").json()
    assert (forecast["stop"], bool(forecast["stopped_at"])) == (True, said)
    text = signed_in(lead).get(reverse("overview", args=["boats"])).text
    assert ("the stopping rule finds the ranking settled" in text) == said
    matters = [one.key for one in matters_of(campaign, now=timezone.now())]
    assert ("settled" in matters) == said


def test_it_is_said_once_until_it_is_switched_anew():
    campaign = campaign_of(AGREED)
    lead = make_lead("ada", campaign, "manager")
    change_settings(campaign=campaign, changes={"stopping": PAUSE}, by=lead)
    look_at(campaign)
    # Whoever goes on all the same is not paused again.
    open_campaign(campaign=campaign, by=lead)
    look_at(campaign)
    assert campaign.state == "open"
    assert AuditEntry.objects.filter(action="ranking settled").count() == 1
    change_settings(campaign=campaign, changes={"stopping": SAY}, by=lead)
    campaign.refresh_from_db()
    assert campaign.stopped_at is None
    look_at(campaign)
    assert (campaign.state, bool(campaign.stopped_at)) == ("open", True)


def test_what_is_not_settled_is_not_said():
    campaign = campaign_of(DIVIDED)
    change_settings(campaign=campaign, changes={"stopping": PAUSE}, by=None)
    made = look_at(campaign)
    assert (made.stop, campaign.state, campaign.stopped_at) == (False, "open", None)
    assert "finds 1 of 1 pairs of systems open" in printed_by("ranking_forecast", "boats")[0]


def test_all_looks_have_the_first_ones_plan():
    campaign = campaign_of(DIVIDED)
    first = look_at(campaign)
    Campaign.objects.update(max_ratings=9)
    campaign.refresh_from_db()
    assert look_at(campaign).planned == first.planned


def test_before_there_are_as_many_ratings_as_wanted_nothing_is_settled():
    campaign = campaign_of(AGREED)
    Campaign.objects.update(min_ratings=3)
    campaign.refresh_from_db()
    assert look_at(campaign).stop is False


def test_the_page_of_settings_switches_it():
    campaign = campaign_of(AGREED)
    page = signed_in(make_lead("ada", campaign, "manager"))
    text = page.get(reverse("settings-section", args=["boats", "rating"])).text
    assert "say so, and pause the campaign" in text
    assert 'name="stopping" value="off"' in text
    program = program_of(make_lead("bob", campaign, "manager"))
    told = program.patch(
        "/api/v1/campaigns/boats/",
        {"stopping": "say"},
        content_type="application/json",
    ).json()
    assert told["stopping"] == "say"
    campaign.refresh_from_db()
    assert campaign.stopping == SAY
