"""How long annotators wait while a lead dispatches, and while a gold is released.

`python -m bench.waiting` makes a campaign of 130,000 candidates (`--candidates`), serves it as
the Procfile does, and has some people rate, others come, take a subset and go, and one ask
whether the site is ready: first alone, then beside a dispatch that plans nine tenths of it
anew, then beside a release. Exits 1 beyond a limit, which is printed beside the number.

A 503 with Retry-After is waited out, as the page does it: a take took as long as all of it, and
`later` counts how often that was said.
"""

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stdout
from ipaddress import IPv4Address
from typing import Any

import psycopg2

from bench.load_client import RatingClient
from bench.load_servers import serving
from bench.measuring import empty_postgresql, print_row, run_step
from bench.pooling import CANDIDATES_A_SENTENCE
from tests.processes import ROOT

SERVER = os.environ.get("POSTGRES_SERVER", "postgresql://postgres@127.0.0.1:5432")
REDIS = os.environ.get("REDIS", "redis://127.0.0.1:6379/10")
# As bench.waiting_steps makes it.
SLUG = "bench"
RATERS, TAKERS = 8, 16
# Seconds: between two answers of a rater, two people of a taker, two looks at /readyz.
A_RATING, A_PERSON, A_LOOK = 0.1, 5.0, 0.25
LEAST_SECONDS = 15.0

# Milliseconds; of a rating, times what it is alone. Of those who come, the slowest is held to
# it, since each comes once; of all else 99 of 100.
MOST_PUT_TIMES = 2.0
MOST_BESIDE_DISPATCH = {"take": 2000.0, "join": 2000.0, "ready": 1000.0}
MOST_BESIDE_RELEASE = {"take": 200.0, "join": 200.0, "ready": 1000.0}
COMING = {"join", "take"}
WIDTHS = (10, 7, 8, 8, 8, 8, 7)

Times = Mapping[str, Sequence[float]]


