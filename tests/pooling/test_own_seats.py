"""Plans whose subsets have numbers of seats of their own: doubles, and calibration rounds."""

import csv
import re
from collections import Counter

import pytest
from django.core.management import CommandError
from django.db import IntegrityError, transaction

from campaigns.models import AuditEntry, Campaign, Job
from core.refusals import Refused
from pooling import jobs as tasks
from pooling.models import Candidate, Placement, Subset
from pooling.selectors import stored_plan, stored_subsets
from pooling.services.calibrating import RoundDrawn, calibrate_campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.marking import fix_subset
from regild.tasks.substitution import Substitution
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db

SUBSETS = "/api/v1/campaigns/boats/subsets/"


@pytest.fixture
def campaign():
    return make_campaign(subsets=None)


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "owner")


def plan_rows():
    """What annotators would see, without ids."""
    return [*stored_plan(Campaign.objects.get())]


def seats_of_sentences():
    found = {}
    for row in plan_rows():
        found.setdefault(row.sentence, set()).add(row.seats)
    return {sentence: seats.pop() for sentence, seats in found.items() if len(seats) == 1}


def take_up():
    for job in Job.objects.filter(finished_at__isnull=True):
        getattr(tasks, job.task.rsplit(".", 1)[1])(job_id=job.pk)
        job.refresh_from_db()
        assert job.state == "done", job.error


def test_a_share_of_the_sentences_is_for_two_annotators_and_the_rest_for_one(campaign):
    report = dispatch_campaign(
        campaign=campaign, subsets=3, block_size=4, seed=7, double_share=0.4
    )
    # Two of the five sentences.
    assert Counter(seats_of_sentences().values()) == {2: 2, 1: 3}
    assert [(one.seats, one.sentences) for one in report.seats] == [(1, 3), (2, 2)]
    assert sum(one.candidates for one in report.seats) == report.placed == 20
    assert stored_subsets(campaign).seats == [*report.seats]
    (entry,) = AuditEntry.objects.filter(action="dispatch")
    assert entry.detail["double_share"] == 0.4


def test_command_program_and_page_store_the_same_doubles(campaign, lead):
    asked = {"subsets": 3, "block_size": 4, "seed": 7, "double_share": 0.4}
    told = facts_of(
        "dispatch", "boats", "--subsets", 3, "--block-size", 4, "--seed", 7,
        "--double-share", 0.4,
    )  # fmt: skip
    by_command = plan_rows()
    assert {one["seats"] for one in told["seats"]} == {1, 2}

    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)
    answer = program_of(lead).post(SUBSETS, asked, content_type="application/json")
    assert answer.status_code == 202
    take_up()
    assert plan_rows() == by_command

    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)
    page = signed_in(lead)
    page.post("/campaigns/boats/subsets/preview/", asked)
    take_up()
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert 'name="double_share" value="0.4"' in shown
    assert "Subsets with their own number of annotators" in shown
    page.post("/campaigns/boats/subsets/store/", asked)
    take_up()
    assert plan_rows() == by_command
    assert program_of(lead).get(SUBSETS).json()["seats"] == told["seats"]


def test_a_share_may_be_annotated_three_times_by_command_program_and_page(campaign, lead):
    asked = {"subsets": 3, "block_size": 4, "seed": 7, "double_share": 0.4, "times": 3}

    def begin():
        dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)

    told = facts_of(
        "dispatch", "boats", "--subsets", 3, "--block-size", 4, "--seed", 7,
        "--double-share", 0.4, "--times", 3,
    )  # fmt: skip
    by_command = plan_rows()
    assert Counter(seats_of_sentences().values()) == {3: 2, 1: 3}
    assert {one["seats"] for one in told["seats"]} == {1, 3}
    # The same sentences as with two: whoever draws is the seed alone.
    assert AuditEntry.objects.filter(action="dispatch")[0].detail["times"] == 3
    begin()
    program_of(lead).post(SUBSETS, asked, content_type="application/json")
    take_up()
    assert plan_rows() == by_command
    begin()
    page = signed_in(lead)
    page.post("/campaigns/boats/subsets/preview/", asked)
    take_up()
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert 'type="hidden" name="times" value="3"' in shown
    page.post("/campaigns/boats/subsets/store/", asked)
    take_up()
    assert plan_rows() == by_command
    # It is no calibration round: one can be drawn from it.
    calibrate_campaign(campaign=campaign, items=5, annotators=5, subsets=1, seed=3)
    assert set(seats_of_sentences().values()) == {5}


def test_the_form_keeps_the_share_of_a_plan_that_a_command_stored(campaign, lead):
    page = signed_in(lead)
    printed_by("dispatch", "boats", "--subsets", 3, "--double-share", 0.4, "--times", 3)
    form = page.get("/campaigns/boats/subsets/").context["form"]
    assert (form.initial["double_share"], form.initial["times"]) == (0.4, 3)
    printed_by("dispatch", "boats", "--subsets", 3)
    form = page.get("/campaigns/boats/subsets/").context["form"]
    assert "double_share" not in form.initial


