"""What is asked for waits once, begins in its turn, and is never left out."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from celery import current_app
from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns.models import Job, JobKind
from campaigns.services import jobs
from campaigns.services.deleting import retire_campaign
from regild.problems import N_
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.side_by_side import at_once

LONG_AGO = jobs.LEASE * 2


@pytest.fixture
def campaign(db):
    return make_campaign(subsets=None)


@pytest.fixture
def told(monkeypatch):
    """Ids of the jobs a worker was told of."""
    ids = []
    monkeypatch.setattr(
        current_app, "send_task", lambda name, kwargs: ids.append(kwargs["job_id"])
    )
    return ids


def ask(campaign, **changes):
    kind = JobKind(changes.pop("kind", "pool"), "nothing")
    return jobs.ask(kind, campaign=campaign, **changes)


def during(job, work):
    """Do the job, and `work` while it is under way; what `work` returned."""
    returned = []
    jobs.run_job(job.pk, lambda **_: returned.append(work()) or {})
    return returned[0]


def states():
    return list(Job.objects.order_by("id").values_list("state", flat=True))


def test_what_waits_is_not_asked_for_twice_whoever_asks(campaign):
    first = ask(campaign, by=1, depth=3)
    assert ask(campaign, by=2, depth=3) == first
    assert first.arguments == {"by": 1, "depth": 3}


@pytest.mark.parametrize("other", [{"key": "2"}, {"kind": "dispatch"}, {"depth": 4}])
def test_what_is_asked_for_in_other_words_is_another_job(campaign, other):
    said = {"key": "1", "depth": 3}
    assert ask(campaign, **said) != ask(campaign, **said | other)


def test_what_was_drawn_makes_no_other_job(campaign):
    first = ask(campaign, drawn={"seed": 5}, subsets=3)
    assert ask(campaign, drawn={"seed": 6}, subsets=3) == first
    assert first.arguments == {"seed": 5, "subsets": 3}
    assert ask(campaign, seed=5, subsets=3) != first


def test_asking_while_one_is_under_way_queues_the_next_once(campaign):
    first = ask(campaign)
    following, again = during(first, lambda: (ask(campaign), ask(campaign)))
    assert following == again != first
    assert states() == ["done", "queued"]


def test_of_one_kind_and_key_one_is_under_way_and_the_others_keep_their_turn(campaign):
    first, second, third = (ask(campaign, depth=depth) for depth in (1, 2, 3))
    elsewhere = ask(campaign, key="other")
    order = []

    def take_up(*others):
        for job in others:
            jobs.run_job(job.pk, lambda **said: order.append(said.get("depth")) or {})

    take_up(third, second)
    assert order == []
    during(first, lambda: take_up(second, third, elsewhere))
    assert order == [None]
    take_up(third, second, third)
    assert order == [None, 2, 3]


def test_the_database_holds_one_under_way_and_one_of_each_waiting(campaign):
    first, second = ask(campaign, depth=1), ask(campaign, depth=2)
    Job.objects.filter(id=first.pk).update(state="running")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(id=second.pk).update(state="running")
    second.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save(force_insert=True)


def succeed(**_arguments):
    return {}


def refuse(**_arguments):
    raise jobs.Refused("nothing_to_pool", N_("there is nothing to pool"))


def stumble(**_arguments):
    raise ZeroDivisionError


@pytest.mark.parametrize("work", [succeed, refuse, stumble])
def test_whatever_becomes_of_a_job_a_worker_is_told_of_the_next(
    campaign, told, work, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        first, second, _third = (ask(campaign, depth=depth) for depth in (1, 2, 3))
    told.clear()
    with django_capture_on_commit_callbacks(execute=True), suppress(ZeroDivisionError):
        jobs.run_job(first.pk, work)
    assert told == [second.pk]


def test_a_job_behind_one_whose_worker_died_gets_its_turn_when_that_is_given_up(
    campaign, told, django_capture_on_commit_callbacks
):
    first, second = ask(campaign, depth=1), ask(campaign, depth=2)
    now = timezone.now()
    Job.objects.filter(id=first.pk).update(state="running", attempts=1)
    Job.objects.update(beat_at=now - LONG_AGO)
    # The dead one's goes on first.
    assert jobs.find_lost_jobs(now=now) == [first]
    jobs.run_job(second.pk, stumble)
    Job.objects.filter(id=first.pk).update(attempts=jobs.MOST_ATTEMPTS)
    with django_capture_on_commit_callbacks(execute=True):
        # Waiting has cost the second none of its attempts.
        assert jobs.find_lost_jobs(now=now) == [second]
    assert told == [second.pk]
    jobs.run_job(second.pk, succeed)
    assert states() == ["failed", "done"]
    assert Job.objects.get(id=second.pk).attempts == 1


def test_one_that_waits_behind_another_is_not_looked_for(campaign):
    first, second = ask(campaign, depth=1), ask(campaign, depth=2)
    late = timezone.now() + LONG_AGO
    Job.objects.filter(id=first.pk).update(state="running", beat_at=late)
    assert jobs.find_lost_jobs(now=late) == []
    # Should the message of its turn be lost, it is.
    Job.objects.filter(id=first.pk).update(state="done", finished_at=late)
    assert jobs.find_lost_jobs(now=late) == [second]


def test_nothing_of_a_retired_campaign_is_told_to_a_worker(
    campaign, told, django_capture_on_commit_callbacks
):
    running = ask(campaign, depth=1)
    ask(campaign, depth=2)
    Job.objects.filter(id=running.pk).update(state="running")
    with django_capture_on_commit_callbacks(execute=True):
        retire_campaign(campaign)
    assert (states(), told) == (["failed", "failed"], [])


def test_a_failed_job_that_waits_again_already_is_passed_over(campaign):
    for _ in range(2):
        jobs.run_job(ask(campaign).pk, refuse)
    first, _second = Job.objects.order_by("id")
    again = jobs.queue_again(Job.objects.order_by("id"), now=timezone.now())
    assert again == [first]
    assert states() == ["queued", "failed"]


@pytest.mark.django_db(transaction=True)
def test_many_clicks_at_once_make_one_job_and_tell_one_worker(campaign, told):
    found = at_once(*[lambda: ask(campaign, depth=3)] * 6)
    assert len({job.pk for job in found}) == 1
    assert told == [found[0].pk]


@pytest.mark.django_db(transaction=True)
def test_other_policies_asked_for_at_once_are_all_done(campaign, told):
    found = at_once(*[lambda depth=depth: ask(campaign, depth=depth) for depth in range(4)])
    assert len({job.pk for job in found}) == 4
    done = []
    for job_id in told:  # each end tells of the next
        jobs.run_job(job_id, lambda depth, **_: done.append(depth) or {})
    assert sorted(done) == [0, 1, 2, 3]
    assert set(states()) == {"done"}


@pytest.mark.django_db(transaction=True)
def test_jobs_that_end_while_others_ask_fail_nobody_and_leave_nothing_out(campaign, told):
    """Three who ask and do without a pause: every job asked for is done, and once."""
    asks = 25
    begun, needed = [], []

    def work(depth, **_arguments):
        begun.append(depth)
        return {}

    def click(depth):
        for _ in range(asks):
            job = ask(campaign, depth=depth)
            needed.append((job.pk, depth))
            jobs.run_job(job.pk, work)

    raised = at_once(*[lambda depth=depth: click(depth) for depth in (1, 1, 2)])
    assert raised == [None] * 3
    for job_id in told:
        jobs.run_job(job_id, work)
    assert set(states()) == {"done"}
    assert Counter(begun) == Counter(depth for _id, depth in set(needed))
    assert {job.attempts for job in Job.objects.all()} == {1}


@pytest.mark.django_db(transaction=True)
def test_two_workers_are_never_at_the_same_kind_and_key(campaign, told):
    under_way, most = [], []

    def work(**_arguments):
        under_way.append(1)
        most.append(len(under_way))
        under_way.pop()
        return {}

    waiting = [ask(campaign, depth=depth).pk for depth in range(6)]

    def worker():
        for _ in waiting:
            for job_id in waiting:
                jobs.run_job(job_id, work)

    assert at_once(worker, worker, worker) == [None] * 3
    assert most == [1] * 6
    assert set(states()) == {"done"}


@pytest.mark.postgresql  # SQLite has one writer
@pytest.mark.django_db(transaction=True)
def test_a_waiting_job_that_was_asked_for_again_sees_what_was_changed_with_the_asking(campaign):
    job = ask(campaign)
    seen = []

    def take_up():
        jobs.run_job(job.pk, lambda **_: seen.append(title()) or {})

    def title():
        return type(campaign).objects.get(id=campaign.pk).title

    with meanwhile(take_up):
        type(campaign).objects.filter(id=campaign.pk).update(title="changed")
        assert ask(campaign) == job
    assert seen == ["changed"]


def test_the_age_of_what_waits_says_nothing_of_its_turn(campaign):
    """A job queued again keeps its number, and with it its place before younger ones."""
    first, second = ask(campaign, depth=1), ask(campaign, depth=2)
    now = timezone.now()
    Job.objects.filter(id=first.pk).update(state="failed", finished_at=now - timedelta(days=1))
    jobs.queue_again(Job.objects.filter(id=first.pk), now=now)
    jobs.run_job(second.pk, succeed)
    assert states() == ["queued", "queued"]
