"""A campaign of substitution that begins without a first gold."""

import pytest
from django.core.management.base import CommandError

from campaigns.models import Campaign
from pooling.models import Candidate
from pooling.services.dispatching import dispatch_campaign
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, SENTENCES
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path):
    for name, text in (("sentences.csv", SENTENCES), ("answers.txt", ANSWERS)):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def bare(files):
    out, _err = printed_by(
        *("create_campaign", "bare", "--sentences", files / "sentences.csv"),
        *("--language", "en"),
    )
    assert out == (
        "Campaign bare: 5 sentences, no first gold yet: annotators can propose it.\n"
    )
    return Campaign.objects.get(slug="bare")


@pytest.fixture
def pooled(bare, files):
    """With the answers of a system, and of these alone."""
    facts_of("add_system", "bare", "one", files / "answers.txt")
    facts = facts_of("pool", "bare")
    assert {name: one["count"] for name, one in facts["by_origin"].items()} == {
        "gold": 0,
        "systems": 14,
        "both": 0,
    }
    return bare


def test_page_and_api_make_it_and_say_what_comes_next(files):
    user = make_lead("lead")
    browser, program = signed_in(user), program_of(user)
    for make, slug in (
        (lambda **sent: browser.post("/campaigns/new/", sent, follow=True), "by-page"),
        (lambda **sent: program.post("/api/v1/campaigns/", sent), "by-api"),
    ):
        with (files / "sentences.csv").open("rb") as sentences:
            made = make(
                slug=slug,
                title=slug,
                task="substitution",
                language="en",
                scale="0-3",
                multiwords="keep",
                sentences=sentences,
            )
        campaign = Campaign.objects.get(slug=slug)
        assert (campaign.items.count(), campaign.state) == (5, Campaign.State.DRAFT)
        said = made.content.decode()
        if slug == "by-page":
            assert "no first gold yet: annotators can propose it" in said
            assert f"/campaigns/{slug}/first-gold/" in said
        else:
            assert made.json()["gold_substitutes"] == 0


def test_a_lexicon_answers_it_before_there_is_a_gold(bare, files):
    (files / "lexicon.csv").write_text("word,pos,synonym\nglad,a,happy\nroom,n,space\n")
    facts = facts_of(
        *("add_baseline", "bare", "lexicon", "--kind", "lexicon"),
        *("--lexicon", files / "lexicon.csv", "--task", "best"),
    )
    assert (facts["answers"], bare.systems.get().kind) == (4, "baseline")


@pytest.mark.parametrize("more", [[], ["--leave-unanchored-out"], ["--dry-run"]])
def test_its_pool_is_not_dispatched_without_an_anchor(pooled, more):
    with pytest.raises(CommandError, match="has no first gold, so no block would have an"):
        printed_by("dispatch", "bare", "--subsets", "2", *more)
    assert not pooled.subsets.exists()


def test_sentences_allowed_by_name_are_dispatched_all_the_same(pooled):
    keys = tuple(pooled.items.values_list("key", flat=True))
    done = dispatch_campaign(
        campaign=pooled, subsets=2, block_size=4, seed=1, allow_unanchored=keys
    )
    assert sum(one.placements.count() for one in pooled.subsets.all()) == 14
    assert done


def test_a_system_has_no_score_on_the_gold_that_is_not_there(pooled, tmp_path):
    rows = ["annotator,sentence,substitute,value"]
    for candidate in Candidate.objects.select_related("item"):
        rows += [f"{name},{candidate.item.key},{candidate.text},2" for name in "abc"]
    (tmp_path / "ratings.csv").write_text("\n".join([*rows, ""]))
    facts_of("import_ratings", "bare", tmp_path / "ratings.csv")
    freeze_gold(campaign=pooled)
    rescore(campaign=pooled)
    user = make_lead("lead", pooled)
    scores = program_of(user).get("/api/v1/campaigns/bare/releases/1/scores/").json()
    for measure in scores["measures"]:
        [line] = measure["lines"]
        assert line["first"]["value"] is None
        assert line["first"]["reason"]
    best = next(one for one in scores["measures"] if one["measure"] == "semdis.best_norm")
    assert best["lines"][0]["second"]["value"] == 1
    browser = signed_in(user)
    for page in ("", "sources/", "sources/sentences/", "pool/", "subsets/", "gold/", "scores/"):
        assert browser.get(f"/campaigns/bare/{page}").status_code == 200, page