def test_where_a_task_has_no_facts_nobody_is_asked_for_conditions(campaign, lead, monkeypatch):
    address = "/campaigns/boats/subsets/"
    assert 'name="where"' in signed_in(lead).get(address).content.decode()
    monkeypatch.setattr(Substitution, "facts", {})
    page = signed_in(lead)
    assert 'name="where"' not in page.get(address).content.decode()
    page.post(f"{address}store/", {"subsets": 2, "block_size": 4, "seed": 7})
    take_up()
    assert campaign.subsets.count() == 2


def test_a_number_of_times_without_a_share_is_refused(campaign, lead):
    asked = {"subsets": 3, "block_size": 4, "seed": 7, "times": 3}
    answer = program_of(lead).post(SUBSETS, asked, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "share_missing")
    shown = signed_in(lead).post("/campaigns/boats/subsets/store/", asked)
    assert "Enter the share" in shown.content.decode()
    with pytest.raises(Refused, match="the share"):
        dispatch_campaign(campaign=campaign, **asked)
    assert not Job.objects.exists()


def test_the_share_is_of_what_is_placed_and_what_has_no_anchor_is_told_all_at_once(campaign):
    Candidate.objects.filter(item__key__in="123").update(votes=None, origin="systems")
    asked = {"campaign": campaign, "subsets": 2, "block_size": 8, "double_share": 0.5}
    for seed in range(6):
        with pytest.raises(Refused, match="3 items have no first-gold") as refusal:
            dispatch_campaign(**asked, seed=seed)
        assert {one.key for one in refusal.value.sentences} == {*"123"}
        report = dispatch_campaign(**asked, seed=seed, leave_unanchored_out=True)
        assert {one.key for one in report.left_out} == {*"123"}
        assert Counter(seats_of_sentences().values()) == {2: 1, 1: 1}


def test_a_round_that_was_looked_at_is_drawn_as_it_was_shown(campaign, lead):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    before = plan_rows()
    asked = {"items": 2, "annotators": 4, "subsets": 2}
    looked_at = facts_of("dispatch", "boats", "--calibrate", 2, "--annotators", 4,
        "--subsets", 2, "--seed", 3, "--dry-run")["plan"]  # fmt: skip
    program = program_of(lead)
    address = f"{SUBSETS}calibration/preview/"
    program.post(address, {**asked, "seed": 3}, content_type="application/json")
    take_up()
    told = program.get(SUBSETS).json()["job"]
    assert told["kind"] == "calibrate preview"
    assert told["result"]["plan"] == looked_at
    assert plan_rows() == before

    page = signed_in(lead)
    page.post("/campaigns/boats/subsets/calibrate/preview/", asked)
    take_up()
    assert plan_rows() == before
    shown = page.get("/campaigns/boats/subsets/").content.decode()
    assert "Preview of the calibration round" in shown
    assert 'action="/campaigns/boats/subsets/calibrate/"' in shown
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', shown))
    assert (hidden["items"], hidden["annotators"]) == ("2", "4")
    planned = Job.objects.latest("id").result["plan"]
    assert hidden["plan"] == planned
    page.post("/campaigns/boats/subsets/calibrate/", hidden)
    take_up()
    stored = Job.objects.latest("id")
    assert (stored.kind, stored.result["plan"]) == ("calibrate", planned)
    assert Counter(seats_of_sentences().values())[4] == 2
    assert (
        "Preview of the calibration round"
        not in page.get("/campaigns/boats/subsets/").content.decode()
    )


def test_a_round_of_which_something_was_shown_since_it_was_looked_at_is_refused(campaign, lead):
    dispatch_campaign(campaign=campaign, subsets=5, block_size=8, seed=2)
    asked = {"campaign": campaign, "items": 3, "annotators": 5, "seed": 3}
    looked_at = calibrate_campaign(**asked, dry_run=True).plan
    others = calibrate_campaign(**{**asked, "seed": 4}, dry_run=True).plan
    with pytest.raises(Refused, match="has changed since the preview"):
        calibrate_campaign(**asked, plan=others)
    calibrate_campaign(**asked, plan=looked_at)
    calibrate = {"items": 1, "annotators": 5, "seed": 3, "plan": looked_at}
    program_of(lead).post(f"{SUBSETS}calibration/", calibrate, content_type="application/json")
    (job,) = Job.objects.all()
    tasks.calibrate(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) != ("done", "")
    assert campaign.subsets.filter(calibration=True).exists()


