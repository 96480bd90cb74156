"""Campaigns in the moment between their last preparation and their first ratings.

While nobody has rated, a lead may still take everything back; here the lead does so at the very
moment at which annotators begin.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from campaigns.models import Campaign, System
from tests.storm.annotators import Visitor
from tests.storm.calls import Answer, Caller, Form
from tests.storm.sources import Desk, answers, gold, make_campaign, sentences
from tests.storm.world import Actor, World

FIRST = 4  # annotators
SHORTER = [{"label": "bad", "weight": 0}, {"label": "good", "weight": 1}]


class Beginner(threading.Thread):
    """Joined already, takes a subset and answers as high as the scale goes."""

    def __init__(self, visitor: Visitor, *, after: float, most: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.after, self.most = visitor, after, most
        self.started = threading.Event()

    def run(self) -> None:
        self.started.wait()
        self.visitor.world.over.wait(self.after)
        try:
            sitting = self.visitor.take()
            if sitting is not None:
                for start in range(0, min(self.most, len(sitting.candidates)), 5):
                    some = sitting.candidates[start : start + 5]
                    values = dict.fromkeys(some, sitting.top)
                    if self.visitor.rate(sitting, values).status != 200:
                        return
        except Exception as error:
            self.visitor.world.tally.fault(f"{self.name} gave up: {error!r}")


class YoungCampaigns(Actor):
    """One campaign after the other, each taken back in another way."""

    # Seconds: annotators and the lead begin at some moment within it.
    WINDOW = 0.4
    COUNT, SUBSETS = 12, 3

    def __init__(self, world: World, name: str, desk: Desk) -> None:
        super().__init__(world, name)
        self.desk = desk
        self.program = Caller(world.port, world.tally)
        self.made = 0
        self.races: list[Callable[[str], None]] = []

    def act(self) -> None:
        if not self.races:
            self.races = self.deck()
            self.rng.shuffle(self.races)
        self.made += 1
        slug = f"{self.name}-{self.made}"
        self.campaign(slug)
        beginners = self.beginners(slug)
        for beginner in beginners:
            beginner.start()
        for beginner in beginners:
            beginner.started.set()
        self.pause(self.WINDOW / 2)
        self.races.pop()(slug)
        for beginner in beginners:
            beginner.join()
        self.tally.act("begin a campaign")

    def deck(self) -> list[Callable[[str], None]]:
        return [
            *(self.remove_and_pool, self.shorten, self.settle),
            *(self.start_over, self.delete, self.dispatch),
        ]

    def campaign(self, slug: str) -> Campaign:
        return make_campaign(
            slug,
            leads=[self.desk.lead],
            count=self.COUNT,
            subsets=self.SUBSETS,
            min_ratings=1,
            max_ratings=FIRST,
        )

    def beginners(self, slug: str) -> list[Beginner]:
        drawn = (self.rng.randrange(2**32) for _ in range(FIRST))
        joined = (Visitor.join(self.world, slug, address=address) for address in drawn)
        return [
            Beginner(visitor, after=self.rng.random() * self.WINDOW, most=15)
            for visitor in joined
            if visitor is not None
        ]

    def ask(self, method: str, slug: str, rest: str, body: Any = None, *, act: str) -> Answer:
        token = self.rng.choice(self.desk.tokens)
        path = f"/api/v1/campaigns/{slug}/{rest}"
        self.program.headers["Authorization"] = f"Bearer {token}"
        # Asked again where no answer came: it may have been done then, and be refused now.
        answer = self.program.insist(method, path, body)
        self.tally.act(act)
        if answer.status >= 300:
            self.tally.act(f"{act}: {answer.status}")
        return answer

    def remove_and_pool(self, slug: str) -> None:
        id = System.objects.filter(campaign__slug=slug).latest("id").pk
        self.ask("DELETE", slug, f"systems/{id}/", act="remove a system")
        self.ask("POST", slug, "pool/", act="pool while the first rate")

    def shorten(self, slug: str) -> None:
        self.ask("PATCH", slug, "", {"scale": SHORTER}, act="shorten a scale")

    def settle(self, slug: str) -> None:
        self.ask("PATCH", slug, "", {"pool_depth": 1}, act="change a pool's setting")

    def dispatch(self, slug: str) -> None:
        body = {"subsets": 2, "leave_unanchored_out": True}
        self.ask("POST", slug, "subsets/", body, act="dispatch while the first rate")

    def start_over(self, slug: str) -> None:
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

    def delete(self, slug: str) -> None:
        self.ask("DELETE", slug, "", act="delete a campaign")

    def leave(self) -> None:
        connection.close()
