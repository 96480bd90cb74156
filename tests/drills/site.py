"""The parts that docker-compose.yml describes, started here by its own commands."""

import http.client
import os
import subprocess
import sys
from contextlib import AbstractContextManager
from email.message import Message
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.test import Client

from tests.compose_file import by_hand, command_of, environment_of
from tests.processes import PATIENCE, ROOT, environment, running

# Other people's files, half a minute's work to compress; no page of ours needs them.
LEFT_OUT = ("admin", "drf_spectacular_sidecar", "rest_framework")
CSRF = "a" * 32
CELERY = ("celery", "-A", "annotation_site")


class Parts:
    """web, worker, beat and migrate around one database, one Redis and one folder of files."""

    def __init__(self, folder: Path, *, redis_url: str, **changes: str) -> None:
        self.folder = folder
        self.changes = {
            "DJANGO_SETTINGS_MODULE": "tests.drills.settings",
            # The test's own, so that what it signs is believed.
            "SECRET_KEY": settings.SECRET_KEY,
            "DATABASE_URL": environment()["DATABASE_URL"],
            "REDIS_URL": redis_url,
            "STATE_DIR": str(folder / "state"),
            "STATIC_ROOT": str(folder / "static"),
            "LOG_LEVEL": "CRITICAL",
            **changes,
        }

    def variables(self, name: str) -> dict[str, str]:
        return environment_of(name) | self.changes

    def migrate(self) -> None:
        shell, option, script = command_of("migrate")
        ignored = " ".join(f"--ignore {name}" for name in LEFT_OUT)
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        subprocess.run(
            [shell, option, f"{script} {ignored}"],
            cwd=ROOT,
            env=environment(**self.variables("migrate"), PATH=path),
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=2 * PATIENCE,
        )

    def web(self, address: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self.running("web", {"0.0.0.0:8000": address})

    def worker(
        self, *options: str, app: str = "annotation_site"
    ) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self.running("worker", {"annotation_site": app}, *options)

    def beat(self) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self.running("beat", {"/tmp/beat": str(self.folder / "beat")})

    def running(
        self, name: str, here: dict[str, str], *options: str
    ) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return running(*by_hand(command_of(name), here), *options, **self.variables(name))

    def take_up_lost_jobs(self) -> None:
        take_up_lost_jobs(environment(**self.variables("beat")))


def take_up_lost_jobs(environ: dict[str, str]) -> None:
    """Sends now what beat sends every fifteen seconds."""
    subprocess.run(
        [sys.executable, "-m", *CELERY, "call", "campaigns.jobs.take_up_lost_jobs"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=PATIENCE,
    )


class Answer(NamedTuple):
    status: int
    headers: Message
    text: str


def ask(
    port: int,
    method: str,
    path: str,
    *,
    lead: Client | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    """What a server answers, to a stranger or to whom the test client has signed in."""
    cookies = {"csrftoken": CSRF}
    if lead is not None:
        cookies |= {name: morsel.value for name, morsel in lead.cookies.items()}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(
        method,
        path,
        headers={
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": CSRF,
            **(headers or {}),
        },
    )
    answer = connection.getresponse()
    return Answer(answer.status, answer.headers, answer.read().decode(errors="replace"))
