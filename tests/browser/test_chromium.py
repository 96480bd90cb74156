"""What we tell Chromium takes nothing from what Playwright tells it."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.chromium import PLAYWRIGHTS
from tests.processes import PATIENCE

pytestmark = pytest.mark.sqlite

# In a process of its own: the suite's browser has an event loop in this one.
LAUNCH = """
import sys
from playwright.sync_api import Error, sync_playwright
with sync_playwright() as playwright:
    try:
        playwright.chromium.launch(executable_path=sys.argv[1])
    except Error:
        pass
"""
SAY = """#!/bin/sh
printf '%s\\n' "$@" > "$0.told"
"""


def test_what_playwright_turns_off_stays_off(tmp_path: Path) -> None:
    instead = tmp_path / "chromium"
    instead.write_text(SAY)
    instead.chmod(instead.stat().st_mode | stat.S_IXUSR)
    subprocess.run([sys.executable, "-c", LAUNCH, instead], check=True, timeout=PATIENCE)
    told = Path(f"{instead}.told").read_text().splitlines()
    [features] = [line for line in told if line.startswith("--disable-features=")]
    assert set(features.partition("=")[2].split(",")) == set(PLAYWRIGHTS)
