"""The pages of the pool and the subsets."""

import uuid

import pytest
from celery import current_app

from campaigns.models import AuditEntry, Job
from campaigns.services.settings import change_settings
from pooling.jobs import dispatch as dispatch_task
from pooling.jobs import pool as pool_task
from pooling.models import Candidate
from pooling.selectors import changed_since_pooling, grown_since_dispatch
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from pooling.services.merges import redo_merge, undo_merge
from sources.services.systems import add_system, remove_system
from tests.factories import make_campaign, source
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

POOL = "/campaigns/boats/pool/"
SUBSETS = "/campaigns/boats/subsets/"
PLAN = {"subsets": "2", "block_size": "4", "seed": "7"}


@pytest.fixture
def campaign():
    return make_campaign(subsets=None)


@pytest.fixture
def sent(monkeypatch):
    """Ids of the jobs a worker was told of."""
    told = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, kwargs: told.append(kwargs["job_id"])
    )
    return told


def take_up(told):
    """As the worker does."""
    for job in Job.objects.filter(id__in=told, finished_at__isnull=True):
        (pool_task if job.kind == "pool" else dispatch_task)(job_id=job.pk)


def test_pooling_is_asked_for_once_and_done_by_a_worker(
    browser, sent, django_capture_on_commit_callbacks
):
    Candidate.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post(f"{POOL}run/").url == POOL
        browser.post(f"{POOL}run/")
    assert len(sent) == 1
    assert "Waiting for a worker" in browser.get(POOL).content.decode()

    take_up(sent)

    page = browser.get(POOL)
    assert page.context["pool"].candidates == 20
    assert [share.count for share in page.context["pool"].by_origin] == [6, 9, 5]
    assert "Nothing was left out." in page.content.decode()
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.actor_name) == ("pool", "lead")


def test_progress_is_told_until_the_work_ends_and_then_the_page_reloads(
    campaign, browser, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"{POOL}run/")
    job = Job.objects.get()
    Job.objects.update(state="running", done=2, total=5)
    address = f"/campaigns/boats/jobs/{job.pk}/"
    assert 'max="5" value="2"' in browser.get(address).content.decode()
    Job.objects.update(state="queued")
    take_up(sent)
    assert browser.get(address).headers["HX-Refresh"] == "true"


def test_another_plan_asked_for_meanwhile_is_made_after_the_first(campaign, browser):
    browser.post(f"{SUBSETS}store/", PLAN)
    first = Job.objects.get()
    Job.objects.update(state="running", claim=uuid.uuid4())
    told = browser.post(f"{SUBSETS}store/", PLAN | {"seed": "8"}, follow=True).text
    assert "Queued. It starts when the present job is done" in told
    assert "Another one was asked for" in told
    assert f"jobs/{first.pk}/" in told
    Job.objects.filter(id=first.pk).update(state="queued")
    for job in Job.objects.order_by("id"):
        dispatch_task(job_id=job.pk)
    campaign.refresh_from_db()
    assert campaign.seed == 8


def test_a_job_of_another_campaign_is_not_here(browser):
    other = make_campaign("ships", subsets=None)
    job = Job.objects.create(campaign=other, kind="pool", task="x")
    assert browser.get(f"/campaigns/boats/jobs/{job.pk}/").status_code == 404


def test_what_was_left_out_is_told_with_its_reason(campaign, browser):
    campaign.multiwords = "drop"
    campaign.save()
    add_system(campaign=campaign, name="odd", answers=source("glad.a 1 :: glad;as happy;NIL\n"))
    job = Job.objects.create(campaign=campaign, kind="pool", task="x")
    pool_task(job_id=job.pk)
    html = browser.get(POOL).content.decode()
    for reason in ("the target itself", "several words", "codes such as pn or NIL"):
        assert f"systems: {reason}</dt><dd>1</dd>" in html


def test_a_failed_pooling_says_why(campaign, browser):
    job = Job.objects.create(campaign=campaign, kind="pool", task="x")
    Job.objects.filter(id=job.pk).update(
        state="failed", error="the disk is full", finished_at=job.created_at
    )
    assert "the disk is full" in browser.get(POOL).content.decode()


def test_the_pool_page_takes_a_fixed_number_of_queries(
    campaign, browser, django_assert_num_queries
):
    with django_assert_num_queries(11):
        browser.get(POOL)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: a;b;c_d;e_f;g\n"))
    pool_campaign(campaign=campaign)
    with django_assert_num_queries(11):
        browser.get(POOL)


def test_the_page_knows_what_would_change_the_pool(campaign, lead):
    def then_pooled(change):
        change()
        changed = changed_since_pooling(campaign)
        pool_campaign(campaign=campaign)
        return changed and not changed_since_pooling(campaign)

    def only_merge():
        return campaign.items.get(key="1").merges.get()

    assert then_pooled(
        lambda: add_system(
            campaign=campaign, name="late", answers=source("glad.a 1 :: in_love\n")
        )
    )
    assert then_pooled(lambda: undo_merge(merge=only_merge()))
    assert then_pooled(lambda: redo_merge(merge=only_merge()))
    assert then_pooled(
        lambda: change_settings(campaign=campaign, changes={"pool_depth": 3}, by=lead)
    )
    assert then_pooled(lambda: remove_system(system=campaign.systems.get(name="late"), by=lead))
    change_settings(campaign=campaign, changes={"title": "New"}, by=lead)
    assert not changed_since_pooling(campaign)


