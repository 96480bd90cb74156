"""A plan of a sample: drawn by a rule and a seed, told everywhere, and kept by what follows."""

import csv
import io

import pytest
from django.core.management import CommandError

from campaigns.models import AuditEntry, Job
from core.refusals import Refused
from pooling import jobs as tasks
from pooling.models import Placement, SampledItem
from pooling.selectors.samples import candidates_sampled, drawn_of
from pooling.services.dispatching import dispatch_campaign
from rating.selectors.short import short_candidates
from rating.services.exclusions import exclude
from rating.services.importing import import_ratings
from rating.services.taking_back_imports import take_back_import
from scoring.models import ReleaseEntry, Score
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.rating.sitting import join, sit, take
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db

SUBSETS = "/campaigns/boats/subsets/"
API = "/api/v1/campaigns/boats/subsets/"
# Votes of the first gold: 8, 5, 7, 4, 5. Answers: 3, 2, 2, 2, 2.
PLAN = {"subsets": 1, "block_size": 4, "seed": 7, "sample": 2, "where": "votes>4"}


@pytest.fixture
def campaign():
    return make_campaign(subsets=None)


def done(job):
    tasks.dispatch(job_id=job.pk)
    job.refresh_from_db()
    return job


def stored(campaign):
    return (
        list(
            Placement.objects.order_by("subset", "position").values_list(
                "candidate", "block", "position", "anchor"
            )
        ),
        sampled(campaign),
        drawn_of(campaign),
    )


def sampled(campaign):
    items = SampledItem.objects.filter(sample__campaign=campaign)
    return sorted(items.values_list("item__key", flat=True))


def dispatch(campaign, **changed):
    return dispatch_campaign(campaign=campaign, **PLAN | changed)


def test_command_page_and_api_store_the_same(campaign, program, browser):
    facts = facts_of(
        "dispatch", "boats", "--subsets", 1, "--block-size", 4, "--seed", 7,
        "--sample", 2, "--where", "votes>4",
    )  # fmt: skip
    by_command = stored(campaign)
    assert facts["sample"] == by_command[2]._asdict() == {
        "wanted": 2, "rule": "votes > 4", "seed": 7, "in_play": 5, "matching": 4, "drawn": 2,
    }  # fmt: skip
    assert set(by_command[1]) < {"1", "2", "3", "5"}
    placed = Placement.objects.values_list("candidate__item__key", flat=True)
    assert {*placed} == {*by_command[1]}

    Placement.objects.all().delete()
    answer = program.post(API, PLAN, content_type="application/json")
    assert answer.status_code == 202
    assert done(Job.objects.latest("id")).result["sample"]["drawn"] == 2
    assert stored(campaign) == by_command
    assert program.get(API).json()["sample"] == facts["sample"]

    Placement.objects.all().delete()
    assert browser.post(f"{SUBSETS}store/", PLAN).url == SUBSETS
    assert done(Job.objects.latest("id")).state == "done"
    assert stored(campaign) == by_command
    page = browser.get(SUBSETS).content.decode()
    assert "Drawn with seed 7: 2 of the 4 that match, of 5 in all." in page
    assert "<code>votes &gt; 4</code>" in page
    entry = AuditEntry.objects.latest("id")
    assert (entry.detail["sentences"], entry.detail["where"]) == (2, "votes > 4")


def test_a_plan_is_looked_at_with_what_matches_and_then_stored_as_it_was(campaign, browser):
    browser.post(f"{SUBSETS}preview/", PLAN)
    done(Job.objects.latest("id"))
    assert not SampledItem.objects.exists()
    page = browser.get(SUBSETS).content.decode()
    assert "Drawn with seed 7: 2 of the 4 that match, of 5 in all." in page
    assert '<input type="hidden" name="sample" value="2">' in page
    assert '<input type="hidden" name="where" value="votes&gt;4">' in page


def test_the_same_seed_draws_the_same_and_others_draw_others(campaign):
    def drawn(seed):
        dispatch(campaign, seed=seed)
        return tuple(sampled(campaign))

    assert drawn(7) == drawn(7)
    assert len({drawn(seed) for seed in range(10)}) > 2


