"""Severity of 5,000 annotators in a million ratings, and the alternative test with 500.

Run with `python -m bench.judging`. Each is a process of its own that reads its file, as the
commands do. Whose ratings meet is drawn at random, which is the hardest: nobody sits at a
subset with few others, so that the equations of the annotators fill. Exits 1 when a target is
missed.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.measuring import print_row, run_step

RATINGS = 1_000_000
ANNOTATORS = 5_000
MOST_SECONDS = 20
MOST_MIB = 1024
LEAST_R = 0.95  # of severities found and planted
TEST_ANNOTATORS = 500
MOST_TEST_SECONDS = 2
WIDTHS = (12, 10, 10, 10, 10, 12)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.judging")
    parser.add_argument("--ratings", type=int, default=RATINGS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        missed = [*severity(Path(folder), options.ratings), *alt_test(Path(folder))]
    for target in missed:
        print(f"missed: {target}", file=sys.stderr)
    sys.exit(bool(missed))


def severity(folder: Path, ratings: int) -> Iterator[str]:
    """The targets missed."""
    run_step("bench.judging_steps", "draw", folder, ratings, ANNOTATORS)
    found = run_step("bench.judging_steps", "severity", folder)
    taken, fitted, r = (found.printed[key] for key in ("all", "fit", "r"))
    mib = found.peak / 2**20
    print_row(WIDTHS, ["severity", "ratings", "all", "the fit", "peak", "r of planted"])
    cells = [f"{ratings:,}", f"{taken:.1f} s", f"{fitted:.1f} s", f"{mib:,.0f} MiB", f"{r:.3f}"]
    print_row(WIDTHS, ["", *cells])
    if taken >= MOST_SECONDS:
        yield f"severity took {taken:.1f} s, not under {MOST_SECONDS}"
    if mib >= MOST_MIB:
        yield f"severity took {mib:,.0f} MiB, not under {MOST_MIB:,}"
    if r < LEAST_R:
        yield f"planted severities were found with r {r:.3f}, not {LEAST_R}"


def alt_test(folder: Path) -> Iterator[str]:
    """The targets missed."""
    found = run_step("bench.judging_steps", "alt_test", folder, TEST_ANNOTATORS)
    taken = found.printed["all"]
    mib = found.peak / 2**20
    print_row(
        WIDTHS,
        ["alt-test", f"{TEST_ANNOTATORS} people", f"{taken:.2f} s", "", f"{mib:,.0f} MiB", ""],
    )
    if taken >= MOST_TEST_SECONDS:
        yield f"alt-test took {taken:.2f} s, not under {MOST_TEST_SECONDS}"


if __name__ == "__main__":
    main()
