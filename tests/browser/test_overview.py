"""The link to share on a campaign's overview: copied with a button, scanned, or just read."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.agreement.rated import worked_campaign
from tests.browser.conftest import OpenPage
from tests.people import PASSWORD, make_lead

pytestmark = pytest.mark.sqlite


def test_the_link_is_copied_and_scanned(
    open_page: OpenPage, transactional_db: None, settings: Any
) -> None:
    settings.SITE_URL = "http://localhost"
    lead = make_lead("olga", worked_campaign(slug="boats"), "viewer")
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/sign-in/?next=/campaigns/boats/")
    page.get_by_label("Name").fill(lead.get_username())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Boats and gladness")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "http://localhost/rate/boats/"
    code = page.get_by_role("img", name="The link as a QR code")
    expect(code.locator("svg.qr")).to_be_visible()
    # The chart of days says its values to whoever cannot see it.
    expect(page.get_by_role("group", name="Ratings a day. 17 in all")).to_be_visible()
    expect(page.locator(".pipeline .next")).to_have_count(1)
