"""Candidates with too few ratings, against counting the ratings of each one by one."""

import csv
import io
import random
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core import paging
from pooling.models import Candidate, Subset
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment
from rating.selectors.counting import counting_ratings
from rating.selectors.short import ORDERS, short_candidates
from rating.services.exclusions import exclude
from rating.services.hiding import hide_candidate, hide_sentence
from rating.services.importing import import_ratings
from rating.services.withdrawing import withdraw_annotator
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.people import make_lead, signed_in
from tests.rating.sitting import join, rate, sit, take

pytestmark = pytest.mark.django_db

SHORT = "/campaigns/boats/ratings/short"


@pytest.fixture
def campaign():
    return make_campaign(subsets=3, min_ratings=2, max_ratings=4, foil_share=0.2)


@pytest.fixture
def client(campaign):
    return signed_in(make_lead("lead", campaign, "viewer"))


def plainly_short(campaign) -> dict[int, int]:
    """Every candidate in play with fewer counting ratings than wanted: one by one."""
    counted = Counter(counting_ratings(campaign).values_list("candidate", flat=True))
    in_play = Candidate.objects.filter(
        item__campaign=campaign,
        role="pooled",
        hidden_at__isnull=True,
        item__hidden_at__isnull=True,
    ).exclude(item__group__in=campaign.excluded_targets)
    return {
        id: counted[id]
        for id in in_play.values_list("id", flat=True)
        if counted[id] < campaign.min_ratings
    }


def listed(campaign, **asked) -> dict[int, int]:
    rows = [row for part in short_candidates(campaign, **asked) for row in part]
    found = {row.id: row.given for row in rows}
    assert len(found) == len(rows)
    return found


def work(campaign, *, seed):
    """A few weeks: everybody stops somewhere, and some of it goes wrong."""
    rng = random.Random(seed)

    def value(_candidate):
        return None if rng.random() < 0.3 else rng.randrange(4)

    for _annotator in range(rng.randrange(6)):
        annotator = join(campaign)
        for _sitting in range(rng.randrange(4)):
            sit(annotator, value)
        if rng.random() < 0.2:
            withdraw_annotator(annotator_id=annotator.pk)
    for sitting in Assignment.objects.filter(state="complete"):
        if rng.random() < 0.2:
            exclude(sitting, reason="Only a look.", by=None)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("wanted", [1, 2, 4])
def test_the_list_is_what_counting_one_by_one_finds(campaign, seed, wanted):
    campaign.min_ratings = wanted
    campaign.save()
    work(campaign, seed=seed)
    assert listed(campaign) == plainly_short(campaign)
    for given in range(wanted):
        exactly = {id: n for id, n in plainly_short(campaign).items() if n == given}
        assert listed(campaign, given=given) == exactly


def test_what_was_hidden_while_others_rated_is_short_once_it_is_shown_again(campaign):
    sentence = campaign.items.get(key="3")
    candidate = Candidate.objects.get(item__key="1", text="happy", role="pooled")
    hide_sentence(sentence_id=sentence.pk, hide=True)
    hide_candidate(candidate_id=candidate.pk, hide=True)
    for _annotator in range(2):
        annotator = join(campaign)
        for _subset in range(3):
            sit(annotator)
    assert listed(campaign) == {}
    hide_candidate(candidate_id=candidate.pk, hide=False)
    shown_again(candidate)
    assert listed(campaign) == {candidate.pk: 0}
    hide_sentence(sentence_id=sentence.pk, hide=False)
    shown_again(*sentence.candidates.all())
    assert listed(campaign) == plainly_short(campaign)
    assert len(listed(campaign)) > 4


def shown_again(*candidates):
    """Their subsets say that ratings were given in them while these were hidden."""
    Subset.objects.filter(placements__candidate__in=candidates).update(uneven=True)


@pytest.mark.parametrize("subsets", [None, 3])
def test_imported_ratings_count_with_a_subset_and_without(subsets):
    campaign = make_campaign(subsets=subsets, min_ratings=2)
    table = "annotator,sentence,substitute,value\n" + "".join(
        f"{annotator},1,{text},2\n" for annotator in "ab" for text in ("happy", "sorry")
    )
    table += "a,3,space,2\n"
    import_ratings(campaign=campaign, ratings=source(table, "ratings.csv"))
    if subsets:
        sit(join(campaign))
    found = listed(campaign)
    assert found == plainly_short(campaign)
    assert set(found.values()) == {0, 1}
    assert not Candidate.objects.filter(id__in=found, text__in=["happy", "sorry"]).exists()


