"""Every block that anybody is shown holds a first-gold candidate."""

import json
import random
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation_site.selectors.matters import matters_of
from campaigns.models import Webhook, WebhookMessage
from pooling.models import Candidate, Placement
from pooling.selectors.anchors import waiting_blocks
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drafting import Unanchored
from pooling.services.fill_pool import pool_campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.loads import is_full
from rating.selectors.sittings import missing_candidates
from rating.services.hiding import hide_candidate, hide_sentence
from rating.services.importing import import_ratings
from sources.models import Answer, GoldAnswer
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db

# The first gold of sentence 3.
ANCHOR, OTHER = "space", "place"


def gold_of(item):
    return Candidate.objects.filter(item=item, role="pooled", votes__isnull=False)


def texts(sentence):
    return {candidate["text"] for candidate in sentence["candidates"]}


def words(sitting, key):
    """The words of a sentence in a sitting, as (text → candidate)."""
    item = Candidate.objects.filter(item__key=key).first().item_id
    return {
        candidate["text"]: candidate
        for sentence in sitting["sentences"]
        if sentence["id"] == item
        for candidate in sentence["candidates"]
    }


def without_anchor(sitting):
    """The blocks of a sitting in which nothing of the first gold is in play."""
    return [
        texts(sentence)
        for sentence in sitting["sentences"]
        if not texts(sentence)
        & {*gold_of(sentence["id"]).filter(hidden_at=None).values_list("text", flat=True)}
    ]


def named(text, key):
    return Candidate.objects.get(text=text, item__key=key, role="pooled")


def hide(text, key, *, hide=True):
    hide_candidate(candidate_id=named(text, key).id, hide=hide)


def where(text, key):
    return Placement.objects.get(candidate=named(text, key)).subset_id


def begin_at(subset):
    """Somebody who was given this subset first, and what they were shown."""
    # Two take the other one at most; then it is full.
    for _time in range(3):
        volunteer = Volunteer()
        if (sitting := volunteer.take().json())["subset"] == subset:
            return volunteer, sitting
        answer(volunteer, sitting)
    raise AssertionError(f"nobody was given subset {subset}")


def answer(volunteer, sitting):
    asked = [
        rating(candidate["id"])
        for sentence in sitting["sentences"]
        for candidate in sentence["candidates"]
        if not candidate["answered"]
    ]
    assert volunteer.rate(sitting["id"], *asked).status_code == 200
    assert volunteer.complete(sitting["id"]).status_code == 200


def everybody_rates():
    """Until nothing is left; every block that was shown had an anchor."""
    while True:
        volunteer = Volunteer()
        took = False
        while (taken := volunteer.take()).status_code != 204:
            took = True
            assert without_anchor(taken.json()) == []
            answer(volunteer, taken.json())
        if not took:
            return


def planned(**columns):
    campaign = make_campaign(subsets=None, **columns)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=2, seed=1)
    return campaign


@pytest.fixture
def campaign():
    """Both first-gold words of sentence 3 stand in blocks of their own."""
    return planned(min_ratings=2, max_ratings=2)