def test_page_and_program_draw_what_is_allowed_by_name(campaign, lead):
    Candidate.objects.filter(item__key="5").update(votes=None, origin="systems")
    asked = {"items": 5, "annotators": 5, "seed": 3}
    program_of(lead).post(
        f"{SUBSETS}calibration/", {**asked, "allow_unanchored": ["5"]}, "application/json"
    )
    take_up()
    assert len(seats_of_sentences()) == 5
    by_program = plan_rows()
    Subset.objects.all().delete()
    signed_in(lead).post(
        "/campaigns/boats/subsets/calibrate/", {**asked, "allow_unanchored": "5"}
    )
    take_up()
    assert plan_rows() == by_program


def test_command_program_and_page_draw_the_same_round(campaign, lead):
    asked = {"items": 2, "annotators": 4, "subsets": 2, "seed": 3}

    def begin():
        Subset.objects.filter(seats__isnull=False).delete()
        dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)

    begin()
    told = facts_of(
        "dispatch", "boats", "--calibrate", 2, "--annotators", 4, "--subsets", 2, "--seed", 3
    )
    by_command = plan_rows()
    assert [(one["seats"], one["sentences"], one["subsets"]) for one in told["seats"]] == [
        (4, 2, 2)
    ]
    begin()
    answer = program_of(lead).post(
        f"{SUBSETS}calibration/", asked, content_type="application/json"
    )
    assert answer.status_code == 202
    take_up()
    assert plan_rows() == by_command
    begin()
    assert signed_in(lead).post("/campaigns/boats/subsets/calibrate/", asked).status_code == 302
    take_up()
    assert plan_rows() == by_command
    entries = AuditEntry.objects.filter(action="calibrate")
    assert {entry.detail["sentences"] for entry in entries} == {2}


def test_a_round_leaves_the_other_subsets_of_the_plan_alone(campaign):
    dispatch_campaign(campaign=campaign, subsets=3, block_size=4, seed=2, double_share=0.4)
    before = plan_rows()
    calibrate_campaign(campaign=campaign, items=2, annotators=5, subsets=1, seed=3)
    after = plan_rows()
    drawn = {row.sentence for row in after if row.seats == 5}
    assert len(drawn) == 2
    kept = [row for row in before if row.sentence not in drawn]
    assert [row for row in after if row.seats != 5] == kept
    assert {row.sentence: row for row in after}.keys() == {"1", "2", "3", "4", "5"}
    # What a subset holds is what it says, and none is empty.
    for subset in campaign.subsets.all():
        assert subset.size == subset.placements.count() > 0
    assert Placement.objects.values("candidate").distinct().count() == 20


def test_checks_of_what_is_drawn_go_along(campaign):
    campaign.foil_share = campaign.repeat_share = 0.3
    campaign.save()
    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=2)
    calibrate_campaign(campaign=campaign, items=2, annotators=5, subsets=1, seed=3)
    for subset in campaign.subsets.all():
        repeats = subset.placements.filter(candidate__role="repeat")
        originals = repeats.values_list("candidate__repeat_of__placement__subset", flat=True)
        assert {*originals} == {subset.pk}
        items = set(subset.placements.values_list("candidate__item", flat=True))
        pooled = subset.placements.filter(candidate__role="pooled")
        assert items == set(pooled.values_list("candidate__item", flat=True))
        assert subset.size == subset.placements.count()
    unplaced = Candidate.objects.filter(placement__isnull=True).exclude(role="pooled")
    assert not unplaced.exists()


def test_a_round_is_drawn_from_what_nobody_was_shown_and_says_how_much_is_left(campaign):
    dispatch_campaign(campaign=campaign, subsets=5, block_size=8, seed=2)
    shown = campaign.subsets.get(number=1)
    fix_subset(subset_id=shown.pk)
    with pytest.raises(Refused, match="Only 4 sentences have been seen by nobody"):
        calibrate_campaign(campaign=campaign, items=5, annotators=5, seed=3)
    assert not Subset.objects.filter(seats__isnull=False).exists()
    calibrate_campaign(campaign=campaign, items=3, annotators=5, seed=3)
    # What is meant for one round is not drawn for another.
    with pytest.raises(Refused, match="Only 1 sentences have been seen by nobody"):
        calibrate_campaign(campaign=campaign, items=2, annotators=3, seed=4)
    calibrate_campaign(campaign=campaign, items=1, annotators=3, seed=4)
    assert Counter(campaign.subsets.values_list("seats", flat=True))[3] == 1
    shown.refresh_from_db()
    assert (shown.number, shown.seats) == (1, None)


def test_of_a_sample_only_its_sentences_are_drawn(campaign):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=8, seed=2, sample=3)
    sampled = {row.sentence for row in plan_rows()}
    with pytest.raises(Refused, match="Only 3 sentences have been seen by nobody"):
        calibrate_campaign(campaign=campaign, items=4, annotators=5, seed=3)
    calibrate_campaign(campaign=campaign, items=3, annotators=5, seed=3)
    assert {row.sentence for row in plan_rows()} == sampled


