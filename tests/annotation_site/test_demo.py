"""What `make demo` shows: four campaigns that are finished and one before its first gold, each
with a seat for whoever looks."""

import html

import pytest

from agreement.models import AgreementReport
from annotation_site.management.commands import demo
from campaigns.models import Campaign
from pooling.models import Placement
from proposing.selectors.rounds import rounds_of
from proposing.selectors.standing import standing_of
from rating.models import Assignment, Rating
from regild.tasks import TASKS
from scoring.models import Score
from sources.selectors import has_gold
from tests.commands import printed_by
from tests.factories import make_campaign
from tests.people import signed_in
from tests.rating.volunteer import Volunteer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# What somebody new is shown first: of the calibration round its five documents.
FIRST_SITTING = {"demo-mail": 5}


TASK_OF = {
    "demo-fr": "substitution",
    "demo-en": "substitution",
    "demo-mail": "categories",
    "demo-odd": "utterances",
}


@pytest.mark.parametrize("slug", [slug for slug in demo.CAMPAIGNS if slug != "demo-first"])
def test_each_campaign_is_finished_and_has_a_seat_left(slug):
    campaign = demo.CAMPAIGNS[slug]()
    assert (campaign.slug, campaign.state) == (slug, Campaign.State.OPEN)
    assert campaign.task == TASK_OF[slug]
    assert campaign.instructions
    assert campaign.examples
    assert campaign.practice
    assert AgreementReport.objects.filter(campaign=campaign).exists()
    assert_scored(campaign)
    volunteer = Volunteer(slug)
    sitting = volunteer.sit(value=1)
    assert len(sitting["sentences"]) == FIRST_SITTING.get(slug, len(sitting["sentences"])) > 2
    page = volunteer.http.get(f"/rate/{slug}/")
    assert campaign.title in html.unescape(page.content.decode())


def assert_scored(campaign):
    release = campaign.releases.get()
    assert release.counts["ratings"] == Rating.objects.count()
    systems = set(campaign.systems.values_list("name", flat=True))
    scored = Score.objects.filter(
        evaluation__release=release, evaluation__gold="second", value__isnull=False
    )
    assert set(scored.values_list("evaluation__system__name", flat=True)) == systems
    assert len(systems) > 2


def test_one_is_before_its_first_gold_with_something_of_all_that_a_lead_looks_at():
    campaign = demo.CAMPAIGNS["demo-first"]()
    assert (campaign.state, campaign.stage) == (Campaign.State.OPEN, Campaign.Stage.PROPOSE)
    assert not has_gold(campaign)
    first, second = rounds_of(campaign)
    assert (first.is_complete, first.responses, second.complete) == (True, 60, 0)
    standing = standing_of(campaign)
    assert standing.undecided == 4
    lists = standing.report.lists
    assert {step for merge in lists["merges"] for step in merge["steps"]} == {
        "underscore",
        "lemma",
    }
    assert [row["key"] for row in lists["unclear"]] == ["3", "5", "9"]
    assert lists["multiwords"] == {"5": "carry on", "9": "in turn"}
    taken = Volunteer("demo-first").take().json()
    assert (taken["stage"], len(taken["sentences"])) == ("propose", 12)


def test_the_mail_is_annotated_once_twice_and_by_five():
    campaign = demo.CAMPAIGNS["demo-mail"]()
    done = Assignment.objects.filter(state=Assignment.State.COMPLETE)
    sittings = {subset: done.filter(subset=subset).count() for subset in campaign.subsets.all()}
    documents = [
        sittings[placed.subset]
        for placed in Placement.objects.filter(subset__campaign=campaign).select_related(
            "subset"
        )
    ]
    # Two in five of 35 are 14 doubles; the seed draws all five of the round from them.
    assert {n: documents.count(n) for n in set(documents)} == {5: 5, 2: 9, 1: 21}


def test_the_coin_is_no_better_than_chance():
    campaign = demo.CAMPAIGNS["demo-odd"]()
    [ranked] = Score.objects.filter(
        evaluation__system__name="coin", evaluation__gold="first", measure="mean_rank"
    )
    assert ranked.evaluation.release.campaign == campaign
    # Of eight.
    assert ranked.low < 4.5 < ranked.high


def test_whatever_can_be_judged_is_shown_and_made_once(monkeypatch):
    made = []

    def make(slug, task):
        made.append(slug)
        campaign = make_campaign(slug)
        Campaign.objects.filter(id=campaign.pk).update(title=f"On {task}")
        campaign.refresh_from_db()
        return campaign

    for slug in demo.CAMPAIGNS:
        monkeypatch.setitem(demo.CAMPAIGNS, slug, lambda slug=slug: make(slug, "words"))
    first, _errors = printed_by("demo")
    again, _errors = printed_by("demo")
    assert made == [*demo.CAMPAIGNS]
    assert "Making the campaign demo-odd" in first
    assert "Making" not in again
    for slug in demo.CAMPAIGNS:
        assert f"/rate/{slug}/" in again
    lead = Campaign.objects.get(slug="demo-mail").members.get().user
    page = signed_in(lead).get("/").content.decode()
    assert all(f"/campaigns/{slug}/" in page for slug in demo.CAMPAIGNS)


def test_every_task_has_a_campaign():
    assert set(TASK_OF.values()) == set(TASKS)
