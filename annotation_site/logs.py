"""What the site writes about itself: lines for people or for programs, each with the id of the
request it is about, which the answer carries too.

Imported by the settings: nothing here may read them.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase

from core.outages import is_away

HEADER = "X-Request-Id"
# Given by a proxy or a client, so that one id can be followed through; anything else could
# write lines of its own into the log.
_GIVEN = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_current: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIds:
    """Outermost, so that every line and every answer has the id, the API's too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        id = given if _GIVEN.fullmatch(given) else secrets.token_hex(8)
        # Until this thread's next request: Django complains of an answer after we gave it.
        _current.set(id)
        response = self.get_response(request)
        response.headers[HEADER] = id
        return response


class PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        record.request_id = _current.get()
        return super().format(record)


class JsonFormatter(logging.Formatter):
    """One object a line; of a request Django complains about, its method, path and status."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": _current.get(),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"method": request.method, "path": request.path}
        if hasattr(record, "status_code"):
            line["status"] = record.status_code
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


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
        "filters": {"one line while away": {"()": OneLineWhileAway}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {"django.request": {"filters": ["one line while away"]}},
    }
