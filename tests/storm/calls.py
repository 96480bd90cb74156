"""Calls to a site whose processes die and come back, and what they were answered."""

import json
import re
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from tests.processes import PATIENCE

# Whoever is told one of these, or nothing, asks again.
LATER = (429, 503)
# What a site in order may answer: no error of its own, nothing that its own pages cannot show.
# 302 is a page's way to say that a form was taken.
ALLOWED = frozenset({200, 201, 202, 204, 302, 400, 401, 403, 404, 409, 429, 503})
NUMBER, TOKEN = re.compile(r"(?<=[/-])\d+(?=/)"), re.compile(r"(?<=/submit/)[^/]+")


class Answer(NamedTuple):
    status: int
    text: str
    cookies: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        """A problem's stable name; empty where the answer is none."""
        return str(self.json.get("code", "")) if self.status >= 400 else ""


class Tally:
    """Counts of what was done, of what was answered, and a few examples of each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.acts: Counter[str] = Counter()
        self.answers: Counter[tuple[str, int]] = Counter()
        self.unanswered = 0
        self.slowest: tuple[float, str] = (0.0, "")
        self.wrong: list[str] = []

    def act(self, name: str, times: int = 1) -> None:
        with self._lock:
            self.acts[name] += times

    def fault(self, text: str) -> None:
        with self._lock:
            self.wrong.append(text)

    def answer(self, method: str, path: str, answer: Answer | None, seconds: float) -> None:
        plain = NUMBER.sub("N", TOKEN.sub("T", path.partition("?")[0]))
        with self._lock:
            self.slowest = max(self.slowest, (seconds, f"{method} {plain}"))
            if answer is None:
                self.unanswered += 1
                return
            self.answers[f"{method} {plain}", answer.status] += 1
        if answer.status not in ALLOWED:
            self.fault(f"{answer.status} to {method} {path}: {answer.text[:300]}")


class Caller:
    """One connection to the site, kept while the site keeps it."""

    def __init__(self, port: int, tally: Tally, **headers: str) -> None:
        self.http = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.tally, self.headers = tally, headers

    def once(self, method: str, path: str, body: Any = None, **headers: str) -> Answer | None:
        """None where no answer came: whether the call did anything, nobody knows."""
        data, kind = _encoded(body)
        began = time.monotonic()
        try:
            self.http.request(method, path, data, {**self.headers, **kind, **headers})
            got = self.http.getresponse()
            text = got.read().decode(errors="replace")
            cookies = tuple(got.headers.get_all("Set-Cookie") or ())
            answer = Answer(got.status, text, cookies)
        except (OSError, HTTPException):
            self.http.close()
            answer = None
        self.tally.answer(method, path, answer, time.monotonic() - began)
        return answer

    def insist(self, method: str, path: str, body: Any = None) -> Answer:
        """Asks until it is answered, as the page's queue does."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = self.once(method, path, body)
            if answer is not None and answer.status not in LATER:
                return answer
            time.sleep(0.05)
        raise TimeoutError(f"{method} {path} was not answered in {PATIENCE} s")


class Form(NamedTuple):
    """A form with files, as browsers send it: (name, text) and (name, file name, text)."""

    fields: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str, str], ...]

    def encoded(self) -> tuple[bytes, str]:
        boundary = "a-boundary-of-the-storm"
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'
            for name, text in self.fields
        ] + [
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}";'
            f' filename="{file}"\r\nContent-Type: text/plain\r\n\r\n{text}\r\n'
            for name, file, text in self.files
        ]
        body = "".join(parts) + f"--{boundary}--\r\n"
        return body.encode(), f"multipart/form-data; boundary={boundary}"


def _encoded(body: Any) -> tuple[bytes | None, dict[str, str]]:
    if body is None:
        return None, {}
    if isinstance(body, Form):
        data, kind = body.encoded()
        return data, {"Content-Type": kind}
    return json.dumps(body).encode(), {"Content-Type": "application/json"}
