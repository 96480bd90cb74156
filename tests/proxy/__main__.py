"""`python -m tests.proxy --sittings 200 --seed N`, on the database of DATABASE_URL.

It succeeds where every sitting is stored as its annotator saw it, and every kind of fault was
met.
"""

import argparse
import os
import random
import sys


def main() -> int:
    asked = arguments()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    from tests.proxy.proxy import Fault
    from tests.proxy.run import Weather, run
    from tests.storm.__main__ import leave_nothing

    print(f"seed {asked.seed}", flush=True)
    before = setup_databases(verbosity=0, interactive=False)
    try:
        after = run(Weather(asked.seed, sittings=asked.sittings, at_once=asked.at_once))
    finally:
        teardown_databases(before, verbosity=0)
        leave_nothing(settings)
    print(after.report)
    faults = [*after.faults, *(f"never: {kind}" for kind in Fault if not after.network[kind])]
    print(f"{len(faults)} faults")
    for fault in faults:
        print("-", fault)
    return 1 if faults else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.proxy")
    parser.add_argument("--sittings", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--at-once", type=int, default=6)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
