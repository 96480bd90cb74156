"""Lists of the API cost the same however many rows there are, and their pages hold them all."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agreement.services import measure_agreement
from annotators.models import Annotator, Remark
from core.paging import PAGE_ROWS
from rating.services.exclusions import exclude
from scoring.services.freezing import freeze_gold
from scoring.services.submitting import make_link
from tests.factories import make_campaign
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/boats/"


@pytest.fixture
def campaign():
    return make_campaign(subsets=4, min_ratings=1, max_ratings=7)


def add_a_bit_of_everything(campaign, lead, *, unjudged):
    """Somebody cannot judge every so many-th candidate and remarks; somebody else is left out;
    of the rest a report, a release and a link are made."""
    annotator = join(campaign)
    for _subset in range(4):
        sit(annotator, lambda candidate: None if candidate.id % unjudged == 0 else 1)
    sentence = campaign.items.first()
    Remark.objects.create(annotator=annotator, item=sentence, comment="?")
    exclude(sit(join(campaign)).annotator, reason="x", by=lead)
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign)
    make_link(
        campaign=campaign,
        label="Reeds",
        visibility="public",
        open_until=timezone.now() + timedelta(days=1),
        by=lead,
    )
    return annotator


LISTS = [
    "annotators/",
    "annotators/?only=excluded&order=fastest",
    "exclusions/",
    "remarks/",
    "coverage/subsets/?order=fewest",
    "coverage/unjudged/",
    "agreement/",
    "releases/",
    "submission-links/",
]


def queries(program, path):
    with CaptureQueriesContext(
        connection,
    ) as found:
        answer = program.get(API + path)
    assert answer.status_code == 200
    return len(found), len(answer.json().get("rows", []))


def test_lists_take_as_many_queries_for_many_rows(program, campaign, lead):
    one = add_a_bit_of_everything(campaign, lead, unjudged=10)
    program.get(API + "coverage/")  # a token's first use is written down
    single = ["coverage/", f"annotators/{one.id}/", "coverage/subsets/1/"]
    before = {path: queries(program, path) for path in LISTS + single}
    for unjudged in (2, 3, 4):
        add_a_bit_of_everything(campaign, lead, unjudged=unjudged)
    after = {path: queries(program, path) for path in LISTS + single}
    assert {path: n for path, (n, _rows) in after.items()} == {
        path: n for path, (n, _rows) in before.items()
    }
    grown = {path for path in LISTS if after[path][1] > before[path][1]}
    assert grown == {*LISTS} - {"coverage/subsets/?order=fewest"}  # there are four


def test_following_next_and_previous_shows_every_row_once(program, campaign):
    Annotator.objects.bulk_create(
        Annotator(campaign=campaign, token_hash=str(n), native_speaker=True)
        for n in range(2 * PAGE_ROWS + 1)
    )
    ids = list(campaign.annotators.order_by("id").values_list("id", flat=True))
    address, pages = f"{API}annotators/?order=oldest", []
    while address:
        pages.append(program.get(address).json())
        address = pages[-1]["next"]
    assert [row["id"] for page in pages for row in page["rows"]] == ids
    assert [page["counted"] for page in pages] == [len(ids)] * 3
    assert "order=oldest" in pages[0]["next"]
    assert program.get(pages[2]["previous"]).json()["rows"] == pages[1]["rows"]
    assert program.get(pages[1]["previous"]).json()["rows"] == pages[0]["rows"]
    assert pages[0]["previous"] is None


def test_a_place_of_another_order_is_refused(program, campaign):
    Annotator.objects.bulk_create(
        Annotator(campaign=campaign, token_hash=str(n), native_speaker=True)
        for n in range(PAGE_ROWS + 1)
    )
    place = program.get(f"{API}annotators/").json()["next"]
    refused = program.get(f"{place}&order=most")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "after"
    both = program.get(f"{place}&{place.partition('?')[2].replace('after', 'before')}")
    assert both.status_code == 400
