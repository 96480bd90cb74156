"""Somebody at a phone whose network is bad: taps, undoes, reloads, closes and opens tabs."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from playwright.async_api import BrowserContext, Error, Page

from tests.proxy import books
from tests.proxy.books import SLUG, Joined

# Seconds in which a sitting must be done, whatever happens.
PATIENCE = 90
# In which a tab shows something, or that it cannot.
HANGS = 10
HERE = f"/rate/{SLUG}/"

# Once its script has begun: without it the page is one for which this test does not speak.
READY = """() => document.getElementById("undo")?.hidden === false"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".row")].map(row =>
    [row.dataset.candidate, row.querySelector("input:checked")?.value ?? null]))"""
TAP = """([candidate, value]) => document.querySelector(
    `.row[data-candidate="${candidate}"] input[value="${value}"]`).click()"""
SITTING = """() => document.getElementById("sitting")?.dataset.assignment"""
TAKES = f"""() => Boolean(document.querySelector("form[action$='/{SLUG}/take/'] button"))"""
UNDO = """() => document.getElementById("undo").click()"""
ONWARD = """() => document.querySelector(".block:not([hidden]) .onward")?.click()"""
LEFT = """id => Object.keys(localStorage).filter(key => {
    const [, kind, , , sitting] = key.split("|");
    return ["answer", "wish", "aside", "refused"].includes(kind) && sitting === String(id);
}).map(key => `${key}=${localStorage[key]}`)"""
WORKER = """() => navigator.serviceWorker?.controller ? true : false"""

Run = Callable[..., Awaitable[Any]]


class Stuck(Exception):  # noqa: N818
    pass


class Device:
    """`ask` runs a function of the books beside the browsers."""

    def __init__(
        self,
        context: BrowserContext,
        joined: Joined,
        *,
        rng: random.Random,
        acts: Counter[str],
        ask: Run,
    ) -> None:
        self.context, self.joined = context, joined
        self.rng, self.acts, self.ask = rng, acts, ask
        self.pages: list[Page] = []
        self.sitting = 0
        self.words: list[int] = []
        self.doing = ""
        # What the network last did to it.
        self.trail: deque[str] = deque(maxlen=12)
        self.chosen: dict[int, str] = {}
        self.given = 0
        self.offline = False
        self.over = 0.0
        self.before: list[tuple[Page, int, str | None]] = []

    async def sit(self) -> None:
        """A whole sitting, until the page has sent all of it."""
        self.over = time.monotonic() + PATIENCE
        self.chosen, self.given, self.before = {}, 0, []
        await self.begin()
        self.words = [int(word) for word in await self.pages[0].evaluate(SHOWN)]
        while missing := [word for word in self.words if word not in self.chosen]:
            await self.tap(self.rng.choice(missing))
            await self.do_something()
        await self.be_online()
        await self.finish()

    # ---- Pages ------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Until a sitting is before them."""
        self.doing = "beginning"
        await self.a_page()
        while not (found := await self.another()):
            rest = self.rng.choice(["sitting/", "thanks/"])
            page = await self.reach(self.pages[0], rest)
            take = page.locator(f"form[action$='/{SLUG}/take/'] button")
            if await self.look(page, TAKES):
                await self.quietly(take.first.click(timeout=1000 * HANGS))
            self.look_at_the_clock("took no sitting")
        self.sitting = found

    async def another(self) -> int | None:
        """One that ended is shown, and takes changes, until there is another."""
        [page] = self.pages
        if not await self.shows_sitting(page):
            return None
        shown = int(await self.look(page, SITTING) or 0)
        return shown if shown != self.sitting else None

    async def a_page(self) -> Page:
        if not self.pages:
            self.pages.append(await self.context.new_page())
        return self.pages[0]

    async def shows_sitting(self, page: Page) -> bool:
        if not page.url.endswith("/sitting/"):
            return False
        return bool(await self.look(page, READY))

    async def reach(self, page: Page, rest: str) -> Page:
        """In another tab where this one shows nothing in time: now and then Chromium under
        automation hangs over its own page for an address that failed, while its other tabs
        open that address at once."""
        try:
            async with asyncio.timeout(HANGS):
                await self.quietly(page.goto(HERE + rest, timeout=0))
                await self.quietly(page.evaluate("0"))
            return page
        except TimeoutError:
            return await self.in_another_tab(page)

    async def in_another_tab(self, page: Page) -> Page:
        self.acts["tab given up"] += 1
        fresh = await self.context.new_page()
        self.pages[self.pages.index(page)] = fresh
        with suppress(TimeoutError):
            async with asyncio.timeout(HANGS):
                await self.quietly(page.close())
        return fresh

    async def quietly(self, wish: Awaitable[Any]) -> Any:
        """What a network like this one does to a page is no fault; None then."""
        try:
            return await wish
        except Error as error:
            [what, *_rest] = error.message.splitlines()
            self.trail.append(f"{time.monotonic() - self.over + PATIENCE:.1f} s: {what}")
            await asyncio.sleep(0.1)
            return None

    async def look(self, page: Page, script: str, given: Any = None) -> Any:
        """None where the page cannot be asked, or is another one now."""
        try:
            async with asyncio.timeout(HANGS):
                return await self.quietly(page.evaluate(script, given))
        except TimeoutError:
            if page in self.pages:
                await self.in_another_tab(page)
        return None

    def look_at_the_clock(self, what: str) -> None:
        if time.monotonic() > self.over:
            met = "; ".join(self.trail)
            raise Stuck(f"sitting {self.sitting}: {what} in {PATIENCE} s; {met}")

    # ---- Answers ----------------------------------------------------------------------------

    async def tap(self, word: int) -> None:
        page = self.rng.choice(self.pages)
        before = self.chosen.get(word)
        others = {chosen for one, chosen in self.chosen.items() if one != word}
        # A sitting in which nothing is judged would not count.
        values = ("0", "1", "2", "3", *(["null"] if others - {"null"} else []))
        value = self.rng.choice([v for v in values if v != before])
        # What the other tab shows by now may be a moment old: a tap on what is chosen is none.
        # And a page that hears that nothing is left to answer goes on by itself.
        shown = await self.look(page, SHOWN)
        if not shown or shown[str(word)] == value:
            return
        await page.evaluate(TAP, [word, value])
        self.before.append((page, word, before))
        self.chosen[word] = value
        self.given += 1

    async def undo(self) -> None:
        """The last tap, and another one in its place, while its page is there alone."""
        if not self.before or self.before[-1][0] not in self.pages or len(self.pages) > 1:
            return
        page, word, before = self.before.pop()
        await page.evaluate(UNDO)
        self.acts["undo"] += 1
        if before is None:
            del self.chosen[word]
        else:
            self.chosen[word] = before
            self.given += 1
        await asyncio.sleep(self.rng.random() * 0.3)
        await self.tap(word)

    # ---- What happens meanwhile --------------------------------------------------------------

    async def do_something(self) -> None:
        drawn = self.rng.random()
        self.doing = f"after {drawn:.2f}, {len(self.pages)} tabs, offline {self.offline}"
        if drawn < 0.10:
            await self.undo()
        elif drawn < 0.18:
            await self.reload()
        elif drawn < 0.26:
            await self.close_and_open()
        elif drawn < 0.36:
            await self.another_tab()
        elif drawn < 0.46:
            await self.toggle_offline()
        elif drawn < 0.5:
            await self.change_mind()
        else:
            await asyncio.sleep(self.rng.random() * 0.2)

    async def change_mind(self) -> None:
        if self.chosen:
            await self.tap(self.rng.choice(list(self.chosen)))
            self.acts["change of mind"] += 1

    async def may_open(self, page: Page) -> bool:
        """Without a network a worker must have the page; where there is none, nobody does."""
        return not self.offline or bool(await page.evaluate(WORKER))

    async def reload(self) -> None:
        page = self.rng.choice(self.pages)
        if not await self.may_open(page):
            return
        self.acts["reload offline" if self.offline else "reload"] += 1
        self.before = []
        await self.open_sitting(page)

    async def close_and_open(self) -> None:
        page = self.rng.choice(self.pages)
        if not await self.may_open(page):
            return
        self.acts["close a tab"] += 1
        self.before = []
        fresh = await self.context.new_page()
        self.pages[self.pages.index(page)] = fresh
        await page.close()
        await self.open_sitting(fresh)

    async def another_tab(self) -> None:
        if not await self.may_open(self.pages[0]):
            return
        if len(self.pages) == 1:
            self.acts["open a second tab"] += 1
            self.pages.append(await self.context.new_page())
            await self.open_sitting(self.pages[-1])
        else:
            await self.pages.pop(self.rng.randrange(2)).close()
        self.before = []

    async def open_sitting(self, page: Page) -> None:
        """And what was chosen is what it shows, whoever served it."""
        place = self.pages.index(page)
        shown = None
        while not shown:
            page = await self.reach(self.pages[place], "sitting/")
            if page.url.endswith(("/thanks/", "/instructions/")):
                if len(self.chosen) == len(self.words):
                    return
                raise Stuck(f"sitting {self.sitting} is over before all was answered")
            if await self.shows_sitting(page):
                shown = await self.look(page, SHOWN)
            elif self.offline:
                await self.be_online()
            self.look_at_the_clock("did not open again")
        seen = {int(word): value for word, value in shown.items() if value is not None}
        if seen != self.chosen:
            raise Stuck(f"sitting {self.sitting}: {self.chosen} was chosen, {seen} is shown")

    async def toggle_offline(self) -> None:
        if self.offline:
            await self.be_online()
        else:
            self.acts["offline"] += 1
            self.offline = True
            await self.context.set_offline(True)
            if self.rng.random() < 0.5:
                await self.reload()

    async def be_online(self) -> None:
        self.offline = False
        await self.context.set_offline(False)

    # ---- The end -----------------------------------------------------------------------------

    async def finish(self) -> None:
        """Press on until the page thanks; or press and leave, and come back to any page."""
        for page in self.pages[1:]:
            await page.close()
        del self.pages[1:]
        self.doing = "finishing"
        leaves = self.rng.random() < 0.3
        while not self.pages[0].url.endswith("/thanks/"):
            await self.look(self.pages[0], ONWARD)
            await asyncio.sleep(0.1)
            if leaves and self.rng.random() < 0.3:
                self.acts["leave at the end"] += 1
                leaves = False
                await self.reach(
                    self.pages[0], self.rng.choice(["", "instructions/", "thanks/"])
                )
            elif not await self.shows_sitting(self.pages[0]):
                await self.reach(self.pages[0], self.rng.choice(["sitting/", "thanks/"]))
            self.look_at_the_clock("was not finished")
        while not await self.all_sent():
            await asyncio.sleep(0.1)
            self.look_at_the_clock(f"left {await self.look(self.pages[0], LEFT, self.sitting)}")

    async def all_sent(self) -> bool:
        [page] = self.pages
        left = await self.look(page, LEFT, self.sitting)
        if left is None:
            await self.reach(page, "thanks/")
        return left == [] and bool(await self.ask(books.ended, self.sitting))

    async def cookie(self) -> bytes:
        """By which the proxy knows the device."""
        cookies = await self.context.cookies()
        [mine] = [one["value"] for one in cookies if one["name"] == f"annotator_{SLUG}"]
        return str(mine).encode()

    async def arrive(self) -> None:
        """By the personal link, as from a letter."""
        page = await self.a_page()
        await page.goto(f"{HERE}back/{quote(self.joined.token)}/")
