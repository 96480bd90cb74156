"""Campaigns in the moment between their last preparation and their first ratings.

While nobody has rated, a lead may still take everything back; here the lead does so at the very
moment at which annotators begin.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from pooling.models import Merge
from sources.models import System
from tests.storm.annotators import Visitor
from tests.storm.calls import Answer, Caller, Form
from tests.storm.sources import Desk, answers, gold, make_campaign, sentences
from tests.storm.world import Actor, World

SHORTER = [{"label": "bad", "weight": 0}, {"label": "good", "weight": 1}]

Start = Callable[[], None]  # from now on annotators take subsets
Race = Callable[[str, Start], None]


class Beginner(threading.Thread):
    """Joined already, takes a subset and answers as high as the scale goes."""

    def __init__(self, visitor: Visitor, *, after: float, most: int, at_once: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.after = visitor, after
        self.most, self.at_once = most, at_once

    def run(self) -> None:
        self.visitor.world.over.wait(self.after)
        try:
            sitting = self.visitor.take()
            if sitting is not None:
                for start in range(0, min(self.most, len(sitting.candidates)), self.at_once):
                    some = sitting.candidates[start : start + self.at_once]
                    values = dict.fromkeys(some, sitting.top)
                    if self.visitor.rate(sitting, values).status != 200:
                        return
        except Exception as error:
            self.visitor.world.tally.fault(f"{self.name} gave up: {error!r}")


class YoungCampaigns(Actor):
    """One campaign after the other, each taken back in another way."""

    # Seconds in which everybody begins.
    WINDOW = 0.4
    COUNT, SUBSETS, ANNOTATORS = 12, 3, 4
    # Ratings of each annotator, and in one call.
    MOST, AT_ONCE = 15, 5

    def __init__(self, world: World, name: str, desk: Desk) -> None:
        super().__init__(world, name)
        self.desk = desk
        self.program = Caller(world.port, world.tally)
        self.made = 0
        self.races: list[Race] = []

    def deck(self) -> list[Race]:
        return [
            *(self.remove_and_pool, self.undo_and_pool, self.shorten, self.settle),
            *(self.start_over, self.delete, self.dispatch),
        ]

    def act(self) -> None:
        if not self.races:
            self.races = self.deck()
            self.rng.shuffle(self.races)
        self.made += 1
        slug = f"{self.name}-{self.made}"
        make_campaign(
            slug,
            leads=[self.desk.lead],
            count=self.COUNT,
            subsets=self.SUBSETS,
            min_ratings=1,
            max_ratings=self.ANNOTATORS,
        )
        beginners = self.beginners(slug)

        def start() -> None:
            for beginner in beginners:
                beginner.start()

        self.races.pop()(slug, start)
        for beginner in beginners:
            beginner.join()
        self.tally.act("begin a campaign")

    def beginners(self, slug: str) -> list[Beginner]:
        drawn = (self.rng.randrange(2**32) for _ in range(self.ANNOTATORS))
        joined = (Visitor.join(self.world, slug, address=address) for address in drawn)
        return [
            Beginner(
                visitor,
                after=self.rng.random() * self.WINDOW,
                most=self.MOST,
                at_once=self.AT_ONCE,
            )
            for visitor in joined
            if visitor is not None
        ]

    def ask(self, method: str, slug: str, rest: str, body: Any = None, *, act: str) -> Answer:
        self.program.headers["Authorization"] = f"Bearer {self.rng.choice(self.desk.tokens)}"
        # Asked again where no answer came: it may have been done then, and be refused now.
        answer = self.program.insist(method, f"/api/v1/campaigns/{slug}/{rest}", body)
        self.tally.act(act)
        if answer.status >= 300:
            self.tally.act(f"{act}: {answer.status}")
        return answer

    # ---- each in its own way --------------------------------------------------------------

    def remove_and_pool(self, slug: str, start: Start) -> None:
        id = System.objects.filter(campaign__slug=slug).latest("id").pk
        self.ask("DELETE", slug, f"systems/{id}/", act="remove a system")
        start()
        self.pause(self.WINDOW / 4)
        self.ask("POST", slug, "pool/", act="pool while the first rate")

    def undo_and_pool(self, slug: str, start: Start) -> None:
        for id in Merge.objects.filter(item__campaign__slug=slug).values_list("id", flat=True)[
            :3
        ]:
            self.ask("POST", slug, f"merges/{id}/undo/", act="undo a merge")
        start()
        self.pause(self.WINDOW / 4)
        self.ask("POST", slug, "pool/", act="pool while the first rate")

    def shorten(self, slug: str, start: Start) -> None:
        start()
        self.pause(self.WINDOW)
        self.ask("PATCH", slug, "", {"scale": SHORTER}, act="shorten a scale")

    def settle(self, slug: str, start: Start) -> None:
        start()
        self.pause(self.WINDOW)
        self.ask("PATCH", slug, "", {"pool_depth": 1}, act="change a pool's setting")

    def dispatch(self, slug: str, start: Start) -> None:
        start()
        self.pause(self.WINDOW / 2)
        body = {"subsets": 2, "leave_unanchored_out": True}
        self.ask("POST", slug, "subsets/", body, act="dispatch while the first rate")

    def start_over(self, slug: str, start: Start) -> None:
        start()
        self.pause(self.WINDOW)
        files = (
            ("sentences", "sentences.csv", sentences(self.COUNT)),
            ("gold", "gold.txt", gold(self.COUNT)),
        )
        self.ask("POST", slug, "start-over/", Form((), files), act="start over")
        form = Form(
            (("name", "anew"), ("kind", "participant")),
            (("answers", "answers.txt", answers(self.COUNT, "anew")),),
        )
        self.ask("POST", slug, "systems/", form, act="add a system anew")

    def delete(self, slug: str, start: Start) -> None:
        start()
        self.pause(self.WINDOW)
        self.ask("DELETE", slug, "", act="delete a campaign")

    def leave(self) -> None:
        connection.close()
