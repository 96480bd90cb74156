"""The overview answers at a glance how far, how fast, how good and what next: the page, the API
and the command from one selector."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from agreement.models import AgreementReport
from agreement.services import measure_agreement
from annotation_site.selectors.overview import overview_of
from annotators.models import Annotator, Remark
from campaigns.models import Campaign
from core.templatetags.numbers import grouped
from rating.models import Assignment
from rating.services.exclusions import exclude, undo_exclusion
from regild.rating.time_left import DONE, NOBODY, NOT_OPEN, ExpectedEnd
from tests.agreement.rated import worked_campaign
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.proposing.turn import first_stage
from tests.proposing.turn import join as join_proposers
from tests.proposing.turn import sit as propose_all
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

API = "/api/v1/campaigns/boats/overview/"


def overview(campaign, now=None):
    return overview_of(Campaign.objects.get(pk=campaign.pk), now=now or timezone.now())


def ended(sitting, *, days_ago: float) -> Assignment:
    """As if it had been ended so long ago."""
    sitting.completed_at = timezone.now() - timedelta(days=days_ago)
    sitting.save(update_fields=["completed_at"])
    return sitting


@pytest.fixture
def rated():
    """Two subsets for two annotators each: three of four sittings were made, the first of them
    twenty days ago."""
    campaign = make_campaign(min_ratings=2, max_ratings=3)
    ended(sit(join(campaign)), days_ago=20)
    busy = join(campaign)
    ended(sit(busy), days_ago=2)
    ended(sit(busy), days_ago=1)
    return campaign


@pytest.mark.postgresql
def test_the_page_says_what_the_api_and_the_command_say(rated):
    lead = make_lead("olga", rated, "owner")
    quiet = rated.annotators.first()
    for n in range(4):
        Remark.objects.create(
            annotator=quiet, item=rated.items.first(), comment=f"Odd word {n}."
        )
    undo_exclusion(exclude(quiet, reason="Only a look.", by=lead), by=lead)
    measure_agreement(campaign=rated)
    told = program_of(lead).get(API).json()
    assert facts_of("overview", "boats") == told
    page = signed_in(lead).get("/campaigns/boats/").content.decode()
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())

    # How far: of 20 candidates, each wanted twice, 30 of 40 ratings are there.
    sizes = dict(rated.subsets.values_list("number", "size"))
    done = {n: min(2, rated.subsets.get(number=n).assignments.count()) for n in sizes}
    share = sum(done[n] * sizes[n] for n in sizes) / (2 * sum(sizes.values()))
    assert told["pace"]["share"] == pytest.approx(share)
    assert f"{int(100 * share)} %" in text
    # How fast: two sittings in seven days; one is missing: 1 / (2 / 7) = 3.5 days.
    assert told["pace"]["a_day"] == pytest.approx(2 / 7)
    end = (timezone.now() + timedelta(days=3.5)).date()
    assert told["pace"]["expected_end"] == end.isoformat()
    assert f"{end.day} {end:%b %Y}" in text
    days = {day["day"]: day["count"] for day in told["pace"]["days"]}
    assert len(days) == 21
    assert sum(days.values()) == sum(Assignment.objects.values_list("rated", flat=True))
    # How good.
    report = AgreementReport.objects.get()
    assert told["agreement"]["value"] == report.measures["alpha_ordinal"]["value"]
    assert [one["id"] for one in told["agreement"]["reports"]] == [report.id]
    # What next: remarks before the link.
    assert told["next"]["stage"] == "monitor"
    assert told["next"]["words"] == "4 remarks about sentences are not answered."
    assert told["next"]["words"] in text
    assert told["link"] == "http://localhost:8000/rate/boats/"
    assert told["link"] in page
    # News.
    assert told["remarks"]["open"] == 4
    assert [one["comment"] for one in told["remarks"]["newest"]] == [
        "Odd word 3.",
        "Odd word 2.",
        "Odd word 1.",
    ]
    (exclusion,) = told["exclusions"]["newest"]
    assert (exclusion["reason"], exclusion["undone"]) == ("Only a look.", True)
    assert told["exclusions"]["in_force"] == 0
    for one in [*told["remarks"]["newest"], *told["exclusions"]["newest"]]:
        assert one.get("comment", one.get("reason")) in text
    # This week.
    (annotator,) = told["week"]["busiest"]
    assert (annotator["turns"], told["week"]["annotators"]) == (2, 1)
    assert grouped(annotator["answers"]) in text
    assert told["week"]["joined"] == 2
    # Every figure of every stage.
    for stage in signed_in(lead).get("/campaigns/boats/").context["stages"]:
        for fact in stage.facts:
            assert fact.said in page


def test_the_command_says_it_in_words(rated):
    told = printed_by("overview", "boats")[0]
    assert "http://localhost:8000/rate/boats/" in told
    assert "Expected end: " in told
    assert "Next: 1 subset still needs ratings." in told


def test_where_no_end_can_be_expected_it_is_said_why(rated):
    week_later = timezone.now() + timedelta(days=8)
    assert overview(rated, week_later).pace.end == ExpectedEnd(None, NOBODY)
    sit(join(rated))
    assert overview(rated).pace.end == ExpectedEnd(None, DONE)
    Campaign.objects.update(state=Campaign.State.PAUSED, min_ratings=3)
    assert overview(rated).pace.end == ExpectedEnd(None, NOT_OPEN)
    bare = make_campaign("bare", subsets=None)
    assert overview(bare).pace == ("ratings", None, 0, [], None, (None, "nothing_to_do"))
    lead = make_lead("vera", bare)
    assert "nothing has been dispatched yet" in signed_in(lead).get("/campaigns/bare/").text


def test_a_closed_campaign_shows_its_own_last_days(rated):
    Campaign.objects.update(state=Campaign.State.CLOSED)
    found = overview(rated, timezone.now() + timedelta(days=300))
    last = Assignment.objects.latest("completed_at").completed_at.date()
    assert found.pace.days[-1][0] == last
    assert len(found.pace.days) == 20


def test_one_step_is_next_in_the_order_in_which_data_moves():
    campaign = Campaign.objects.create(slug="empty", title="Empty", language="en")
    found = overview(campaign)
    assert (found.next.stage, found.next.words) == ("sources", "Add a system")
    assert {stage.status.value for stage in found.stages} == {"waiting"}
    assert {stage.percent for stage in found.stages} == {0}
    ready = make_campaign(state=Campaign.State.DRAFT)
    assert overview(ready).next.words == "Open the campaign to annotators"
    Campaign.objects.filter(pk=ready.pk).update(state=Campaign.State.OPEN)
    found = overview(ready)
    assert (found.next.words, found.next.sharing) == ("2 subsets still need ratings.", True)
    # What was only half rated is released by whoever closed it, not because the page says so.
    worked = worked_campaign(slug="worked", state=Campaign.State.PAUSED)
    assert overview(worked).next.stage == "agreement"
    measure_agreement(campaign=worked)
    assert overview(worked).next is None
    Campaign.objects.filter(pk=worked.pk).update(state=Campaign.State.CLOSED)
    assert overview(worked).next.words == "Release a second gold"
    Campaign.objects.filter(pk=worked.pk).update(archived_at=timezone.now())
    assert overview(worked).next is None


@pytest.mark.postgresql
def test_the_first_stage_has_its_own_pace_and_everything_else_waits():
    campaign = first_stage(annotators=3)
    people = [join_proposers(campaign) for _n in range(2)]
    turns = [propose_all(annotator) for annotator in people]
    turns.append(propose_all(people[0]))
    answered = sum(turn.proposals.count() for turn in turns)
    found = overview(campaign)
    assert (found.next.stage, found.next.sharing) == ("first-gold", True)
    # Five sentences, three annotators each.
    assert found.pace.counted == "proposals"
    assert found.pace.missing == 15 - answered
    assert found.pace.share == pytest.approx(answered / 15)
    assert [n for _day, n in found.pace.days] == [answered]
    # All in the last hour, which counts as a day.
    assert found.pace.a_day == answered
    left = timedelta(days=(15 - answered) / answered)
    assert found.pace.end.day == (timezone.now() + left).date()
    assert (found.week.annotators, found.week.turns) == (2, 3)
    assert found.week.answers == answered
    ratings = next(stage for stage in found.stages if stage.page == "monitor")
    assert (ratings.status.value, ratings.percent) == ("waiting", 0)
    lead = make_lead("vera", campaign)
    assert signed_in(lead).get("/campaigns/boats/").status_code == 200
    assert "Annotators still write substitutes." in printed_by("overview", "boats")[0]


def test_an_imported_annotator_is_called_by_name_and_no_work_of_a_week():
    campaign = worked_campaign(slug="boats")
    lead = make_lead("olga", campaign, "owner")
    annotator = Annotator.objects.get(name="a")
    exclude(annotator, reason="Straight lines.", by=lead)
    (line,) = overview(campaign).exclusions.newest
    assert (line.name, line.annotator) == ("a", annotator.pk)
    assert overview(campaign).week == (0, 0, 0, 0, [])
