"""A small campaign, and its calls over HTTP."""

import itertools
import random
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple
from unittest import mock

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaigns.models import Campaign
from pooling.services.calibrating import calibrate_campaign
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drawing_rounds import RoundWanted, draw_round
from pooling.services.fill_pool import pool_campaign
from rating.jobs import expire_sittings
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source
from tests.machine.clock import Clock
from tests.machine.model import Annotator, Entry
from tests.people import make_lead, program_of

SENTENCES = """\
sentence,lexelt,left,target,right
1,glad.a,She was ,glad, to see us.
2,room.n,There is no ,room, left in the boat.
3,calm.a,The sea was ,calm, today.
"""
GOLD = """\
glad.a 1 :: happy 4;pleased 3;
room.n 2 :: space 5;place 2;
calm.a 3 :: quiet 3;still 2;at_rest 1;
"""
SYSTEMS = {
    "first": "glad.a 1 :: happy;content\nroom.n 2 :: space;capacity\n",
    "second": "room.n 2 :: leeway\ncalm.a 3 :: still;level;at rest\n",
}
HEAD = "annotator,sentence,substitute,value\n"
NUMBERS = itertools.count(1)


class Answer(NamedTuple):
    status: int
    body: Any

    @property
    def outcome(self) -> str:
        """The status, and of a refusal the code: '409 assignment_expired'."""
        if self.status < 400 or not isinstance(self.body, dict):
            return str(self.status)
        return f"{self.status} {self.body.get('code')}"


class World:
    """One campaign, its annotators' and its lead's programs.

    Every world has a campaign of its own. Nothing is rolled back behind it, so that every
    transaction is a real one.
    """

    a_call = timedelta(seconds=1)

    def __init__(
        self,
        clock: Clock,
        *,
        subsets: int,
        max_ratings: int,
        count_unfinished: bool,
        double_share: float | None,
    ) -> None:
        self.clock = clock
        self.slug = f"machine-{next(NUMBERS)}"
        # Joining and calling are limited by the number of tries.
        cache.clear()
        made = create_campaign(
            slug=self.slug,
            title="A campaign of the machine",
            files={
                "sentences": source(SENTENCES, "sentences.csv"),
                "gold": source(GOLD, "gold.txt"),
            },
            language="en",
        )
        self.campaign = made.campaign
        for name, answers in SYSTEMS.items():
            add_system(campaign=self.campaign, name=name, answers=source(answers, "a.txt"))
        Campaign.objects.filter(id=self.campaign.pk).update(
            state=Campaign.State.OPEN,
            min_ratings=1,
            max_ratings=max_ratings,
            count_unfinished=count_unfinished,
        )
        self.campaign.refresh_from_db()
        self.pool()
        self.dispatch(subsets, double_share=double_share)
        self.lead = program_of(make_lead(self.slug, self.campaign, "owner"))
        self.lead.raise_request_exception = False
        self.client = Client(raise_request_exception=False)

    # Annotators

    def join(self) -> Answer:
        said = {"consent": True, "native_speaker": True}
        return self._said(
            self.client.post(
                f"/api/v1/campaigns/{self.slug}/join/", said, content_type="application/json"
            )
        )

    def take(self, annotator: Annotator) -> Answer:
        return self._call("post", annotator, "assignments/")

    def rate(self, annotator: Annotator, sitting: int, entries: Iterable[Entry]) -> Answer:
        ratings = [{**entry._asdict(), "elapsed_ms": elapsed_of(entry)} for entry in entries]
        return self._call("put", annotator, f"assignments/{sitting}/ratings/", ratings=ratings)

    def complete(self, annotator: Annotator, sitting: int) -> Answer:
        return self._call("post", annotator, f"assignments/{sitting}/complete/")

    def withdraw(self, annotator: Annotator) -> Answer:
        return self._call("delete", annotator, "me/")

    # Leads

    def lead_posts(self, path: str, **body: Any) -> Answer:
        return self._said(
            self.lead.post(
                f"/api/v1/campaigns/{self.slug}/{path}", body, content_type="application/json"
            )
        )

    def lead_deletes(self, path: str) -> Answer:
        return self._said(self.lead.delete(f"/api/v1/campaigns/{self.slug}/{path}"))

    def import_ratings(self, rows: Iterable[tuple[str, str, str, int]]) -> Answer:
        lines = "".join(",".join(map(str, row)) + "\n" for row in rows)
        file = SimpleUploadedFile("ratings.csv", (HEAD + lines).encode())
        path = f"/api/v1/campaigns/{self.slug}/ratings/import/"
        return self._said(self.lead.post(path, {"ratings": file}))

    def add_system(self, name: str, answers: str) -> Answer:
        file = SimpleUploadedFile("answers.txt", answers.encode())
        path = f"/api/v1/campaigns/{self.slug}/systems/"
        return self._said(self.lead.post(path, {"name": name, "answers": file}))

    def merges(self) -> list[dict[str, Any]]:
        """Those of the pool: two ways of writing one word."""
        path = f"/api/v1/campaigns/{self.slug}/merges/"
        found: list[dict[str, Any]] = self._said(self.lead.get(path)).body["rows"]
        return found

    # What a worker does

    def pool(self) -> None:
        pool_campaign(campaign=Campaign.objects.get(id=self.campaign.pk))

    def dispatch(
        self, subsets: int, *, double_share: float | None = None, times: int = 2
    ) -> None:
        dispatch_campaign(
            campaign=Campaign.objects.get(id=self.campaign.pk),
            subsets=subsets,
            block_size=3,
            seed=1,
            double_share=double_share,
            times=times,
        )

    def calibrate(self, items: int, annotators: int, *, seed: int) -> None:
        campaign = Campaign.objects.get(id=self.campaign.pk)
        calibrate_campaign(campaign=campaign, items=items, annotators=annotators, seed=seed)

    def draw_round(self, *, ratings: int | None, system: str | None, seed: int) -> None:
        campaign = Campaign.objects.get(id=self.campaign.pk)
        draw_round(campaign=campaign, wanted=RoundWanted(seed, ratings=ratings, system=system))

    def minute(self) -> None:
        expire_sittings()

    def _call(self, method: str, annotator: Annotator, path: str, **body: Any) -> Answer:
        call = getattr(self.client, method)
        headers = {"Authorization": f"Annotator {annotator.token}"}
        address = f"/api/v1/{path}"
        return self._said(call(address, body, content_type="application/json", headers=headers))

    def _said(self, response: Any) -> Answer:
        # Every call takes a while: nothing is stamped with one and the same time.
        self.clock.now += self.a_call
        assert response.status_code < 500, f"{response.status_code}: {response.content!r}"
        return Answer(response.status_code, response.json() if response.content else None)


def elapsed_of(entry: Entry) -> int:
    """How long it took to answer; any number will do, if it differs between ratings."""
    return 500 + 7 * (uuid.UUID(entry.key).int % 1_000)


@contextmanager
def no_chance() -> Iterator[None]:
    """Ties between subsets are drawn; the same steps have to give the same subsets again."""
    rng = random.Random(1)
    with mock.patch("random.SystemRandom", return_value=rng):
        yield
