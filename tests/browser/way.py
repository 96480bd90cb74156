"""The steps that many tests take: an annotator's way, and the Tab key's."""

from playwright.sync_api import Locator, Page

from campaigns.models import Campaign
from rating.models import Assignment, Rating

CURRENT = ".block:not([hidden])"


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


def rows(page: Page) -> int:
    return page.locator(f"{CURRENT} .row").count()


def rate_block(page: Page, key: str = "2") -> None:
    """Rate what is shown by keys and go on; the last block finishes the sitting."""
    for _row in range(rows(page)):
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def rate_everything(page: Page, key: str = "2") -> None:
    page.wait_for_url("**/sitting/")
    for _block in range(page.locator(".block").count()):
        rate_block(page, key)
    page.wait_for_url("**/thanks/")


def wait_until_saved(page: Page) -> None:
    """The page says so, and nothing waits on the device any more."""
    page.locator("#state", has_text="Saved").wait_for()
    for _look in range(200):
        # Asked anew from here: the page's own policy forbids Playwright's polling.
        if page.evaluate(
            "Object.values(localStorage).every(kept => !JSON.parse(kept).waiting.length)"
        ):
            return
        page.wait_for_timeout(50)
    raise AssertionError("answers still wait on the device")


def current_ratings(assignment: Assignment) -> dict[str, int | None]:
    return dict(
        Rating.objects.filter(assignment=assignment, superseded_at__isnull=True).values_list(
            "candidate__text", "value"
        )
    )


def tab_to(page: Page, selector: str) -> None:
    for _press in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")
