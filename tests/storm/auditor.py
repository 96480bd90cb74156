"""Looks at the books in the middle of the storm: what must always hold holds at any moment.

A wrong count may be put right by whoever counts again next; until then somebody acts on it.
"""

import time

from django.db import connection

from core.snapshot import snapshot
from tests.storm.books import Books
from tests.storm.checks import always
from tests.storm.world import Actor, World

# Of the time of the storm, at most so much is spent on looking.
SHARE = 0.1


class Auditor(Actor):
    def __init__(self, world: World, name: str = "auditor") -> None:
        super().__init__(world, name)
        self.told: set[str] = set()

    def act(self) -> None:
        began = time.monotonic()
        with snapshot():
            books = Books()
        for fault in always(self.world, books):
            if fault not in self.told:
                self.told.add(fault)
                self.tally.fault(f"in the middle: {fault}")
        self.tally.act("look at the books")
        self.world.over.wait((time.monotonic() - began) / SHARE)

    def leave(self) -> None:
        connection.close()