class TestAHiddenAnchor:
    def test_gives_its_block_another_first_gold_candidate(self, campaign):
        subset = where(ANCHOR, "3")
        hide(ANCHOR, "3")
        _volunteer, sitting = begin_at(subset)
        assert OTHER in words(sitting, "3")
        assert without_anchor(sitting) == []

    def test_leaves_the_companion_its_own_place_and_its_ratings(self, campaign):
        place = where(OTHER, "3")
        hide(ANCHOR, "3")
        answer(*begin_at(where(ANCHOR, "3")))
        everybody_rates()
        assert where(OTHER, "3") == place
        counted = list(counting_ratings(campaign).values_list("candidate", flat=True))
        assert counted.count(named(OTHER, "3").id) == 2
        everything = Candidate.objects.filter(role="pooled", hidden_at=None)
        assert {counted.count(one.id) for one in everything} == {2}
        companion = Candidate.objects.get(repeat_of=named(OTHER, "3"))
        assert Rating.objects.filter(candidate=companion).exists()
        assert companion.id not in counted

    def test_asks_nobody_for_a_companion_they_have_rated(self, campaign):
        hide(ANCHOR, "3")
        volunteer, first = begin_at(where(OTHER, "3"))
        entries = [rating(one, 3) for one in candidates(first)]
        assert volunteer.rate(first["id"], *entries).status_code == 200
        second = volunteer.take().json()
        companion = words(second, "3")[OTHER]
        assert (companion["answered"], companion["value"]) == (True, 3)
        others = [one for one in candidates(second) if one != companion["id"]]
        said = volunteer.rate(second["id"], *[rating(one) for one in others[:-1]])
        assert said.json()["remaining"] == 1
        # What is shown can be changed all the same, and ends nothing.
        said = volunteer.rate(second["id"], rating(companion["id"], 0))
        assert (said.status_code, said.json()["remaining"]) == (200, 1)
        assert words(volunteer.take().json(), "3")[OTHER]["value"] == 0
        said = volunteer.rate(second["id"], rating(others[-1]))
        assert said.json()["remaining"] == 0
        assert Assignment.objects.get(id=second["id"]).state == "complete"

    def test_is_replaced_in_a_sitting_that_is_open(self, campaign):
        volunteer, sitting = begin_at(where(ANCHOR, "3"))
        hide(ANCHOR, "3")
        shown = volunteer.take().json()
        assert shown["id"] == sitting["id"]
        assert without_anchor(shown) == []
        stored = Assignment.objects.get(id=sitting["id"])
        assert stored.remaining == len(candidates(shown)) == len(missing_candidates(stored))

    def test_takes_its_repeats_along(self, campaign):
        subset = where(ANCHOR, "3")
        hide(ANCHOR, "3")
        begin_at(subset)
        hide(OTHER, "3")
        assert not Candidate.objects.filter(
            repeat_of=named(OTHER, "3"), hidden_at=None
        ).exists()

    def test_that_is_shown_again_needs_no_companion(self, campaign):
        subset = where(ANCHOR, "3")
        hide(ANCHOR, "3")
        answer(*begin_at(subset))
        hide(ANCHOR, "3", hide=False)
        _volunteer, sitting = begin_at(subset)
        assert ANCHOR in words(sitting, "3")
        assert OTHER not in words(sitting, "3")

    def test_has_one_companion_for_all_who_come(self, campaign):
        subset = where(ANCHOR, "3")
        people = [begin_at(subset)[0] for _time in range(2)]
        hide(ANCHOR, "3")
        shown = [words(volunteer.take().json(), "3")[OTHER]["id"] for volunteer in people]
        assert shown[0] == shown[1]
        assert Candidate.objects.filter(repeat_of=named(OTHER, "3")).count() == 1
        assert Placement.objects.filter(subset=subset).count() == (
            Placement.objects.filter(subset=subset).first().subset.size
        )


