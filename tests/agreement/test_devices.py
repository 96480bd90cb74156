"""What was rated on phones beside what was rated at computers: kept, told, forgotten."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from agreement.models import AgreementReport
from agreement.services import measure_agreement
from rating.models import Assignment
from tests.agreement.rated import worked_campaign
from tests.commands import facts_of
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.volunteer import CONSENT, Volunteer

pytestmark = pytest.mark.django_db
API = "/api/v1/campaigns/boats/agreement/"
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def campaign():
    return make_campaign(subsets=1, min_ratings=2, max_ratings=10)


def volunteer_on(agent):
    volunteer = Volunteer()
    volunteer.http.credentials(
        HTTP_AUTHORIZATION=f"Annotator {volunteer.token}", HTTP_USER_AGENT=agent
    )
    return volunteer


def rated_on(*agents):
    """Each one higher than the one before."""
    return [(one, one.sit(value)) for value, one in enumerate(map(volunteer_on, agents))]


def test_a_sitting_keeps_on_what_it_was_begun(campaign):
    rated_on(PHONE, DESK, "curl/8.5.0")
    devices = Assignment.objects.order_by("id").values_list("device", flat=True)
    assert [*devices] == ["phone", "desk", ""]


def test_a_page_keeps_it_too(campaign):
    browser = Client(headers={"User-Agent": PHONE})
    answer = browser.post(reverse("rate-welcome", args=["boats"]), CONSENT)
    browser.post(reverse("rate-take", args=["boats"]))
    assert answer.status_code == 302
    assert Assignment.objects.get().device == "phone"


def test_whoever_asks_is_told_and_whoever_withdraws_leaves_none(campaign):
    [(volunteer, _sitting)] = rated_on(PHONE)
    kept = volunteer.http.get("/api/v1/me/").json()["ratings"]
    assert {one["device"] for one in kept} == {"phone"}
    volunteer.http.delete("/api/v1/me/")
    assert Assignment.objects.get().device == ""


def test_page_file_program_and_command_tell_the_same(campaign):
    rated_on(DESK, PHONE, DESK, PHONE)
    lead = make_lead("ada", campaign, "owner")
    told = facts_of("agreement", "boats")
    report = AgreementReport.objects.get()
    assert told["devices"] == json.loads(json.dumps(report.devices))
    assert program_of(lead).get(f"{API}{report.pk}/").json()["devices"] == told["devices"]
    phone, desk = told["devices"]
    # 1 and 3 on phones, 0 and 2 at computers.
    assert (phone["device"], phone["mean"], desk["mean"]) == ("phone", 2.0, 1.0)
    assert phone["difference"]["value"] == pytest.approx(1.0)
    each = report.n_candidates
    assert (phone["counts"], desk["counts"]) == ([0, each, 0, each], [each, 0, each, 0])
    page = signed_in(lead)
    html = page.get(reverse("agreement", args=["boats"])).content.decode()
    section = html[html.index('id="devices"') :]
    section = section[: section.index("</section>")]
    assert "phones" in section
    assert "computers" in section
    path = reverse("agreement-table", args=["boats", report.pk, "devices", "csv"])
    rows = [*csv.DictReader(io.StringIO(page.get(path).content.decode()))]
    assert [row["device"] for row in rows] == ["phone", "desk"]
    assert float(rows[0]["difference"]) == pytest.approx(1.0)
    assert float(rows[0]["difference_low"]) == pytest.approx(phone["difference"]["low"])
    tex = reverse("agreement-table", args=["boats", report.pk, "devices", "tex"])
    assert b"phone" in page.get(tex).content
    svg = page.get(reverse("agreement-figure", args=["boats", report.pk, "devices", "svg"]))
    assert b"<svg" in svg.getvalue()


def test_imported_ratings_were_made_on_nobody_knows_what(db):
    campaign = worked_campaign()
    report = measure_agreement(campaign=campaign)
    assert report.devices == []
    page = signed_in(make_lead("ada", campaign, "owner"))
    html = page.get(reverse("agreement", args=["boats"])).content.decode()
    assert "Nobody knows on what these ratings were made" in html
