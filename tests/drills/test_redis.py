"""Redis goes away and comes back: rating goes on, and no job is lost."""

from pathlib import Path

import pytest
from django.utils import timezone

from campaigns.models import Job
from campaigns.services import jobs
from tests.drills.machines import own_redis
from tests.drills.pause import Pause
from tests.drills.site import Parts, ask
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.processes import answers, free_port, wait_until
from tests.rating.stubborn import Patient, assert_all_is_there_once, at_work, confirmed_by

POOL = "/campaigns/boats/pool/"
PAGES = ["/", "/rate/boats/", "/campaigns/boats/", POOL]


def states() -> list[str]:
    return list(Job.objects.order_by("id").values_list("state", flat=True))


@pytest.mark.redis
@pytest.mark.django_db(transaction=True)
def test_without_redis_people_rate_and_jobs_wait_until_it_is_back(tmp_path: Path) -> None:
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=9)
    lead = signed_in(make_lead("olga", campaign, "owner"))
    port = free_port()
    with own_redis(tmp_path) as redis:
        parts = Parts(tmp_path, redis_url=redis.url, PAUSE=str(tmp_path))
        with (
            parts.web(f"127.0.0.1:{port}"),
            parts.worker(app="tests.drills.slow_pooling"),
        ):
            wait_until(lambda: answers(port))
            ask(port, "POST", f"{POOL}run/", lead=lead)
            pause = Pause(tmp_path)
            wait_until(pause.begun.exists)

            redis.stop()
            pause.over.touch()
            people = [Patient(port, "boats") for _ in range(4)]
            with at_work(people):
                wait_until(lambda: confirmed_by(people) > 40)
            assert [person.told_to_wait for person in people] == [[]] * 4
            assert_all_is_there_once(people)
            assert {ask(port, "GET", page, lead=lead).status for page in PAGES} == {200}
            assert ask(port, "GET", "/readyz").status == 503
            # What the worker was at, it has done; what is asked for now has to wait.
            wait_until(lambda: states() == ["done"])
            assert ask(port, "POST", f"{POOL}run/", lead=lead).status == 302
            assert "Waiting for a worker" in ask(port, "GET", POOL, lead=lead).text
            assert states() == ["done", "queued"]

            redis.start()
            Job.objects.update(beat_at=timezone.now() - 2 * jobs.LEASE)
            parts.take_up_lost_jobs()
            wait_until(lambda: states() == ["done", "done"])
            # And what is asked for from now on goes straight to the worker again.
            ask(port, "POST", f"{POOL}run/", lead=lead)
            wait_until(lambda: states() == ["done", "done", "done"])
    assert {job.attempts for job in Job.objects.all()} == {1}
