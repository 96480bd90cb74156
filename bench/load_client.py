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


class LoadMeasured(NamedTuple):
    """One run: each submit, what was answered, and what is kept."""

    submits: Sequence[Submit]
    acknowledged: int
    errors: int
    stored: int
    seconds: float

    def rate(self) -> float:
        return self.acknowledged / self.seconds


def milliseconds(submits: Sequence[Submit], share: float) -> float:
    """In which that share of them was answered."""
    times = sorted(submit.took for submit in submits)
    return 1000 * times[int(share * (len(times) - 1))] if times else float("inf")


class RatingClient(threading.Thread):
    """Joins, takes subsets, rates in batches of one, completes; stops at the deadline."""

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

    def call(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.http.request(method, path, json.dumps(body), self.headers)
        answer = self.http.getresponse()
        data = answer.read()
        return answer.status, json.loads(data) if data else None

    def run(self) -> None:
        status, joined = self.call(
            "POST",
            f"/api/v1/campaigns/{self.slug}/join/",
            {"consent": True, "native_speaker": True},
        )
        if status != 201:
            self.errors += 1
            return
        self.headers["Authorization"] = f"Annotator {joined['token']}"
        while time.monotonic() < self.deadline:
            status, sitting = self.call("POST", "/api/v1/assignments/", {})
            if status == 204:
                return
            self.rate(sitting)

    def rate(self, sitting: dict[str, Any]) -> None:
        path = f"/api/v1/assignments/{sitting['id']}/"
        for sentence in sitting["sentences"]:
            for candidate in sentence["candidates"]:
                if time.monotonic() > self.deadline:
                    return
                self.submit(path + "ratings/", candidate["id"])
        status, _body = self.call("POST", path + "complete/", {})
        self.errors += status != 200

    def submit(self, path: str, candidate: int) -> None:
        entry = {
            "candidate": candidate,
            "value": candidate % 4,
            "key": str(uuid.uuid4()),
            "elapsed_ms": 1200,
        }
        began = time.perf_counter()
        status, body = self.call("PUT", path, {"ratings": [entry]})
        self.submits.append(Submit(began, time.perf_counter() - began))
        if status == 200:
            self.acknowledged += body["stored"]
        else:
            self.errors += 1


class Bare(RatingClient):
    """The same submits against the floor, which knows no subsets."""

    def run(self) -> None:
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
) -> LoadMeasured:
    """`count` tells how many ratings are stored."""
    before, began = count(), time.monotonic()
    people = [kind(port, slug, began + seconds) for _ in range(annotators)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    taken = time.monotonic() - began
    return LoadMeasured(
        submits=[submit for person in people for submit in person.submits],
        acknowledged=sum(person.acknowledged for person in people),
        errors=sum(person.errors for person in people),
        stored=count() - before,
        seconds=taken,
    )
