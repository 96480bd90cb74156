"""The servers that `make load` measures alike: ours, and what it is compared with."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from typing import NamedTuple

import psycopg2

from bench.load_client import (
    Bare,
    LoadMeasured,
    ProposingClient,
    RatingClient,
    Used,
    drive,
)
from bench.processor import seconds_of, session_seconds
from tests.processes import ROOT, answers, free_port, kill, wait_until

POSTGRES = os.environ.get("POSTGRES", "postgresql://postgres@127.0.0.1:5432/regild_load")


class Running(NamedTuple):
    port: int
    # That all its processes belong to.
    session: int


class Server(NamedTuple):
    """How one is started, who rates there, how many ratings it keeps, and in which campaign."""

    name: str
    serve: Callable[[dict[str, str]], AbstractContextManager[Running]]
    client: type[RatingClient]
    stored: Callable[[], int]
    slug: str = "load"


class Crowd(NamedTuple):
    """Annotators of a server that runs."""

    server: Server
    running: Running

    def rates(self, annotators: int, seconds: float) -> LoadMeasured:
        return drive(
            self.server.client,
            annotators=annotators,
            port=self.running.port,
            slug=self.server.slug,
            seconds=seconds,
            count=self.server.stored,
            used=self.used,
        )

    def used(self) -> Used:
        return Used(
            session_seconds(self.running.session),
            {process: seconds_of(process) for process in _backends()},
        )


def rows_of(table: str) -> int:
    with closing(psycopg2.connect(POSTGRES)) as connection, connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        (count,) = cursor.fetchone()
        return int(count)


def _backends() -> list[int]:
    """The database's processes that serve somebody; they are on this machine, or count nothing.
    What vacuums beside them would be counted for whoever is measured just then."""
    with closing(psycopg2.connect(POSTGRES)) as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        return [pid for (pid,) in cursor.fetchall()]


@contextmanager
def gunicorn(
    app: str, client: type[RatingClient], environ: dict[str, str]
) -> Iterator[Running]:
    with serving(app, environ) as running:
        # It listens before its processes are ready.
        drive(client, annotators=16, port=running.port, slug="load", seconds=1, count=lambda: 0)
        yield running


@contextmanager
def serving(app: str, environ: dict[str, str]) -> Iterator[Running]:
    port = free_port()
    listening = ["--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    # Their renewal, once in 20,000 requests, would fall into few runs, of one more than of
    # another.
    listening += ["--max-requests", "0"]
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", app, "--config", "gunicorn.conf.py", *listening],
        cwd=ROOT,
        env=environ,
        start_new_session=True,
    )
    try:
        wait_until(lambda: answers(port))
        yield Running(port, server.pid)
    finally:
        kill(server)


# The first is ours; every other is measured in the same run, in turns with it.
REGILD = Server(
    "regild",
    partial(gunicorn, "annotation_site.wsgi", RatingClient),
    RatingClient,
    partial(rows_of, "rating_rating"),
)
FLOOR = Server(
    "floor", partial(gunicorn, "bench.floor", Bare), Bare, partial(rows_of, "floor_rating")
)
SERVERS = [REGILD, FLOOR]
# The same server, where something else is stored.
FIRST_STAGE = "load-first"
PROPOSALS = REGILD._replace(
    name="proposals",
    client=ProposingClient,
    stored=partial(rows_of, "proposing_proposal"),
    slug=FIRST_STAGE,
)
