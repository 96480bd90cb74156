"""What nearly every call to answer is, a first answer alone: read, stored and answered without
REST framework and before Django (annotation_site/short_way.py, docs/decisions/0021).

It says nothing but that an answer is stored. Whatever it cannot store goes on to the stage's
view, which does, or tells why not: every refusal of the call stands there, and any limit on
changing one's mind, which is never done here.
"""

import io
import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from rest_framework.exceptions import APIException

from annotators.api.authentication import token_of
from core.api.parsing import PlainJsonParser
from regild.formats.entries import MalformedBatch

# One rating is some 130, one proposal 200 to 300; a batch has the view's time.
_MOST_BYTES = 1000

Answer = TypeVar("Answer")


class FirstAnswers(Generic[Answer]):
    """Those of one stage, whose calls end in `name`: how a batch is read, and what stores one
    of a token and a turn. `route` is the address's name, for whoever counts requests by it."""

    def __init__(
        self,
        name: str,
        *,
        route: str,
        read_batch: Callable[[Any], Sequence[Answer]],
        store: Callable[[str, int, Answer], int | None],
    ) -> None:
        self.route = route
        self._address = re.compile(rf"/api/v1/assignments/([1-9][0-9]{{0,17}})/{name}/")
        self._read_batch, self._store = read_batch, store

    def may_be_one(self, environ: dict[str, Any]) -> bool:
        put = environ["REQUEST_METHOD"] == "PUT"
        return put and bool(self._address.fullmatch(environ["PATH_INFO"]))

    def first_answer(self, environ: dict[str, Any]) -> bytes | None:
        """The body of its answer; None where it is for the view, which finds it unread."""
        address = self._address.fullmatch(environ["PATH_INFO"])
        asked = self._read(environ)
        if not address or not asked:
            return None
        token, answer = asked
        remaining = self._store(token, int(address[1]), answer)
        return None if remaining is None else b'{"stored":1,"remaining":%d}' % remaining

    def _read(self, environ: dict[str, Any]) -> tuple[str, Answer] | None:
        """The token and the answer of a call that is in order and brings one."""
        announced = environ.get("CONTENT_LENGTH") or ""
        plain = environ.get("CONTENT_TYPE") == "application/json"
        if not plain or not announced.isdecimal() or int(announced) > _MOST_BYTES:
            return None
        try:
            body = environ["wsgi.input"].read(int(announced))
        except OSError:
            return None
        environ["wsgi.input"] = io.BytesIO(body)
        try:
            token = token_of(WSGIRequest(environ))
            answers = self._read_batch(PlainJsonParser().parse(io.BytesIO(body)))
        except (APIException, SuspiciousOperation, MalformedBatch):
            return None
        return (token, answers[0]) if token and len(answers) == 1 else None