class TestASentenceWithoutAFirstGoldCandidate:
    def test_is_handed_out_to_nobody(self, campaign):
        hide("space", "3")
        hide("place", "3")
        shown = []
        while (taken := (volunteer := Volunteer()).take()).status_code != 204:
            while taken.status_code != 204:
                shown.append(taken.json())
                answer(volunteer, taken.json())
                taken = volunteer.take()
        assert shown
        assert all(words(sitting, "3") == {} for sitting in shown)
        given = counting_ratings(campaign).filter(candidate__item__key="3")
        assert not given.exists()

    def test_leaves_an_open_sitting_and_comes_back_into_it(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        before = words(sitting, "3")
        hide("space", "3")
        hide("place", "3")
        shown = volunteer.take().json()
        assert words(shown, "3") == {}
        assert Assignment.objects.get(id=sitting["id"]).remaining == len(candidates(shown))
        hide("place", "3", hide=False)
        back = volunteer.take().json()
        assert words(back, "3").keys() >= before.keys() - {"space"}
        assert without_anchor(back) == []
        assert Assignment.objects.get(id=sitting["id"]).remaining == len(candidates(back))

    def test_keeps_an_answer_that_was_on_its_way(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        shown = words(sitting, "3")
        late = next(shown[text]["id"] for text in shown if text not in (ANCHOR, OTHER))
        hide("space", "3")
        hide("place", "3")
        remaining = Assignment.objects.get(id=sitting["id"]).remaining
        said = volunteer.rate(sitting["id"], rating(late, 1))
        assert (said.status_code, said.json()["remaining"]) == (200, remaining)
        answer(volunteer, volunteer.take().json())
        assert counting_ratings(campaign).filter(candidate=late, value=1).count() == 1

    def test_that_a_lead_allowed_by_name_is_handed_out(self):
        campaign = make_campaign(subsets=None, min_ratings=1, max_ratings=2)
        hide("space", "3")
        hide("place", "3")
        dispatch_campaign(
            campaign=campaign, subsets=2, block_size=4, seed=1, allow_unanchored=["3"]
        )
        volunteer = Volunteer()
        shown = []
        while (taken := volunteer.take()).status_code != 204:
            shown.append(taken.json())
            answer(volunteer, taken.json())
        assert any(words(sitting, "3") for sitting in shown)

    def test_is_no_work_for_whoever_comes(self):
        campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1)
        for item in campaign.items.exclude(key="3"):
            hide_sentence(sentence_id=item.pk)
        hide("space", "3")
        assert Volunteer().take().status_code == 201
        hide("place", "3")
        Assignment.objects.update(state="expired", seat=None)
        assert is_full(campaign, now=timezone.now())
        assert Volunteer().take().status_code == 204


class TestPoolingAgain:
    def test_that_merges_an_anchor_gives_its_block_another(self, campaign):
        GoldAnswer.objects.filter(item__key="3", text=ANCHOR).delete()
        Answer.objects.filter(item__key="3", text=ANCHOR).delete()
        subset = where(ANCHOR, "3")
        pool_campaign(campaign=campaign)
        _volunteer, sitting = begin_at(subset)
        assert OTHER in words(sitting, "3")
        assert without_anchor(sitting) == []

    def test_that_finds_no_gold_of_a_sentence_takes_it_out_of_the_plan(self, campaign):
        GoldAnswer.objects.filter(item__key="3").delete()
        pool_campaign(campaign=campaign)
        assert not Placement.objects.filter(candidate__item__key="3").exists()
        for subset in campaign.subsets.all():
            assert subset.size == subset.placements.count()
        everybody_rates()
        with pytest.raises(Unanchored):
            dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)


class TestImportedRatings:
    def fill(self, campaign, text, key, *, by=("a", "b")):
        lines = [f"{name},{key},{text},3\n" for name in by]
        file = source("annotator,sentence,substitute,value\n" + "".join(lines), "r.csv")
        import_ratings(campaign=campaign, ratings=file)

    def test_that_fill_an_anchor_leave_it_where_it_is(self, campaign):
        subset = where(ANCHOR, "3")
        self.fill(campaign, ANCHOR, "3")
        volunteer, sitting = begin_at(subset)
        assert without_anchor(sitting) == []
        assert ANCHOR in words(sitting, "3")
        said = volunteer.rate(sitting["id"], rating(words(sitting, "3")[ANCHOR]["id"], 0))
        assert said.status_code == 200
        answer(volunteer, volunteer.take().json())
        counted = counting_ratings(campaign).filter(candidate=named(ANCHOR, "3"))
        assert list(counted.values_list("value", flat=True)) == [3, 3]

    def test_leave_every_candidate_with_as_many_ratings_as_it_may_have(self, campaign):
        self.fill(campaign, ANCHOR, "3")
        self.fill(campaign, OTHER, "3", by=["a"])
        everybody_rates()
        counted = list(counting_ratings(campaign).values_list("candidate", flat=True))
        everything = Candidate.objects.filter(role="pooled")
        assert {counted.count(one.id) for one in everything} == {2}


