"""What axe-core finds in a page."""

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

RULES = {"resultTypes": ["violations"]}


def found_by_axe(page: Page, rules: Mapping[str, Any] = RULES) -> str:
    """A report, or nothing. The script, half a megabyte, is read once a document: a page is
    looked at in several sizes and colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate("rules => axe.run(rules)", dict(rules)))
    return str(results.generate_report()) if results.violations_count else ""
