"""Pool + dispatch + store at 13 and 130 thousand and 1.3 million candidates, on both databases.

Run with `python -m bench.pooling`; `--quick` leaves the largest out. The floor is the same rows
put into the same tables by PostgreSQL's COPY or SQLite's executemany, and nothing else. Memory
is the peak of the process that pools and dispatches, Django and all. Of three runs of a size,
two of the largest, the fastest counts: what else the machine does must not decide the growth.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from bench.measuring import StepRun, empty_postgresql, empty_sqlite, print_row, run_step

SIZES = (13_000, 130_000, 1_300_000)
LARGEST = SIZES[-1]
# What the made-up campaign gives, on average.
CANDIDATES_A_SENTENCE = 42.1

MOST_GROWTH = 13.0  # per ten times the candidates
MOST_FLOORS = 4.0  # at the largest size
MOST_MEMORY = 2 * 1024  # MiB, at the largest size

COLUMNS = {
    "database": 10,
    "candidates": 10,
    "pool s": 7,
    "dispatch s": 10,
    "rows/s": 8,
    "peak MiB": 8,
    "growth": 7,
    "floor s": 7,
    "floors": 6,
}


class PoolingMeasured(NamedTuple):
    candidates: int
    rows: int
    pool: float
    dispatch: float
    floor: float
    peak: float

    @property
    def seconds(self) -> float:
        return self.pool + self.dispatch

    @property
    def floors(self) -> float:
        return self.seconds / self.floor


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pooling")
    parser.add_argument("--quick", action="store_true", help="leave 1.3 million out")
    parser.add_argument(
        "--postgresql", metavar="SERVER", default="postgresql://postgres@127.0.0.1:5432"
    )
    options = parser.parse_args()

    print_row(COLUMNS.values(), COLUMNS)
    missed = []
    with tempfile.TemporaryDirectory() as state:
        for name, empty_database in {
            "SQLite": empty_sqlite,
            "PostgreSQL": partial(empty_postgresql, options.postgresql),
        }.items():
            smaller = None
            for size in SIZES[:-1] if options.quick else SIZES:
                with empty_database() as url:
                    measured = fastest_run(size, DATABASE_URL=url, STATE_DIR=state)
                growth = smaller and measured.seconds / smaller.seconds
                report(name, measured, growth)
                missed += targets_missed(name, size, measured, growth)
                smaller = measured
    for target in missed:
        print(f"missed: {target}", file=sys.stderr)
    sys.exit(bool(missed))


def fastest_run(size: int, **environment: str) -> PoolingMeasured:
    def step(name: str) -> StepRun:
        return run_step(
            "bench.pooling_steps",
            name,
            round(size / CANDIDATES_A_SENTENCE),
            **environment,
        )

    def run() -> PoolingMeasured:
        work, floor = step("work"), step("floor")
        return PoolingMeasured(**work.printed, **floor.printed, peak=work.peak / 2**20)

    step("load")
    runs = 2 if size == LARGEST else 3
    return min((run() for _ in range(runs)), key=lambda run: run.seconds)


def report(name: str, measured: PoolingMeasured, growth: float | None) -> None:
    cells = (
        name,
        f"{measured.candidates:,}",
        f"{measured.pool:.2f}",
        f"{measured.dispatch:.2f}",
        f"{measured.rows / measured.seconds:,.0f}",
        f"{measured.peak:.0f}",
        "" if growth is None else f"× {growth:.1f}",
        f"{measured.floor:.2f}",
        f"{measured.floors:.1f}",
    )
    print_row(COLUMNS.values(), cells)


def targets_missed(
    name: str, size: int, measured: PoolingMeasured, growth: float | None
) -> Iterator[str]:
    where = f"{name}, {size:,} candidates"
    if growth is not None and growth >= MOST_GROWTH:
        yield f"{where}: {growth:.1f} times the time of a tenth, not under {MOST_GROWTH:g}"
    if size == LARGEST and measured.floors > MOST_FLOORS:
        yield f"{where}: {measured.floors:.1f} times the floor, not within {MOST_FLOORS:g}"
    if size == LARGEST and measured.peak >= MOST_MEMORY:
        yield f"{where}: {measured.peak:.0f} MiB at the peak, not under {MOST_MEMORY}"


if __name__ == "__main__":
    main()
