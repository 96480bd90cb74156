"""A whole study, step by step: how long each takes, what it holds, how both grow.

Run with `python -m bench.study`; `--largest` adds 1.3 million candidates with 3.9 million
ratings. Every step is a process of its own on PostgreSQL, Django and all; memory is the most
that it ever held. Each number stands beside its limit, and the bench exits 1 beyond one.

A step alone: `--database NAME --keep` leaves the databases NAME_13000 … there, and with
`--step release --size 1300000` only that is done again, on what is stored.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import psycopg2

from bench.measuring import empty_postgresql, print_row, run_step
from bench.pooling import CANDIDATES_A_SENTENCE, SIZES

# What is made up counts for nothing.
MADE_UP = ("load", "rate")
EXPORTS = ("lexsub", "lexsub-int", "swords", "csv", "jsonl", "ratings", "dataset")
EXPORTS_TOO = ("plan",)
STEPS = (
    *("load", "pool", "dispatch", "rate", "agreement", "release", "rescore"),
    *EXPORTS,
    *EXPORTS_TOO,
    # It says of every row which of its campaign it is, and holds their ids for it.
    "archive",
)

MOST_GROWTH = 13.0  # times the seconds of the size before, a tenth
MOST_SECONDS = {"release": 60.0, "rescore": 60.0}  # at any size
MOST_MEMORY = 1024.0  # MiB, at any size
MOST_EXPORT_MEMORY = 2.0  # times that of the smallest size

COLUMNS = {
    "candidates": 10,
    "step": 10,
    "seconds": 8,
    "limit": 6,
    "growth": 7,
    "limit ": 6,
    "peak MiB": 8,
    "limit  ": 6,
}


@dataclass(frozen=True)
class StepTaken:
    """Of a step at a size. A limit is None where there is none."""

    size: int
    step: str
    seconds: float
    growth: float | None
    peak: float
    most_seconds: float | None
    most_growth: float | None
    most_peak: float | None

    def missed(self) -> Iterator[str]:
        where = f"{self.step}, {self.size:,} candidates"
        if beyond(self.seconds, self.most_seconds):
            yield f"{where}: {self.seconds:.0f} s, not within {self.most_seconds:.0f}"
        if beyond(self.growth, self.most_growth):
            yield f"{where}: {self.growth:.1f} times a tenth, not within {self.most_growth:.0f}"
        if beyond(self.peak, self.most_peak):
            yield f"{where}: {self.peak:.0f} MiB, not within {self.most_peak:.0f}"


def beyond(found: float | None, most: float | None) -> bool:
    return found is not None and most is not None and found > most


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.study")
    parser.add_argument("--largest", action="store_true", help="1.3 million candidates too")
    parser.add_argument("--size", type=int, action="append", help="only these many candidates")
    parser.add_argument("--step", choices=STEPS, action="append", help="only these steps")
    parser.add_argument("--database", metavar="NAME", default="regild_bench_study")
    parser.add_argument("--keep", action="store_true", help="leave the databases there")
    parser.add_argument(
        "--postgresql", metavar="SERVER", default="postgresql://postgres@127.0.0.1:5432"
    )
    options = parser.parse_args()
    sizes = options.size or (SIZES if options.largest else SIZES[:-1])
    print_row(COLUMNS.values(), COLUMNS)
    missed = []
    smallest: dict[str, StepTaken] = {}
    smaller: dict[str, StepTaken] = {}
    with TemporaryDirectory() as state:
        for size in sizes:
            database = f"{options.database}_{size}"
            with stored(options.postgresql, database, keep=options.keep) as there:
                for step in steps_to_take(options.step, there=there):
                    taken = measured(
                        step,
                        size,
                        smaller.get(step),
                        smallest.get(step),
                        DATABASE_URL=f"{options.postgresql}/{database}",
                        STATE_DIR=state,
                    )
                    report(taken)
                    missed += taken.missed()
                    smaller[step] = taken
                    smallest.setdefault(step, taken)
    for target in missed:
        print(f"missed: {target}", file=sys.stderr)
    sys.exit(bool(missed))


def steps_to_take(wanted: Sequence[str] | None, *, there: bool) -> Sequence[str]:
    """In their order. What a step needs is done before it where nothing is stored yet."""
    wanted = wanted or STEPS
    if there:
        return [step for step in STEPS if step in wanted and step != "load"]
    needed = ("load", "pool", "dispatch", "rate", "release")
    last = max(map(STEPS.index, wanted))
    return [step for step in STEPS[: last + 1] if step in wanted or step in needed]


def measured(
    step: str,
    size: int,
    smaller: StepTaken | None,
    smallest: StepTaken | None,
    **environment: str,
) -> StepTaken:
    ran = run_step(
        "bench.study_steps", step, round(size / CANDIDATES_A_SENTENCE), **environment
    )
    seconds = ran.printed["seconds"]
    counts = step not in MADE_UP
    exported = step in (*EXPORTS, *EXPORTS_TOO)
    most_peak = smallest and MOST_EXPORT_MEMORY * smallest.peak if exported else MOST_MEMORY
    return StepTaken(
        size,
        step,
        seconds,
        seconds / smaller.seconds if smaller else None,
        ran.peak / 2**20,
        MOST_SECONDS.get(step),
        MOST_GROWTH if smaller and counts else None,
        most_peak if counts else None,
    )


def report(taken: StepTaken) -> None:
    def shown(number: float | None, form: str) -> str:
        return "" if number is None else form.format(number)

    cells = (
        f"{taken.size:,}",
        taken.step,
        f"{taken.seconds:.2f}",
        shown(taken.most_seconds, "{:.0f}"),
        shown(taken.growth, "× {:.1f}"),
        shown(taken.most_growth, "{:.0f}"),
        f"{taken.peak:.0f}",
        shown(taken.most_peak, "{:.0f}"),
    )
    print_row(COLUMNS.values(), cells)


@contextmanager
def stored(server: str, name: str, *, keep: bool) -> Iterator[bool]:
    """A database, and whether it was there already."""
    if not keep:
        with empty_postgresql(server, name=name):
            yield False
        return
    with closing(psycopg2.connect(f"{server}/postgres")) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        there = cursor.fetchone() is not None
        if not there:
            cursor.execute(f"CREATE DATABASE {name}")
    yield there


if __name__ == "__main__":
    main()
