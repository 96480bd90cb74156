"""doccano beside us: one label a POST, from the same clients, by the same kind of server.

`make peers` installs it in an environment of its own; where it is not, nothing is said. Each
run rates us and labels it in turn, on the same machine and PostgreSQL, with as many gunicorn
processes and threads. Compared is what a rating costs: by the clock, and in time of the
server's processors, which what else the machine does stretches less.
"""

from __future__ import annotations

import itertools
import statistics
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg2

from bench.load_client import RatingClient, drive
from bench.load_servers import Running
from bench.processor import session_seconds
from tests.processes import ROOT, answers, free_port, kill, wait_until

BIN = ROOT / ".venv-peers" / "bin"
PROJECT = ROOT / "bench" / "doccano_project.py"
LEAST_TIMES_BY_PROCESSOR = 5.0
# For the largest crowd and as many to warm up, run after run: nobody labels a thing twice.
ANNOTATORS = 2_000
EXAMPLES = 4_000
WARM_SECONDS = 2.0
LABELS = 4


class Cost(NamedTuple):
    """Of a rating."""

    rate: float
    processor_ms: float


class Labels(RatingClient):
    """Labels example after example in doccano. Each is somebody who has labelled nothing."""

    numbers = itertools.count(1)

    def run(self) -> None:
        self.headers["Authorization"] = f"Token {next(self.numbers)}"
        for example in range(1, EXAMPLES + 1):
            if time.monotonic() > self.deadline:
                return
            self.label(example)

    def label(self, example: int) -> None:
        path = f"/v1/projects/1/examples/{example}/categories"
        status, _body = self.call("POST", path, {"label": 1 + example % LABELS})
        if status == 201:
            self.acknowledged += 1
        else:
            self.errors += 1


def installed() -> bool:
    return (BIN / "doccano").exists()


def beside_doccano(
    environ: Mapping[str, str], postgres: str, *, annotators: int, seconds: float, runs: int
) -> Iterator[str]:
    """Prints how many times as much ours does; gives what was missed."""
    if not installed():
        return
    site = ["annotation_site.wsgi"]
    with (
        doccano(environ, postgres) as peer,
        serving(site, RatingClient, folder=ROOT, environ=environ) as ours,
    ):
        pairs = [
            (
                cost(ours, RatingClient, annotators=annotators, seconds=seconds),
                cost(peer, Labels, annotators=annotators, seconds=seconds),
            )
            for _run in range(runs)
        ]
    for name, costs in zip(("regild", "doccano"), zip(*pairs, strict=True), strict=True):
        rates, worked = zip(*costs, strict=True)
        print(f"{name:12}{annotators:10}  {said(rates, '.0f')}/s  {said(worked, '.2f')} ms")
    by_clock = [mine.rate / theirs.rate for mine, theirs in pairs]
    by_processor = [theirs.processor_ms / mine.processor_ms for mine, theirs in pairs]
    print(
        f"times doccano, of {runs} runs: {said(by_clock, '.1f')} by the clock,"
        f" {said(by_processor, '.1f')} by the server's processor"
        f" (least {LEAST_TIMES_BY_PROCESSOR:g})"
    )
    median = statistics.median(by_processor)
    if median < LEAST_TIMES_BY_PROCESSOR:
        yield f"a rating costs doccano {median:.1f} times as much of the processor"


def said(values: list[float] | tuple[float, ...], form: str) -> str:
    """The median, and between what the runs lie."""
    median = format(statistics.median(values), form)
    if len(values) == 1:
        return median
    return f"{median} ({format(min(values), form)}–{format(max(values), form)})"


def cost(server: Running, kind: type[RatingClient], *, annotators: int, seconds: float) -> Cost:
    before = session_seconds(server.session)
    run = drive(
        kind,
        annotators=annotators,
        port=server.port,
        slug="load",
        seconds=seconds,
        count=lambda: 0,
    )
    worked = session_seconds(server.session) - before
    if run.errors or not run.acknowledged:
        raise SystemExit(f"{run.errors} errors, {run.acknowledged} acknowledged")
    return Cost(run.rate(), 1000 * worked / run.acknowledged)


@contextmanager
def doccano(environ: Mapping[str, str], postgres: str) -> Iterator[Running]:
    """In a database of its own beside `postgres`."""
    server = urlsplit(postgres)
    name = server.path.lstrip("/") + "_doccano"
    with closing(psycopg2.connect(server._replace(path="/postgres").geturl())) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            cursor.execute(f'CREATE DATABASE "{name}"')
            try:
                url = server._replace(path=f"/{name}", query="sslmode=disable").geturl()
                (folder,) = BIN.parent.glob("lib/python*/site-packages/backend")
                theirs = {
                    **{key: environ[key] for key in ("PATH", "SECRET_KEY") if key in environ},
                    "DATABASE_URL": url,
                    "DEBUG": "False",
                    "DJANGO_SETTINGS_MODULE": "config.settings.production",
                    "MEDIA_ROOT": environ["STATE_DIR"],
                    **{key: environ[key] for key in environ if key.startswith("WEB_")},
                }
                for command in (
                    ["manage.py", "migrate", "--verbosity", "0"],
                    ["manage.py", "create_roles"],
                    [
                        str(ROOT / "bench" / "doccano_project.py"),
                        str(ANNOTATORS),
                        str(EXAMPLES),
                    ],
                ):
                    run_quietly([str(BIN / "python"), *command], folder, theirs)
                app = ["config.wsgi", "--chdir", str(folder)]
                with serving(app, Labels, folder=folder, environ=theirs, bin=BIN) as peer:
                    yield peer
            finally:
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run_quietly(command: list[str], folder: Path, environ: Mapping[str, str]) -> None:
    subprocess.run(
        command,
        cwd=folder,
        env=dict(environ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
        text=True,
    )


@contextmanager
def serving(
    app: list[str],
    warm: type[RatingClient],
    *,
    folder: Path,
    environ: Mapping[str, str],
    bin: Path = ROOT / ".venv" / "bin",
) -> Iterator[Running]:
    port = free_port()
    process = subprocess.Popen(
        [
            str(bin / "python"),
            "-m",
            "gunicorn",
            *app,
            "--config",
            str(ROOT / "gunicorn.conf.py"),
            "--bind",
            f"127.0.0.1:{port}",
            "--log-level",
            "warning",
        ],
        cwd=folder,
        env=dict(environ),
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until(lambda: answers(port), seconds=60)
        # It listens before its processes are ready.
        server = Running(port, process.pid)
        cost(server, warm, annotators=8, seconds=WARM_SECONDS)
        yield server
    finally:
        kill(process)