def test_whatever_is_hidden_and_filled_every_block_has_an_anchor():
    """Beside the state machine, with every candidate rated as often as it can be."""
    rng = random.Random(5)
    campaign = make_campaign(min_ratings=3, max_ratings=3, count_unfinished=True)
    pooled = [*Candidate.objects.filter(role="pooled").values_list("id", flat=True)]
    for _time in range(12):
        volunteer = Volunteer()
        taken = volunteer.take()
        if taken.status_code == 204:
            break
        hide_candidate(candidate_id=rng.choice(pooled), hide=rng.random() < 0.7)
        shown = volunteer.take()
        if shown.status_code == 204:
            continue
        assert without_anchor(shown.json()) == []
        answer(volunteer, shown.json())
    for candidate in pooled:
        hide_candidate(candidate_id=candidate, hide=False)
    everybody_rates()
    counted = list(counting_ratings(campaign).values_list("candidate", flat=True))
    assert {counted.count(candidate) for candidate in pooled} == {3}


def test_webhooks_are_told_which_blocks_wait_from_now_on(campaign):
    Webhook.objects.create(
        campaign=campaign, url="https://a.example", events=["blocks.waiting"], secret="s"
    )
    hide("space", "3")
    assert not WebhookMessage.objects.exists()
    hide("place", "3")
    [message] = WebhookMessage.objects.all()
    assert message.event == "blocks.waiting"
    assert '"sentence":"3"' in message.body.replace(" ", "")
    hide("happy", "1")
    assert WebhookMessage.objects.count() == 1


class TestALead:
    def told(self, campaign):
        block = {"subset": 1, "sentence": "3", "candidates": 1}
        return [block, {**block, "subset": 2}]

    @pytest.fixture
    def waiting(self, campaign):
        hide("space", "3")
        hide("place", "3")
        return campaign

    def test_is_told_by_the_command_that_opens_the_campaign(self, waiting):
        out = StringIO()
        call_command("open_campaign", "boats", stdout=out)
        _link, said, *blocks = out.getvalue().splitlines()
        assert said.startswith("2 blocks are given to nobody")
        assert blocks == ["  subset 1: 3", "  subset 2: 3"]

    def test_is_told_in_its_json(self, waiting):
        out = StringIO()
        call_command("open_campaign", "boats", "--json", stdout=out)
        assert json.loads(out.getvalue())["waiting"] == self.told(waiting)

    def test_is_told_by_programs_and_pages(self, waiting, client):
        lead = make_lead("lead", waiting, "owner")
        program = program_of(lead)
        for path in ("overview/", "subsets/"):
            answer = program.get(f"/api/v1/campaigns/boats/{path}")
            assert answer.json()["waiting"] == self.told(waiting)
        answer = program.post("/api/v1/campaigns/boats/open/")
        assert answer.json()["waiting"] == self.told(waiting)
        client.force_login(lead)
        overview = client.get("/campaigns/boats/").content.decode()
        assert "2 blocks are given to nobody" in overview
        assert "/campaigns/boats/subsets/#waiting" in overview
        subsets = client.get("/campaigns/boats/subsets/").content.decode()
        assert 'id="waiting"' in subsets
        assert "subset 2" in subsets

    def test_is_told_nothing_while_every_block_has_an_anchor(self, campaign, client):
        hide("space", "3")
        client.force_login(make_lead("lead", campaign, "owner"))
        assert "given to nobody" not in client.get("/campaigns/boats/").content.decode()
        assert waiting_blocks(campaign) == []

    def test_is_reminded_by_the_summary(self, waiting):
        keys = {matter.key for matter in matters_of(waiting, now=timezone.now())}
        assert "waiting" in keys
