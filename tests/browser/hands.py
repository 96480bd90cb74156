"""Two ways to use a page: with a mouse, and with the keyboard alone."""

import re
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

# More than any page has places for the focus.
MOST_STOPS = 150

# How everything looks that can have the focus, while it has it not.
REMEMBER = """() => {
    const look = (element) => {
        const style = getComputedStyle(element);
        return `${style.outline} ${style.boxShadow}`;
    };
    const bare = new Map();
    for (const element of document.querySelectorAll("*")) {
        if (element.tabIndex >= 0 && element !== document.activeElement) {
            bare.set(element, look(element));
        }
    }
    window.ringed = () => {
        const element = document.activeElement;
        return element === document.body || look(element) !== bare.get(element);
    };
}"""


class Hand(Protocol):
    page: Page

    def press(self, role: str, name: str, *, place: int = 0) -> None:
        """A link or a button; of several with that name the one at that place."""

    def write(self, label: str, text: str) -> None:
        """In place of what stands in the field."""

    def choose(self, option: str) -> None:
        """A radio button."""

    def tick(self, label: str) -> None:
        """A box, by how its label begins."""

    def give(self, label: str, file: Path) -> None:
        """To a field that takes files."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, role: str, name: str, *, place: int = 0) -> None:
        found(self.page, role, name, place).click()

    def write(self, label: str, text: str) -> None:
        field(self.page, label).fill(text)

    def choose(self, option: str) -> None:
        found(self.page, "radio", option).check()

    def tick(self, label: str) -> None:
        box(self.page, label).check()

    def give(self, label: str, file: Path) -> None:
        field(self.page, label).set_input_files(file)


class Keyboard:
    """Only keys, and never a key to where the focus cannot be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._chosen = Path()
        # The browser's own window to choose a file in is no page: Playwright answers it.
        page.on("filechooser", lambda chooser: chooser.set_files(self._chosen))

    def press(self, role: str, name: str, *, place: int = 0) -> None:
        self._reach(found(self.page, role, name, place))
        self.page.keyboard.press("Enter")

    def write(self, label: str, text: str) -> None:
        self._reach(field(self.page, label))
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, option: str) -> None:
        """The Tab key stops at a group of radio buttons once; the arrows go on within it."""
        radio = found(self.page, "radio", option)
        group = radio.get_attribute("name")
        self._reach(self.page.locator(f"input[name={group}]:checked"))
        for _press in range(self.page.locator(f"input[name={group}]").count()):
            if focused(radio):
                break
            self.page.keyboard.press("ArrowDown")
        assert radio.is_checked()

    def tick(self, label: str) -> None:
        self._reach(box(self.page, label))
        self.page.keyboard.press("Space")

    def give(self, label: str, file: Path) -> None:
        self._reach(field(self.page, label))
        self._chosen = file
        self.page.keyboard.press("Enter")
        given = f"C:\\fakepath\\{file.name}"  # as every browser calls it
        expect(field(self.page, label)).to_have_js_property("value", given)

    def _reach(self, target: Locator) -> None:
        target.wait_for()
        # With its styles, and with what its scripts listen to.
        self.page.wait_for_load_state()
        self.page.evaluate(REMEMBER)
        for _stop in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            if not self.page.evaluate("ringed()"):
                where = self.page.evaluate("document.activeElement.outerHTML")
                raise AssertionError(f"nobody sees that this has the focus: {where}")
            if focused(target):
                return
        raise AssertionError(f"{target} cannot be reached with the Tab key")


def found(page: Page, role: str, name: str, place: int = 0) -> Locator:
    return page.get_by_role(role, name=name, exact=True).nth(place)  # type: ignore[arg-type]


def field(page: Page, label: str) -> Locator:
    """By its label, in the first of several forms: a password or a file has no role."""
    return page.get_by_label(label, exact=True).first


def box(page: Page, label: str) -> Locator:
    """By how its label begins: some say what one agrees to."""
    return page.get_by_role("checkbox", name=re.compile(f"^{re.escape(label)}"))


def focused(target: Locator) -> bool:
    return bool(target.evaluate("element => element === document.activeElement"))
