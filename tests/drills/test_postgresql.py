"""PostgreSQL dies in the middle of everything and is started again."""

from collections.abc import Iterator
from pathlib import Path

import psycopg2
import pytest
from django.core.management import call_command
from django.db import DataError, IntegrityError, connection
from django.utils import timezone

from campaigns.models import Job, JobKind
from campaigns.services import jobs
from pooling.models import Candidate
from tests.drills.machines import Postgres, own_postgres, own_redis
from tests.drills.pause import Pause
from tests.drills.site import Parts, ask
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.processes import answers, free_port, wait_until
from tests.rating.stubborn import Patient, assert_all_is_there_once, at_work, confirmed_by

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def postgres(transactional_db: None) -> Iterator[Postgres]:
    with own_postgres() as postgres:
        call_command("migrate", verbosity=0)
        yield postgres


def test_after_a_crash_people_and_workers_go_on_and_what_was_acknowledged_is_there(
    postgres: Postgres, tmp_path: Path
) -> None:
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=9)
    lead = signed_in(make_lead("olga", campaign, "owner"))
    candidates = Candidate.objects.count()
    pause = Pause(tmp_path)
    port = free_port()
    with own_redis(tmp_path) as redis:
        parts = Parts(tmp_path, redis_url=redis.url, WEB_WORKERS="2", PAUSE=str(tmp_path))
        with (
            parts.web(f"127.0.0.1:{port}"),
            parts.worker(app="tests.drills.slow_pooling"),
        ):
            wait_until(lambda: answers(port))
            people = [Patient(port, "boats") for _ in range(4)]
            with at_work(people):
                wait_until(lambda: confirmed_by(people) > 50)
                # What it has written and not committed holds the campaign: who takes a subset
                # or changes what counts waits for it.
                ask(port, "POST", "/campaigns/boats/pool/run/", lead=lead)
                wait_until(pause.begun.exists)
                connection.close()
                postgres.crash()
                pause.over.touch()
                page = ask(port, "GET", "/rate/boats/")
                ready = ask(port, "GET", "/readyz")
                postgres.start()
                reached = confirmed_by(people) + 50
                wait_until(lambda: confirmed_by(people) > reached)

            assert (page.status, page.headers["Retry-After"]) == (503, "5")
            assert "What was saved stays saved" in page.text
            assert ready.status == 503
            assert {wait for person in people for wait in person.told_to_wait} == {"5"}
            assert_all_is_there_once(people)

            # Its transaction was lost with the database: it is taken up again, once.
            wait_until(pause.left.exists)
            job = Job.objects.get()
            assert (job.state, job.attempts) == ("running", 1)
            Job.objects.update(beat_at=timezone.now() - 2 * jobs.LEASE)
            parts.take_up_lost_jobs()
            wait_until(lambda: Job.objects.get().state == "done")
            assert Job.objects.get().attempts == 2
            assert Candidate.objects.count() == candidates


def test_a_job_whose_connection_broke_while_it_computed_ends_well() -> None:
    campaign = make_campaign(subsets=None)
    job = jobs.ask(JobKind("pool", "nothing"), campaign=campaign)

    def compute(**_arguments: object) -> dict[str, object]:
        here = connection.connection
        with psycopg2.connect(here.dsn) as other, other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [here.get_backend_pid()])
        return {"computed": True}

    jobs.run_job(job.id, compute)
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"computed": True})


def test_its_log_quotes_no_answer_that_it_refuses(postgres: Postgres) -> None:
    """Told so by the compose file: rows and statements stay out of it."""

    def refused(error: type[Exception], prepared: str, statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(prepared)
            with pytest.raises(error):
                cursor.execute(statement, ["my own words"])

    table = "CREATE TEMPORARY TABLE answer (rating int CHECK (rating < 4), said text)"
    refused(IntegrityError, table, "INSERT INTO answer VALUES (4242, %s)")
    refused(DataError, "PREPARE storing (text) AS SELECT $1::int", "EXECUTE storing (%s)")
    text = Path(postgres.folder, "log").read_text()
    assert "answer_rating_check" in text
    assert "4242" not in text
    assert text.count("my own words") == 1  # of the second, in PostgreSQL's own first line
