"""Every part of the benchmark, in the order data moves. Exits 1 when a part misses a target."""

import argparse
import subprocess
import sys


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("--quick", action="store_true", help="leave 1.3 million candidates out")
    options = parser.parse_args()
    missed = False
    for part, *more in (
        ["bench.documents"],
        ["bench.pooling", *(["--quick"] if options.quick else [])],
        ["bench.agreement"],
        ["bench.scoring"],
        ["bench.coverage"],
        ["bench.ties"],
        ["bench.stopping"],
        ["bench.judging"],
        ["bench.baselines"],
        ["bench.trials"],
        ["bench.workspace", *(["--quick"] if options.quick else [])],
        ["bench.study", *([] if options.quick else ["--largest"])],
    ):
        print(f"\n{part}", flush=True)
        ended = subprocess.run([sys.executable, "-m", part, *more])
        missed = missed or ended.returncode != 0
    sys.exit(missed)


if __name__ == "__main__":
    main()
