"""`make load`: annotators against gunicorn and PostgreSQL, and the floor in the same run.

Prints ratings a second, the time a submit takes, errors, and whether what was acknowledged is
what is stored. Exits 1 when a target is missed. Bounded: a few seconds a row, and only this
machine.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import psycopg2

from bench.load_client import Annotator, Bare, Measured, drive
from tests.processes import ROOT, answers, free_port, kill, wait_until

POSTGRES = os.environ.get("POSTGRES", "postgresql://postgres@127.0.0.1:5432/regild_load")
LEAST_SHARE_OF_FLOOR = 1 / 3
MOST_P95_MS = 120
BEST_PEER = 87  # doccano 1.8 on PostgreSQL, ratings/s on a machine of this size


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--annotators", type=int, nargs="+", default=[1, 8, 32])
    options.add_argument("--sentences", type=int, default=400)
    chosen = options.parse_args()

    make_database()
    environ = {
        **os.environ,
        "DATABASE_URL": POSTGRES,
        "SECRET_KEY": "load",
        "LOG_LEVEL": "WARNING",
    }
    run_python(environ, "manage.py", "migrate", "--verbosity=0")
    run_python(environ, "-m", "bench.load_campaign", str(chosen.sentences))

    heads = "".join(f"{head:>8}" for head in ("p50", "p95", "p99", "errors"))
    print(f"{'':10}{'annotators':>11}{'ratings/s':>11}{heads}  stored")
    missed: list[str] = []
    last: dict[str, Measured] = {}
    for name, app, kind, table in (
        ("regild", "annotation_site.wsgi", Annotator, "rating_rating"),
        ("floor", "bench.floor", Bare, "floor_rating"),
    ):
        with serving(app, environ) as port:
            for annotators in chosen.annotators:
                before = stored(table)
                run = drive(
                    kind, annotators=annotators, port=port, slug="load", seconds=chosen.seconds
                )
                kept = stored(table) - before
                last[name] = run
                print_row(name, annotators, run, kept)
                if run.errors or kept != run.acknowledged:
                    missed.append(
                        f"{name}: {run.errors} errors,"
                        f" {run.acknowledged} acknowledged, {kept} stored"
                    )
    share = rate(last["regild"]) / rate(last["floor"])
    p95 = percentile(last["regild"], 0.95)
    print(
        f"share of the floor at {chosen.annotators[-1]}: {share:.2f}"
        f" (least {LEAST_SHARE_OF_FLOOR:.2f})"
    )
    print(f"times the best peer: {rate(last['regild']) / BEST_PEER:.1f}")
    if share < LEAST_SHARE_OF_FLOOR:
        missed.append(f"throughput is {share:.2f} of the floor's")
    if p95 > MOST_P95_MS:
        missed.append(f"p95 is {p95:.0f} ms")
    for line in missed:
        print(f"MISSED: {line}")
    return bool(missed)


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
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environ, check=True)


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
        yield port
    finally:
        kill(server)


def rate(run: Measured) -> float:
    return run.acknowledged / run.seconds


def percentile(run: Measured, share: float) -> float:
    return (
        1000 * run.submits[int(share * (len(run.submits) - 1))] if run.submits else float("inf")
    )


def print_row(name: str, annotators: int, run: Measured, kept: int) -> None:
    times = "".join(f"{percentile(run, share):8.1f}" for share in (0.5, 0.95, 0.99))
    agrees = "= acknowledged" if kept == run.acknowledged else f"{kept} of {run.acknowledged}"
    print(
        f"{name:10}{annotators:11}{rate(run):11.0f}{times}{run.errors:8}  {agrees}", flush=True
    )


if __name__ == "__main__":
    sys.exit(main())