def test_a_rule_alone_takes_all_that_match_and_a_number_alone_draws_of_all(campaign):
    report = dispatch(campaign, sample=None, where="single_words > 2")
    assert sampled(campaign) == ["1"]
    assert report.sample == (None, "single_words > 2", 7, 5, 1, 1)
    report = dispatch(campaign, sample=3, where="")
    assert (report.sample.matching, report.sample.drawn) == (5, 3)
    report = dispatch(campaign, sample=None, where=" ")
    assert report.sample is None
    assert drawn_of(campaign) is None
    assert Placement.objects.count() == 20


def test_the_multiwords_that_were_marked_can_be_left_out(campaign):
    gold = source("glad.a 1 :: glad to see 3\n", "multiwords.txt")
    mark_multiword_targets(campaign=campaign, gold=gold)
    assert dispatch(campaign, sample=None, where="no multiword").sample.matching == 4
    assert "1" not in sampled(campaign)


def test_what_annotators_were_shown_is_drawn_again_first(campaign):
    dispatch(campaign)
    first = sampled(campaign)
    take(join(campaign))
    for seed in range(5):
        # Nothing of the two is left to place.
        report = dispatch(campaign, seed=seed, sample=3)
        assert set(first) < set(sampled(campaign))
        assert report.sample.drawn == len(sampled(campaign)) == 3
    with pytest.raises(Refused):
        dispatch(campaign)  # the same two again: nothing is left to dispatch
    assert len(sampled(campaign)) == 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--where", "words>2"],
            "The rule cannot be read: 'words' is unknown; you can use",
        ),
        (["--where", "votes>"], "which is not a number"),
        (["--sample", 5, "--where", "votes>4"], "4 of 5 items match; 5 cannot be drawn"),
        (["--where", "votes>400"], "0 of 5 items match; 1 cannot be drawn"),
        (["--sample", 0], "a sample has at least one item"),
    ],
)
def test_what_cannot_be_drawn_is_told_and_nothing_changes(campaign, options, told):
    dispatch(campaign)
    before = stored(campaign)
    with pytest.raises(CommandError) as refused:
        printed_by("dispatch", "boats", "--subsets", 1, *options)
    assert told in str(refused.value)
    assert stored(campaign) == before


def test_a_rule_that_cannot_be_read_is_told_by_page_and_api_at_once(campaign, program, browser):
    answer = program.post(API, PLAN | {"where": "hope>2"}, content_type="application/json")
    assert answer.status_code == 400
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == ("where", "bad_rule")
    page = browser.post(f"{SUBSETS}preview/", PLAN | {"where": "hope>2"}).content.decode()
    assert "&#x27;hope&#x27; is unknown; you can use: answers, single_words" in page
    assert not Job.objects.exists()


def test_every_sentence_is_told_with_what_was_asked_of_it(campaign, program, browser, tmp_path):
    dispatch(campaign, sample=None, where="votes>=7")
    text = b"".join(browser.get(f"{SUBSETS}sample.csv").streaming_content)
    assert text == b"".join(program.get("/api/v1/campaigns/boats/sample.csv").streaming_content)
    rows = list(csv.DictReader(io.StringIO(text.decode())))
    assert [(row["sentence"], row["votes"], row["drawn"]) for row in rows] == [
        ("1", "8", "1"), ("2", "5", "0"), ("3", "7", "1"), ("4", "4", "0"), ("5", "5", "0"),
    ]  # fmt: skip
    out, _ = printed_by(
        "export_plan",
        "boats",
        "--out",
        tmp_path / "plan.csv",
        "--sentences",
        tmp_path / "s.csv",
    )
    assert "2 sentences drawn with seed 7, of 2 that meet 'votes >= 7', of 5." in out
    assert (tmp_path / "s.csv").read_bytes() == text


