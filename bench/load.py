"""`make load`: annotators against gunicorn, PostgreSQL and Redis, and the floor beside them.

Prints ratings a second, the time a submit takes, the processor a rating takes, errors, and
whether what was acknowledged is what is stored: medians of short runs in turns, since other
work on the machine comes and goes. What annotators propose in a first stage is measured beside
what they rate, each by the way it goes. A crowd also rates beside a worker that makes one
agreement report, or re-score, after the other of a large campaign in the same database; where
`make peers` installed it, doccano is measured beside us. Exits 1 when a target is missed.
Bounded: a few seconds a run, and only this machine.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from statistics import median
from urllib.parse import urlsplit

import psycopg2

from bench.load_client import LoadMeasured, Submit, milliseconds
from bench.load_servers import (
    FLOOR,
    POSTGRES,
    PROPOSALS,
    REGILD,
    SERVERS,
    Crowd,
    Server,
    rows_of,
)
from bench.load_worker import LARGE, SENTENCES, busy_worker
from bench.peers import beside_doccano
from tests.processes import ROOT

REDIS = os.environ.get("REDIS", "redis://127.0.0.1:6379/10")
CROWD, LARGE_CROWD = 32, 128
LEAST_SHARE_OF_FLOOR = 0.45  # by processor
MOST_P95_MS = 120  # of the crowd
LEAST_KEPT = 0.95  # of the crowd's throughput, by the large crowd
LEAST_OF_A_RATING = 1.0  # what a rating costs, in proposals
MOST_P99_MS = 400  # of the large crowd
# Medians of one and the same differ by so much from time to time on a shared machine.
NOISE = 0.1
MOST_P95_BESIDE_JOBS = 2.0  # times what it is without them
LEAST_OF_A_CORE = 0.01  # or nothing went on beside

Runs = dict[tuple[str, int], list[LoadMeasured]]
Number = Callable[[LoadMeasured], float]
SHARES: dict[str, Number] = {
    "processor, server and database": LoadMeasured.processor_ms,
    "processor, server alone": LoadMeasured.server_ms,
}


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--annotators", type=int, nargs="+", default=[1, CROWD, LARGE_CROWD])
    options.add_argument("--sentences", type=int, default=400)
    options.add_argument("--large", type=int, default=SENTENCES, help="sentences for the jobs")
    options.add_argument("--no-jobs", action="store_true", help="leave out what is beside jobs")
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
        make_campaigns(environ, chosen.sentences, 0 if chosen.no_jobs else chosen.large)
        missed = list(measure(environ, chosen))
    print("load average of the machine: {:.1f}, {:.1f}, {:.1f}".format(*os.getloadavg()))
    for line in missed:
        print(f"MISSED: {line}")
    return bool(missed)


def measure(environ: dict[str, str], chosen: argparse.Namespace) -> Iterator[str]:
    """The targets missed."""
    with ExitStack() as stack:
        crowds = [
            Crowd(server, stack.enter_context(server.serve(environ))) for server in SERVERS
        ]
        runs: Runs = {}
        for number in range(chosen.rounds):
            # Or a table of few rows is read whole with every version that earlier runs left.
            analyse()
            # Each is as often first: what grows, or wanes beside us, is the same for all.
            for crowd in crowds[:: 1 if number % 2 == 0 else -1]:
                for annotators in chosen.annotators:
                    run = crowd.rates(annotators, chosen.seconds)
                    runs.setdefault((crowd.server.name, annotators), []).append(run)
        print_heads()
        for (name, annotators), measured in runs.items():
            yield from row(name, annotators, measured)
        yield from judge(runs)
    yield from propose(environ, chosen)
    if not chosen.no_jobs:
        yield from rate_beside_jobs(environ, chosen.seconds)
    yield from beside_doccano(
        environ, POSTGRES, annotators=CROWD, seconds=chosen.seconds, runs=chosen.peer_runs
    )


def propose(environ: dict[str, str], chosen: argparse.Namespace) -> Iterator[str]:
    """A crowd that proposes, in turns with one that rates."""
    runs: dict[str, list[LoadMeasured]] = {}
    with REGILD.serve(environ) as running:
        crowds = [Crowd(server, running) for server in (PROPOSALS, REGILD)]
        for number in range(chosen.rounds):
            analyse()
            for crowd in crowds[:: 1 if number % 2 == 0 else -1]:
                run = crowd.rates(CROWD, chosen.seconds)
                runs.setdefault(crowd.server.name, []).append(run)
    print_heads()
    for name, measured in runs.items():
        yield from row(name, CROWD, measured)
    proposals, ratings = (
        [run.processor_ms() for run in runs[server.name]] for server in (PROPOSALS, REGILD)
    )
    of_a_rating = over(ratings, proposals)
    name = "a rating, in proposals, by processor"
    yield from at_least(name, of_a_rating, LEAST_OF_A_RATING)


def judge(runs: Runs) -> Iterator[str]:
    """Beside every number the limit it is held to. Ratios are of runs of the same round."""

    def of(server: Server, annotators: int, number: Number) -> list[float]:
        return [number(run) for run in runs[server.name, annotators]]

    asked = {annotators for _name, annotators in runs}
    if CROWD in asked:
        for what, number in SHARES.items():
            shares = over(of(FLOOR, CROWD, number), of(REGILD, CROWD, number))
            yield from at_least(f"share of the floor by {what}", shares, LEAST_SHARE_OF_FLOOR)
        by_clock = over(
            of(REGILD, CROWD, LoadMeasured.rate), of(FLOOR, CROWD, LoadMeasured.rate)
        )
        yield from at_least("the same by the clock, which clients share", by_clock)
        yield from at_most(f"p95 of {CROWD}, ms", of(REGILD, CROWD, took(0.95)), MOST_P95_MS)
    if {CROWD, LARGE_CROWD} <= asked:
        kept = over(
            of(REGILD, LARGE_CROWD, LoadMeasured.rate), of(REGILD, CROWD, LoadMeasured.rate)
        )
        yield from at_least(f"throughput at {LARGE_CROWD} against {CROWD}", kept, LEAST_KEPT)
        p99 = of(REGILD, LARGE_CROWD, took(0.99))
        yield from at_most(f"p99 of {LARGE_CROWD}, ms", p99, MOST_P99_MS)


def over(these: Sequence[float], those: Sequence[float]) -> list[float]:
    return [this / that for this, that in zip(these, those, strict=True)]


def took(share: float) -> Number:
    return lambda run: milliseconds(run.submits, share)


def at_least(name: str, found: Sequence[float], limit: float = 0) -> Iterator[str]:
    held = f" (least {limit:g}, margin {NOISE:.0%})" if limit else ""
    print(f"{name}: {median(found):.2f}, {min(found):.2f} to {max(found):.2f}{held}")
    if median(found) < limit * (1 - NOISE):
        yield f"{name} is {median(found):.2f}"


def at_most(name: str, found: Sequence[float], limit: float) -> Iterator[str]:
    held = f"(most {limit:g}, margin {NOISE:.0%})"
    print(f"{name}: {median(found):.0f}, {min(found):.0f} to {max(found):.0f} {held}")
    if median(found) > limit * (1 + NOISE):
        yield f"{name} is {median(found):.0f}"


def rate_beside_jobs(environ: dict[str, str], seconds: float) -> Iterator[str]:
    with REGILD.serve(environ) as running:
        ours = Crowd(REGILD, running)
        print_heads()
        for kind in ("reports", "re-scores"):
            found = yield from rate_beside(kind, ours, CROWD, 4 * seconds, environ)
            print(found)


def rate_beside(
    kind: str, crowd: Crowd, annotators: int, seconds: float, environ: dict[str, str]
) -> Generator[str, None, str]:
    """Twice as long, half of it beside jobs; what was found."""
    with busy_worker(kind, environ) as worker:
        before = worker.cpu_seconds()
        with worker.in_turns():
            run = crowd.rates(annotators, 2 * seconds)
        cores = (worker.cpu_seconds() - before) / seconds
    beside = [submit for submit in run.submits if worker.worked_at(submit.began)]
    without = [submit for submit in run.submits if not worker.worked_at(submit.began)]
    yield from row("in turns", annotators, [run])
    print_times("  without", annotators, len(without) / seconds, [without])
    print_times(f"  + {kind}", annotators, len(beside) / seconds, [beside])
    times = milliseconds(beside, 0.95) / milliseconds(without, 0.95)
    if times > MOST_P95_BESIDE_JOBS:
        yield f"p95 beside {kind} is {times:.2f} times as long"
    if cores < LEAST_OF_A_CORE:
        yield f"the worker hardly worked on {kind}"
    return (
        f"p95 beside {kind}: {times:.2f} times as long (most {MOST_P95_BESIDE_JOBS:g});"
        f" the worker had {cores:.2f} of a core"
    )


def print_heads() -> None:
    heads = ("ratings/s", "p50", "p95", "p99", "server ms", "database", "arriving", "errors")
    print(f"{'':12}{'annotators':>10}" + "".join(f"{head:>10}" for head in heads) + "  stored")


def row(name: str, annotators: int, runs: Sequence[LoadMeasured]) -> Iterator[str]:
    """Print its medians; say what went wrong in any run."""
    errors = sum(run.errors for run in runs)
    acknowledged, stored = (
        sum(run.acknowledged for run in runs),
        sum(run.stored for run in runs),
    )
    agrees = acknowledged == stored
    rest = "".join(
        f"{median(number(run) for run in runs):10.2f}"
        for number in (LoadMeasured.server_ms, LoadMeasured.database_ms, _arriving)
    )
    kept = "= acknowledged" if agrees else f"{stored} of {acknowledged}"
    print_times(
        name,
        annotators,
        median(run.rate() for run in runs),
        [run.submits for run in runs],
        f"{rest}{errors:10}  {kept}",
    )
    if errors or not agrees:
        yield f"{name}: {errors} errors, {acknowledged} acknowledged, {stored} stored"


def _arriving(run: LoadMeasured) -> float:
    return run.arriving


def print_times(
    name: str, annotators: int, rate: float, runs: Sequence[Sequence[Submit]], rest: str = ""
) -> None:
    times = "".join(
        f"{median(milliseconds(submits, share) for submits in runs):10.1f}"
        for share in (0.5, 0.95, 0.99)
    )
    print(f"{name:12}{annotators:10}{rate:10.0f}{times}{rest}", flush=True)


def make_campaigns(environ: dict[str, str], sentences: int, large: int) -> None:
    """One to rate, and a large one that everything was done with."""
    if large:
        run_python(environ, "-m", "bench.workspace_steps", "load", str(large))
    else:
        run_python(environ, "manage.py", "migrate", "--verbosity=0")
    run_python(environ, "-m", "bench.load_campaign", str(sentences))
    print(f"{LARGE}: {large} sentences, 10 systems, {rows_of('rating_rating'):,} ratings")


def make_database() -> None:
    server = urlsplit(POSTGRES)
    name = server.path.lstrip("/")
    with connected("/postgres") as connection, connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
    with connected() as connection, connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE floor_rating (id bigserial PRIMARY KEY, annotator text,"
            " candidate bigint, value smallint, key uuid, elapsed_ms int,"
            " rated_at timestamptz DEFAULT now())"
        )


def analyse() -> None:
    """What autovacuum does a minute after people began, and then not in the middle of a run;
    nor does the checkpoint that is due every five minutes."""
    with connected() as connection, connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
        cursor.execute("CHECKPOINT")


@contextmanager
def connected(path: str = "") -> Iterator[psycopg2.extensions.connection]:
    url = urlsplit(POSTGRES)
    with closing(psycopg2.connect(url._replace(path=path or url.path).geturl())) as connection:
        connection.autocommit = True
        yield connection


def run_python(environ: dict[str, str], *command: str) -> None:
    subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "annotation_site.settings", **environ},
        stdout=subprocess.DEVNULL,
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main())
