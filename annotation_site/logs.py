"""What the site writes about itself: lines for people or for programs, each with the id of the
request it is about, which the answer carries too.

Imported by the settings: nothing here may read them.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.utils import Error
from django.http import HttpRequest, HttpResponseBase

from core.outages import is_away

HEADER = "X-Request-Id"
# Given by a proxy or a client, so that one id can be followed through; anything else could
# write lines of its own into the log.
_GIVEN = re.compile(r"[A-Za-z0-9_.-]{1,64}")
# What in an address is as good as a password; nginx.conf leaves it out of its log too.
_TOKENS = re.compile(
    r"(/(?:rate/[^/\s?]+/back|rate/no-letters|no-summaries|invitation|submit"
    r"|new-password/[^/\s?]+)/)[^/\s?\"']+"
)
# What was to be stored, in the first line of a database's complaint; names of tables and
# columns are quoted too, and stay.
_VALUE = re.compile(r"(: |\bvalue )\".*")
# As WSGI calls the header of a call.
_BROUGHT = "HTTP_X_REQUEST_ID"
_current: ContextVar[str] = ContextVar("request_id", default="-")


def name_request(environ: Mapping[str, Any]) -> str:
    """Its id, which every line of this thread has until its next request: Django complains of
    an answer after we gave it."""
    given = environ.get(_BROUGHT, "")
    id: str = given if _GIVEN.fullmatch(given) else secrets.token_hex(8)
    _current.set(id)
    return id


class RequestIds:
    """Outermost, so that every line and every answer has the id, the API's too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        id = name_request(request.META)
        response = self.get_response(request)
        response.headers[HEADER] = id
        return response


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        record.request_id = _current.get()
        return _discreet(super().format(record), record)


class JsonFormatter(logging.Formatter):
    """One object a line; of a request Django complains about, its method, path and status."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": _discreet(record.getMessage(), record),
            "request_id": _current.get(),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"method": request.method, "path": _discreet(request.path, record)}
        if hasattr(record, "status_code"):
            line["status"] = record.status_code
        if record.exc_info:
            line["exception"] = _discreet(self.formatException(record.exc_info), record)
        return json.dumps(line, ensure_ascii=False)


def _discreet(text: str, record: logging.LogRecord) -> str:
    """Without tokens, and without what somebody answered: PostgreSQL quotes the row that it
    refuses, after the first line of what it says."""
    for error in _database_errors(record):
        said = str(error)
        told = _VALUE.sub(r'\1"***"', said.partition("\n")[0])
        text = text.replace(said, told)
        # As Celery and a failed test write it: in quotes.
        text = text.replace(repr(said)[1:-1], repr(told)[1:-1])
    return _TOKENS.sub(r"\1***", text)


def _database_errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Django's and, beneath them, the driver's; longest first, for one may quote another."""
    given = record.args if isinstance(record.args, tuple) else ()
    ahead = [record.exc_info and record.exc_info[1], *given]
    seen: list[BaseException] = []
    while ahead:
        error = ahead.pop()
        if isinstance(error, BaseException) and error not in seen:
            seen.append(error)
            ahead += [error.__cause__, error.__context__]
            ahead += getattr(error, "exceptions", ())
    errors = [error for error in seen if isinstance(error, Error) or hasattr(error, "pgerror")]
    yield from sorted(errors, key=lambda error: -len(str(error)))


class OneLineWhileAway(logging.Filter):
    """While the database is away every request fails alike, many a second: one line each says
    why, where a traceback would bury what else happens."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            cause = " ".join(str(error).split())
            record.msg, record.args = "%s: %s", (record.getMessage(), cause)
            record.exc_info = None
        return True


class OneLine(logging.Filter):
    """For what is nobody's fault here: where it was noticed says nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return True


_FORMATTERS: dict[str, dict[str, Any]] = {
    "plain": {
        "()": PlainFormatter,
        "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s",
    },
    "json": {"()": JsonFormatter},
}


def logging_settings(*, format: str, level: str) -> dict[str, Any]:
    """LOGGING for Django; a malformed LOG_FORMAT or LOG_LEVEL stops the start by its name."""
    if format not in _FORMATTERS:
        raise ImproperlyConfigured(f"LOG_FORMAT is {format!r}; it must be plain or json.")
    levels = logging.getLevelNamesMapping()
    if level not in levels:
        raise ImproperlyConfigured(
            f"LOG_LEVEL is {level!r}; it must be one of {', '.join(levels)}."
        )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": _FORMATTERS[format]},
        "filters": {
            "one line while away": {"()": OneLineWhileAway},
            "one line": {"()": OneLine},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django.request": {"filters": ["one line while away"]},
            # Whoever looks for other people's sites asks every address by every name.
            "django.security.DisallowedHost": {"filters": ["one line"]},
        },
    }
