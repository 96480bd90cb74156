"""Bringing in 100,000 documents of a table, beside plainly inserting the same rows.

Run with `python -m bench.documents`. Both are on PostgreSQL, each in a process and a database
of its own; the rows are inserted as Django does, 5,000 at a time.
"""

import argparse
import sys

from bench.measuring import empty_postgresql, print_row, run_step

DOCUMENTS = 100_000
MOST_TIMES = 4
WIDTHS = (10, 12, 12, 8, 12)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.documents")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument(
        "--postgresql", metavar="SERVER", default="postgresql://postgres@127.0.0.1:5432"
    )
    options = parser.parse_args()
    with empty_postgresql(options.postgresql, name="regild_bench_documents") as url:
        found = run_step("bench.documents_steps", options.documents, DATABASE_URL=url)
    imported, plain = found.printed["imported"], found.printed["plain"]
    ratio = imported / plain
    print_row(WIDTHS, ["documents", "brought in", "inserted", "ratio", "peak"])
    print_row(
        WIDTHS,
        [
            f"{options.documents:,}",
            f"{imported:.1f} s",
            f"{plain:.1f} s",
            f"{ratio:.2f}",
            f"{found.peak / 2**20:,.0f} MiB",
        ],
    )
    if ratio > MOST_TIMES:
        print(f"missed: {ratio:.2f} times as long, not within {MOST_TIMES}", file=sys.stderr)
    sys.exit(ratio > MOST_TIMES)


if __name__ == "__main__":
    main()
