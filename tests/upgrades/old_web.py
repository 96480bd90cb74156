"""What the web of a version does while a newer one migrates: its calls, and the SQL of each.

A new version's migrations are applied while web processes of the old one still serve. What they
sent is recorded with the version itself (record.py) and played back on the tables as they are
now (test_upgrade.py).
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from pooling.models import Candidate
from rating.models import Assignment, Exclusion
from tests.people import token_for

CAMPAIGN = "/api/v1/campaigns/demo-en"
JOINING = {"consent": True, "native_speaker": True}
PAGES = ("", "ratings/", "pool/", "subsets/", "agreement/", "gold/", "scores/", "settings/")
# Of the transaction itself: playing back has one of its own for each call.
LEFT_OUT = ("BEGIN", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


class Call(NamedTuple):
    """What somebody did, and the statements it came to."""

    did: str
    statements: list[str]


class Caller:
    """Somebody who does one thing after another, each kept with its statements."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def does(self, did: str, call: Callable[[], Any], *, status: int) -> Any:
        answer = self.keeps(did, call)
        if answer.status_code != status:
            raise AssertionError(f"{did}: {answer.status_code} {answer.content[:300]!r}")
        return answer

    def keeps(self, did: str, call: Callable[[], Any]) -> Any:
        with CaptureQueriesContext(connection) as captured:
            answer = call()
        told = (query["sql"] for query in captured.captured_queries)
        statements = [sql for sql in told if not sql.startswith(LEFT_OUT)]
        self.calls.append(Call(did, statements))
        return answer


def everybody() -> list[Call]:
    """An annotator's turn from joining to the end, and a lead beside it."""
    # A connection of its own, that has prepared nothing yet.
    connection.close()
    caller = Caller()
    _annotates(caller)
    _leads(caller)
    return caller.calls


def _annotates(caller: Caller) -> None:
    http = APIClient()

    def post(path: str, body: Any) -> Callable[[], Any]:
        return lambda: http.post(path, body, format="json")

    joined = caller.does("join", post(f"{CAMPAIGN}/join/", JOINING), status=201).json()
    http.credentials(HTTP_AUTHORIZATION=f"Annotator {joined['token']}")
    sitting = caller.does("take", post("/api/v1/assignments/", {}), status=201).json()
    address = f"/api/v1/assignments/{sitting['id']}/ratings/"
    words = [word["id"] for sentence in sitting["sentences"] for word in sentence["candidates"]]

    def rate(*rows: dict[str, Any]) -> Callable[[], Any]:
        return lambda: http.put(address, {"ratings": list(rows)}, format="json")

    rows = [row(word, number) for number, word in enumerate(words)]
    caller.does("rate one word", rate(rows[0]), status=200)
    # The first of a server takes the long way whatever it is.
    caller.does("rate another word", rate(rows[1]), status=200)
    caller.does("send it again", rate(rows[0]), status=200)
    caller.does("change one's mind", rate(row(words[0], len(rows), value=1)), status=200)
    remark = {"sentence": sitting["sentences"][0]["id"], "comment": "It lacks a word."}
    path = f"/api/v1/assignments/{sitting['id']}/remarks/"
    caller.does("remark", post(path, remark), status=201)
    caller.does("rate several words", rate(*rows[2:-1]), status=200)
    caller.does("rate the last word", rate(rows[-1]), status=200)
    path = f"/api/v1/assignments/{sitting['id']}/complete/"
    caller.does("complete", post(path, {}), status=200)
    caller.does("take another", post("/api/v1/assignments/", {}), status=201)
    caller.does("look at oneself", lambda: http.get("/api/v1/me/"), status=200)
    caller.does("withdraw", lambda: http.delete("/api/v1/me/"), status=204)


def row(candidate: int, number: int, value: int = 2) -> dict[str, Any]:
    key = UUID(int=(0xF << 96) + number)
    return {"candidate": candidate, "value": value, "key": str(key), "elapsed_ms": 800}


def _leads(caller: Caller) -> None:
    web, http = Client(), APIClient()
    lead = get_user_model().objects.get(username="demo")
    web.force_login(lead)
    token = caller.keeps("make a token", lambda: token_for(lead))
    http.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")

    def asked(method: str, rest: str, body: Any = None) -> Callable[[], Any]:
        return lambda: getattr(http, method)(f"{CAMPAIGN}/{rest}", body, format="json")

    complete = Assignment.objects.filter(state=Assignment.State.COMPLETE).earliest("id")
    word = Candidate.objects.filter(item__campaign__slug="demo-en").earliest("id").pk
    settings = {"title": "Another title", "hold_minutes": 90}
    caller.does("change settings", asked("patch", "", settings), status=200)
    caller.does("hide a word", asked("post", f"candidates/{word}/hide/"), status=200)
    caller.does("show it again", asked("post", f"candidates/{word}/show/"), status=200)
    reason = {"annotator": complete.annotator_id, "reason": "Not a native speaker."}
    slug = complete.annotator.campaign.slug
    path = f"/api/v1/campaigns/{slug}/exclusions/"
    caller.does("exclude", lambda: http.post(path, reason, format="json"), status=201)
    undone = Exclusion.objects.latest("id").pk
    caller.does("undo it", lambda: http.delete(f"{path}{undone}/"), status=200)
    caller.does("pause", asked("post", "pause/"), status=200)
    caller.does("open", asked("post", "open/"), status=200)
    for page in (
        "",
        "ratings/",
        "pool/",
        "subsets/",
        "agreement/",
        "gold/",
        "scores/",
        "settings/",
    ):
        look = f"/campaigns/demo-en/{page}"
        caller.does(f"look at {look}", lambda look=look: web.get(look), status=200)


def written(calls: Sequence[Call]) -> str:
    return "".join(json.dumps(call, ensure_ascii=False) + "\n" for call in calls)


def read(text: str) -> Iterator[Call]:
    for line in text.splitlines():
        yield Call(*json.loads(line))
