"""The steps that many tests take: an annotator's way, and the Tab key's."""

import time
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from tests.processes import PATIENCE

CURRENT = ".block:not([hidden])"
# How many answers wait on the device; of a sitting whose number is given, or of all.
WAITING = """sitting => Object.keys(localStorage).map(key => key.split("|"))
    .filter(([, kind, , , id]) => kind === "answer" && (!sitting || id === String(sitting)))
    .length"""


def join(page: Page, campaign: Campaign) -> None:
    page.goto(f"/rate/{campaign.slug}/")
    page.locator("#id_consent").check()
    page.locator("#id_native_speaker").check()
    page.locator("main form button").click()
    page.wait_for_url("**/instructions/")


def start(page: Page, campaign: Campaign) -> Assignment:
    """Join and take a subset; the page shows its first block."""
    join(page, campaign)
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    return Assignment.objects.get(annotator__campaign=campaign, state=Assignment.State.OPEN)


def follow(page: Page, press: Locator) -> None:
    """Press it and wait for the page it leads to, for what is asked of the page at once."""
    with page.expect_navigation():
        press.click()


def when_done(page: Page, shown: Locator) -> None:
    """Once the page shows that, and no bar of a job, which may yet take away the whole page."""
    shown.wait_for()
    expect(page.locator("progress#progress")).to_have_count(0)
    page.wait_for_load_state()


def rows(page: Page) -> int:
    return page.locator(f"{CURRENT} .row").count()


def rate_block(page: Page, key: str = "2") -> None:
    """Rate by keys what is still open here; the next sentence, or the end, comes by itself."""
    sentence = page.locator(CURRENT).get_attribute("data-sentence")
    rows = page.locator(f"[data-sentence='{sentence}'] .row")
    is_open = page.locator(f"[data-sentence='{sentence}'] .row:not(:has(input:checked))")
    for _row in range(rows.count()):
        if is_open.count():
            page.keyboard.press(key)


def rate_everything(page: Page, key: str = "2") -> None:
    page.wait_for_url("**/sitting/")
    for _block in range(page.locator(".block").count()):
        rate_block(page, key)
    finish(page)


def finish(page: Page) -> None:
    """At once, and not when there was time to undo: the button has the focus."""
    page.keyboard.press("Enter")
    page.wait_for_url("**/thanks/")


def wait_until_saved(page: Page) -> None:
    """The page says so, and nothing waits on the device any more."""
    page.locator("#state", has_text="Saved").wait_for()
    deadline = time.monotonic() + PATIENCE
    # Asked anew from here: the page's own policy forbids Playwright's polling.
    while page.evaluate(WAITING):
        assert time.monotonic() < deadline, "answers still wait on the device"
        page.wait_for_timeout(50)


def current_ratings(assignment: Assignment) -> dict[str, int | None]:
    return dict(
        Rating.objects.filter(assignment=assignment, superseded_at__isnull=True)
        .order_by("id")
        .values_list("candidate__text", "value")
    )


def take_picture(page: Page, path: Path, *, whole: bool = True) -> None:
    """On a busy machine Chromium now and then has no frame to give; the next time it has."""
    for last in (False, False, True):
        try:
            page.screenshot(path=path, full_page=whole)
            return
        except Error as error:
            if last or "Unable to capture screenshot" not in str(error):
                raise


def tab_to(page: Page, selector: str) -> None:
    page.wait_for_load_state()
    for _press in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
