"""What all who take part in a storm share: the site, the count, and what they saw."""

import random
import threading
import uuid
from collections import defaultdict
from typing import Any, NamedTuple

from tests.storm.calls import Tally


class Sent(NamedTuple):
    """A rating on its way; `acknowledged` once it was answered 200."""

    key: str
    assignment: int
    candidate: int
    value: int | None
    acknowledged: bool = False


class Ledger:
    """What one annotator was shown and sent, in the order in which they sent it."""

    def __init__(self, slug: str, annotator: int) -> None:
        self.slug, self.annotator = slug, annotator
        self.shown: dict[int, Sitting] = {}
        self.sent: defaultdict[int, list[Sent]] = defaultdict(list)

    def sending(self, assignment: int, candidate: int, value: int | None) -> Sent:
        sent = Sent(str(uuid.uuid4()), assignment, candidate, value)
        self.sent[candidate].append(sent)
        return sent

    def acknowledge(self, sent: Sent) -> None:
        rows = self.sent[sent.candidate]
        rows[rows.index(sent)] = sent._replace(acknowledged=True)

    def acknowledged(self) -> list[Sent]:
        return [sent for rows in self.sent.values() for sent in rows if sent.acknowledged]


class Sitting(NamedTuple):
    """As it was shown when it was taken."""

    id: int
    subset: int
    candidates: tuple[int, ...]
    answered: frozenset[int]
    top: int

    @classmethod
    def of(cls, told: dict[str, Any]) -> "Sitting":
        candidates = [one for sentence in told["sentences"] for one in sentence["candidates"]]
        return cls(
            id=told["id"],
            subset=told["subset"],
            candidates=tuple(one["id"] for one in candidates),
            answered=frozenset(one["id"] for one in candidates if one["answered"]),
            top=max(option["value"] for option in told["scale"]),
        )


class Word(NamedTuple):
    """A candidate as files name it."""

    candidate: int
    sentence_id: int
    sentence: str
    group: str
    text: str


class World:
    """One site in a storm. Lists and sets here are only added to, which needs no lock."""

    def __init__(self, *, port: int, slug: str, seed: int, tally: Tally) -> None:
        self.port, self.slug, self.seed, self.tally = port, slug, seed, tally
        self.over = threading.Event()
        self.words: list[Word] = []
        self.ledgers: list[Ledger] = []
        # What somebody is about to answer: a lead who hides something hides this.
        self.next_up: dict[str, tuple[int, ...]] = {}
        # Whatever a lead asked to hide, whether or not the answer came: candidates, sentences.
        self.ever_hidden: set[tuple[str, int]] = set()

    def chance(self, name: str) -> random.Random:
        """Everybody draws from a source of their own, made of the storm's seed."""
        return random.Random(f"{self.seed}/{name}")

    def ledger(self, slug: str, annotator: int) -> Ledger:
        ledger = Ledger(slug, annotator)
        self.ledgers.append(ledger)
        return ledger


class Actor(threading.Thread):
    """Somebody who acts until the storm is over; what they did not expect is a fault."""

    def __init__(self, world: World, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.world, self.tally = world, world.tally
        self.rng = world.chance(name)

    def run(self) -> None:
        try:
            while not self.world.over.is_set():
                self.act()
        except Exception as error:
            self.tally.fault(f"{self.name} gave up: {error!r}")
        finally:
            self.leave()

    def act(self) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        """What is to be put in order when the storm is over."""

    def pause(self, seconds: float) -> None:
        """At most so long, and no longer than the storm."""
        self.world.over.wait(self.rng.random() * seconds)