def test_candidates_pooled_after_the_dispatch_are_short_and_have_no_subset(campaign, client):
    for _annotator in range(2):
        annotator = join(campaign)
        for _subset in range(3):
            sit(annotator)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated;thrilled\n"))
    pool_campaign(campaign=campaign)
    rows = client.get(f"{SHORT}/").context["page"].rows
    assert [(row.text, row.given, row.number) for row in rows] == [
        ("elated", 0, 0),
        ("thrilled", 0, 0),
    ]


def test_they_are_found_where_the_subsets_have_lost_more_than_was_added(campaign):
    campaign.systems.all().delete()
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated;thrilled\n"))
    pool_campaign(campaign=campaign)
    assert listed(campaign) == plainly_short(campaign)
    assert Candidate.objects.filter(id__in=listed(campaign), placement=None).count() == 2


def found(client, **query):
    answer = client.get(f"{SHORT}/", query)
    assert answer.status_code == 200
    return [row.text for row in answer.context["page"].rows]


def test_the_list_is_filtered_by_all_it_shows(campaign, client):
    done = sit(join(campaign), lambda candidate: None if candidate.text == "happy" else 1)
    everything = found(client)
    assert len(everything) == len(plainly_short(campaign)) == 20
    assert found(client, text="PPY") == ["happy"]
    assert set(found(client, target="room.n")) == {
        "space", "place", "capacity", "leeway", "chamber", "bedroom", "hall", "apartment",
    }  # fmt: skip
    assert found(client, target="5") == ["quiet", "still", "level"]
    assert set(found(client, origin="both")) == {
        "happy", "cheerful", "space", "chamber", "still",
    }  # fmt: skip
    rated = set(found(client, given=1))
    assert rated | set(found(client, given=0)) == set(everything)
    in_subset = set(found(client, subset=done.subset.number))
    assert rated - {"happy"} == in_subset - {"happy"}
    assert found(client, subset=99) == []
    # What makes no sense counts as not asked.
    assert found(client, subset="x", given="7", origin="moon", order="size") == everything


def test_the_fewest_come_first_and_every_order_is_turned_page_by_page(
    campaign, client, monkeypatch
):
    monkeypatch.setattr(paging, "PAGE_ROWS", 3)
    sit(join(campaign), lambda candidate: None if len(candidate.text) == 5 else 1)
    for order, fields in ORDERS.items():
        seen, after = [], ""
        while after is not None:
            page = client.get(f"{SHORT}/", {"order": order, "after": after}).context["page"]
            seen += page.rows
            after = page.after
        assert [row.id for row in seen] == [
            row.id for row in sorted(seen, key=lambda row: [getattr(row, f) for f in fields])
        ]
        assert {row.id: row.given for row in seen} == plainly_short(campaign)
        back = client.get(f"{SHORT}/", {"order": order, "before": page.before}).context["page"]
        here = len(seen) - len(page.rows)
        assert [row.id for row in back.rows] == [row.id for row in seen[here - 3 : here]]


def test_the_file_has_all_that_the_filters_let_through_in_the_order_of_the_list(
    campaign, client
):
    sit(join(campaign))
    answer = client.get(f"{SHORT}.csv", {"order": "fewest", "origin": "both"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert [row["substitute"] for row in rows] == found(client, order="fewest", origin="both")
    happy = next(row for row in rows if row["substitute"] == "happy")
    subset = Candidate.objects.get(text="happy", role="pooled").placement.subset
    assert happy == {
        "sentence": "1",
        "lexelt": "glad.a",
        "substitute": "happy",
        "origin": "both",
        "gold_votes": "4",
        "subset": str(subset.number),
        "ratings": str(
            listed(campaign)[subset.placements.get(candidate__text="happy").candidate_id]
        ),
        "wanted": "2",
    }


def test_the_monitor_leads_to_the_candidates_behind_its_numbers(campaign, client):
    sit(join(campaign))
    shown = client.get("/campaigns/boats/ratings/").content.decode()
    for query in ("?given=0", "?given=1", "?order=fewest"):
        assert f'href="{SHORT}/{query}"' in shown
    assert f'href="{SHORT}.csv?given=0"' in client.get(f"{SHORT}/?given=0").content.decode()


def test_another_campaigns_candidates_are_not_in_it(campaign, client):
    other = make_campaign("ships", subsets=2)
    rate(take(join(other)), lambda candidate: None)
    assert set(listed(campaign)) == set(plainly_short(campaign))
    assert not set(listed(campaign)) & set(plainly_short(other))


def test_the_number_of_queries_does_not_grow_with_the_candidates(campaign, client):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{SHORT}/")
        return len(captured)

    sit(join(campaign), lambda candidate: None if candidate.text == "happy" else 1)
    few = queries()
    sit(join(campaign), lambda candidate: None if len(candidate.text) > 6 else 1)
    # A list for each number of sittings a subset has, and for each that a candidate fell to.
    assert few <= queries() <= few + 2