def test_a_sentence_without_anchor_is_listed(campaign, browser):
    campaign.items.get(key="4").gold.all().delete()
    pool_campaign(campaign=campaign)
    page = browser.get(POOL)
    assert page.context["pool"].without_anchor == 1
    assert [sentence.key for sentence in page.context["unanchored"]] == ["4"]


def test_a_plan_is_looked_at_and_then_stored_as_it_was(
    campaign, browser, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        assert browser.post(f"{SUBSETS}preview/", PLAN).url == SUBSETS
    take_up(sent)
    page = browser.get(SUBSETS)
    assert "20 candidates in 2 subsets of" in page.content.decode()
    assert not campaign.subsets.exists()

    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"{SUBSETS}store/", dict(page.context["looked_at_again"]))
    take_up(sent)
    looked_at, stored = (job.result for job in Job.objects.order_by("id"))
    assert stored == looked_at
    page = browser.get(SUBSETS)
    assert page.context["stored"].subsets == 2
    assert sum(size.size * size.subsets for size in page.context["stored"].sizes) == 20
    assert "looked_at" not in page.context
    campaign.refresh_from_db()
    assert (campaign.subset_count, campaign.block_size, campaign.seed) == (2, 4, 7)
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.actor_name) == ("dispatch", "lead")


def test_a_plan_looked_at_before_the_pool_changed_is_not_offered(
    campaign, browser, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"{SUBSETS}preview/", PLAN)
    take_up(sent)
    pool_campaign(campaign=campaign)
    assert "looked_at" in browser.get(SUBSETS).context
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
    pool_campaign(campaign=campaign)
    assert "looked_at" not in browser.get(SUBSETS).context


def test_a_plan_with_sentences_left_out_is_stored_with_them_left_out(
    campaign, browser, sent, django_capture_on_commit_callbacks
):
    for key in ("4", "5"):
        campaign.items.get(key=key).gold.all().delete()
    pool_campaign(campaign=campaign)
    asked = PLAN | {"leave_unanchored_out": "on", "allow_unanchored": "5"}
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"{SUBSETS}preview/", asked)
    take_up(sent)
    page = browser.get(SUBSETS)
    assert "4 (3)" in page.content.decode()
    plan = page.context["looked_at"].result["plan"]
    assert dict(page.context["looked_at_again"]) == asked | {"plan": plan}


def test_a_sentence_without_anchor_stops_the_plan_and_is_named(
    campaign, browser, sent, django_capture_on_commit_callbacks
):
    campaign.items.get(key="4").gold.all().delete()
    pool_campaign(campaign=campaign)
    with django_capture_on_commit_callbacks(execute=True):
        browser.post(f"{SUBSETS}store/", PLAN)
    take_up(sent)
    assert "4 (3 candidates)" in browser.get(SUBSETS).content.decode()
    assert not campaign.subsets.exists()


@pytest.mark.parametrize("name", sorted(PLAN))
def test_a_plan_needs_numbers(browser, name):
    page = browser.post(f"{SUBSETS}preview/", PLAN | {name: "-1"})
    assert page.context["form"].errors.keys() == {name}
    assert not Job.objects.exists()


def test_a_pool_that_grew_since_its_dispatch_is_told(campaign, browser):
    assert not grown_since_dispatch(campaign)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    pool_campaign(campaign=campaign)
    assert not grown_since_dispatch(campaign)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
    pool_campaign(campaign=campaign)
    assert "The pool has grown since" in browser.get(SUBSETS).content.decode()
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    assert not grown_since_dispatch(campaign)


def test_the_subsets_page_takes_a_fixed_number_of_queries(django_assert_num_queries):
    make_campaign("ships", subsets=2)
    make_campaign("rafts", subsets=4)
    operator = make_lead("operator")
    operator.is_superuser = True
    operator.save()
    anyone = signed_in(operator)
    for slug in ("ships", "rafts"):
        with django_assert_num_queries(12):
            anyone.get(f"/campaigns/{slug}/subsets/")


def test_the_plan_is_streamed_as_csv(campaign, browser):
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    answer = browser.get(f"{SUBSETS}plan.csv")
    lines = b"".join(answer.streaming_content).decode().splitlines()
    assert (
        lines[0] == "subset,position,sentence,lexelt,substitute,origin,gold_votes,anchor,seats"
    )
    assert len(lines) == 21
    assert sorted(line.split(",")[4] for line in lines[1:])[:2] == ["apartment", "bedroom"]
    assert "attachment" in answer.headers["Content-Disposition"]
