"""What a lead's program reads while the ratings come in: the numbers of the pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotators.models import Remark
from annotators.services.joining import join_campaign
from campaigns.models import Campaign, Job
from pooling.models import Candidate
from rating.models import Assignment
from rating.services.exclusions import exclude
from rating.services.flagging import flag_annotators
from tests.agreement.rated import rate as import_rates
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit, take

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/boats/"


@pytest.fixture
def campaign():
    return make_campaign(subsets=3, flag_min_ratings=4, min_ratings=2, max_ratings=4)


def read(program, path):
    answer = program.get(API + path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def rows(program, path):
    return read(program, path)["rows"]


def test_coverage_says_what_is_done_what_is_missing_and_how_long_it_takes(program, campaign):
    done = sit(join(campaign))
    Remark.objects.create(annotator=done.annotator, item=campaign.items.first(), comment="?")
    then = timezone.now() - timedelta(days=2)
    Assignment.objects.update(completed_at=then)
    day = then.date().isoformat()
    found = read(program, "coverage/")
    assert found["forecast"].pop("days") == pytest.approx(10, rel=0.01)  # 5 at one in 2 days
    size = done.subset.size
    others = sum(campaign.subsets.values_list("size", flat=True)) - size
    assert found == {
        "annotators": 1,
        "flagged": 0,
        "sittings": 1,
        "ratings": size,
        "subsets": 3,
        "short": 3,
        "missing": 5,  # three subsets, two sittings each, one is there
        "open_remarks": 1,
        "spread": [
            {"complete": 0, "subsets": 2, "candidates": others, "short": others},
            {"complete": 1, "subsets": 1, "candidates": size, "short": size},
        ],
        "days": [{"day": day, "sittings": 1, "ratings": size}],
        "forecast": {"a_day": pytest.approx(0.5, rel=0.01), "reason": None},
    }
    Campaign.objects.update(state=Campaign.State.PAUSED)
    assert read(program, "coverage/")["forecast"] == {
        "days": None,
        "a_day": None,
        "reason": "not_open",
    }


def test_subsets_are_listed_with_their_sittings(program, campaign):
    done = sit(join(campaign))
    going_on = take(join(campaign))
    found = {row["number"]: row for row in rows(program, "coverage/subsets/")}
    assert sorted(found) == [1, 2, 3]
    assert found[done.subset.number]["complete"] == 1
    assert found[going_on.subset.number]["open"] == 1
    assert [row["number"] for row in rows(program, "coverage/subsets/?first=3")] == [3]
    fewest = rows(program, "coverage/subsets/?order=fewest")
    assert fewest[-1]["number"] == done.subset.number
    campaign.min_ratings = 1
    campaign.save()
    assert done.subset.number not in {
        row["number"] for row in rows(program, "coverage/subsets/?only=short")
    }


def test_a_subset_says_who_sat_at_it_and_what_its_candidates_have(program, campaign):
    number = Candidate.objects.get(text="happy").placement.subset.number
    annotator = join(campaign)
    for _subset in range(3):
        sit(annotator, lambda candidate: None if candidate.text == "happy" else 1)
    found = read(program, f"coverage/subsets/{number}/")
    assert [s["annotator"] for s in found["sittings"]] == [annotator.id]
    counts = {c["text"]: (c["given"], c["unjudged"]) for c in found["candidates"]}
    assert counts.pop("happy") == (0, 1)
    assert set(counts.values()) == {(1, 0)}
    assert program.get(API + "coverage/subsets/99/").status_code == 404


def test_candidates_that_could_not_be_judged_are_listed(program, campaign):
    annotator = join(campaign)
    for _subset in range(3):
        sit(annotator, lambda candidate: None if candidate.text == "happy" else 1)
    [row] = rows(program, "coverage/unjudged/")
    assert (row["text"], row["key"], row["unjudged"], row["given"]) == ("happy", "1", 1, 0)
    assert rows(program, "coverage/unjudged/?text=glad.a") == [row]
    assert rows(program, "coverage/unjudged/?text=room.n") == []


def test_candidates_with_too_few_ratings_are_listed_and_taken_away(program, campaign, lead):
    everything = sum(campaign.subsets.values_list("size", flat=True))
    assert read(program, "coverage/candidates/")["counted"] == everything
    annotators = [join(campaign), join(campaign)]
    for annotator in annotators:
        for _subset in range(3):
            sit(annotator, lambda candidate: None if candidate.text == "happy" else 1)
    [row] = rows(program, "coverage/candidates/")
    happy = Candidate.objects.get(text="happy")
    assert row == {
        "id": happy.id,
        "sentence": happy.item_id,
        "key": "1",
        "lexelt": "glad.a",
        "text": "happy",
        "origin": "both",
        "votes": 4,
        "subset": happy.placement.subset.number,
        "given": 0,
        "wanted": 2,
    }
    assert rows(program, "coverage/candidates/?given=0&target=glad.a&order=fewest") == [row]
    for query in ["given=1", "target=room.n", "origin=gold", "text=sad"]:
        assert rows(program, f"coverage/candidates/?{query}") == []
    assert program.get(f"{API}coverage/candidates/?given=2").status_code == 400  # is enough

    ours = program.get(f"{API}coverage/candidates.csv?origin=both")
    theirs = signed_in(lead).get("/campaigns/boats/ratings/short.csv?origin=both")
    assert ours.getvalue() == theirs.getvalue()
    assert ours["Content-Type"] == "text/csv; charset=utf-8"
    assert program.get(f"{API}coverage/candidates.csv?after=x").status_code == 400


def test_annotators_are_listed_with_their_work_and_without_their_tokens(program, campaign):
    told = {"PROLIFIC_PID": "p1"}
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True, recruited=told)
    done = sit(joined.annotator, elapsed_ms=100)
    flag_annotators(campaign)
    [row] = rows(program, "annotators/")
    assert row.pop("joined_at")
    assert row.pop("checked_at")
    assert [flag["rule"] for flag in row.pop("flags")] == ["too_fast", "too_fast"]
    assert row == {
        "id": joined.annotator.id,
        "source": "online",
        "name": "",
        "complete": 1,
        "rated": done.subset.size,
        "median_ms": 100,
        "correlation": None,
        "outliers": [],
        "excluded": False,
        "withdrawn_at": None,
    }


def test_annotators_are_found_as_on_the_page(program, campaign, lead):
    careful, careless, idle = sit(join(campaign)), sit(join(campaign)), join(campaign)
    first, second = careful.annotator_id, careless.annotator_id
    exclude(careless.annotator, reason="x", by=lead)
    import_rates(campaign, {"happy": "3"})
    named = campaign.annotators.get(source="imported").id

    def ids(query):
        return [row["id"] for row in rows(program, f"annotators/?{query}")]

    assert ids("order=newest") == [named, idle.id, second, first]
    assert ids("order=oldest") == [first, second, idle.id, named]
    assert ids("order=most")[0] == first
    assert ids("only=excluded") == [second]
    assert ids("only=flagged") == []
    assert ids("source=imported") == [named]
    assert ids("text=a&source=imported") == [named]  # their name
    assert ids(f"text={idle.id}") == [idle.id]


def test_an_annotator_is_told_with_sittings_findings_and_exclusions(program, campaign, lead):
    sitting = sit(join(campaign), lambda candidate: 3, elapsed_ms=100)
    exclusion = exclude(sitting, reason="Fast.", by=lead)
    found = read(program, f"annotators/{sitting.annotator_id}/")
    [told] = found["sittings"]
    assert (told["id"], told["subset"]) == (sitting.id, sitting.subset.number)
    assert (told["state"], told["excluded"]) == ("released", True)
    rules = {finding["rule"] for finding in told["findings"]}
    assert rules == {finding["rule"] for finding in found["findings"]}
    assert rules == {"straight_lining", "too_fast"}
    assert [row["id"] for row in found["exclusions"]] == [exclusion.id]
    assert found["prolific_pid"] is None


def test_what_an_exclusion_would_do_is_told_first(program, campaign, lead):
    sittings = [sit(join(campaign)) for _ in range(3)]
    sitting = sittings[0]
    given = sum(sitting.subset.size for sitting in sittings)
    effect = read(program, f"exclusions/effect/?sitting={sitting.id}")
    assert effect["sittings"] == 1
    assert effect["whole"]["before"]["ratings"] == given
    assert effect["whole"]["after"]["ratings"] == given - sitting.subset.size
    assert set(effect["rated"]["before"]["measures"]) == {"unanimity", "sd", "alpha_ordinal"}
    of_all = read(program, f"exclusions/effect/?annotator={sitting.annotator_id}")
    assert of_all == effect  # their only sitting
    exclusion = exclude(sitting, reason="x", by=lead)
    back = read(program, f"exclusions/effect/?exclusion={exclusion.id}")
    assert back["whole"]["before"] == effect["whole"]["after"]
    assert back["whole"]["after"] == effect["whole"]["before"]


@pytest.mark.parametrize("query", ["", "?sitting=1&annotator=1", "?sitting=x", "?what=1"])
def test_an_effect_is_of_one_thing(program, query):
    assert program.get(f"{API}exclusions/effect/{query}").status_code == 400


def test_nothing_is_told_of_another_campaigns_annotators(program, lead):
    elsewhere = sit(join(make_campaign("ships", subsets=1)))
    exclusion = exclude(elsewhere, reason="x", by=None)
    for path in [
        f"annotators/{elsewhere.annotator_id}/",
        f"exclusions/effect/?sitting={elsewhere.id}",
        f"exclusions/effect/?annotator={elsewhere.annotator_id}",
        f"exclusions/effect/?exclusion={exclusion.id}",
    ]:
        assert program.get(API + path).status_code == 404
    assert rows(program, "annotators/") == []


def test_everybody_is_checked_in_a_job(program, campaign):
    answer = program.post(API + "annotators/check/")
    job = Job.objects.get()
    assert (answer.status_code, answer.json()["id"]) == (202, job.id)
    assert answer["Location"] == f"{API}jobs/{job.id}/"
    assert job.kind == "check"


def test_remarks_are_listed_newest_first_and_searched(program, campaign):
    annotator = join(campaign)
    old, new = (
        Remark.objects.create(
            annotator=annotator, item=campaign.items.get(key=key), comment=comment
        )
        for key, comment in [("1", "Glad?"), ("3", "Which room?")]
    )

    def ids(query=""):
        return [row["id"] for row in rows(program, f"remarks/?{query}")]

    assert ids() == [new.id, old.id]
    assert ids("text=which") == [new.id]
    assert ids("text=glad.a&only=open") == [old.id]
    assert ids("only=answered") == []


def test_what_another_task_calls_a_group_is_asked_of_nobody(campaign):
    lead = make_lead("asking", campaign)
    found = program_of(lead).get(
        f"/api/v1/campaigns/{campaign.slug}/coverage/candidates/?folder=x&probe=y"
    )
    assert found.status_code == 200
