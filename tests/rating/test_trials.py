"""Trials as leads see them: everybody as they were drawn, on the page, the API and a shell."""

import pytest

from annotation_site.demo.finishing import ANNOTATORS
from annotation_site.demo.substitutes import load_substitutes
from annotators.models import Draw
from campaigns.services.trials import switch_encouragements
from rating.selectors.trials import trials_of
from rating.services.withdrawing import withdraw_annotator
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of
from tests.rating.sitting import join, sit
from tests.rating.volunteer import Volunteer

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    found = make_campaign(subsets=1, max_ratings=9)
    sit(join(found), lambda candidate: 2)  # before anything was tried
    switch_encouragements(campaign=found, changes={"goal": "trial"}, by=None)
    return found


@pytest.fixture
def drawn(campaign):
    """Six people: one sat on each side, all at 2 and all at 1; four only joined."""
    people = [join(campaign) for _one in range(6)]
    for place, one in enumerate(people):
        one.draws.update(shown=place % 2 == 0)
    sit(people[0], lambda candidate: 2)
    sit(people[1], lambda candidate: 1)
    return people


@pytest.fixture
def words(campaign):
    return campaign.subsets.get().size


def test_everybody_who_joined_counts_as_drawn_though_they_rated_nothing(campaign, drawn, words):
    [tried] = trials_of(campaign)
    assert (tried.ratings.shown.n, tried.ratings.hidden.n) == (3, 3)
    assert tried.ratings.shown.mean == tried.ratings.hidden.mean == words / 3
    assert tried.ratings.value == 0
    assert tried.ratings.low == -tried.ratings.high < 0


def test_agreement_is_with_all_others_and_of_those_alone_who_have_some(campaign, drawn):
    """Of the two others of each word (2 and 1, 2 and 2) one agrees with 2, none with 1."""
    [tried] = trials_of(campaign)
    assert tried.agreement.shown == (1, 0.5)
    assert tried.agreement.hidden == (1, 0)
    assert (tried.agreement.value, tried.agreement.low) == (0.5, None)


def test_who_withdraws_stays_where_they_were_drawn_with_nothing(campaign, drawn):
    withdraw_annotator(annotator_id=drawn[0].pk)
    [tried] = trials_of(campaign)
    assert tried.ratings.shown == (3, 0)


def test_what_is_rated_after_a_trial_ended_is_none_of_its_effect(campaign, drawn):
    switch_encouragements(campaign=campaign, changes={"goal": "on"}, by=None)
    before = trials_of(campaign)
    sit(drawn[2], lambda candidate: 3)
    [tried] = trials_of(campaign)
    assert tried.ratings == before[0].ratings
    assert tried.agreement.shown.n == 1


def test_page_api_and_command_say_the_same(campaign, drawn, client):
    lead = make_lead("lead", campaign)
    client.force_login(lead)
    page = client.get("/campaigns/boats/ratings/trials/").content.decode()
    assert "A goal that annotators set themselves" in page
    api = program_of(lead).get("/api/v1/campaigns/boats/trials/").json()
    shell = facts_of("trials", "boats")["trials"]
    for told in (*api, *shell):
        assert told["encouragement"] == "goal"
        assert told["ended_at"] is None
        assert told["agreement"]["value"] == 0.5
        assert told["agreement"]["low"] is None
        assert told["ratings"]["shown"]["n"] == 3
    assert "difference +0.5, too few for an interval" in printed_by("trials", "boats")[0]


def test_nothing_tried_is_said_everywhere(client):
    campaign = make_campaign("calm")
    lead = make_lead("lead", campaign)
    client.force_login(lead)
    assert "No trials yet" in client.get("/campaigns/calm/ratings/trials/").content.decode()
    assert program_of(lead).get("/api/v1/campaigns/calm/trials/").json() == []
    assert "Nothing was tried" in printed_by("trials", "calm")[0]


def test_a_trial_of_nobody_has_no_numbers(campaign):
    [tried] = trials_of(campaign)
    assert not Draw.objects.exists()
    assert tried.ratings == tried.agreement == ((0, None), (0, None), None, None, None)


def test_annotators_are_told_of_their_draws_and_their_goal(campaign):

    volunteer = Volunteer()
    kept = volunteer.http.get("/api/v1/me/").json()
    assert kept["trials"] == {"goal": Draw.objects.get().shown}
    assert kept["goal"] is None


def test_the_demo_tries_something_and_shows_what_it_changed():
    campaign = load_substitutes("en")
    [tried] = trials_of(campaign)
    assert (campaign.goal, tried.trial.ended_at) == ("trial", None)
    assert tried.ratings.shown.n + tried.ratings.hidden.n == ANNOTATORS
