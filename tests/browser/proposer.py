"""The steps of somebody who proposes words, as many tests take them."""

from playwright.sync_api import Locator, Page

from campaigns.models import Campaign
from proposing.models import Proposal, ProposalTurn
from tests.browser.way import CURRENT, join

# By touch a word lies between two dotted lines.
PART = f"{CURRENT} .part"


def start(page: Page, campaign: Campaign) -> ProposalTurn:
    """Join and take a turn; the page shows its first sentence."""
    join(page, campaign)
    page.locator("form[action$='/take/'] button").click()
    page.wait_for_url("**/sitting/")
    ready(page)
    return ProposalTurn.objects.get(annotator__campaign=campaign, state="open")


def ready(page: Page) -> None:
    """Once the script has begun, or where there is none."""
    page.wait_for_load_state()


def field(page: Page, place: int = 1) -> Locator:
    return page.locator(f"{CURRENT} .proposed input").nth(place - 1)


def tick(page: Page, label: str) -> None:
    page.locator(f"{CURRENT} .marks .choice", has_text=label).click()


def onward(page: Page) -> None:
    page.locator(f"{CURRENT} .onward").click()


def write(page: Page, *words: str) -> None:
    """In the fields of the sentence that is shown, as each appears."""
    for place, word in enumerate(words, start=1):
        field(page, place).fill(word)


def said(turn: ProposalTurn) -> list[tuple[list[str], str, str]]:
    """In the order in which it was stored."""
    found = Proposal.objects.filter(turn=turn, superseded_at__isnull=True).order_by("id")
    return list(found.values_list("answers", "mark", "phrase"))