def test_the_same_seed_draws_the_same_round_and_a_dry_run_stores_nothing(campaign):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    before = plan_rows()
    asked = {"campaign": campaign, "items": 2, "annotators": 5, "seed": 3}
    looked_at = calibrate_campaign(**asked, dry_run=True)
    assert plan_rows() == before
    assert calibrate_campaign(**asked).plan == looked_at.plan


def test_a_round_with_a_name_is_drawn_once_however_often_its_job_runs(
    campaign, lead, django_capture_on_commit_callbacks
):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    program_of(lead).post(
        f"{SUBSETS}calibration/", {"items": 2}, content_type="application/json"
    )
    job = Job.objects.get()
    asked = {name: told for name, told in job.arguments.items() if name != "by"}
    take_up()
    drawn = plan_rows()
    with pytest.raises(RoundDrawn):
        calibrate_campaign(campaign=campaign, **asked)
    # As where the worker died after it was stored, before the job said so.
    Job.objects.update(state="queued", finished_at=None, claim=None)
    take_up()
    assert plan_rows() == drawn


def test_where_blocks_need_no_anchor_nothing_is_left_out(campaign, monkeypatch):
    Candidate.objects.filter(item__key="5").update(votes=None, origin="systems")
    with pytest.raises(Refused, match="no first-gold candidate"):
        dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    monkeypatch.setattr(Substitution, "anchored", False)
    report = dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    assert (report.left_out, report.placed) == ((), 20)
    assert not Placement.objects.filter(anchor=True).exists()
    calibrate_campaign(campaign=campaign, items=5, annotators=5, seed=3)
    assert set(seats_of_sentences().values()) == {5}


def test_where_they_do_a_round_draws_only_what_has_one_or_is_named(campaign):
    Candidate.objects.filter(item__key="5").update(votes=None, origin="systems")
    with pytest.raises(Refused, match="4 sentences"):
        calibrate_campaign(campaign=campaign, items=5, annotators=5, seed=3)
    calibrate_campaign(campaign=campaign, items=5, annotators=5, seed=3, allow_unanchored=["5"])
    assert len(seats_of_sentences()) == 5


def test_the_plan_as_a_file_says_how_many_annotators_its_subsets_are_for(campaign, tmp_path):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    calibrate_campaign(campaign=campaign, items=2, annotators=5, subsets=1, seed=3)
    out = tmp_path / "plan.csv"
    printed_by("export_plan", "boats", "--out", out)
    rows = [*csv.DictReader(out.open())]
    assert Counter(row["seats"] for row in rows if row["subset"] == "3") == {
        "5": campaign.subsets.get(number=3).size
    }
    assert {row["seats"] for row in rows if row["subset"] != "3"} == {""}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--block-size", 4), "say into how many subsets"),
        (("--subsets", 2, "--annotators", 5), "add --calibrate"),
        (("--calibrate", 2, "--double-share", 0.2), "--double-share has no place"),
        (("--calibrate", 2, "--annotators", 1), "for 2 to 99 annotators, not 1"),
        (("--calibrate", 2, "--times", 3), "--times has no place"),
        (("--calibrate", 2, "--plan", "0a"), "has changed since the preview"),
        (("--subsets", 2, "--times", 3), "add --double-share"),
        (("--subsets", 2, "--double-share", 0.4, "--times", 1), "2 to 99 times, not 1"),
        (("--calibrate", 0), "at least one sentence"),
        (("--calibrate", 2, "--subsets", 9), "9 subsets asked for"),
        (("--subsets", 2, "--double-share", 1.5), "above 0 and at most 1"),
        (("--subsets", 1, "--double-share", 0.4), "make at least 2"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(campaign, options, said):
    with pytest.raises(CommandError, match=said):
        printed_by("dispatch", "boats", *options)
    assert not campaign.subsets.exists()


def test_no_subset_is_for_nobody(campaign):
    for seats in (0, 100):
        with pytest.raises(IntegrityError), transaction.atomic():
            Subset.objects.create(campaign=campaign, number=1, size=1, seats=seats)
    with pytest.raises(IntegrityError), transaction.atomic():
        Subset.objects.create(campaign=campaign, number=1, size=1, calibration=True)


def test_dispatching_again_keeps_the_seats_of_what_annotators_have_seen(campaign):
    dispatch_campaign(campaign=campaign, subsets=3, block_size=8, seed=2, double_share=0.4)
    seen = sit(join(campaign)).subset
    own = seen.seats
    dispatch_campaign(campaign=campaign, subsets=2, block_size=8, seed=3)
    assert Subset.objects.get(id=seen.pk).seats == own
    others = campaign.subsets.exclude(id=seen.pk)
    assert set(others.values_list("seats", flat=True)) == {None}
