"""The hardest sentences are kept apart, so that a page need not read all sentences."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agreement.services import measure_agreement
from tests.agreement.rated import rate, worked_campaign
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def report():
    campaign = worked_campaign()
    rate(campaign, {"space": "33", "place": "3"}, sentence="3")
    rate(campaign, {"chamber": "03"}, sentence="4")
    return measure_agreement(campaign=campaign)


def test_the_hardest_come_first_and_the_undefined_last(report):
    # Mean deviations: sentence 4, of 0 and 3, 3/√2; sentence 1 0.5, as worked out in
    # tests/agreement/test_report.py; sentence 3 0, of 3 and 3.
    assert [key for key, _measures in report.hardest] == ["4", "1", "3"]
    assert report.hardest[0][1] == report.by_sentence["4"]


def test_the_dashboard_does_not_read_every_sentence(report):
    client = signed_in(make_lead("bo", report.campaign))
    with CaptureQueriesContext(connection) as asked:
        shown = client.get(f"/campaigns/{report.campaign.slug}/agreement/")
    assert 'class="hardest"' in shown.content.decode()
    assert not any("by_sentence" in query["sql"] for query in asked.captured_queries)
    table = client.get(
        f"/campaigns/{report.campaign.slug}/agreement/{report.id}/tables/by_sentence.csv"
    )
    assert table.content.decode().count("\n") == 1 + len(report.by_sentence)


def test_what_nobody_differs_on_is_not_listed_as_hard(report):
    client = signed_in(make_lead("bo", report.campaign))
    shown = client.get(f"/campaigns/{report.campaign.slug}/agreement/").content.decode()
    listed = shown[shown.index('class="hardest"') :]
    listed = listed[: listed.index("</ol>")]
    # Of sentence 3 all ratings are equal, and nobody compared the others.
    assert listed.count("<li>") == 2
    report.hardest = [[key, found] for key, found in report.hardest if key == "3"]
    report.save()
    shown = client.get(f"/campaigns/{report.campaign.slug}/agreement/").content.decode()
    assert 'class="hardest"' not in shown
    assert "Annotators differ on none of them." in shown
