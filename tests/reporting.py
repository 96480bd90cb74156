"""What each run of tests reports: skipped tests, and under CI a failure for each of them."""

import json
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

# Names the file in which `python -m tests.suites` wants a run's figures.
SUMMARY = "TEST_SUMMARY"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything is to be run, a test without its browser or its data has failed."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Write how many tests passed, failed and were skipped for which reason."""
    if SUMMARY not in os.environ:
        return
    stats = terminalreporter.stats
    skipped = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in stats.get("skipped", ())
    )
    counts = {
        "passed": len(stats.get("passed", ())),
        "failed": len(stats.get("failed", ())) + len(stats.get("error", ())),
        "skipped": skipped.total(),
    }
    Path(os.environ[SUMMARY]).write_text(json.dumps({"counts": counts, "skipped": skipped}))
