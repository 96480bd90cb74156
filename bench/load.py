"""`make load`: annotators against gunicorn, PostgreSQL and Redis, and the floor beside them.

Prints ratings a second, the time a submit takes, errors, and whether what was acknowledged is
what is stored. The largest crowd also rates beside a worker that makes one agreement report, or
re-score, after the other of a large campaign in the same database; where `make peers` installed
it, doccano is measured beside us. Exits 1 when a target is missed. Bounded: a few seconds a
row, and only this machine.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg2

from bench.load_client import Bare, LoadMeasured, RatingClient, Submit, drive, milliseconds
from bench.load_worker import LARGE, SENTENCES, busy_worker
from bench.peers import beside_doccano
from tests.processes import ROOT, answers, free_port, kill, wait_until

POSTGRES = os.environ.get("POSTGRES", "postgresql://postgres@127.0.0.1:5432/regild_load")
REDIS = os.environ.get("REDIS", "redis://127.0.0.1:6379/10")
LEAST_SHARE_OF_FLOOR = 1 / 3
MOST_P95_MS = 120
MOST_P95_BESIDE_JOBS = 2.0  # times what it is without them
LEAST_OF_A_CORE = 0.01  # or nothing went on beside


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--annotators", type=int, nargs="+", default=[1, 8, 32])
    options.add_argument("--sentences", type=int, default=400)
    options.add_argument("--large", type=int, default=SENTENCES, help="sentences for the jobs")
    options.add_argument(
        "--peer-runs", type=int, default=1, help="beside doccano, if installed"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as state:
        environ = {
            **os.environ,
            "DATABASE_URL": POSTGRES,
            "REDIS_URL": REDIS,
            "STATE_DIR": state,
            "SECRET_KEY": "load",
            "LOG_LEVEL": "WARNING",
            # Annotators come from addresses of their own.
            "PROXIES": "1",
        }
        make_database()
        make_campaigns(environ, chosen.sentences, chosen.large)
        missed = list(
            measure(environ, chosen.annotators, chosen.seconds, peer_runs=chosen.peer_runs)
        )
    for line in missed:
        print(f"MISSED: {line}")
    return bool(missed)


def measure(
    environ: dict[str, str], crowds: list[int], seconds: float, *, peer_runs: int
) -> Iterator[str]:
    """The targets missed."""
    heads = "".join(f"{head:>8}" for head in ("p50", "p95", "p99", "errors"))
    print(f"{'':12}{'annotators':>10}{'ratings/s':>11}{heads}  stored")
    with serving("annotation_site.wsgi", environ) as port:
        ours = Crowd(RatingClient, "rating_rating", port)
        for annotators in crowds:
            alone = ours.rates(annotators, seconds)
            yield from row("regild", annotators, alone)
        beside = []
        for kind in ("reports", "re-scores"):
            found = yield from rate_beside(kind, ours, crowds[-1], seconds, environ)
            beside.append(found)
    with serving("bench.floor", environ) as port:
        bare = Crowd(Bare, "floor_rating", port)
        for annotators in crowds:
            floor = bare.rates(annotators, seconds)
            yield from row("floor", annotators, floor)

    share = alone.rate() / floor.rate()
    print(f"share of the floor at {crowds[-1]}: {share:.2f} (least {LEAST_SHARE_OF_FLOOR:.2f})")
    print(*beside, sep="\n")
    print("load average of the machine: {:.1f}, {:.1f}, {:.1f}".format(*os.getloadavg()))
    if share < LEAST_SHARE_OF_FLOOR:
        yield f"throughput is {share:.2f} of the floor's"
    if milliseconds(alone.submits, 0.95) > MOST_P95_MS:
        yield f"p95 is {milliseconds(alone.submits, 0.95):.0f} ms"
    yield from beside_doccano(
        environ, POSTGRES, annotators=crowds[-1], seconds=seconds, runs=peer_runs
    )


def rate_beside(
    kind: str, crowd: "Crowd", annotators: int, seconds: float, environ: dict[str, str]
) -> Generator[str, None, str]:
    """Twice as long, half of it beside jobs; what was found."""
    with busy_worker(kind, environ) as worker:
        before = worker.cpu_seconds()
        with worker.in_turns():
            run = crowd.rates(annotators, 2 * seconds)
        cores = (worker.cpu_seconds() - before) / seconds
    beside = [submit for submit in run.submits if worker.worked_at(submit.began)]
    without = [submit for submit in run.submits if not worker.worked_at(submit.began)]
    yield from row("in turns", annotators, run)
    print_times("  without", annotators, len(without) / seconds, without)
    print_times(f"  + {kind}", annotators, len(beside) / seconds, beside)
    times = milliseconds(beside, 0.95) / milliseconds(without, 0.95)
    if times > MOST_P95_BESIDE_JOBS:
        yield f"p95 beside {kind} is {times:.2f} times as long"
    if cores < LEAST_OF_A_CORE:
        yield f"the worker hardly worked on {kind}"
    return (
        f"p95 beside {kind}: {times:.2f} times as long (most {MOST_P95_BESIDE_JOBS:g});"
        f" the worker had {cores:.2f} of a core"
    )


class Crowd(NamedTuple):
    """Annotators of a server, and where their ratings are kept."""

    kind: type[RatingClient]
    table: str
    port: int

    def rates(self, annotators: int, seconds: float) -> LoadMeasured:
        return drive(
            self.kind,
            annotators=annotators,
            port=self.port,
            slug="load",
            seconds=seconds,
            count=lambda: stored(self.table),
        )


def row(name: str, annotators: int, run: LoadMeasured) -> Iterator[str]:
    """Print it; say what went wrong."""
    agrees = run.stored == run.acknowledged
    kept = "= acknowledged" if agrees else f"{run.stored} of {run.acknowledged}"
    print_times(name, annotators, run.rate(), run.submits, f"{run.errors:8}  {kept}")
    if run.errors or not agrees:
        yield (
            f"{name}: {run.errors} errors, {run.acknowledged} acknowledged, {run.stored} stored"
        )


def print_times(
    name: str, annotators: int, rate: float, submits: Sequence[Submit], rest: str = ""
) -> None:
    times = "".join(f"{milliseconds(submits, share):8.1f}" for share in (0.5, 0.95, 0.99))
    print(f"{name:12}{annotators:10}{rate:11.0f}{times}{rest}", flush=True)


def make_campaigns(environ: dict[str, str], sentences: int, large: int) -> None:
    """One to rate, and a large one that everything was done with."""
    run_python(environ, "-m", "bench.workspace_steps", "load", str(large))
    run_python(environ, "-m", "bench.load_campaign", str(sentences))
    ratings = stored("rating_rating")
    print(f"{LARGE}: {large} sentences, 10 systems, {ratings:,} ratings", flush=True)


def make_database() -> None:
    server = urlsplit(POSTGRES)
    name = server.path.lstrip("/")
    with closing(psycopg2.connect(server._replace(path="/postgres").geturl())) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            cursor.execute(f'CREATE DATABASE "{name}"')
    with (
        closing(psycopg2.connect(POSTGRES)) as connection,
        connection,
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "CREATE TABLE floor_rating (id bigserial PRIMARY KEY, annotator text,"
            " candidate bigint, value smallint, key uuid, elapsed_ms int,"
            " rated_at timestamptz DEFAULT now())"
        )


def stored(table: str) -> int:
    with closing(psycopg2.connect(POSTGRES)) as connection, connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        (count,) = cursor.fetchone()
        return int(count)


def run_python(environ: dict[str, str], *command: str) -> None:
    subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "annotation_site.settings", **environ},
        stdout=subprocess.DEVNULL,
        check=True,
    )


@contextmanager
def serving(app: str, environ: dict[str, str]) -> Iterator[int]:
    port = free_port()
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gunicorn",
            app,
            "--config",
            "gunicorn.conf.py",
            "--bind",
            f"127.0.0.1:{port}",
            "--log-level",
            "warning",
        ],
        cwd=ROOT,
        env=environ,
        start_new_session=True,
    )
    try:
        wait_until(lambda: answers(port))
        # It listens before its processes are ready.
        warm = RatingClient if "wsgi" in app else Bare
        drive(warm, annotators=8, port=port, slug="load", seconds=1, count=lambda: 0)
        yield port
    finally:
        kill(server)


if __name__ == "__main__":
    sys.exit(main())
