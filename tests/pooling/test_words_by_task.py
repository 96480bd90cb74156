"""Leads of documents and of utterances read of these, not of sentences and substitutes."""

import html
import re

import pytest

from agreement.services.summing import bring_sums_up_to_date
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from sources.models import Item
from sources.services.systems import add_system
from tests.categories.factories import LABELS, make_categories
from tests.factories import source
from tests.people import make_lead, signed_in
from tests.utterances.factories import SCORES, make_utterances

pytestmark = pytest.mark.django_db
KINDS = {
    "mail": (make_categories, LABELS, "document"),
    "odd": (make_utterances, SCORES, "set"),
}
PAGES = ["", "sources/", "sources/sentences/", "start-over/", "pool/"]
PAGES += [
    "read/",
    "read/items/",
    "pool/merges/",
    "subsets/",
    "ratings/",
    "ratings/short/",
    "delete/",
]
# What a link leads to is no word that anybody reads, and neither is how a field is called.
TAGS = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.S)
OTHERS = re.compile(r"\b(sentences?|substitutes?|targets?)\b", re.I)


@pytest.fixture(params=KINDS)
def slug(request):
    make, answers, _word = KINDS[request.param]
    lead = make_lead("lead")
    campaign = make(by=lead)
    add_system(campaign=campaign, name="first", answers=source(answers))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=2, seed=1)
    bring_sums_up_to_date(campaign)
    request.node.browser = signed_in(lead)
    return request.param


@pytest.fixture
def words(request, slug):
    def read(page, **asked):
        answer = request.node.browser.get(f"/campaigns/{slug}/{page}", asked)
        assert answer.status_code == 200, page
        main = answer.content.decode().split("<main", 1)[1]
        return html.unescape(" ".join(TAGS.sub(" ", f"<main{main}").split()))

    return read


def test_no_page_speaks_of_sentences_and_substitutes(words):
    told = {page: OTHERS.findall(words(page)) for page in PAGES}
    assert {page: found for page, found in told.items() if found} == {}


def test_they_are_called_what_they_are(words, slug):
    assert KINDS[slug][2] in words("sources/").lower()


def test_candidates_are_shown_as_people_see_them(words, slug):
    shown = words("read/")
    expected = {
        "mail": ["Meeting", "Happy birthday to you!", "in the first gold", "not in the first"],
        "odd": ["The law barks", "She drinks tea", "natural", "altered"],
    }[slug]
    assert all(one in shown for one in expected)
    assert ("Meeting" in words("read/", text="happy")) is False
    assert "systems only" not in shown


def test_items_are_listed_by_what_people_know_them_by(words, slug):
    shown = words("sources/sentences/")
    expected = {
        "mail": ["Sales in May", "From: ann@example.org", "Report 1"],
        "odd": ["The dog barks", "The spoon barks"],
    }[slug]
    assert all(one in shown for one in expected)


def test_nothing_is_merged_and_the_page_says_so(words):
    assert "Nothing is ever merged here" in words("pool/merges/")


def test_one_of_them_is_shown_whole_to_its_leads(words, slug):
    first = Item.objects.get(campaign__slug=slug, position=2)
    shown = words(f"read/items/{first.pk}/")
    assert {"mail": "Happy birthday to you!", "odd": "She drinks hats"}[slug] in shown
    assert OTHERS.findall(shown) == []
    assert OTHERS.findall(words("ratings/subsets/1/")) == []
