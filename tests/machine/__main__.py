"""`python -m tests.machine --seconds 600`: the machine for longer than the suite runs it.

On a database of its own beside the one that DATABASE_URL names, as tests have.
"""

import argparse
import os
import sys

import django
from django.test.utils import get_runner, setup_test_environment, teardown_test_environment


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.machine", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, help="the first one; drawn unless given")
    parser.add_argument("--seeds", type=int, help="so many, however long they take")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

    from django.conf import settings

    from tests.machine.running import Failed, drawn_unless_given, run_seeds, run_until

    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        if asked.seeds:
            first = drawn_unless_given(asked.seed)
            tally = run_seeds(range(first, first + asked.seeds))
        else:
            tally = run_until(asked.seconds, seed=asked.seed)
    except Failed as failed:
        print(failed)
        return 1
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()
    for what, times in sorted(tally.items()):
        print(f"{times:8,} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
