"""What nearly every call to rate is, a first answer alone: read, stored and answered without
REST framework and before Django (annotation_site/short_way.py, docs/decisions/0021).

It says nothing but that a rating is stored. Whatever it cannot store goes on to `RatingsView`,
which does, or tells why not: every refusal of the call stands there, and any limit on changing
one's mind, which is never done here.
"""

import io
import re
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from rest_framework.exceptions import APIException

from annotators.api.authentication import token_of
from core.api.parsing import PlainJsonParser
from rating.services.first_answer import store_first_answer
from regild.formats.entries import MalformedBatch
from regild.rating.batch import NewRating, read_batch

# Of the address, for whoever counts requests by it.
ROUTE = "api-rate"
_ADDRESS = re.compile(r"/api/v1/assignments/([1-9][0-9]{0,17})/ratings/")
# One rating is some 130; a batch has the view's time.
_MOST_BYTES = 1000


def may_be_one(environ: dict[str, Any]) -> bool:
    return environ["REQUEST_METHOD"] == "PUT" and bool(_ADDRESS.fullmatch(environ["PATH_INFO"]))


def first_answer(environ: dict[str, Any]) -> bytes | None:
    """The body of its answer; None where it is for the view, which finds it unread."""
    address = _ADDRESS.fullmatch(environ["PATH_INFO"])
    asked = _read(environ)
    if not address or not asked:
        return None
    token, rating = asked
    remaining = store_first_answer(token, int(address[1]), rating)
    return None if remaining is None else b'{"stored":1,"remaining":%d}' % remaining


def _read(environ: dict[str, Any]) -> tuple[str, NewRating] | None:
    """The token and the rating of a call that is in order and brings one rating."""
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
        ratings = read_batch(PlainJsonParser().parse(io.BytesIO(body)))
    except (APIException, SuspiciousOperation, MalformedBatch):
        return None
    return (token, ratings[0]) if token and len(ratings) == 1 else None
