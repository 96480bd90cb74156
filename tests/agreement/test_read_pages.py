"""Reading the gold on pages: lists that are links, one sentence with every rating."""

import csv
import io

import pytest
from django.urls import reverse

from agreement.models import CandidateSum
from agreement.services.summing import bring_sums_up_to_date
from annotators.models import Annotator, Remark
from campaigns.models import Campaign, Job, Member
from pooling.models import Candidate
from sources.models import Item
from tests.agreement.rated import worked_campaign
from tests.factories import make_campaign
from tests.people import make_lead, signed_in

pytestmark = pytest.mark.django_db

LIST, ITEMS = "/campaigns/boats/read/", "/campaigns/boats/read/items/"


@pytest.fixture
def campaign():
    found = worked_campaign()
    bring_sums_up_to_date(found)
    return found


@pytest.fixture
def manager(campaign):
    return signed_in(make_lead("manager", campaign, Member.Role.MANAGER))


def listed(client, query=""):
    return [row.candidate.text for row in client.get(f"{LIST}{query}").context["rows"]]


def test_candidates_are_filtered_and_sorted_by_the_address(manager):
    assert len(listed(manager)) == 20
    assert listed(manager, "?sort=-mean")[:2] == ["pleased", "overjoyed"]
    assert listed(manager, "?text=OVER") == ["overjoyed"]
    assert listed(manager, "?target=glad&mean_min=.5&mean_max=1&sort=mean") == [
        "sorry",
        "delighted",
        "content",
    ]
    assert listed(manager, "?differ_min=1") == ["delighted"]
    assert listed(manager, "?origin=gold&n_min=1") == ["pleased", "delighted"]
    system = Campaign.objects.get().systems.get().pk
    assert "content" in listed(manager, f"?system={system}")
    assert listed(manager, "?value=3") == ["pleased"]
    assert len(listed(manager, "?part=n")) == 8
    # What makes no sense is not asked.
    assert len(listed(manager, "?mean_min=many&part=x&sort=-nothing&n_min=nan")) == 20


def test_the_same_view_is_a_file(manager):
    answer = manager.get(f"{LIST}candidates.csv?target=glad&n_min=1&sort=-mean")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [row["substitute"] for row in rows][:2] == ["pleased", "overjoyed"]
    assert rows[0] == {
        **{"sentence": "1", "lexelt": "glad.a", "substitute": "pleased", "origin": "gold"},
        **{"gold_votes": "3", "systems": "", "n": "4", "mean": "2.75", "sd": "0.5"},
        **{"differ": "0.5", "values": "2 3 3 3", "not_judged": "0", "hidden": "0"},
    }
    assert rows[1]["systems"] == "first 3"
    answer = manager.get(f"{LIST}items.csv?text=gla")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [(row["sentence"], row["rated"]) for row in rows] == [("1", "6"), ("2", "0")]


def test_items_are_found_by_id_or_target(manager):
    found = manager.get(f"{ITEMS}?text=room").context["rows"]
    assert [row.item.key for row in found] == ["3", "4"]
    found = manager.get(f"{ITEMS}?sort=-differ&n_min=1").context["rows"]
    assert [row.item.key for row in found] == ["1"]


def test_one_sentence_shows_each_rating_and_no_name(manager, campaign):
    item = campaign.items.get(key="1")
    annotator = Annotator.objects.get(campaign=campaign, name="d")
    Remark.objects.create(annotator=annotator, item=item, comment="Odd <word>.")
    page = manager.get(reverse("read-item", args=["boats", item.pk])).text
    assert "Odd &lt;word&gt;." in page
    assert "<mark>glad</mark>" in page
    assert f"annotator {annotator.pk}" in page
    assert f"annotators/{annotator.pk}/" in page
    for told in ("2.75", "0.50", "first&nbsp;3", "shade-3", "shade-0"):
        assert told in page
    # Best first, unrated last.
    order = [page.index(f">{text}<") for text in ("pleased", "overjoyed", "delighted", "happy")]
    assert order == sorted(order)
    hidden = Candidate.objects.get(item=item, text="pleased")
    manager.post(reverse("hide-candidate", args=["boats", hidden.pk]), {"hide": "1"})
    assert "hidden" in manager.get(reverse("read-item", args=["boats", item.pk])).text


