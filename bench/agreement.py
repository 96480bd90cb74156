"""Agreement at 55 thousand, 1 and 10 million ratings, beside the krippendorff library.

Run with `python -m bench.agreement`. Our time starts from the flat table of candidate and
value; krippendorff's from value counts already made, which favours it. Peak memory is what
is allocated during the call, without its input, measured in a run of its own because
tracing takes time.
"""

import time
import tracemalloc
from collections.abc import Callable

import krippendorff
import numpy as np

from agreement.intervals import ROUNDS, bootstrap_candidates
from agreement.measures import campaign_measures
from agreement.patterns import IntArray, Patterns, pack_ratings
from agreement.scale import Scale

SCALE = Scale((0, 1, 2, 3))
SIZES = (55_000, 1_000_000, 10_000_000)
RATINGS_PER_CANDIDATE = 5
BOOTSTRAP_SIZE = 1_000_000


def main() -> None:
    rng = np.random.default_rng(20140701)
    print(f"{'ratings':>10} {'':28} {'ms':>8} {'MB':>8} {'faster':>7}")
    for n_ratings in SIZES:
        n_candidates = n_ratings // RATINGS_PER_CANDIDATE
        candidate = rng.integers(n_candidates, size=n_ratings)
        value = rng.choice(len(SCALE.values), p=[0.5, 0.2, 0.2, 0.1], size=n_ratings)
        compare(candidate, value, n_candidates)


def compare(candidate: IntArray, value: IntArray, n_candidates: int) -> None:
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

    report(n_ratings, "all measures", milliseconds(everything), megabytes(everything), peer)
    if n_ratings == BOOTSTRAP_SIZE:
        packed = patterns()

        def bootstrap() -> None:
            bootstrap_candidates(packed, SCALE, seed=1)

        name = f"{ROUNDS} rounds, all measures"
        report(n_ratings, name, milliseconds(bootstrap), megabytes(bootstrap), None)


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
