"""Every annotator page as it looks; REGILD_SCREENSHOTS=1 writes them into docs/images."""

import os
from pathlib import Path

import pytest

from campaigns.models import Campaign
from rating.models import Assignment
from tests.browser.conftest import OpenPage
from tests.browser.way import (
    join,
    rate_block,
    rate_everything,
    take_picture,
    wait_until_saved,
)
from tests.rating.sitting import give_away

pytestmark = pytest.mark.sqlite

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
# A page of one colour comes to less; a real one to more.
SMALLEST_PAGE_BYTES = 5_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return IMAGES if os.environ.get("REGILD_SCREENSHOTS") == "1" else tmp_path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_screenshots_of_every_annotator_page(
    open_page: OpenPage,
    campaign: Campaign,
    folder: Path,
    width: int,
    height: int,
    scheme: str,
) -> None:
    phone = width < 500
    page = open_page(
        width=width, height=height, color_scheme=scheme, is_mobile=phone, has_touch=phone
    )
    home = f"/rate/{campaign.slug}/"
    written = []

    def shoot(name: str, *, whole: bool = True) -> None:
        path = folder / f"annotator-{name}-{width}-{scheme}.png"
        take_picture(page, path, whole=whole)
        written.append(path)

    page.goto(home)
    shoot("welcome")
    join(page, campaign)
    shoot("instructions")
    page.goto(f"{home}practice/1/?value=3")
    shoot("practice")
    page.goto(f"{home}instructions/")
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    rate_block(page)
    page.keyboard.press("3")
    page.keyboard.press("1")
    wait_until_saved(page)
    shoot("rating", whole=False)
    page.context.set_offline(True)
    page.keyboard.press("2")
    page.locator("#state.unsent").wait_for()
    shoot("offline", whole=False)
    page.context.set_offline(False)
    page.reload()
    give_away(Assignment.objects.get())
    page.locator(".block:not([hidden]) .choice").first.click()
    page.locator("#gone").wait_for()
    shoot("expired", whole=False)
    page.goto(f"{home}thanks/")
    page.locator("form[action$='/take/'] button").click()
    rate_everything(page)
    shoot("thanks")
    page.goto(f"{home}withdraw/")
    shoot("withdraw")
    page.locator("button.alarm").click()
    page.wait_for_url("**/withdrawn/")
    shoot("withdrawn")
    Campaign.objects.update(state=Campaign.State.CLOSED)
    page.goto(home)
    shoot("closed")

    assert len(written) == 10
    assert all(path.stat().st_size > SMALLEST_PAGE_BYTES for path in written)
