"""`python -m tests.suites test|check|long|nightly` runs the parts of a suite and sums up.

The last lines say what ran, how long it took, what was skipped and which package brings it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests import ROOT
from tests.changed import tests_of_changes
from tests.needs import missing
from tests.reachable import reachable
from tests.reporting import SUMMARY

POSTGRES = os.environ.get("POSTGRES", "postgresql://postgres@127.0.0.1:5432/regild")
REDIS = os.environ.get("REDIS", "redis://127.0.0.1:6379/9")
SERVICES = "PostgreSQL and Redis (apt-get install postgresql redis-server)"
AT_LENGTH = (
    "tests/storm/test_storm.py",
    "tests/machine/test_state_machine.py",
    "tests/proxy/test_proxy.py",
)


class Part(NamedTuple):
    name: str
    command: Sequence[str]
    # Whether it runs on PostgreSQL and Redis.
    on_services: bool = False
    # How long storm, machine and proxy go on, each.
    seconds: int = 20


def pytest(*options: str, workers: int = 4) -> Sequence[str]:
    # More workers than cores, for many tests wait; whoever is done takes work from the others.
    spread = ("-n", str(workers), "--dist", "worksteal")
    return (sys.executable, "-m", "pytest", *spread, *options)


def at_length(seconds: int) -> Part:
    """Storm, machine and proxy beside each other."""
    name = f"storm, machine, proxy: {seconds} s"
    return Part(name, pytest(*AT_LENGTH), on_services=True, seconds=seconds)


LINT = Part("lint", ("make", "--no-print-directory", "-j2", "lint"))
LONG = Part("long tests", pytest("-m", "long and not nightly"))
NIGHTLY = Part("nightly tests", pytest("-m", "nightly"))
REST = Part(
    "the rest on PostgreSQL",
    pytest("-m", "(long or not differs) and not nightly"),
    on_services=True,
)
TEST = (
    LINT,
    Part("the method", pytest("tests/regild", workers=2)),
    Part("the site on SQLite", pytest()),
    Part(
        "what differs on PostgreSQL",
        pytest("-m", "differs and not long and not nightly"),
        on_services=True,
    ),
)
SUITES = {
    "test": TEST,
    "long": (LONG, REST, at_length(60)),
    "nightly": (*TEST, LONG, REST, NIGHTLY, at_length(600)),
}


def check() -> Sequence[Part]:
    """Lint and the tests of changed folders; the library has a pytest.ini of its own."""
    folders = tests_of_changes()
    method = [folder for folder in folders if folder.startswith("tests/regild")]
    site = [folder for folder in folders if folder not in method]
    named = {"changed in the method": method, "changed on the site": site}
    return (
        LINT,
        *(Part(name, pytest(*some, workers=2)) for name, some in named.items() if some),
    )


def main(suite: str) -> int:
    services = reachable(POSTGRES) and reachable(REDIS)
    lines: list[str] = []
    skipped: Counter[str] = Counter()
    failed = False
    for part in check() if suite == "check" else SUITES[suite]:
        if part.on_services and not services:
            lines.append(f"{part.name:28}     –  left out: no {SERVICES}")
            failed |= "CI" in os.environ
            continue
        began = time.monotonic()
        code, counts, reasons = run(part)
        seconds = int(time.monotonic() - began)
        failed |= code != 0
        skipped += reasons
        figures = ", ".join(f"{n:,} {outcome}" for outcome, n in counts.items())
        outcome = figures or ("passed" if code == 0 else "failed")
        lines.append(f"{part.name:28} {seconds // 60:2}:{seconds % 60:02}  {outcome}")
    print("\n" + "\n".join(lines))
    for reason, n in sorted(skipped.items()):
        print(f"{n} skipped: {reason}")
    for name, remedy in missing().items():
        print(f"This machine lacks {name} ({remedy})")
    return int(failed)


def run(part: Part) -> tuple[int, dict[str, int], Counter[str]]:
    """The exit code, how many tests ended how, and how many were skipped for which reason."""
    with tempfile.TemporaryDirectory() as folder:
        summary = Path(folder) / "summary.json"
        environment = {
            **os.environ,
            SUMMARY: str(summary),
            "TEST_SECONDS": str(part.seconds),
            **({"DATABASE_URL": POSTGRES, "REDIS_URL": REDIS} if part.on_services else {}),
        }
        print(f"\n{part.name}: {' '.join(part.command)}", flush=True)
        code = subprocess.run(part.command, cwd=ROOT, env=environment).returncode
        if not summary.exists():
            return code, {}, Counter()
        ended = json.loads(summary.read_text())
        return code, ended["counts"], Counter(ended["skipped"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
