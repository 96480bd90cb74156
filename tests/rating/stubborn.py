"""An annotator who never gives up, for tests that break what is under it."""

import json
import random
import threading
import time
from collections import Counter
from contextlib import contextmanager
from http.client import HTTPException
from uuid import uuid4

from django.db.models import Count

from bench.load_client import RatingClient
from rating.models import Rating
from tests.processes import PATIENCE


class Stubborn(RatingClient):
    """Sends a rating until it is answered, over and over, as the page's queue does."""

    def __init__(self, port, slug, deadline):
        super().__init__(port, slug, deadline)
        self.confirmed = []
        self.enough = threading.Event()

    def insist(self, method, path, body):
        while True:
            try:
                return self.call(method, path, body)
            except (OSError, HTTPException):
                self.http.close()
                time.sleep(0.02)

    def run(self):
        joined = self.insist(
            "POST",
            f"/api/v1/campaigns/{self.slug}/join/",
            {"consent": True, "native_speaker": True},
        )[1]
        self.headers["Authorization"] = f"Annotator {joined['token']}"
        sitting = self.insist("POST", "/api/v1/assignments/", {})[1]
        shown = self.asked(sitting)
        path = f"/api/v1/assignments/{sitting['id']}/{self.stores}/"
        draw = random.Random(sitting["id"])
        while not self.enough.is_set():
            entry = self.said(draw.choice(shown), draw.randrange(100))
            entry |= {"key": str(uuid4()), "elapsed_ms": 10}
            status, _body = self.insist("PUT", path, {self.stores: [entry]})
            if status == 200:
                self.confirmed.append(entry["key"])
            else:
                self.errors += 1


class Patient(Stubborn):
    """Told to come again later, it does, and remembers when it was told."""

    def __init__(self, port, slug):
        super().__init__(port, slug, deadline=0)
        self.told_to_wait = []

    def call(self, method, path, body):
        while True:
            self.http.request(method, path, json.dumps(body), self.headers)
            answer = self.http.getresponse()
            text = answer.read()
            if answer.status != 503:
                return answer.status, json.loads(text)
            self.told_to_wait.append(answer.headers["Retry-After"])
            # Not that long: a test has no five seconds.
            time.sleep(0.1)


@contextmanager
def at_work(people):
    for person in people:
        person.start()
    try:
        yield
    finally:
        for person in people:
            person.enough.set()
        for person in people:
            person.join(timeout=PATIENCE)


def confirmed_by(people):
    return sum(len(person.confirmed) for person in people)


def assert_all_is_there_once(people, *, table=Rating, of="candidate"):
    """What was answered 200 is stored, and nobody has two answers that count."""
    confirmed = {key for person in people for key in person.confirmed}
    stored = Counter(str(key) for key in table.objects.values_list("key", flat=True))
    assert sum(person.errors for person in people) == 0
    assert not confirmed - stored.keys()
    assert set(stored.values()) == {1}
    current = table.objects.filter(superseded_at__isnull=True).values("annotator", of)
    assert not current.annotate(n=Count("id")).filter(n__gt=1).exists()
