"""What a campaign's overview says is what its API and the pages of its stages say, with
sentences left out and hidden, a hidden system, and annotators flagged, excluded and gone."""

import re

import pytest
from django.template.defaultfilters import striptags
from django.utils import timezone

from agreement.services import measure_agreement
from annotators.models import Annotator
from campaigns.services.jobs import ask
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.jobs import check as check_task
from rating.services.exclusions import exclude
from rating.services.flagging import CHECK
from rating.services.hiding import hide_sentence
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import GoldAnswer
from sources.services.changing_systems import hide_system
from sources.services.systems import add_system
from tests.factories import ANSWERS, make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BASE = "/campaigns/boats/"


@pytest.fixture
def campaign():
    campaign = make_campaign(subsets=None)
    # As a campaign that is made with a target to leave out.
    campaign.excluded_targets = ["calm.a"]
    campaign.save()
    for name in ("second", "gold by mistake"):
        add_system(campaign=campaign, name=name, answers=source(ANSWERS))
    pool_campaign(campaign=campaign)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    hide_sentence(sentence_id=campaign.items.get(key="2").pk)
    hide_system(system=campaign.systems.get(name="gold by mistake"))
    pool_campaign(campaign=campaign)
    careless = [join(campaign) for _n in range(3)]
    for annotator in careless:
        sit(annotator, lambda _candidate: 2, elapsed_ms=90)
        sit(annotator, lambda _candidate: 2, elapsed_ms=90)
    for _n in range(3):
        annotator = join(campaign)
        sit(annotator)
        sit(annotator)
    campaign.flag_min_ratings = 2
    campaign.save()
    check_task(job_id=ask(CHECK, campaign=campaign).pk)
    # Flagged too, and in no number any more.
    Annotator.objects.filter(id=careless[0].pk).update(withdrawn_at=timezone.now())
    exclude(careless[1], reason="a test", by=None)
    measure_agreement(campaign=campaign)
    freeze_gold(campaign=campaign, by=None, min_ratings=2)
    rescore(campaign=campaign)
    return campaign


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "owner")


@pytest.fixture
def facts(lead):
    """What the API says, by stage."""
    answer = program_of(lead).get("/api/v1/campaigns/boats/overview/").json()
    return {stage["stage"]: stage["facts"] for stage in answer["stages"]}


@pytest.fixture
def page(lead):
    browser = signed_in(lead)
    return lambda path: browser.get(f"{BASE}{path}")


def listed(answer):
    """What the lists of facts of a page say, by name."""
    rows = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", answer.content.decode(), re.DOTALL)
    return {" ".join(striptags(k).split()): " ".join(striptags(v).split()) for k, v in rows}


def test_sentences_and_systems(facts, page):
    told = facts["sources"]
    # Five came; calm.a has one and one is hidden. Three systems came; one is hidden.
    assert {key: told[key] for key in told if key.startswith(("sentences", "systems"))} == {
        "sentences": 3,
        "sentences_excluded": 1,
        "sentences_hidden": 1,
        "systems": 2,
        "systems_hidden": 1,
    }
    overview, sources = listed(page("")), listed(page("sources/"))
    assert sources["sentences"] == "3 / 5"
    assert sources["sentences of targets left out"] == "1"
    assert sources["hidden sentences"] == "1"
    assert overview["hidden systems"] == "1"
    beside = " ".join(striptags(page("sources/").content.decode()).split())
    assert "2 systems; 1 more is hidden" in beside
    for name, value in sources.items():
        if name != "sentences":
            assert overview[name] == value
    assert "<dd>3 / 5</dd>" in page("").content.decode()


def test_large_numbers_are_written_alike(page):
    GoldAnswer.objects.update(votes=1000)
    overview, sources = listed(page("")), listed(page("sources/"))
    assert sources["votes for them"] == overview["votes for them"] == "7 000"


def test_pool_and_subsets(facts, page):
    pool = page("pool/").context["pool"]
    assert facts["pool"]["candidates"] == pool.candidates
    for share in pool.by_origin:
        assert facts["pool"][share.origin]["count"] == share.count
    stored = page("subsets/").context["stored"]
    assert facts["subsets"]["subsets"] == stored.subsets == 2
    assert facts["subsets"]["shown"] == stored.shown


def test_annotators_and_ratings(facts, page, lead):
    told = facts["monitor"]
    # Three careless: one withdrew. One of the two others is excluded, and stays flagged.
    assert (told["annotators"], told["flagged"]) == (5, 2)
    monitor = page("ratings/")
    for key in ("annotators", "flagged", "sittings", "ratings"):
        assert getattr(monitor.context["progress"].totals, key) == told[key]
    assert "Flagged annotators: <strong>2</strong>" in " ".join(
        monitor.content.decode().split()
    )
    flagged = page("ratings/annotators/?only=flagged").context["page"].rows
    assert len(flagged) == 2
    program = program_of(lead)
    coverage = program.get("/api/v1/campaigns/boats/coverage/").json()
    assert {key: coverage[key] for key in ("annotators", "flagged", "sittings", "ratings")} == {
        key: told[key] for key in ("annotators", "flagged", "sittings", "ratings")
    }
    rows = program.get("/api/v1/campaigns/boats/annotators/?only=flagged").json()["rows"]
    assert len(rows) == 2


def test_agreement_gold_and_scores(facts, page, campaign):
    assert facts["agreement"]["ratings"] == page("agreement/").context["report"].n_ratings
    release = campaign.releases.get()
    for key in ("sentences", "decided", "undecided", "ratings"):
        assert facts["gold"][key] == release.counts[key]
    assert facts["scores"]["scored"] == {"count": 2, "of": 2}
    lines = page("scores/").context["rankings"][0][0].lines
    assert [line.system for line in lines] == ["first", "second"]
