"""Campaigns of large files: a worker makes them, in portions, whole or not at all."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError
from django.utils import timezone

from campaigns.models import AuditEntry, Campaign, Job
from core.refusals import CampaignExists
from regild.problems import BadFiles
from sources.jobs import create, forget_campaigns_not_made
from sources.models import GoldAnswer, Item
from sources.services import creating, large_campaigns, rows
from sources.services.large_campaigns import create_or_request
from tests.commands import facts_of, printed_by
from tests.factories import GOLD, SENTENCES, source
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)

API, PAGE = "/api/v1/campaigns/", "/campaigns/new/"
BAD = (
    "sentence,lexelt,left,target,right\n1,glad.a,a,b,c\n1,glad.a,a,b,c\n2,glad,a,b,c\n,,,,\nx\n"
)


@pytest.fixture(autouse=True)
def large(settings, tmp_path, monkeypatch):
    """Four rows are many."""
    settings.CAMPAIGN_JOB_ROWS = 3
    settings.CAMPAIGN_MOST_ITEMS = 10
    settings.STATE_DIR = tmp_path
    monkeypatch.setattr(rows, "ROWS_AT_A_TIME", 2)
    monkeypatch.setattr(large_campaigns, "_ROWS_AT_A_TIME", 2)


@pytest.fixture
def anne():
    return make_lead("anne")


def uploads(sentences=SENTENCES, gold=GOLD):
    return {
        "sentences": SimpleUploadedFile("s.csv", sentences.encode()),
        "gold": SimpleUploadedFile("g.txt", gold.encode()),
    }


def request(by, sentences=SENTENCES, gold=GOLD, **choices):
    files = {"sentences": source(sentences, "s.csv"), "gold": source(gold, "g.txt")}
    return create_or_request(
        files=files,
        by=by,
        **{"slug": "boats", "language": "en", "task": "substitution"} | choices,
    )


def work(job):
    create(job_id=job.pk)
    job.refresh_from_db()
    return job


def stored(campaign):
    items = campaign.items.order_by("position")
    return (
        list(items.values_list("key", "position", "group", "label", "text", "gold_codes")),
        [item.content for item in items],
        sorted(
            GoldAnswer.objects.filter(item__campaign=campaign).values_list(
                "item__key", "text", "votes"
            )
        ),
        list(campaign.scale.values_list("value", "label")),
        list(campaign.members.values_list("user__username", "role")),
    )


def test_a_large_campaign_is_the_same_as_a_small_one(anne, settings):
    gold = GOLD.replace("glad.a 2 :: cheerful 3;", "glad.a 2 :: cheerful 3;NIL 2;")
    job = work(request(anne, gold=gold, title="Boats", excluded_targets=["calm.a"]))
    assert (job.state, job.error) == ("done", "")
    large = Campaign.objects.get(slug="boats")
    assert job.campaign == large
    assert job.result["sentences"] == 5
    settings.CAMPAIGN_JOB_ROWS = 100
    small = request(
        anne, gold=gold, slug="small", title="Boats", excluded_targets=["calm.a"]
    ).campaign
    assert stored(large) == stored(small)
    assert large.excluded_targets == small.excluded_targets == ["calm.a"]
    told = [
        AuditEntry.objects.get(campaign=one, action="create campaign").detail
        for one in (large, small)
    ]
    assert told[0] == told[1]
    assert not [*settings.STATE_DIR.glob("uploads/*")]


def test_a_program_is_answered_with_the_job(anne):
    program = program_of(anne)
    answer = program.post(API, {"slug": "boats", "language": "en", **uploads()})
    assert answer.status_code == 202
    job = Job.objects.get()
    there = answer.headers["Location"]
    assert there == f"{API}boats/jobs/{job.pk}/"
    assert program.get(there).json()["state"] == "queued"
    assert program.get(f"{API}boats/").status_code == 404
    assert program.get(API).json()["rows"] == []
    work(job)
    told = program.get(there).json()
    assert (told["state"], told["result"]["sentences"]) == ("done", 5)
    assert told["result"]["campaign"] == "boats"
    assert program.get(f"{API}boats/").json()["slug"] == "boats"


def test_nobody_else_is_told_of_the_job(anne):
    job = request(anne)
    other = make_lead("other")
    assert program_of(other).get(f"{API}boats/jobs/{job.pk}/").status_code == 404
    assert signed_in(other).get("/campaigns/boats/").status_code == 404
    assert signed_in(other).get(f"/campaigns/boats/jobs/{job.pk}/").status_code == 404


def test_a_page_leads_to_the_campaign_and_shows_how_far_it_is(anne):
    browser = signed_in(anne)
    fields = {"title": "Boats", "slug": "boats", "language": "en", "scale": "0-3"}
    answer = browser.post(PAGE, {**fields, "multiwords": "keep", **uploads()})
    assert (answer.status_code, answer.url) == (302, "/campaigns/boats/")
    job = Job.objects.get()
    page = browser.get("/campaigns/boats/").text
    assert "a worker reads them" in page
    assert f"/campaigns/boats/jobs/{job.pk}/" in page
    assert "<progress" in browser.get(f"/campaigns/boats/jobs/{job.pk}/").text
    work(job)
    again = browser.get(f"/campaigns/boats/jobs/{job.pk}/")
    assert again.headers["HX-Refresh"] == "true"
    assert browser.get("/campaigns/boats/").status_code == 200
    assert "a worker reads them" not in browser.get("/campaigns/boats/").text


def problems_of(bad):
    return [
        {"file": file.name, **problem._asdict()}
        for file in bad.files
        for problem in file.problems
    ]


def test_every_problem_is_told_as_of_a_small_upload_and_nothing_is_left(anne, settings):
    gold = GOLD + "glad.a 99 :: happy 1;\nrubbish\n"
    job = work(request(anne, sentences=BAD, gold=gold))
    assert job.state == "failed"
    settings.CAMPAIGN_JOB_ROWS = 100
    with pytest.raises(BadFiles) as refused:
        request(anne, sentences=BAD, gold=gold)
    assert job.result["problems"] == problems_of(refused.value)
    assert str(refused.value) in job.error
    assert {one["line"] for one in job.result["problems"]} >= {3, 4, 6}
    assert not Item.objects.exists()
    assert not Campaign.objects.filter(slug="boats").exists()
    assert not [*settings.STATE_DIR.glob("uploads/*")]
    program = program_of(anne)
    told = program.get(f"{API}boats/jobs/{job.pk}/").json()
    assert told["result"]["problems"] == job.result["problems"]
    page = signed_in(anne).get("/campaigns/boats/").text
    assert "s.csv, line 4: &#x27;glad&#x27; is not of the form word.pos" in page


def test_gold_of_sentences_nobody_has_is_told(anne, settings):
    gold = GOLD + "glad.a 99 :: happy 1;\n"
    job = work(request(anne, gold=gold))
    assert [(one["file"], one["line"]) for one in job.result["problems"]] == [("g.txt", 6)]
    assert not Item.objects.exists()


def test_after_a_failure_the_name_is_free(anne):
    assert work(request(anne, sentences=BAD)).state == "failed"
    assert work(request(anne)).state == "done"
    assert Campaign.objects.get(slug="boats").items.count() == 5


def test_a_name_that_was_taken_meanwhile_is_refused(anne):
    job = request(anne)
    with pytest.raises(CampaignExists):
        request(make_lead("other"))
    # As `import_campaign` may.
    Campaign.objects.create(slug="boats", title="Other", language="en")
    assert work(job).state == "failed"
    assert "There is already a campaign boats." in job.error
    assert not Item.objects.exists()


@pytest.mark.parametrize("place", ["save_items", "save_gold", "finish_campaign"])
def test_a_worker_that_dies_leaves_the_job_to_the_next(anne, monkeypatch, place):
    job = request(anne)
    module = large_campaigns if place == "finish_campaign" else creating
    whole = getattr(module, place)

    def dies(*args, **kwargs):
        whole(*args, **kwargs)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(module, place, dies)
        with pytest.raises(SystemExit):
            create(job_id=job.pk)
    assert not Campaign.objects.filter(slug="boats").exists()
    Job.objects.update(beat_at=timezone.now() - timedelta(minutes=5))
    assert work(job).state == "done"
    assert Campaign.objects.get().items.count() == 5
    assert GoldAnswer.objects.count() == 11


def test_a_job_whose_campaign_is_whole_is_done_again_without_harm(anne):
    job = work(request(anne))
    before = stored(job.campaign)
    Job.objects.update(state="running", finished_at=None, beat_at=timezone.now() - timedelta(1))
    assert work(job).state == "done"
    assert job.result["sentences"] == 5
    assert stored(Campaign.objects.get()) == before


def test_an_accident_leaves_nothing(anne, monkeypatch):
    job = request(anne)

    def fails(*args, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(large_campaigns, "finish_campaign", fails)
    with pytest.raises(ZeroDivisionError):
        create(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert not Item.objects.exists()


def test_files_that_were_lost_are_asked_for_again(anne, settings):
    job = request(anne)
    for path in settings.STATE_DIR.glob("uploads/*"):
        path.unlink()
    assert work(job).state == "failed"
    assert "is no longer there: send it again" in job.error


def many(count):
    return (
        SENTENCES.partition("\n")[0]
        + "\n"
        + "".join(f'{n},w.n,"a\n",b,c\n' for n in range(count))
    )


def test_more_items_than_a_campaign_may_have_are_refused_with_their_number(anne, tmp_path):
    answer = program_of(anne).post(
        API, {"slug": "boats", "language": "en", **uploads(sentences=many(11))}
    )
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert (error["file"], error["line"]) == ("s.csv", None)
    assert error["message"] == "the file has 11 items; there may be 10"
    fields = {"title": "Boats", "slug": "boats", "language": "en", "scale": "0-3"}
    page = signed_in(anne).post(
        PAGE, {**fields, "multiwords": "keep", **uploads(sentences=many(11))}
    )
    assert "the file has 11 items; there may be 10" in page.text
    path = tmp_path / "s.csv"
    path.write_text(many(11))
    with pytest.raises(CommandError, match="the file has 11 items; there may be 10"):
        printed_by("create_campaign", "boats", "--sentences", path, "--language", "en")
    assert not Campaign.objects.exists()
    assert not Job.objects.exists()
    # Lines within cells are no items.
    assert work(request(anne, sentences=many(10), gold="w.n 1 :: x 1;\n")).state == "done"


def test_a_shell_waits_for_a_large_campaign(tmp_path):
    for name, text in (("s.csv", SENTENCES), ("g.txt", GOLD)):
        (tmp_path / name).write_text(text)
    made = facts_of(
        "create_campaign",
        *("boats", "--sentences", tmp_path / "s.csv", "--gold", tmp_path / "g.txt"),
        *("--language", "en"),
    )
    assert (made["sentences"], made["gold_substitutes"]) == (5, 11)
    assert Campaign.objects.get().slug == "boats"
    (tmp_path / "s.csv").write_text(BAD)
    with pytest.raises(CommandError, match="line 4"):
        printed_by(
            *("create_campaign", "bad", "--language", "en"),
            *("--sentences", tmp_path / "s.csv"),
        )
    assert Campaign.objects.count() == 1


def test_other_sources_for_a_campaign_may_not_be_large(anne, settings):
    settings.CAMPAIGN_JOB_ROWS = 100
    campaign = request(anne).campaign
    settings.CAMPAIGN_JOB_ROWS = 3
    answer = program_of(anne).post(f"{API}boats/start-over/", uploads())
    assert answer.status_code == 400
    assert "Make a new campaign of them" in answer.json()["errors"][0]["remedy"]
    assert campaign.items.count() == 5


def test_reports_of_campaigns_that_were_not_made_are_forgotten(anne):
    failed, waiting = work(request(anne, sentences=BAD)), request(anne, slug="later")
    forget_campaigns_not_made()
    assert Job.objects.count() == 2
    Job.objects.filter(id=failed.pk).update(finished_at=timezone.now() - timedelta(days=8))
    forget_campaigns_not_made()
    assert Job.objects.get() == waiting
    assert Campaign.objects.get() == waiting.campaign


def test_windows_1252_is_kept_as_it_was_read(anne):
    sentences = SENTENCES.replace("garden", "café").encode("cp1252")
    files = {"sentences": SimpleUploadedFile("s.csv", sentences)}
    answer = program_of(anne).post(
        API, {"slug": "boats", "language": "en", "encoding": "windows-1252", **files}
    )
    assert work(Job.objects.get(id=answer.json()["id"])).state == "done"
    assert Item.objects.filter(text__contains="café").exists()
