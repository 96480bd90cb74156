"""Every reference figure beside what Regild finds for it, with their count by source.

Run with `python -m bench.parity`; `--counts` prints the counts alone. The figures are of
../shared/data, whose licences forbid shipping it. Exits 1 where one differs.
"""

import argparse
import csv
import sys
from collections import Counter

from tests.reference.figures import DATA, every_figure

COLUMNS = (
    *("source", "program", "dataset", "system", "measure", "options"),
    *("expected", "found", "agrees"),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.parity")
    parser.add_argument("--counts", action="store_true", help="print the counts alone")
    options = parser.parse_args()
    if not DATA.is_dir():
        raise SystemExit("../shared/data is absent: there is nothing to compare with.")
    figures = [*every_figure(DATA)]
    if not options.counts:
        table = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows((*figure[:8], figure.agrees) for figure in figures)
    counted = Counter((figure.source, figure.program) for figure in figures)
    agreeing = Counter((figure.source, figure.program) for figure in figures if figure.agrees)
    print(f"{'agree':>6} {'of':>6}  source      program")
    for (source, program), n in sorted(counted.items()):
        print(f"{agreeing[source, program]:>6} {n:>6}  {source:11} {program}")
    by_source = Counter(figure.source for figure in figures)
    counts = ", ".join(f"{n} {source}" for source, n in sorted(by_source.items()))
    print(f"{agreeing.total():>6} {len(figures):>6}  {counts}")
    sys.exit(agreeing.total() < len(figures))


if __name__ == "__main__":
    main()
