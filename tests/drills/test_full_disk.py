"""The disk of a site on one machine fills up, and then there is room again.

What stands for the full disk is a limit the kernel keeps for one process: no byte may be
written at or after such a place of any file. It fails as a full disk does, in the middle of a
write too, and needs no disk of its own.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit

import pytest
from django.db import connection
from django.utils import timezone

from campaigns.models import Job
from campaigns.services import jobs
from pooling.selectors import POOL
from tests.drills.site import ask, take_up_lost_jobs
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.processes import (
    PATIENCE,
    ROOT,
    answers,
    environment,
    free_port,
    running,
    wait_until,
)
from tests.rating.stubborn import Patient, assert_all_is_there_once, at_work, confirmed_by

pytestmark = pytest.mark.django_db(transaction=True)

PROCFILE = dict(
    line.split(": ", 1) for line in (ROOT / "Procfile").read_text().strip().splitlines()
)


def command_of(name: str, *, port: int = 0) -> list[str]:
    """As `make up` starts it, for `python -m`."""
    words = shlex.split(PROCFILE[name].replace("$PORT", str(port)))
    return [re.sub(r"^\.venv/bin/", "", words[0]), *words[1:]]


def processes_of(server: subprocess.Popen[bytes]) -> list[int]:
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [server.pid, *map(int, children.split())]


@contextmanager
def full_disk(server: subprocess.Popen[bytes]) -> Iterator[None]:
    for process in processes_of(server):
        prlimit(process, RLIMIT_FSIZE, (0, RLIM_INFINITY))
    yield
    for process in processes_of(server):
        prlimit(process, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))


@pytest.mark.sqlite
def test_on_a_full_disk_people_wait_and_nothing_acknowledged_is_lost() -> None:
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=9)
    lead = signed_in(make_lead("olga", campaign, "owner"))
    port = free_port()
    people = [Patient(port, "boats") for _ in range(2)]
    with running(
        *command_of("web", port=port),
        REDIS_URL="",
        WEB_WORKERS="2",
        DJANGO_SETTINGS_MODULE="tests.drills.settings",
    ) as server:
        wait_until(lambda: answers(port))
        with at_work(people):
            wait_until(lambda: confirmed_by(people) > 20)
            with full_disk(server):
                for person in people:
                    # Not what one process said while the next had no limit yet.
                    person.told_to_wait.clear()
                wait_until(lambda: all(person.told_to_wait for person in people))
                kept = confirmed_by(people)
                pool = ask(port, "GET", "/campaigns/boats/pool/", lead=lead)
                asked = ask(port, "POST", "/campaigns/boats/pool/run/", lead=lead)
                assert confirmed_by(people) == kept
            wait_until(lambda: confirmed_by(people) > kept + 20)
        assert ask(port, "POST", "/campaigns/boats/pool/run/", lead=lead).status == 302
    assert pool.status == 200
    assert (asked.status, asked.headers["Retry-After"]) == (503, "5")
    assert "What was saved stays saved" in asked.text
    assert {wait for person in people for wait in person.told_to_wait} == {"5"}
    assert_all_is_there_once(people)
    assert Job.objects.count() == 1


ENQUEUE = """
import resource, sys
import django
django.setup()
from campaigns.models import Job
from campaigns.services.jobs import enqueue
job = Job.objects.get()
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
enqueue(job)
print("went on")
"""


def test_a_message_that_finds_no_room_leaves_nothing_behind_and_its_job_is_found(
    tmp_path: Path,
) -> None:
    job = jobs.ask(POOL, campaign=make_campaign(subsets=None))
    one_machine = environment(REDIS_URL="", STATE_DIR=str(tmp_path))
    # Full before the message, and full in the middle of it: it has some nine hundred bytes.
    for room in ("0", "300"):
        asked = subprocess.run(
            [sys.executable, "-c", ENQUEUE, room],
            cwd=ROOT,
            env=one_machine,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        assert asked.stdout == "went on\n"
        assert "it will be found" in asked.stderr
    assert list((tmp_path / "broker" / "messages").iterdir()) == []

    Job.objects.update(beat_at=timezone.now() - 2 * jobs.LEASE)
    with running(*command_of("worker"), **one_machine):
        take_up_lost_jobs(one_machine)
        wait_until(lambda: Job.objects.get().state == "done")
    job.refresh_from_db()
    assert job.attempts == 1


@pytest.mark.sqlite
def test_on_a_full_disk_pages_that_only_read_go_on_whoever_came_before() -> None:
    campaign = make_campaign(subsets=1)
    lead = signed_in(make_lead("olga", campaign, "owner"))
    port = free_port()
    # Ours would keep what is beside the database file.
    connection.close()
    with running(
        *command_of("web", port=port),
        REDIS_URL="",
        WEB_WORKERS="1",
        DJANGO_SETTINGS_MODULE="tests.drills.settings",
    ) as server:
        wait_until(lambda: answers(port) and len(processes_of(server)) > 1)
        assert ask(port, "GET", "/campaigns/boats/pool/", lead=lead).status == 200
        with full_disk(server):
            pages = ["/campaigns/boats/pool/", "/campaigns/boats/ratings/", "/rate/boats/"]
            answered = [ask(port, "GET", page, lead=lead).status for page in pages]
    assert answered == [200, 200, 200]
