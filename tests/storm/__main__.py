"""`python -m tests.storm --seconds 600 --seed N`, on the database of DATABASE_URL.

`--around pool|hide|settings|back` storms around one race alone. `--without` one of the first
three takes its mend out, around it or, with `--around everything`, in the broad storm. It
succeeds where the books are right.
"""

import argparse
import os
import random
import shutil
import sys
from typing import Any

from redis import Redis

MENDS = ["pool", "hide", "settings"]
RACES, EVERYTHING = [*MENDS, "back"], "everything"


def main() -> int:
    asked = arguments()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import setup_databases, teardown_databases

    from tests.storm.focus import focused
    from tests.storm.storm import Weather, everybody, storm

    weather = Weather(asked.seconds, asked.seed, without=asked.without)
    cast = everybody(weather)
    around = asked.around or asked.without or EVERYTHING
    if around != EVERYTHING:
        weather, cast = focused(weather, around)
    before = setup_databases(verbosity=0, interactive=False)
    try:
        after = storm(weather, cast)
    finally:
        teardown_databases(before, verbosity=0)
        leave_nothing(settings)
    print(after.report)
    print(f"{len(after.faults)} faults")
    for fault in after.faults:
        print("-", fault)
    return 1 if after.faults else 0


def leave_nothing(settings: Any) -> None:
    """No messages that no worker came for, and no files; both are this run's own."""
    if settings.REDIS_URL:
        redis = Redis.from_url(settings.REDIS_URL)
        for key in redis.scan_iter(f"{settings.STATE_DIR.name}-*"):
            redis.delete(key)
    shutil.rmtree(settings.STATE_DIR)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.storm")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--without", choices=MENDS, default="")
    parser.add_argument("--around", choices=[*RACES, EVERYTHING], default="")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
