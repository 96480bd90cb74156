"""Many devices at once before one site whose network is bad and whose server dies."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser, BrowserContext, Error, async_playwright

from tests.browser.chromium import ARGUMENTS, CLASSROOM
from tests.processes import ROOT, answers
from tests.proxy import books
from tests.proxy.device import PATIENCE, Device, Stuck
from tests.proxy.proxy import Proxy
from tests.storm.site import Site

# Sittings of one annotator.
EACH = 4
# Of so many devices one comes over plain http, where no browser has a worker.
PLAIN = 4
# Seconds for one of them, should a browser not even tell that it waits.
LONGEST = 1.5 * PATIENCE
# Seconds between two deaths of the server.
LEAST, MOST = 8.0, 16.0


class Weather(NamedTuple):
    """Until so many sittings are done, or so many seconds are over."""

    seed: int
    sittings: int | None = None
    seconds: float | None = None
    at_once: int = 6


class Aftermath(NamedTuple):
    sittings: int
    seconds: float
    network: Counter[str]
    acts: Counter[str]
    faults: list[str]

    @property
    def report(self) -> str:
        pace = 60 * self.sittings / self.seconds
        lines = [f"{self.sittings} sittings in {self.seconds:.0f} s, {pace:.0f} a minute"]
        lines += [f"{times:7} × {kind}" for kind, times in sorted(self.network.items())]
        lines += [f"{times:7} {act}" for act, times in sorted(self.acts.items())]
        return "\n".join(lines)


def run(weather: Weather) -> Aftermath:
    """In a thread of its own: the suite's own browser has a loop in this one."""
    after: list[Aftermath] = []
    raised: list[BaseException] = []

    def go() -> None:
        try:
            after.append(asyncio.run(_run(weather)))
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=go)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]
    return after[0]


async def _run(weather: Weather) -> Aftermath:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as clerk:
        crowd = Crowd(weather, clerk)
        await crowd.ask(books.prepare)
        try:
            async with crowd.before(await crowd.ask(_site, Path(folder))):
                await crowd.live()
        finally:
            await crowd.ask(books.close)
        return crowd.aftermath()


def _site(folder: Path) -> Site:
    """With its static files as they are served."""
    site = Site(folder, web_processes=2, STATIC_ROOT=str(folder / "static"))
    site.web.environ["DJANGO_SETTINGS_MODULE"] = "tests.proxy.settings"
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"],
        cwd=ROOT,
        env=site.web.environ,
        check=True,
    )
    return site


class Crowd:
    def __init__(self, weather: Weather, clerk: ThreadPoolExecutor) -> None:
        self.weather, self.clerk = weather, clerk
        self.began = time.monotonic()
        self.done = self.under_way = self.devices = 0
        self.acts: Counter[str] = Counter()
        self.faults: list[str] = []

    async def ask(self, question: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """The books are kept in one thread, with a connection of its own."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.clerk, lambda: question(*given, **named))

    @asynccontextmanager
    async def before(self, site: Site) -> AsyncIterator[None]:
        self.site = site
        self.proxy = Proxy(server=site.port, rng=random.Random(f"{self.weather.seed}/network"))
        site.web.start()
        try:
            await self.server_answers()
            async with self.proxy.running(), async_playwright() as playwright:
                self.browser: Browser = await playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=ARGUMENTS, env=_own()
                )
                self.began = time.monotonic()
                yield
                await self.browser.close()
        finally:
            site.web.kill()

    async def server_answers(self) -> None:
        while not answers(self.site.port):
            await asyncio.sleep(0.05)

    async def live(self) -> None:
        killer = asyncio.create_task(self.kill())
        await asyncio.gather(*(self.lead_devices() for _ in range(self.weather.at_once)))
        killer.cancel()
        await asyncio.gather(killer, return_exceptions=True)

    async def kill(self) -> None:
        rng = random.Random(f"{self.weather.seed}/killer")
        while True:
            await asyncio.sleep(rng.uniform(LEAST, MOST))
            self.site.web.kill()
            self.acts["server killed"] += 1
            await asyncio.sleep(rng.random() * 2)
            self.site.web.start()
            await self.server_answers()

    # ---- One after the other --------------------------------------------------------------

    @property
    def wanted(self) -> bool:
        weather = self.weather
        if self.faults:
            return False
        if weather.sittings is not None:
            return self.done + self.under_way < weather.sittings
        return time.monotonic() - self.began < (weather.seconds or 0)

    async def lead_devices(self) -> None:
        while self.wanted:
            number = self.devices
            self.devices += 1
            host = CLASSROOM if number % PLAIN == PLAIN - 1 else "localhost"
            context = await self.browser.new_context(
                base_url=f"http://{host}:{self.proxy.port}",
                viewport={"width": 360, "height": 740},
            )
            try:
                await self.lead(context, number)
            except (Error, Stuck) as error:
                self.faults.append(f"device {number}: {error}")
            finally:
                await context.close()

    async def lead(self, context: BrowserContext, number: int) -> None:
        device = Device(
            context,
            await self.ask(books.join),
            rng=random.Random(f"{self.weather.seed}/{number}"),
            acts=self.acts,
            ask=self.ask,
        )
        await self.arrive(device)
        cookie = await device.cookie()
        self.proxy.calm = False
        for _sitting in range(EACH):
            if not self.wanted:
                return
            self.under_way += 1
            try:
                async with asyncio.timeout(LONGEST):
                    await device.sit()
                    await self.proxy.settled(cookie)
            except TimeoutError:
                met = "; ".join(device.trail)
                raise Stuck(f"sitting {device.sitting} hangs: {device.doing}; {met}") from None
            finally:
                self.under_way -= 1
            found = await self.ask(
                books.faults, device.sitting, device.chosen, most=device.given
            )
            self.faults += [f"device {number}: {fault}" for fault in found]
            self.done += 1

    async def arrive(self, device: Device) -> None:
        for _try in range(100):
            try:
                await device.arrive()
                await device.cookie()
                return
            except (Error, ValueError):
                await asyncio.sleep(0.3)
        raise Stuck("the personal link did not open")

    def aftermath(self) -> Aftermath:
        return Aftermath(
            sittings=self.done,
            seconds=time.monotonic() - self.began,
            network=Counter({str(kind): n for kind, n in self.proxy.faults.items()}),
            acts=self.acts + Counter({"call": self.proxy.calls}),
            faults=self.faults,
        )


def _own() -> dict[str, str | float | bool]:
    return dict(os.environ)
