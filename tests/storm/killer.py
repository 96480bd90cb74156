"""Processes that are gone from one moment to the next, and come back."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress

from tests.processes import answers, wait_until
from tests.storm.clock import let_leases_run_out
from tests.storm.site import Site
from tests.storm.world import World

# Seconds between two kills: a web server needs some to come back.
LEAST, MOST = 2.0, 8.0


class Killer:
    """Kills by turns one of the web processes, the worker, and all that is the web.

    No thread of its own: the kernel takes a process along with the very thread that started it.
    """

    def __init__(self, world: World, site: Site, *, web_dies: bool) -> None:
        self.world, self.site, self.tally = world, site, world.tally
        self.rng = world.chance("killer")
        self.web_dies = web_dies
        self.turns: list[Callable[[], None]] = []

    def rage(self, seconds: float) -> None:
        over = time.monotonic() + seconds
        while (left := over - time.monotonic()) > 0:
            time.sleep(min(left, self.rng.uniform(LEAST, MOST)))
            if time.monotonic() < over:
                self.strike()

    def strike(self) -> None:
        if not self.turns:
            self.turns = [self.kill_worker, self.kill_a_web_process]
            if self.web_dies:
                self.turns.insert(0, self.kill_web)
        self.turns.pop()()

    def kill_a_web_process(self) -> None:
        pid = self.site.web.a_child(self.rng)
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.tally.act("kill a web process")

    def kill_web(self) -> None:
        self.site.web.kill()
        self.tally.act("kill the web")
        self.site.web.start()
        wait_until(lambda: answers(self.site.port))

    def kill_worker(self) -> None:
        self.site.worker.kill()
        self.tally.act("kill the worker")
        # Nobody else works here: no job has anybody to give a sign of life for it.
        let_leases_run_out()
        self.site.worker.start()