def test_one_walks_through_the_list_that_the_sentence_was_opened_from(manager, campaign):
    opened = manager.get(f"{LIST}?origin=gold&sort=-mean&n_min=1").text
    pleased, delighted = (
        CandidateSum.objects.get(campaign=campaign, candidate__text=text)
        for text in ("pleased", "delighted")
    )
    asked = "origin=gold&amp;sort=-mean&amp;n_min=1&amp;list=candidates"
    item = reverse("read-item", args=["boats", pleased.item_id])
    assert f'href="{item}?{asked}&amp;candidate={pleased.pk}#candidate-{pleased.pk}"' in opened
    page = manager.get(
        f"{item}?origin=gold&sort=-mean&n_min=1&list=candidates&candidate={pleased.pk}"
    )
    assert "before" not in page.context["way"]
    assert page.context["way"]["after"].endswith(f"candidate={delighted.pk}")
    assert page.context["way"]["list"] == f"{LIST}?origin=gold&sort=-mean&n_min=1"
    assert f'id="candidate-{pleased.pk}"\n      class="chosen"' in page.text
    second = manager.get(page.context["way"]["after"])
    assert "after" not in second.context["way"]
    assert second.context["way"]["before"].endswith(f"candidate={pleased.pk}")
    # Of items: without the name of a list.
    first, middle, _last = Item.objects.filter(campaign=campaign).order_by("id")[:3]
    way = manager.get(f"{ITEMS}{middle.pk}/?part=a").context["way"]
    assert way["before"] == f"{ITEMS}{first.pk}/?part=a"


@pytest.mark.parametrize("candidate", ["", "x", "-1", "9" * 30, "0"])
def test_a_candidate_that_is_none_leads_nowhere(manager, campaign, candidate):
    address = reverse("read-item", args=["boats", campaign.items.first().pk])
    way = manager.get(f"{address}?list=candidates&candidate={candidate}").context["way"]
    assert "after" not in way
    assert "before" not in way


def test_a_page_says_what_its_numbers_are_of(manager, campaign):
    assert "Numbers as of" in manager.get(LIST).text
    Campaign.objects.update(ratings_version=99)
    page = manager.get(LIST).text
    assert "Ratings have changed since" in page
    assert "Update now" in page
    viewer = signed_in(make_lead("viewer", campaign, Member.Role.VIEWER))
    assert "Update now" not in viewer.get(LIST).text
    assert viewer.post("/campaigns/boats/read/update/").status_code == 404
    assert manager.post("/campaigns/boats/read/update/").status_code == 302
    assert Job.objects.filter(kind="sums").count() == 1
    assert "They are being updated" in manager.get(LIST).text


def test_empty_lists_say_why(campaign):
    fresh = make_campaign("fresh", subsets=None)
    client = signed_in(make_lead("owner", fresh, Member.Role.OWNER))
    assert "The list is being prepared" in client.get("/campaigns/fresh/read/").text
    Campaign.objects.filter(slug="fresh").update(pooled_version=None)
    assert "Nothing is pooled yet" in client.get("/campaigns/fresh/read/").text
    manager = signed_in(make_lead("manager", campaign, Member.Role.MANAGER))
    assert "Nothing matches" in manager.get(f"{LIST}?text=zzz").text


def test_a_list_costs_as_many_queries_however_many_rows(manager, django_assert_max_num_queries):
    for query in ("", "?sort=-mean", "?text=s&part=a&sort=differ"):
        with django_assert_max_num_queries(25):
            manager.get(f"{LIST}{query}")
