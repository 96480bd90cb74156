"""Every page of the workspace on campaigns of very different sizes, on PostgreSQL.

Run with `python -m bench.workspace`; `--quick` leaves 1.3 million candidates out. Every subset
has three sittings, so the largest campaign has 3.9 million ratings. A page's time is the median
of five, asked as the campaign's owner; its queries are counted apart. The pages are those of
the permission table, which has every address.
"""

import argparse
import sys
from collections.abc import Iterator

from bench.measuring import empty_postgresql, print_row, run_step

# Sentences, for so many candidates.
SIZES = {"1,309": 31, "13,089": 311, "1.3 million": 30_880}
MOST_MS = 300
# A list that has a second page asks how long it is.
MORE_QUERIES = 1
PAGE_WIDTH, SIZE_WIDTH = 56, 14

Pages = dict[str, tuple[float, int]]  # milliseconds and queries


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workspace")
    parser.add_argument("--quick", action="store_true", help="leave 1.3 million out")
    parser.add_argument(
        "--postgresql", metavar="SERVER", default="postgresql://postgres@127.0.0.1:5432"
    )
    options = parser.parse_args()
    sizes = list(SIZES)[:-1] if options.quick else list(SIZES)
    found = {size: measure(SIZES[size], server=options.postgresql) for size in sizes}
    widths = [PAGE_WIDTH, *[SIZE_WIDTH] * len(sizes)]
    print_row(widths, ["page: milliseconds (queries)", *sizes])
    for page in found[sizes[0]]:
        measured = [found[size][page] for size in sizes]
        print_row(widths, [page, *(f"{ms:,.0f} ({queries})" for ms, queries in measured)])
    missed = list(targets_missed(found))
    for target in missed:
        print(f"missed: {target}", file=sys.stderr)
    sys.exit(bool(missed))


def measure(sentences: int, *, server: str) -> Pages:
    with empty_postgresql(server, name="regild_bench_pages") as url:
        site = {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": url}
        run_step("bench.workspace_steps", "load", sentences, **site)
        pages = run_step("bench.workspace_steps", "measure", sentences, **site).printed
    return {page: (ms, queries) for page, (ms, queries) in pages.items()}


def targets_missed(found: dict[str, Pages]) -> Iterator[str]:
    for size, pages in found.items():
        for page, (ms, _queries) in pages.items():
            if ms > MOST_MS:
                yield f"{page} takes {ms:,.0f} ms with {size} candidates, not within {MOST_MS}"
    smallest, *larger = found.values()
    for page, (_ms, fewest) in smallest.items():
        if any(pages[page][1] > fewest + MORE_QUERIES for pages in larger):
            counts = ", ".join(str(pages[page][1]) for pages in found.values())
            yield f"{page} asks more the more there is: {counts} queries"


if __name__ == "__main__":
    main()
