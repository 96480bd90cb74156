"""Annotators as they are: in doubt, offline, gone and back, and some withdraw."""

from ipaddress import IPv4Address

from tests.storm.calls import Answer, Caller
from tests.storm.world import Actor, Ledger, Sent, Sitting, World

# Of what they will answer next, so much may be hidden just when they do.
NEAR = 4
JOINING = {"consent": True, "native_speaker": True}


class Visitor:
    """One annotator: their token, their sitting, and the ledger of what they sent."""

    def __init__(self, world: World, caller: Caller, ledger: Ledger) -> None:
        self.world, self.caller, self.ledger = world, caller, ledger
        self.sitting: Sitting | None = None

    @classmethod
    def join(cls, world: World, slug: str, *, address: int) -> "Visitor | None":
        """None where the campaign takes nobody just now."""
        # One may join only so often from one address.
        headers = {"X-Forwarded-For": str(IPv4Address(address))}
        caller = Caller(world.port, world.tally, **headers)
        answer = caller.insist("POST", f"/api/v1/campaigns/{slug}/join/", JOINING)
        if answer.status != 201:
            return None
        caller.headers["Authorization"] = f"Annotator {answer.json['token']}"
        world.tally.act("join")
        return cls(world, caller, world.ledger(slug, answer.json["annotator"]))

    def take(self) -> Sitting | None:
        answer = self.caller.insist("POST", "/api/v1/assignments/", {})
        if answer.status not in (200, 201):
            return None
        self.sitting = Sitting.of(answer.json)
        self.ledger.shown[self.sitting.id] = self.sitting
        self.world.tally.act("take" if answer.status == 201 else "take again")
        return self.sitting

    def rate(self, sitting: Sitting, values: dict[int, int | None]) -> Answer:
        """New answers for some candidates of the sitting, in one call."""
        sent = [
            self.ledger.sending(sitting.id, candidate, value)
            for candidate, value in values.items()
        ]
        answer = self._put(sitting, sent)
        if answer.status == 200:
            for one in sent:
                self.ledger.acknowledge(one)
            self.world.tally.act("rate", len(sent))
        return answer

    def send_again(self, sent: Sent) -> None:
        """What is stored is stored: the same answer, whatever came after it."""
        answer = self._put(self.ledger.shown[sent.assignment], [sent])
        if answer.status == 200:
            self.world.tally.act("send again")
        elif answer.code == "assignment_complete":
            self.world.tally.fault(f"a rating sent again is refused: {answer.text[:200]}")

    def _put(self, sitting: Sitting, sent: list[Sent]) -> Answer:
        entries = [
            {
                "candidate": one.candidate,
                "value": one.value,
                "key": one.key,
                "elapsed_ms": 500 + one.candidate % 1000,
            }
            for one in sent
        ]
        path = f"/api/v1/assignments/{sitting.id}/ratings/"
        return self.caller.insist("PUT", path, {"ratings": entries})

    def complete(self, sitting: Sitting) -> None:
        answer = self.caller.insist("POST", f"/api/v1/assignments/{sitting.id}/complete/", {})
        if answer.status == 200:
            self.world.tally.act("complete")

    def withdraw(self) -> None:
        if self.caller.insist("DELETE", "/api/v1/me/").status == 204:
            self.world.tally.act("withdraw")


class Person(Actor):
    """Who sits at one screen: now a new annotator, now one who was here before."""

    # Seconds between two answers, at most.
    PACE = 0.04

    def __init__(self, world: World, name: str) -> None:
        super().__init__(world, name)
        self.away: list[Visitor] = []

    def act(self) -> None:
        visitor = self.come()
        if visitor is None:
            self.pause(0.3)
            return
        for _ in range(self.rng.randint(1, 3)):
            if self.world.over.is_set() or not self.sit(visitor):
                break
        if self.rng.random() < 0.2:
            visitor.withdraw()
        elif self.rng.random() < 0.5:
            self.away.append(visitor)

    def come(self) -> Visitor | None:
        if self.away and self.rng.random() < 0.4:
            visitor = self.away.pop(self.rng.randrange(len(self.away)))
            self.come_late(visitor)
            return visitor
        address = self.rng.randrange(2**32)
        return Visitor.join(self.world, self.world.slug, address=address)

    def come_late(self, visitor: Visitor) -> None:
        """Without asking for it again: their phone was offline, and sends what it kept."""
        if visitor.sitting is not None:
            candidate = self.rng.choice(visitor.sitting.candidates)
            if visitor.rate(visitor.sitting, {candidate: self.value()}).status == 200:
                self.tally.act("come back late")

    def sit(self, visitor: Visitor) -> bool:
        """Whether they would go on with another subset."""
        sitting = visitor.take()
        if sitting is None:
            return False
        left = [one for one in sitting.candidates if one not in sitting.answered]
        while left:
            now, left = self.some(left)
            self.world.next_up[self.name] = tuple(left[:NEAR])
            if self.world.over.is_set():
                return False
            if self.rng.random() < 0.02:
                self.tally.act("vanish")
                return False
            if visitor.rate(sitting, {one: self.value() for one in now}).status != 200:
                return False
            self.doubt(visitor, sitting)
            self.pause(self.PACE)
        if self.rng.random() < 0.5:
            visitor.complete(sitting)
        self.doubt(visitor, sitting)
        return True

    def some(self, left: list[int]) -> tuple[list[int], list[int]]:
        """One at a time, as the page does; after a while without a network, several."""
        size = self.rng.randint(2, 5) if self.rng.random() < 0.1 else 1
        return left[:size], left[size:]

    def doubt(self, visitor: Visitor, sitting: Sitting) -> None:
        drawn = self.rng.random()
        if drawn > 0.2:
            return
        sent = [one for one in visitor.ledger.acknowledged() if one.assignment == sitting.id]
        if not sent:
            return
        one = self.rng.choice(sent)
        if drawn < 0.1:
            visitor.send_again(one)
        elif visitor.rate(sitting, {one.candidate: self.value()}).status == 200:
            self.tally.act("change one's mind")

    def value(self) -> int | None:
        return self.rng.choice((0, 1, 2, 3, 3, 2, 1, None))
