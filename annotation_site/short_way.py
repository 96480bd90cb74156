"""The short way of an answer (docs/decisions/0021): a first rating or proposal is stored and
answered before Django, whose handler, signals and middleware take longer than storing it.

Which hosts and schemes are let in, and what stands above an answer, is written nowhere twice:
the first one takes the long way, and the next of the same stage, host and scheme get the same
head. Only what differs from one to the next is made here.
"""

import time
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from annotation_site.logs import HEADER, name_request
from annotation_site.metrics import counting
from proposing.api.first_proposals import PROPOSALS
from rating.api.first_answers import RATINGS

Head = list[tuple[str, str]]
_WAYS = (RATINGS, PROPOSALS)
# What the check of the host and the redirect to HTTPS go by.
_LOOKED_AT = (
    "HTTP_HOST",
    "SERVER_NAME",
    "SERVER_PORT",
    "wsgi.url_scheme",
    "HTTP_X_FORWARDED_PROTO",
)
_OF_ONE_ANSWER = {HEADER, "Content-Length"}
# With such a line it is nobody else's head.
_OF_ONE_PERSON = {"set-cookie", "content-language"}
# Whoever may be asked by any name is asked by no more than these the short way.
_MOST_HEADS = 100


class ShortWay:
    """Around Django's application."""

    def __init__(self, django: WSGIApplication) -> None:
        self.django = django
        self.heads: dict[tuple[Any, ...], Head] = {}
        self.count = counting()

    def __call__(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        way = next((way for way in _WAYS if way.may_be_one(environ)), None)
        if way is None:
            return self.django(environ, start_response)
        began = time.perf_counter()
        asked = (way.route, *map(environ.get, _LOOKED_AT))
        head = self.heads.get(asked)
        if head is None:
            return self.django(environ, self._learning(asked, start_response))
        id = name_request(environ)
        body = way.first_answer(environ)
        if body is None:
            return self.django(environ, start_response)
        start_response("200 OK", [*head, ("Content-Length", str(len(body))), (HEADER, id)])
        if self.count:
            self.count("PUT", way.route, 200, time.perf_counter() - began)
        return [body]

    def _learning(self, asked: tuple[Any, ...], start_response: StartResponse) -> StartResponse:
        def start(status: str, head: Head, *failed: Any) -> Any:
            personal = any(name.lower() in _OF_ONE_PERSON for name, _text in head)
            if status == "200 OK" and not personal and len(self.heads) < _MOST_HEADS:
                self.heads[asked] = [line for line in head if line[0] not in _OF_ONE_ANSWER]
            return start_response(status, head, *failed)

        return start
