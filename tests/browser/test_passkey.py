"""A lead's passkey, in a browser with a key of its own: set up, used alone, used as second
factor, and of no use from another key."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import PATIENCE
from tests.people import PASSWORD, make_lead
from tests.processes import answers, free_port, running, wait_until

pytestmark = pytest.mark.sqlite

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """As an operator switches it on: by the environment."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    server = ("gunicorn", "annotation_site.wsgi", "--bind", address, "--workers", "1")
    with running(*server, SECOND_FACTOR="true", PORT=str(port)):
        wait_until(lambda: answers(port))
        yield f"http://localhost:{port}"


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    context = browser.new_context(base_url=site, viewport={"width": 360, "height": 740})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield page
    context.close()
    assert troubles == []


def with_key(page: Page) -> tuple[CDPSession, str]:
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    added = device.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    return device, added["authenticatorId"]


def press(page: Page, name: str, role: Any = "button") -> None:
    page.get_by_role(role, name=name, exact=True).click()


def password(page: Page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Name", exact=True).fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    press(page, "Sign in")


def is_whole(page: Page) -> None:
    found = found_by_axe(page)
    assert not found, found
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_passkey_opens_the_account_it_was_made_for(page: Page) -> None:
    make_lead("ada")
    device, key = with_key(page)
    password(page)
    page.goto("/account/")
    press(page, "Two-factor authentication and passkeys", "link")
    is_whole(page)
    press(page, "Add a passkey", "link")
    is_whole(page)
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")
    is_whole(page)
    press(page, "Add passkey")
    expect(page.get_by_role("status")).to_contain_text("Passkey added.")
    page.reload()
    is_whole(page)
    held = device.send("WebAuthn.getCredentials", {"authenticatorId": key})
    assert len(held["credentials"]) == 1

    press(page, "Sign out")
    page.goto("/sign-in/?next=/account/tokens/")
    is_whole(page)
    press(page, "Sign in with a passkey")
    expect(page.get_by_role("heading", level=1)).to_have_text("API tokens")

    press(page, "Sign out")
    password(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Two-factor authentication")
    is_whole(page)
    press(page, "Use a passkey")
    expect(page.get_by_text("Your account: ada")).to_be_attached()

    press(page, "Sign out")
    device.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})
    device.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    page.goto("/sign-in/")
    with page.expect_event("console", lambda message: message.type == "error"):
        press(page, "Sign in with a passkey")
    page.goto("/account/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
