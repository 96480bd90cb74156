"""Whatever the screen and the size of the text, nothing one may press is hidden or cut off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page

from campaigns.models import Campaign
from tests.browser.conftest import EXAMPLES, PRACTICE, OpenPage
from tests.browser.way import CURRENT, join, start
from tests.factories import make_campaign

pytestmark = pytest.mark.sqlite

# Of a fine grid over its box: how much of it somebody would hit. A choice is its label's box.
SHARE_SEEN = """(control) => {
    const shown = control.closest(".choice") ?? control;
    const { left, top, width, height } = shown.getBoundingClientRect();
    const steps = [...Array(12).keys()].map((step) => (step + 0.5) / 12);
    const edge = (step) => step < 0.2 || step > 0.8;
    // Corners are round.
    const points = steps.flatMap((x) =>
        steps.filter((y) => !(edge(x) && edge(y))).map((y) => [x, y]));
    const hits = points.filter(([x, y]) =>
        shown.contains(document.elementFromPoint(left + x * width, top + y * height)));
    return hits.length / points.length;
}"""
# What is written in it runs out of it.
RUNS_OUT = "(control) => control.scrollWidth > control.clientWidth + 1"
# Width, height and size of the text; 320x256 is a desk's window at 400 %.
SCREENS = [(320, 640, 100), (1366, 768, 100), (360, 740, 200)]
MORE_SCREENS = [
    (360, 740, 100),
    (412, 915, 100),
    (768, 1024, 100),
    (768, 1024, 200),
    (320, 256, 100),
]
CONTROLS = f"{CURRENT} :is(input[type=radio], button, summary, textarea, a)"


@pytest.fixture(
    params=[
        *SCREENS,
        *(pytest.param(screen, marks=pytest.mark.long) for screen in MORE_SCREENS),
    ],
    ids=lambda screen: "{}x{} at {} %".format(*screen),
)
def page(request: pytest.FixtureRequest, open_page: OpenPage) -> Page:
    width, height, percent = request.param
    page = open_page(width=width, height=height, has_touch=True, is_mobile=width < 500)
    page.add_init_script(
        f"""new MutationObserver((_changes, observer) => {{
            if (!document.documentElement) return;
            document.documentElement.style.fontSize = "{percent}%";
            observer.disconnect();
        }}).observe(document, {{ childList: true }});"""
    )
    return page


def hidden(page: Page, controls: Iterator[Locator]) -> list[str]:
    """What is not seen whole, each with its share."""
    shares = [(control.evaluate("c => c.outerHTML"), seen(control)) for control in controls]
    return [f"{share:.2f} of {html[:90]}" for html, share in shares if share < 1]


def seen(control: Locator) -> float:
    return float(control.evaluate(SHARE_SEEN))


def focused_in_turn(page: Page) -> Iterator[Locator]:
    """Every control of the block and of the bar, where the page brings it."""
    page.locator(f"{CURRENT} summary").evaluate_all("all => all.forEach((one) => one.click())")
    for control in page.locator(f"{CONTROLS}, .bar button:enabled").all():
        if control.is_visible():
            control.evaluate("control => control.focus()")
            yield control


def choices(page: Page) -> Iterator[Locator]:
    yield from page.locator(f"{CURRENT} .row.current input").all()


def tap(page: Page, control: Locator) -> None:
    """Where it is, as a finger does, and not as soon as a second tap would come."""
    box = control.evaluate(
        """control => {
            const { x, y, width, height } = control.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }"""
    )
    page.touchscreen.tap(*box)
    page.wait_for_timeout(400)


def test_all_is_in_sight_where_the_focus_goes(page: Page, campaign: Campaign) -> None:
    start(page, campaign)
    page.keyboard.press("2")
    page.keyboard.press("2")
    assert not hidden(page, focused_in_turn(page))
    outside = page.locator(".choice > span, .onward, .back, .undo")
    assert not [one.inner_text() for one in outside.all() if one.evaluate(RUNS_OUT)]
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_all_is_in_sight_where_the_page_goes_by_itself(page: Page, campaign: Campaign) -> None:
    """Nobody scrolls: from the first word to the last, then the end."""
    assignment = start(page, campaign)
    for _rating in range(assignment.remaining):
        assert not hidden(page, choices(page))
        assert seen(page.locator(f"{CURRENT} mark")) > 0.4
        tap(page, page.locator(f"{CURRENT} .row.current .choice").first)
    assert not hidden(page, iter([page.locator(f"{CURRENT} .onward"), page.locator("#undo")]))


def test_the_practice_is_in_sight(page: Page, campaign: Campaign) -> None:
    join(page, campaign)
    page.goto(f"/rate/{campaign.slug}/practice/1/")
    assert not hidden(page, choices(page))
    page.keyboard.press("2")
    assert not hidden(page, iter([page.locator(f"{CURRENT} .onward")]))
    assert not hidden(page, focused_in_turn(page))


def test_long_words_of_a_scale_are_not_cut_off(
    open_page: OpenPage, transactional_db: None
) -> None:
    campaign = make_campaign(language="de", examples=EXAMPLES, practice=PRACTICE)
    campaign.scale.filter(position=0).update(label="Unangemessenerweise")
    page = open_page(width=320, height=640)
    start(page, campaign)
    spans = page.locator(f"{CURRENT} .choice > span").all()
    assert not [span.inner_text() for span in spans if span.evaluate(RUNS_OUT)]
