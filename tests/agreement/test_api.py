"""Agreement for programs: what the pages show, over HTTP."""

import json

import pytest
from django.urls import reverse

from agreement.jobs import measure
from agreement.selectors.reports import FIGURES, TABLES, groups_of, report_tables
from agreement.selectors.staleness import report_and_changes
from agreement.services import measure_agreement
from campaigns.models import Job
from regild.agreement.tables import table_names
from regild.figures.agreement import figure_names
from regild.tasks.categories import CATEGORIES
from regild.tasks.substitution import SUBSTITUTION
from tests.agreement.rated import rate, worked_campaign
from tests.factories import make_campaign
from tests.people import signed_in
from tests.rating.sitting import delete_annotators

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

API = "/api/v1/campaigns/boats/agreement/"
OF_WORDS = table_names(groups_of(SUBSTITUTION))


@pytest.fixture
def campaign():
    return worked_campaign(min_ratings=2)


def test_a_program_has_agreement_measured_and_follows_the_job(program, campaign):
    asked = program.post(API)
    assert asked.status_code == 202
    assert asked.json()["state"] == "queued"
    assert program.post(API).json()["id"] == asked.json()["id"]  # the one under way
    measure(job_id=Job.objects.get().id)
    job = program.get(asked["Location"]).json()
    assert job["state"] == "done"
    [row] = program.get(API).json()["rows"]
    assert row["id"] == job["result"]["report"]
    assert row["n_ratings"] == 17  # the letters of WORKED


def test_reports_are_listed_newest_first(program, campaign):
    reports = [measure_agreement(campaign=campaign) for _ in range(2)]
    measure_agreement(campaign=make_campaign("ships"))
    listed = program.get(API).json()
    assert [row["id"] for row in listed["rows"]] == [reports[1].id, reports[0].id]
    assert (listed["counted"], listed["more"], listed["next"]) == (2, False, None)


def test_a_report_is_the_page_s_json(program, campaign, lead):
    report = measure_agreement(campaign=campaign)
    found = program.get(f"{API}{report.id}/").json()
    page = signed_in(lead).get(reverse("agreement-json", args=["boats", report.id]))
    assert found == page.json() == json.loads(json.dumps(report_and_changes(report)))
    assert found["by_sentence"]
    other = measure_agreement(campaign=make_campaign("ships"))
    assert program.get(f"{API}{other.id}/").status_code == 404


def test_every_table_and_figure_is_the_page_s_file(program, campaign, lead):
    report = measure_agreement(campaign=campaign)
    page = signed_in(lead)
    files = [("tables", name, form) for name in OF_WORDS for form in ("csv", "tex")]
    drawn = figure_names(SUBSTITUTION.groups_name)
    files += [("figures", name, form) for name in drawn for form in ("svg", "pdf", "png")]
    for kind, name, form in files:
        route = "agreement-table" if kind == "tables" else "agreement-figure"
        theirs = page.get(reverse(route, args=["boats", report.id, name, form]))
        ours = program.get(f"{API}{report.id}/{kind}/{name}.{form}")
        assert (ours.status_code, ours["Content-Type"]) == (200, theirs["Content-Type"])
        # A PDF holds the time of its making.
        assert ours.content == theirs.content or form == "pdf"
        assert f"boats-{name}.{form}" in ours["Content-Disposition"]


def test_what_only_other_tasks_have_is_not_there(program, campaign, lead):
    report = measure_agreement(campaign=campaign)
    page = signed_in(lead)
    others = [("tables", name, "csv") for name in TABLES if name not in OF_WORDS]
    drawn = figure_names(SUBSTITUTION.groups_name)
    others += [("figures", name, "svg") for name in FIGURES if name not in drawn]
    assert {"probes", "categories_leaf", "agreements_top"} <= {
        name for _kind, name, _form in others
    }
    assert len({kind for kind, *_file in others}) == 2
    for kind, name, form in others:
        route = "agreement-table" if kind == "tables" else "agreement-figure"
        address = reverse(route, args=["boats", report.id, name, form])
        assert page.get(address).status_code == 404, name
        assert program.get(f"{API}{report.id}/{kind}/{name}.{form}").status_code == 404, name


def test_the_documented_tables_are_those_of_a_report(campaign):
    made = report_tables(measure_agreement(campaign=campaign), sentences=True)
    assert tuple(made) == OF_WORDS
    assert {*OF_WORDS, *table_names(groups_of(CATEGORIES))} <= {*TABLES}
    assert {*figure_names("", CATEGORIES.level), *figure_names("targets")} - {*FIGURES} == set()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("tables/nothing.csv", 404),
        ("tables/measures.docx", 404),
        ("figures/nothing.svg", 404),
        ("figures/boxes.gif", 404),
        ("figures/boxes.svg?theme=green", 400),
        ("tables/measures.csv?theme=dark", 400),
    ],
)
def test_what_there_is_not_is_told(program, campaign, path, status):
    report = measure_agreement(campaign=campaign)
    assert program.get(f"{API}{report.id}/{path}").status_code == status


def test_a_figure_can_be_dark(program, campaign):
    report = measure_agreement(campaign=campaign)
    figure = f"{API}{report.id}/figures/values.svg"
    assert program.get(f"{figure}?theme=dark").content != program.get(figure).content


def test_a_campaign_without_ratings_has_a_report_of_nothing(program, campaign):
    rate(make_campaign("ships"), {"happy": "3"})
    delete_annotators(campaign)
    report = measure_agreement(campaign=campaign)
    found = program.get(f"{API}{report.id}/").json()
    assert found["n_ratings"] == 0
    assert found["measures"]["alpha_ordinal"]["value"] is None
