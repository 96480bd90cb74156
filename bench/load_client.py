"""Annotators that speak the rating contract over kept-alive connections, and time it."""

import http.client
import json
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address
from random import randrange
from typing import Any, NamedTuple


class Submit(NamedTuple):
    began: float
    took: float


class Used(NamedTuple):
    """Seconds of processor so far: of the server's processes, and of each of the database's for
    it by its number, since they come and go."""

    server: float
    database: dict[int, float]

    def since(self, before: "Used") -> tuple[float, float]:
        database = sum(
            seconds - before.database.get(process, 0)
            for process, seconds in self.database.items()
        )
        return self.server - before.server, database


class LoadMeasured(NamedTuple):
    """One run, from when everybody has something to rate: each submit, what was answered, what
    is kept, and what it took. `arriving`: seconds until everybody had."""

    submits: Sequence[Submit]
    acknowledged: int
    errors: int
    stored: int
    seconds: float
    arriving: float
    server_seconds: float
    database_seconds: float

    def rate(self) -> float:
        return self.acknowledged / self.seconds

    def server_ms(self) -> float:
        """Of processor, a rating."""
        return 1000 * self.server_seconds / max(self.acknowledged, 1)

    def database_ms(self) -> float:
        return 1000 * self.database_seconds / max(self.acknowledged, 1)

    def processor_ms(self) -> float:
        return self.server_ms() + self.database_ms()


def milliseconds(submits: Sequence[Submit], share: float) -> float:
    """In which that share of them was answered."""
    times = sorted(submit.took for submit in submits)
    return 1000 * times[int(share * (len(times) - 1))] if times else float("inf")


class RatingClient(threading.Thread):
    """Joins, takes subsets, rates in batches of one, completes; stops at the deadline."""

    # What is stored, and the call that stores it.
    stores = "ratings"

    def __init__(self, port: int, slug: str, deadline: float) -> None:
        super().__init__(daemon=True)
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.slug, self.deadline = slug, deadline
        self.headers = {
            "Content-Type": "application/json",
            # One may join only so often from one address.
            "X-Forwarded-For": str(IPv4Address(randrange(2**32))),
        }
        self.submits: list[Submit] = []
        self.acknowledged = self.errors = 0
        # Called once, with something to rate or nothing.
        self.arrived: Callable[[], object] = lambda: None

    def call(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.http.request(method, path, json.dumps(body), self.headers)
        answer = self.http.getresponse()
        data = answer.read()
        return answer.status, json.loads(data) if data else None

    def run(self) -> None:
        try:
            self.visit()
        except (OSError, http.client.HTTPException):
            # Nobody reads what a thread dies of.
            self.errors += 1
            raise

    def visit(self) -> None:
        try:
            sitting = self.join_in() and self.take()
        finally:
            self.arrived()
        # Whoever waited long for the others was hung up on.
        self.http.close()
        while sitting:
            self.rate(sitting)
            sitting = time.monotonic() < self.deadline and self.take()

    def join_in(self) -> bool:
        status, joined = self.call(
            "POST",
            f"/api/v1/campaigns/{self.slug}/join/",
            {"consent": True, "native_speaker": True},
        )
        if status != 201:
            self.errors += 1
            return False
        self.headers["Authorization"] = f"Annotator {joined['token']}"
        return True

    def take(self) -> Any:
        """A sitting; nothing when nothing is left."""
        return self.call("POST", "/api/v1/assignments/", {})[1]

    def rate(self, sitting: dict[str, Any]) -> None:
        path = f"/api/v1/assignments/{sitting['id']}/"
        for id in self.asked(sitting):
            if time.monotonic() > self.deadline:
                return
            self.submit(f"{path}{self.stores}/", id)
        status, _body = self.call("POST", path + "complete/", {})
        self.errors += status != 200

    def asked(self, sitting: dict[str, Any]) -> list[int]:
        """What is to be answered, by id."""
        return [
            one["id"] for sentence in sitting["sentences"] for one in sentence["candidates"]
        ]

    def said(self, id: int, choice: int) -> dict[str, Any]:
        return {"candidate": id, "value": choice % 4}

    def submit(self, path: str, id: int) -> None:
        entry = self.said(id, id) | {"key": str(uuid.uuid4()), "elapsed_ms": 1200}
        began = time.perf_counter()
        status, body = self.call("PUT", path, {self.stores: [entry]})
        self.submits.append(Submit(began, time.perf_counter() - began))
        if status == 200:
            self.acknowledged += body["stored"]
        else:
            self.errors += 1


class ProposingClient(RatingClient):
    """The same in the first stage, where sentences are answered with words."""

    stores = "proposals"

    def asked(self, sitting: dict[str, Any]) -> list[int]:
        return [sentence["id"] for sentence in sitting["sentences"]]

    def said(self, id: int, choice: int) -> dict[str, Any]:
        words = [f"word {choice % 7}", f"another {choice % 5}"]
        return {"sentence": id, "answers": words, "mark": None, "phrase": ""}


class Bare(RatingClient):
    """The same submits against the floor, which knows no subsets."""

    def visit(self) -> None:
        self.arrived()
        candidate = 0
        while time.monotonic() < self.deadline:
            candidate += 1
            self.submit("/", candidate)


def drive(
    kind: type[RatingClient],
    *,
    annotators: int,
    port: int,
    slug: str,
    seconds: float,
    count: Callable[[], int],
    used: Callable[[], Used] = lambda: Used(0, {}),
) -> LoadMeasured:
    """`count` tells how many ratings are stored, `used` what the server has taken for it."""
    stored_before, came = count(), time.monotonic()
    people = [kind(port, slug, came + seconds) for _ in range(annotators)]
    began, used_before = came, used()

    def begin() -> None:
        nonlocal began, used_before
        began, used_before = time.monotonic(), used()
        for person in people:
            person.deadline = began + seconds

    # Whoever arrives has the others' joining and taking beside: that is timed by itself.
    everybody = threading.Barrier(annotators, action=begin)
    for person in people:
        person.arrived = everybody.wait
        person.start()
    for person in people:
        person.join()
    taken = time.monotonic() - began
    server, database = used().since(used_before)
    return LoadMeasured(
        submits=[submit for person in people for submit in person.submits],
        acknowledged=sum(person.acknowledged for person in people),
        errors=sum(person.errors for person in people),
        stored=count() - stored_before,
        seconds=taken,
        arriving=began - came,
        server_seconds=server,
        database_seconds=database,
    )
