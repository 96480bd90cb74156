"""What pages of leads show of documents and of utterances is theirs, and nothing else."""

import re
from html import unescape
from itertools import product

import pytest
from django.utils.html import strip_tags

from agreement.services import measure_agreement
from campaigns.models import Campaign, Member
from pooling.services.dispatching import dispatch_campaign
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.categories.released import rated_categories
from tests.people import make_lead, signed_in
from tests.utterances.released import rated_utterances

pytestmark = pytest.mark.django_db

# Of what annotators are shown and what a lead wrote nothing is meant here.
OTHERS = {
    "en": re.compile(r"(?i)\b(sentences?|substitut\w+|targets?|multiwords?|words?)\b"),
    "fr": re.compile(r"(?i)\b(phrases?|substitut\w*|cibles?|locutions?|mots?)\b"),
}
PAGES = (
    *("", "sources/", "pool/", "read/", "read/items/", "subsets/", "agreement/", "gold/"),
    *("gold/1/", "ratings/", "ratings/short/", "ratings/annotators/"),
    *(f"settings/{name}/" for name in ("rating", "encouragements", "quality")),
)


@pytest.fixture(params=[rated_categories, rated_utterances], ids=["categories", "utterances"])
def campaign(request: pytest.FixtureRequest) -> Campaign:
    made: Campaign = request.param()
    dispatch_campaign(campaign=made, subsets=2, block_size=8, seed=1, double_share=0.5)
    measure_agreement(campaign=made)
    freeze_gold(campaign=made, min_ratings=1)
    return made


@pytest.fixture
def owner(campaign: Campaign):
    return signed_in(make_lead("lead", campaign, Member.Role.OWNER))


def said_on(client, campaign: Campaign, path: str) -> str:
    answer = client.get(f"/campaigns/{campaign.slug}/{path}")
    assert answer.status_code == 200, path
    main = answer.content.decode().partition("<main")[2]
    return re.sub(r"\s+", " ", strip_tags(re.sub(r'(?s)<\w+[^>]* lang="en".*?</', "</", main)))


def test_no_page_says_what_another_task_has(owner, campaign: Campaign) -> None:
    found = []
    for (language, others), path in product(OTHERS.items(), PAGES):
        owner.cookies["django_language"] = language
        said = said_on(owner, campaign, path)
        around = [
            said[max(0, one.start() - 60) : one.end() + 30] for one in others.finditer(said)
        ]
        found += [f"{language} {path}: {words}" for words in around]
    assert found == []


def test_an_overview_calls_origins_as_the_pool_does(owner, campaign: Campaign) -> None:
    said = said_on(owner, campaign, "")
    assert "systems only" not in said
    assert ("natural" if campaign.task == "utterances" else "in the first gold") in said
    assert "both" not in said


def test_figures_are_headed_by_words_and_not_by_keys(owner, campaign: Campaign) -> None:
    rescore(campaign=campaign)
    page = owner.get(f"/campaigns/{campaign.slug}/scores/").content.decode()
    headings = [unescape(one) for one in re.findall(r"<h2>([^<]+)</h2>", page)]
    assert headings[0] in {
        "Accuracy at the top of the tree",
        "Mean rank of the natural utterance",
    }
    assert [one for one in headings if re.search(r"\w[._]\w", one)] == []


def test_documents_are_not_counted_twice_in_a_plan(owner, campaign: Campaign) -> None:
    seats = said_on(owner, campaign, "subsets/").partition(
        "with their own number of annotators"
    )[2]
    of_documents = campaign.task == "categories"
    said = seats[:120]
    assert ("documents" in said) == of_documents
    assert ("candidates" in said) != of_documents
