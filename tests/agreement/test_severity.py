"""How strict annotators are, on the page of agreement, in its files and for programs."""

import csv
import io
import json

import pytest
from django.urls import reverse

import regild
from agreement.models import AgreementReport
from agreement.services import measure_agreement
from annotation_site.archives.campaign_tables import IDS_WITHIN
from rating.models import Rating
from tests.agreement.rated import rate
from tests.commands import facts_of
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import rated_campaign

pytestmark = pytest.mark.django_db
API = "/api/v1/campaigns/boats/agreement/"


@pytest.fixture
def campaign(db):
    return rated_campaign()


def by_library(campaign):
    rows = Rating.objects.filter(
        candidate__item__campaign=campaign, superseded_at=None
    ).values_list("annotator_id", "candidate_id", "value")
    return regild.measure_severity([(str(one), str(item), n) for one, item, n in rows])


def test_a_report_has_the_severities_of_the_library(campaign):
    expected = by_library(campaign)
    found = measure_agreement(campaign=campaign).severity
    assert {one["annotator"]: one["effect"] for one in found["annotators"]} == {
        int(one.annotator): pytest.approx(one.effect) for one in expected.annotators
    }
    for one in expected.annotators:
        [told] = [row for row in found["annotators"] if row["annotator"] == int(one.annotator)]
        assert (told["low"], told["high"], told["n"]) == (
            pytest.approx(one.low),
            pytest.approx(one.high),
            one.n,
        )
    effects = [one["effect"] for one in found["annotators"]]
    assert effects == sorted(effects)
    assert found["var_annotator"] == pytest.approx(expected.var_annotator)


def test_page_file_program_and_command_tell_the_same(campaign):
    lead = make_lead("ada", campaign, "owner")
    told = facts_of("agreement", "boats")
    report = AgreementReport.objects.get()
    assert told["severity"] == json.loads(json.dumps(report.severity))
    assert program_of(lead).get(f"{API}{report.pk}/").json()["severity"] == told["severity"]
    page = signed_in(lead)
    html = page.get(reverse("agreement", args=["boats"])).content.decode()
    section = html[html.index('id="severity"') :]
    section = section[: section.index("</section>")]
    path = reverse("agreement-table", args=["boats", report.pk, "severity", "csv"])
    rows = [*csv.DictReader(io.StringIO(page.get(path).content.decode()))]
    assert len(rows) == len(told["severity"]["annotators"]) == 4
    for row, one in zip(rows, told["severity"]["annotators"], strict=True):
        assert float(row["severity"]) == pytest.approx(one["effect"])
        assert float(row["severity_low"]) == pytest.approx(one["low"])
        assert reverse("annotator", args=["boats", one["annotator"]]) in section
        assert row["annotator"] in section
    svg = page.get(reverse("agreement-figure", args=["boats", report.pk, "severity", "svg"]))
    assert svg.status_code == 200
    assert b"<svg" in svg.getvalue()


def test_why_there_is_none_is_said(campaign):
    Rating.objects.exclude(annotator=Rating.objects.first().annotator).delete()
    rate(campaign, {"delighted": "3"})
    report = measure_agreement(campaign=campaign)
    assert report.severity["annotators"] == []
    page = signed_in(make_lead("ada", campaign, "owner"))
    html = page.get(reverse("agreement", args=["boats"])).content.decode()
    assert "It cannot be told here: only one annotator rated." in html
    # A report of before says so too.
    AgreementReport.objects.update(severity={})
    html = page.get(reverse("agreement", args=["boats"])).content.decode()
    assert "This report was made before it was measured." in html


def test_an_archive_renumbers_annotators_where_severity_is_told(campaign):
    renumber = IDS_WITHIN["agreement.AgreementReport.severity"]
    report = measure_agreement(campaign=campaign)
    moved = renumber(report.severity, lambda _model, id: id + 1000)
    told = [(one["annotator"] + 1000, one["effect"]) for one in report.severity["annotators"]]
    assert [(one["annotator"], one["effect"]) for one in moved["annotators"]] == told
    assert {**moved, "annotators": []} == {**report.severity, "annotators": []}
    assert renumber({}, lambda _model, id: id) == {}
