"""`python -m tests.storm --seconds 600 --seed N`, on the database of DATABASE_URL."""

import argparse
import os
import random
import sys


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.storm")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--people", type=int, default=10)
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

    import django

    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    from tests.storm.storm import Weather, everybody, storm

    before = setup_databases(verbosity=0, interactive=False)
    try:
        weather = Weather(asked.seconds, asked.seed, people=asked.people)
        after = storm(weather, everybody(weather))
    finally:
        teardown_databases(before, verbosity=0)
    print(after.report)
    print(f"{len(after.faults)} faults")
    for fault in after.faults:
        print("-", fault)
    return 1 if after.faults else 0


if __name__ == "__main__":
    sys.exit(main())
