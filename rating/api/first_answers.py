"""The short way of a rating (docs/decisions/0021): what nearly every call is, answered before
the rest of the middleware and without REST framework, which take longer than storing it.

It says nothing but that a rating is stored. Whatever it cannot store goes on to `RatingsView`,
which does, or tells why not: every refusal of the call stands there, and any limit on changing
one's mind, which is never done here.
"""

import io
import re
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.urls import ResolverMatch, resolve
from rest_framework.exceptions import APIException

from annotators.api.authentication import token_of
from core.api.parsing import PlainJsonParser
from rating.services.first_answer import store_first_answer
from regild.rating.batch import MalformedBatch, NewRating, read_batch

_ADDRESS = re.compile(r"/api/v1/assignments/([1-9][0-9]{0,17})/ratings/")
# One rating is some 130; a batch has the view's time.
_MOST_BYTES = 1000


class FirstAnswers:
    """Middleware, behind what counts, names and secures every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if connection.vendor != "postgresql":
            raise MiddlewareNotUsed
        self.get_response = get_response
        # Of the answers that pass it by, the rest of the middleware and REST framework.
        self.headers = {"Allow": "PUT, OPTIONS", "X-Frame-Options": settings.X_FRAME_OPTIONS}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        address = request.method == "PUT" and _ADDRESS.fullmatch(request.path_info)
        asked = address and _read(request)
        if not address or not asked:
            return self.get_response(request)
        token, rating = asked
        remaining = store_first_answer(token, int(address[1]), rating)
        if remaining is None:
            return self.get_response(request)
        # For whoever counts requests by their routes.
        request.resolver_match = _route()
        body = b'{"stored":1,"remaining":%d}' % remaining
        headers = {**self.headers, "Content-Length": str(len(body))}
        return HttpResponse(body, content_type="application/json", headers=headers)


def _read(request: HttpRequest) -> tuple[str, NewRating] | None:
    """The token and the rating of a call that is in order and brings one rating."""
    announced = request.META.get("CONTENT_LENGTH") or ""
    plain = request.META.get("CONTENT_TYPE") == "application/json"
    if not plain or not announced.isdecimal() or int(announced) > _MOST_BYTES:
        return None
    try:
        request.get_host()
        token = token_of(request)
        ratings = read_batch(PlainJsonParser().parse(io.BytesIO(request.body)))
    except (APIException, DisallowedHost, MalformedBatch, UnreadablePostError):
        return None
    return (token, ratings[0]) if token and len(ratings) == 1 else None


@cache
def _route() -> ResolverMatch:
    return resolve("/api/v1/assignments/1/ratings/")
