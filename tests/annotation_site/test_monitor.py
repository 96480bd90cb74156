"""The pages on which a lead watches ratings come in."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotators.models import Annotator, Remark
from campaigns.models import Campaign, Job
from pooling.models import Candidate
from rating.models import Assignment
from rating.services.flagging import flag_annotators
from rating.templatetags.monitor_pages import measure_shown, seconds
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PAGES = ["", "subsets/", "subsets/1/", "unjudged/", "annotators/", "remarks/"]


@pytest.fixture
def campaign():
    return make_campaign(subsets=3, flag_min_ratings=4, min_ratings=2, max_ratings=4)


@pytest.fixture
def client(campaign):
    return signed_in(make_lead("lead", campaign, "manager"))


def page(client, path=""):
    answer = client.get(f"/campaigns/boats/ratings/{path}")
    assert answer.status_code == 200
    return answer


def text(client, path=""):
    return " ".join(page(client, path).content.decode().split())


@pytest.mark.postgresql
def test_an_empty_campaign_says_that_nothing_is_known(client, campaign):
    campaign.subsets.all().delete()
    shown = text(client)
    assert "the pool has not been dispatched" in shown
    assert "Coverage by subset" not in shown
    for path in ["subsets/", "unjudged/", "annotators/", "remarks/"]:
        page(client, path)


def test_the_map_shows_each_subset_with_its_sittings_and_what_goes_on(client, campaign):
    annotator = join(campaign)
    done = sit(annotator)
    going_on = take(annotator)
    context = page(client).context
    cells = {cell.first: cell for row in context["heat"] for cell in row}
    assert cells[done.subset.number].complete == 1
    assert cells[going_on.subset.number].open == 1
    progress = context["progress"]
    assert (progress.short, progress.subsets, progress.missing) == (3, 3, 5)
    assert f'<a href="/campaigns/boats/ratings/subsets/{done.subset.number}/">' in text(client)


def test_the_numbers_are_of_complete_sittings(client, campaign):
    annotator = join(campaign)
    done = sit(annotator)
    rate(take(annotator), by_length, but=1)  # not completed
    totals = page(client).context["progress"].totals
    assert (totals.annotators, totals.sittings, totals.ratings) == (1, 1, done.subset.size)


def test_time_left_follows_from_what_is_missing_and_the_pace(client, campaign):
    sit(join(campaign))
    Assignment.objects.update(completed_at=timezone.now() - timedelta(days=2))
    # One sitting in two days; five are missing.
    shown = text(client)
    assert "about 10 days" in shown
    assert "5 sittings missing" in shown
    Campaign.objects.update(state=Campaign.State.PAUSED)
    assert "the campaign is not open, so nobody rates" in text(client)


@pytest.mark.postgresql
def test_each_day_has_its_ratings_in_a_table_and_a_figure(client, campaign):
    old, new = sit(join(campaign)), sit(join(campaign))
    yesterday = new.completed_at - timedelta(days=1)
    Assignment.objects.filter(id=old.id).update(completed_at=yesterday)
    days = page(client).context["progress"].days
    assert [(day.sittings, day.ratings) for day in days] == [
        (1, old.subset.size),
        (1, new.subset.size),
    ]
    shown = text(client)
    today = new.completed_at.date().isoformat()
    assert shown.index(f">{today}<") < shown.index(f">{yesterday.date().isoformat()}<")
    for theme in ("light", "dark"):
        figure = client.get("/campaigns/boats/ratings/days.svg", {"theme": theme})
        assert figure["Content-Type"] == "image/svg+xml"
        assert yesterday.date().isoformat().encode() in figure.content


def test_a_subset_shows_who_sat_at_it_and_what_its_candidates_have(client, campaign):
    number = Candidate.objects.get(text="happy").placement.subset.number
    annotators = [join(campaign), join(campaign)]
    for annotator in annotators:
        for _subset in range(3):
            sit(annotator, lambda candidate: None if candidate.text == "happy" else 1)
    context = page(client, f"subsets/{number}/").context
    found = {c.text: (c.given, c.unjudged) for c in context["subset"].candidates}
    assert found.pop("happy") == (0, 2)
    assert set(found.values()) == {(2, 0)}
    assert {sitting.annotator for sitting in context["subset"].sittings} == set(annotators)


@pytest.mark.postgresql
def test_subsets_are_found_by_number_and_by_what_they_lack(client, campaign):
    for _sitting in range(2):
        sit(join(campaign))
    assert len(page(client, "subsets/").context["page"].rows) == 3
    assert [s.number for s in page(client, "subsets/?first=3").context["page"].rows] == [3]
    rows = page(client, "subsets/?order=fewest&only=short").context["page"].rows
    assert [subset.complete for subset in rows] == sorted(subset.complete for subset in rows)
    assert all(subset.complete < 2 for subset in rows)
    page(client, "subsets/?first=nonsense&order=sideways")


def test_what_could_not_be_judged_is_listed_with_what_it_has(client, campaign):
    def at_a_loss(candidate):
        return None if candidate.text in {"happy", "space"} else 1

    for _annotator in range(2):
        annotator = join(campaign)
        for _subset in range(3):
            sit(annotator, at_a_loss)
    rows = page(client, "unjudged/").context["page"].rows
    assert [(row.text, row.unjudged, row.given) for row in rows] == [
        ("happy", 2, 0),
        ("space", 2, 0),
    ]
    rows = page(client, "unjudged/?text=room").context["page"].rows
    assert [row.text for row in rows] == ["space"]


@pytest.mark.postgresql
def test_annotators_are_found_by_number_name_source_and_flag(client, campaign):
    careful, hasty, withdrawn = join(campaign), join(campaign), join(campaign)
    sit(careful)
    sit(hasty, elapsed_ms=100)
    flag_annotators(campaign)
    Annotator.objects.filter(id=withdrawn.id).update(
        withdrawn_at=timezone.now(), source="imported", name="Anne"
    )

    def found(query):
        return [a.id for a in page(client, f"annotators/?{query}").context["page"].rows]

    assert found("") == found("order=worst") == [hasty.id, careful.id, withdrawn.id]
    assert found("order=newest") == [withdrawn.id, hasty.id, careful.id]
    assert found("order=oldest") == [careful.id, hasty.id, withdrawn.id]
    assert found("order=fastest") == [hasty.id, careful.id, withdrawn.id]
    assert found("order=fewest") == [withdrawn.id, careful.id, hasty.id]
    assert found("only=flagged") == [hasty.id]
    assert found("only=withdrawn") == [withdrawn.id]
    assert found("text=ann") == [withdrawn.id]
    assert found(f"text={careful.id}") == [careful.id]
    assert found(f"text={'9' * 40}") == []
    assert found("source=online") == [hasty.id, careful.id]
    assert "median 100 ms per rating (flagged below 800)" in text(client, "annotators/")


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (measure_shown(0.0926), "0.093"),
        (measure_shown(-0.0569), "-0.057"),
        (measure_shown(1.0), "1.000"),
        (measure_shown(None), "–"),
        (seconds(2590), "2.6 s"),
    ],
)
def test_numbers_are_rounded_and_not_cut_off(shown, expected):
    assert shown == expected


def test_an_annotator_is_shown_with_findings_as_of_now(client, campaign):
    hasty = join(campaign)
    sitting = sit(hasty, elapsed_ms=100)
    answer = page(client, f"annotators/{hasty.id}/")
    found = answer.context["annotator"]
    assert {finding.rule for finding in found.findings} == {"too_fast"}
    assert [s.id for s in found.each_sitting] == [sitting.id]
    assert {finding.rule for finding in found.each_sitting[0].findings} == {"too_fast"}
    # Over all sittings together, and of the one.
    assert answer.content.decode().count('class="findings"') == 2


def test_another_campaigns_annotators_subsets_and_sentences_are_not_there(client, campaign):
    other = make_campaign("ships", subsets=4)
    stranger = join(other)
    sentence = other.items.first()
    for path in [f"annotators/{stranger.id}/", "subsets/4/", f"sentences/{sentence.id}/"]:
        assert client.get(f"/campaigns/boats/ratings/{path}").status_code == 404
    assert "annotators" in text(client)
    assert page(client).context["progress"].totals.annotators == 0


@pytest.mark.postgresql
def test_checking_everybody_is_one_job_whose_outcome_the_page_tells(client, campaign):
    sit(join(campaign), elapsed_ms=100)
    answer = client.post("/campaigns/boats/ratings/check/")
    assert answer.url == "/campaigns/boats/ratings/"
    job = Job.objects.get(kind="check")
    assert "Checking all annotators" in text(client, "status/")
    Job.objects.filter(id=job.id).update(
        state="done", result={"flagged": 1, "excluded": 0}, finished_at=timezone.now()
    )
    shown = text(client, "status/")
    assert "Everybody was last checked" in shown
    # Nobody was really checked: as everywhere, what is kept with the annotators is told.
    assert "Flagged annotators: <strong>0</strong>" in shown
    assert "hx-get" not in shown
    # The page's facts are those from before the check.
    asked = client.get("/campaigns/boats/ratings/status/", headers={"HX-Request": "true"})
    assert asked.headers["HX-Refresh"] == "true"


@pytest.mark.parametrize("path", PAGES)
def test_the_number_of_queries_does_not_grow_with_the_rows(path, client, campaign):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            page(client, path)
        return len(captured)

    def at_a_loss(candidate):
        return None if len(candidate.text) > 6 else 1

    sit(join(campaign), at_a_loss)
    few = queries()
    for _annotator in range(3):
        annotator = join(campaign)
        for _subset in range(3):
            sit(annotator, at_a_loss, elapsed_ms=100)
        Remark.objects.create(annotator=annotator, item=campaign.items.first(), comment="Odd.")
    flag_annotators(campaign)
    assert queries() <= few <= 15
