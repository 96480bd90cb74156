"""From an empty site to a second member: by mouse and by keyboard alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from playwright.sync_api import Locator, Page, expect

from annotation_site.accounts.limits import FAILURES_OF_NAME
from annotation_site.accounts.setup_code import setup_code
from campaigns.models import Campaign, Member
from campaigns.services.people import invite_member
from tests.browser.axe import found_by_axe
from tests.browser.conftest import OpenPage
from tests.browser.way import follow, tab_to
from tests.people import PASSWORD

pytestmark = pytest.mark.sqlite

CODE = {"#id_setup_code": setup_code()}
PEOPLE = "/campaigns/boats/people/"


@pytest.fixture
def boats(transactional_db: None, live_server: Any, settings: Any) -> Campaign:
    settings.SITE_URL = live_server.url
    return Campaign.objects.create(slug="boats", title="Boats and gladness", language="en")


def account(name: str) -> dict[str, str]:
    return {
        "#id_username": name,
        "#id_email": f"{name}@example.org",
        "#id_password1": PASSWORD,
        "#id_password2": PASSWORD,
    }


def fill(page: Page, fields: dict[str, str]) -> None:
    for field, text in fields.items():
        page.locator(field).fill(text)


def type_in(page: Page, fields: dict[str, str]) -> None:
    """Through the fields with the Tab key; Enter sends the form."""
    for field, text in fields.items():
        tab_to(page, field)
        page.keyboard.press("Control+A")
        page.keyboard.type(text)
    page.keyboard.press("Enter")


def member(page: Page, name: str) -> Locator:
    return page.locator(".people li", has_text=name)


def test_first_run_then_invite_then_accept_then_the_role_is_shown(
    open_page: OpenPage, boats: Campaign
) -> None:
    lead = open_page()
    lead.goto("/")
    expect(lead.get_by_role("heading", level=1)).to_have_text("Create the first account")
    fill(lead, account("olga") | CODE)
    lead.get_by_role("button", name="Create account").click()
    lead.get_by_role("link", name="Boats and gladness").click()
    lead.get_by_role("link", name="People").click()
    lead.get_by_label("E-mail address").fill("ada@example.org")
    lead.locator("form[action$='/invite/'] select").select_option("manager")
    lead.get_by_role("button", name="Invite").click()
    link = lead.get_by_label("Send this link to ada@example.org").input_value()

    guest = open_page(width=360, height=740, is_mobile=True, has_touch=True)
    guest.goto(link)
    expect(guest.get_by_text("Your role will be: manager.")).to_be_visible()
    expect(guest.get_by_label("E-mail address")).to_have_value("ada@example.org")
    fill(guest, account("ada"))
    guest.get_by_role("button", name="Create account and accept").tap()
    expect(guest.get_by_role("status")).to_contain_text("You are now a member")

    lead.goto(PEOPLE)
    expect(lead.get_by_label("Role of ada")).to_have_value("manager")
    lead.get_by_label("Role of ada").select_option("viewer")
    member(lead, "ada").get_by_role("button", name="Change").click()
    expect(lead.get_by_role("status")).to_contain_text("Role changed.")
    guest.goto(PEOPLE)
    expect(member(guest, "ada")).to_contain_text("viewer")
    expect(guest.get_by_role("button", name="Invite")).to_have_count(0)
    member(lead, "ada").get_by_text("Remove").first.click()
    lead.get_by_role("button", name="Remove ada from this campaign").click()
    expect(member(lead, "ada")).to_have_count(0)
    assert guest.goto(PEOPLE).status == 404


def test_the_same_by_keyboard_alone(open_page: OpenPage, boats: Campaign) -> None:
    lead = open_page()
    lead.goto("/")
    type_in(lead, CODE | account("olga"))
    lead.get_by_role("link", name="Boats and gladness").wait_for()
    tab_to(lead, "a[href='/campaigns/boats/']")
    lead.keyboard.press("Enter")
    lead.wait_for_url("**/campaigns/boats/")
    tab_to(lead, f"a[href='{PEOPLE}']")
    lead.keyboard.press("Enter")
    lead.wait_for_url(f"**{PEOPLE}")
    tab_to(lead, "#id_email")
    lead.keyboard.type("ada@example.org")
    tab_to(lead, "#id_role")
    lead.keyboard.type("owner")
    tab_to(lead, "form[action$='/invite/'] button")
    lead.keyboard.press("Enter")
    link = lead.locator("#fresh-link").input_value()

    guest = open_page()
    guest.goto(link)
    type_in(guest, account("ada"))
    guest.wait_for_url("**/campaigns/boats/")
    assert Member.objects.get().role == "owner"

    guest.goto(PEOPLE)
    tab_to(guest, "summary")
    guest.keyboard.press("Enter")
    tab_to(guest, "form[action$='/remove/'] button")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("status")).to_contain_text("A campaign needs an owner")


# A page once in each scheme; what is folded away on a phone stands open at a desk.
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_axe_finds_nothing_on_the_pages_of_people(
    open_page: OpenPage, boats: Campaign, scheme: str, width: int
) -> None:
    page = open_page(width=width, color_scheme=scheme)

    def look(name: str) -> None:
        found = found_by_axe(page)
        assert not found, f"{name}: {found}"
        sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not sideways, f"{name} is wider than the screen"

    page.goto("/first-run/")
    look("first run")
    fill(page, account("olga") | CODE | {"#id_password2": "another"})
    follow(page, page.get_by_role("button", name="Create account"))
    look("first run, refused")
    fill(page, account("olga") | CODE)
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("link", name="Boats and gladness").wait_for()

    page.goto(PEOPLE)
    look("people, nobody yet")
    page.get_by_label("E-mail address").fill("ada@example.org")
    follow(page, page.get_by_role("button", name="Invite"))
    link = page.locator("#fresh-link").input_value()
    look("people, invited")
    page.goto(link)
    look("invitation, signed in")
    follow(page, page.get_by_role("button", name="Accept as olga"))
    page.goto(PEOPLE)
    page.locator("summary").click()
    look("people")
    page.goto("/campaigns/boats/audit/")
    look("audit log")
    page.goto("/account/")
    look("account")
    follow(page, page.get_by_role("link", name="Change password"))
    look("change password")
    page.goto(link)
    look("invitation, gone")

    token = invite_member(
        campaign=boats,
        by=User.objects.get(),
        email="ben@example.org",
        role=Member.Role.VIEWER,
    )
    page.context.clear_cookies()
    page.goto(f"/invitation/{token}/")
    look("invitation")
    page.goto("/sign-in/")
    look("sign in")
    for _failure in range(FAILURES_OF_NAME.most + 1):
        fill(page, {"#id_username": "olga", "#id_password": "wrong"})
        follow(page, page.get_by_role("button", name="Sign in"))
    page.get_by_text("tried too often").wait_for()
    look("sign in, too often")
    follow(page, page.get_by_role("link", name="Forgot your password?"))
    look("ask for a password")
    page.goto("/new-password/MQ/x-y/")
    look("choose a password, old link")
    lead = User.objects.get()
    uid = urlsafe_base64_encode(force_bytes(lead.pk))
    page.goto(f"/new-password/{uid}/{default_token_generator.make_token(lead)}/")
    look("choose a password")
