"""All that docker-compose.yml describes, on a database of its own, behind nginx.

`python -m tests.drills.whole_site tests/browser` runs those tests against it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2

from tests.drills.machines import own_redis, proxy
from tests.drills.names import name_server
from tests.drills.site import Parts
from tests.processes import ROOT, answers, environment, free_port, wait_until

MACHINES = ("127.0.0.2", "127.0.0.3")


@contextmanager
def whole_site(folder: Path, *, database_url: str) -> Iterator[dict[str, str]]:
    """Two of web and of worker, each under an address or name of its own; gives what tests have
    to know of it, as variables."""
    port, web_port = free_port(), free_port()
    with ExitStack() as stack:
        redis = stack.enter_context(own_redis(folder))
        names = stack.enter_context(name_server())
        names.addresses = list(MACHINES)
        parts = Parts(
            folder,
            redis_url=redis.url,
            DATABASE_URL=database_url,
            DJANGO_SETTINGS_MODULE="annotation_site.settings",
            ALLOWED_HOSTS="127.0.0.1",
            SITE_URL=f"http://127.0.0.1:{port}",
        )
        parts.migrate()
        for machine in MACHINES:
            stack.enter_context(parts.web(f"{machine}:{web_port}"))
            stack.enter_context(parts.worker("--hostname", f"celery@{machine}"))
        stack.enter_context(parts.beat())
        stack.enter_context(
            proxy(folder, port=port, static=folder / "static", names=names, web_port=web_port)
        )
        for machine in MACHINES:
            wait_until(lambda machine=machine: answers(web_port, machine))
        yield {"SITE": f"http://127.0.0.1:{port}", "SITE_REDIS": redis.url}


@contextmanager
def empty_database(url: str) -> Iterator[None]:
    server = urlsplit(url)
    name = server.path.lstrip("/")
    with closing(psycopg2.connect(server._replace(path="/postgres").geturl())) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
        try:
            yield
        finally:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run_against_whole_site(tests: Sequence[str], folder: Path) -> int:
    """pytest's own exit code; the tests and the site share one database."""
    url = f"{environment()['DATABASE_URL']}_site"
    server = urlsplit(url)
    theirs = server._replace(path=f"/test_{server.path.lstrip('/')}").geturl()
    with (
        empty_database(theirs),
        whole_site(folder, database_url=theirs) as site,
    ):
        # Of this run's own variables pytest must not take itself for a part of it.
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")
        }
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--reuse-db", *tests],
            cwd=ROOT,
            env={**inherited, **site, "DATABASE_URL": url, "REDIS_URL": ""},
        ).returncode


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run_against_whole_site(sys.argv[1:], Path(folder)))