def test_what_was_not_drawn_is_shown_as_such_and_lacks_no_rating(campaign, program):
    dispatch(campaign, sample=None, where="votes>=7")
    listed = program.get("/api/v1/campaigns/boats/candidates/").json()["rows"]
    assert {row["sentence"] for row in listed if row["not_drawn"]} == {"2", "4", "5"}
    assert {row["sentence"] for row in listed if not row["not_drawn"]} == {"1", "3"}
    short = [row for rows in short_candidates(campaign) for row in rows]
    assert {row.item.key for row in short} == {"1", "3"}
    # Six candidates in sentence 1 and four in sentence 3.
    assert len(short) == candidates_sampled(campaign) == 10


def test_a_release_holds_the_sample_and_says_how_it_was_drawn(campaign, browser):
    dispatch(campaign, sample=None, where="votes>=7", subsets=1)
    for _person in range(3):
        sit(join(campaign))
    release = freeze_gold(campaign=campaign)
    keys = ReleaseEntry.objects.filter(release=release).values_list("item__key", flat=True)
    assert {*keys} == {"1", "3"}
    assert release.counts["undecided"] == 0
    assert release.policy["sample"] == {
        "wanted": None, "rule": "votes >= 7", "seed": 7,
        "in_play": 5, "matching": 2, "drawn": 2,
    }  # fmt: skip
    card = exported(release, "dataset")["README.md"].decode()
    told = (
        "Rated is a sample: 2 sentences, drawn with seed 7 from 2 that meet 'votes >= 7', of 5."
    )
    assert told in card
    page = browser.get(f"/campaigns/boats/gold/{release.number}/").content.decode()
    assert "2 of 2 that match, of 5; seed 7: votes &gt;= 7" in page
    # The first gold is scored on all five sentences, the second on the two; n says so.
    rescore(campaign=campaign)
    scores = Score.objects.filter(measure="best.R").values_list("evaluation__gold", "n")
    assert {*scores} == {("first", 5), ("second", 2)}


def test_ratings_from_elsewhere_count_though_their_sentence_was_not_drawn(campaign):
    dispatch(campaign, sample=None, where="votes>=7")
    lines = "annotator,sentence,substitute,value\n" + "".join(
        f"{person},5,quiet,3\n" for person in "abc"
    )
    import_ratings(campaign=campaign, ratings=source(lines, "ratings.csv"))
    release = freeze_gold(campaign=campaign)
    weighed = ReleaseEntry.objects.filter(release=release, weight__isnull=False)
    assert list(weighed.values_list("item__key", "text", "weight")) == [("5", "quiet", 3)]


def bring_in(campaign):
    """Three ratings of a candidate in sentence 5. Returns the import's number."""
    lines = "annotator,sentence,substitute,value\n" + "".join(
        f"{person},5,quiet,3\n" for person in "abc"
    )
    return import_ratings(campaign=campaign, ratings=source(lines, "ratings.csv")).number


@pytest.mark.parametrize("gone", ["taken back", "excluded"])
def test_ratings_that_count_no_more_draw_no_sentence(campaign, gone):
    """Nobody can be asked for what a sentence that is in no subset lacks."""
    dispatch(campaign, sample=None, where="votes>=7")
    number = bring_in(campaign)
    assert candidates_sampled(campaign) == 13  # the three of sentence 5 besides
    if gone == "taken back":
        take_back_import(campaign=campaign, number=number)
    else:
        for annotator in campaign.annotators.all():
            exclude(annotator, reason="hasty", by=None)
    short = {row.item.key for rows in short_candidates(campaign) for row in rows}
    assert short == {"1", "3"}
    assert candidates_sampled(campaign) == 10
    for _person in range(3):
        sit(join(campaign))
    release = freeze_gold(campaign=campaign)
    keys = ReleaseEntry.objects.filter(release=release).values_list("item__key", flat=True)
    assert {*keys} == {"1", "3"}


def test_a_sample_is_not_of_what_was_taken_back(campaign):
    take_back_import(campaign=campaign, number=bring_in(campaign))
    assert dispatch(campaign, sample=None, where="votes>=7").sample.drawn == 2
    assert sampled(campaign) == ["1", "3"]
