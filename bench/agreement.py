"""Agreement at 55 thousand, 1 and 10 million ratings, beside the krippendorff library.

Run with `python -m bench.agreement`. Our time starts from the flat table of candidate and
value; krippendorff's from value counts already made, which favours it. Peak memory is what
is allocated during the call, without its input, measured in a run of its own because
tracing takes time. Then the whole report from ratings stored in PostgreSQL, beside the bare
GROUP BY that counts them; and the same ratings as a campaign of categories. Exits 1 when a
target is missed.
"""

import argparse
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import krippendorff
import numpy as np

from bench.measuring import run_step
from bench.pooling import empty_postgresql
from regild.agreement.intervals import REPLICATES, bootstrap_candidates
from regild.agreement.measuring import campaign_measures
from regild.agreement.patterns import Patterns, pack_ratings
from regild.agreement.scale import Scale
from regild.arrays import IntArray

SCALE = Scale((0, 1, 2, 3))
SIZES = (55_000, 1_000_000, 10_000_000)
RATINGS_PER_CANDIDATE = 5
BOOTSTRAP_SIZE = STORED_SIZE = 1_000_000

LEAST_FASTER = 5.0
MOST_BOOTSTRAP_MS = 200.0
MOST_BARE = 20.0  # times the bare GROUP BY
MOST_OF_NAMES = 1.0  # times the report on a scale with an order


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.agreement")
    parser.add_argument(
        "--postgresql", metavar="SERVER", default="postgresql://postgres@127.0.0.1:5432"
    )
    options = parser.parse_args()
    missed = [*in_memory(), *stored(options.postgresql)]
    for target in missed:
        print(f"missed: {target}", file=sys.stderr)
    sys.exit(bool(missed))


def in_memory() -> Iterator[str]:
    """The targets missed."""
    rng = np.random.default_rng(20140701)
    print(f"{'ratings':>10} {'':28} {'ms':>8} {'MB':>8} {'faster':>7}")
    for n_ratings in SIZES:
        n_candidates = n_ratings // RATINGS_PER_CANDIDATE
        candidate = rng.integers(n_candidates, size=n_ratings)
        value = rng.choice(len(SCALE.values), p=[0.5, 0.2, 0.2, 0.1], size=n_ratings)
        yield from compare(candidate, value, n_candidates)


def stored(server: str) -> Iterator[str]:
    """The targets missed."""
    with tempfile.TemporaryDirectory() as state, empty_postgresql(server) as url:

        def step(name: str) -> dict[str, Any]:
            return run_step(
                "bench.agreement_steps",
                name,
                STORED_SIZE,
                DJANGO_SETTINGS_MODULE="annotation_site.settings",
                SECRET_KEY="only-for-measuring",
                REDIS_URL="",
                STATE_DIR=state,
                DATABASE_URL=url,
            ).printed

        step("load")
        taken = step("work")
        names = step("names")
    times = taken["report"] / taken["bare"]
    print(f"{STORED_SIZE:>10,} {'stored: the bare GROUP BY':28} {1000 * taken['bare']:>8.0f}")
    print(
        f"{STORED_SIZE:>10,} {'stored: the whole report':28} {1000 * taken['report']:>8.0f}"
        f"   {times:.1f}× the bare GROUP BY"
    )
    ratio = names["report"] / names["ordered"]
    print(
        f"{STORED_SIZE:>10,} {'stored: as categories':28} {1000 * names['report']:>8.0f}"
        f"   {ratio:.2f}× the whole report"
    )
    if ratio > MOST_OF_NAMES:
        yield f"categories took {ratio:.2f} times an ordinal report, not {MOST_OF_NAMES:g}"
    if times >= MOST_BARE:
        yield f"the report took {times:.1f} times the bare GROUP BY, not under {MOST_BARE:g}"


def compare(candidate: IntArray, value: IntArray, n_candidates: int) -> Iterator[str]:
    """The targets missed."""
    n_values = len(SCALE.values)
    counts = np.bincount(candidate * n_values + value, minlength=n_candidates * n_values)
    counts = counts.reshape(n_candidates, n_values)

    def patterns() -> Patterns:
        return pack_ratings(
            candidate=candidate, value=value, n_candidates=n_candidates, n_values=n_values
        ).patterns

    def alpha() -> float:
        return krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal")

    found = campaign_measures(patterns(), SCALE)["alpha_ordinal"].value
    if found is None or abs(found - alpha()) > 1e-9:
        raise SystemExit(f"alpha differs: {found} here, {alpha()} by krippendorff")

    n_ratings = len(value)
    peer = milliseconds(alpha)
    report(n_ratings, "krippendorff, one alpha", peer, megabytes(alpha), peer)

    def everything() -> None:
        campaign_measures(patterns(), SCALE)

    ours = milliseconds(everything)
    report(n_ratings, "all measures", ours, megabytes(everything), peer)
    if peer / ours < LEAST_FASTER:
        yield f"{n_ratings:,} ratings: {peer / ours:.1f} times faster, not {LEAST_FASTER:g}"
    if n_ratings == BOOTSTRAP_SIZE:
        packed = patterns()

        def bootstrap() -> None:
            bootstrap_candidates(packed, SCALE, seed=1)

        name = f"{REPLICATES} replicates, all measures"
        taken = milliseconds(bootstrap)
        report(n_ratings, name, taken, megabytes(bootstrap), None)
        if taken >= MOST_BOOTSTRAP_MS:
            yield f"the bootstrap took {taken:.0f} ms, not under {MOST_BOOTSTRAP_MS:g}"


def report(n_ratings: int, what: str, taken: float, memory: float, peer: float | None) -> None:
    ratio = "" if peer is None else f"{peer / taken:.1f}×"
    print(f"{n_ratings:>10,} {what:28} {taken:>8.2f} {memory:>8.1f} {ratio:>7}", flush=True)


def milliseconds(call: Callable[[], object]) -> float:
    """The best of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def megabytes(call: Callable[[], object]) -> float:
    tracemalloc.start()
    call()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


if __name__ == "__main__":
    main()