class Waits:
    """What everybody together measured: seconds by what was asked for."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.later: Counter[str] = Counter()
        self.errors: list[str] = []

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.times[what].append(time.perf_counter() - began)


class Person(RatingClient):
    """Whoever comes; told to come later, they do."""

    def __init__(self, port: int, waits: Waits, over: threading.Event) -> None:
        super().__init__(port, SLUG, 0.0)
        self.waits, self.over = waits, over

    def run(self) -> None:
        try:
            self.visit()
        except Exception as error:
            self.waits.errors.append(f"{type(self).__name__}: {error!r}")

    def visit(self) -> None:
        raise NotImplementedError

    def asked(self, what: str, method: str, path: str, body: Any) -> Any:
        with self.waits.timed(what):
            while True:
                self.http.request(method, path, body and json.dumps(body), self.headers)
                answer = self.http.getresponse()
                data = answer.read()
                if answer.status != 503:
                    break
                self.waits.later[what] += 1
                time.sleep(float(answer.headers["Retry-After"]))
        if answer.status not in {200, 201}:
            raise ConnectionError(f"{method} {path}: {answer.status} {data[:200]!r}")
        return json.loads(data)

    def sit_down(self) -> Any:
        self.headers.pop("Authorization", None)
        said = {"consent": True, "native_speaker": True}
        joined = self.asked("join", "POST", f"/api/v1/campaigns/{SLUG}/join/", said)
        self.headers["Authorization"] = f"Annotator {joined['token']}"
        return self.asked("take", "POST", "/api/v1/assignments/", {})

    def answer(self, sitting: Any) -> None:
        """All of it but the end."""
        blocks = [sentence["candidates"] for sentence in sitting["sentences"]]
        for word in [one["id"] for block in blocks for one in block][:-1]:
            if self.over.wait(A_RATING):
                return
            rating = {"candidate": word, "value": word % 4, "key": str(uuid.uuid4())}
            path = f"/api/v1/assignments/{sitting['id']}/ratings/"
            self.asked("PUT", "PUT", path, {"ratings": [rating]})


class Rater(Person):
    def visit(self) -> None:
        # Not all of them at one moment.
        self.over.wait(random.random() * A_PERSON)
        while not self.over.is_set():
            self.answer(self.sit_down())


class Taker(Person):
    def visit(self) -> None:
        self.over.wait(random.random() * A_PERSON)
        while not self.over.is_set():
            self.headers["X-Forwarded-For"] = str(IPv4Address(random.randrange(2**32)))
            self.sit_down()
            # The next one has a connection of their own.
            self.http.close()
            self.over.wait(A_PERSON)


class Watcher(Person):
    def visit(self) -> None:
        while not self.over.wait(A_LOOK):
            self.asked("ready", "GET", "/readyz", None)


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--candidates", type=int, default=130_000)
    options.add_argument("--keep", metavar="NAME", help="a database, made unless it is there")
    chosen = options.parse_args()
    sentences = round(chosen.candidates / CANDIDATES_A_SENTENCE)
    with tempfile.TemporaryDirectory() as state, database(chosen.keep) as (url, is_new):
        environ = {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": REDIS,
            "STATE_DIR": state,
            "SECRET_KEY": "waiting",
            "LOG_LEVEL": "CRITICAL",
            # Annotators come from addresses of their own.
            "PROXIES": "1",
        }
        if is_new:
            made = run_step("bench.waiting_steps", "make", sentences, **environ).printed
            print(", ".join(f"{count:,} {name}" for name, count in made.items()), flush=True)
        missed = list(measure(environ, sentences))
    for line in missed:
        print(f"MISSED: {line}")
    return bool(missed)


def measure(environ: dict[str, str], sentences: int) -> Iterator[str]:
    """The limits missed."""
    with serving("annotation_site.wsgi", environ) as (port, _session):
        # What every process does once: compile, connect, prepare.
        with redirect_stdout(io.StringIO()):
            yield from phase("warming up", port, [], environ, {})
        print_row(WIDTHS, ("", "n", "p50 ms", "p99 ms", "max ms", "limit", "later"))
        alone = yield from phase("alone", port, [], environ, {})
        put = MOST_PUT_TIMES * milliseconds(alone["PUT"], 0.99)
        for step, limits in (
            ("dispatch", {"PUT": put, **MOST_BESIDE_DISPATCH}),
            ("release", MOST_BESIDE_RELEASE),
        ):
            command = ["bench.waiting_steps", step, str(sentences)]
            yield from phase(step, port, command, environ, limits)


def phase(
    name: str, port: int, command: list[str], environ: dict[str, str], limits: dict[str, float]
) -> Generator[str, None, Times]:
    waits, over = Waits(), threading.Event()
    people = [
        *(Rater(port, waits, over) for _person in range(RATERS)),
        *(Taker(port, waits, over) for _person in range(TAKERS)),
        Watcher(port, waits, over),
    ]
    for person in people:
        person.start()
    began = time.monotonic()
    runs = 0
    while time.monotonic() < began + LEAST_SECONDS:
        if command:
            runs += 1
            work_beside(command, environ)
        else:
            time.sleep(LEAST_SECONDS)
    seconds = time.monotonic() - began
    over.set()
    for person in people:
        person.join()
    print(f"{name}: {seconds:.0f} s, {runs} times" if runs else f"{name}: {seconds:.0f} s")
    for what, times in sorted(waits.times.items()):
        share = 1.0 if what in COMING else 0.99
        found, limit = milliseconds(times, share), limits.get(what)
        cells = [f"{milliseconds(times, part):.0f}" for part in (0.5, 0.99, 1.0)]
        told = "" if limit is None else f"{limit:.0f}"
        print_row(WIDTHS, (what, str(len(times)), *cells, told, str(waits.later[what])))
        if limit is not None and found > limit:
            yield f"{what} beside a {name}: {found:.0f} ms (most {limit:.0f})"
    yield from (f"{name}: {error}" for error in waits.errors)
    return waits.times


def work_beside(command: list[str], environ: dict[str, str]) -> None:
    """In a process that stands back as a worker does."""
    subprocess.run(
        ["nice", "-n", "10", sys.executable, "-m", *command],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "annotation_site.settings", **environ},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def milliseconds(times: Sequence[float], share: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[round(share * (len(ordered) - 1))] if ordered else float("inf")


@contextmanager
def database(keep: str | None) -> Iterator[tuple[str, bool]]:
    """Its address, and whether it is empty; gone afterwards unless it has a name to keep."""
    if not keep:
        with empty_postgresql(SERVER, name="regild_waiting") as url:
            yield url, True
        return
    with closing(psycopg2.connect(f"{SERVER}/postgres")) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [keep])
        is_new = cursor.fetchone() is None
        if is_new:
            cursor.execute(f'CREATE DATABASE "{keep}"')
    yield f"{SERVER}/{keep}", is_new


if __name__ == "__main__":
    sys.exit(main())
