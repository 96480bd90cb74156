"""What every part of the API shares: errors as JSON problem objects with a stable code."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse
from rest_framework import exceptions, serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.response import Response

from core.outages import is_locked
from core.patience import RETRY_AFTER_SECONDS, Busy

TITLES = {
    400: "The request is not right",
    401: "Who you are is missing",
    403: "You may not do this",
    404: "There is nothing here",
    405: "This cannot be done here",
    406: "This form of answer is not offered",
    409: "This no longer fits what is stored",
    410: "It was withdrawn",
    413: "The request is too large",
    415: "This kind of body is not taken here",
    429: "Too many requests",
    503: "This cannot be done just now",
}


class JsonAnyway(DefaultContentNegotiation):
    """JSON is all the API speaks; whatever a client says it accepts, that is what it gets."""

    def select_renderer(
        self, request: Any, renderers: Any, format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class Problem(exceptions.APIException):
    """An error the client can act on: `code` never changes, `detail` is for people."""

    def __init__(
        self, *, status: int, code: str, detail: str, wait: int = 0, **more: Any
    ) -> None:
        self.status_code = status
        self.wait = wait
        self.more = more
        super().__init__(detail=detail, code=code)


class EntrySerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField(required=False, help_text="place in a list, from 0")
    field = serializers.CharField(required=False)
    code = serializers.CharField(required=False)
    message = serializers.CharField()
    file = serializers.CharField(required=False, help_text="of an uploaded file, its name")
    line = serializers.IntegerField(required=False, allow_null=True)
    remedy = serializers.CharField(required=False, help_text="what would be right")


class ProblemSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="stable; write programs against this")
    detail = serializers.CharField()
    errors = EntrySerializer(many=True, required=False)  # type: ignore[assignment]
    missing = serializers.ListField(child=serializers.IntegerField(), required=False)


def problems(*statuses: int) -> dict[int, OpenApiResponse]:
    """The documented error answers of an operation."""
    return {
        code: OpenApiResponse(ProblemSerializer, description=TITLES[code]) for code in statuses
    }


def unknown_fields(body: serializers.Serializer[Any], given: Any) -> dict[str, list[str]]:
    """The errors of what `body` does not have: a misspelt choice is no choice."""
    names = given if isinstance(given, Mapping) else {}
    return {
        name: ["This field is not known here."] for name in names if name not in body.fields
    }


def answer_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error it knows becomes a problem object."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, OperationalError) and is_locked(error):
        error = _busy()
    if not isinstance(error, exceptions.APIException):
        return None
    headers = {}
    # DRF sets these two on the errors they belong to.
    for attribute, header in (("auth_header", "WWW-Authenticate"), ("wait", "Retry-After")):
        if getattr(error, attribute, None):
            headers[header] = str(getattr(error, attribute))
    body: dict[str, Any] = {
        "title": TITLES.get(error.status_code, "Something went wrong"),
        "status": error.status_code,
    }
    if isinstance(error, exceptions.ValidationError):
        errors = list(_entries(error.get_full_details()))
        body |= {
            "code": "invalid",
            "detail": "; ".join(f"{e['field']}: {e['message']}" for e in errors),
            "errors": errors,
        }
    else:
        body |= {"code": error.get_codes(), "detail": str(error.detail)}
        body |= getattr(error, "more", {})
    return Response(body, status=error.status_code, headers=headers)


def _busy() -> Problem:
    busy = Busy()
    return Problem(status=503, code=busy.code, detail=str(busy), wait=RETRY_AFTER_SECONDS)


def _entries(details: Any, field: str = "") -> Any:
    """DRF nests its messages as the data was nested; a client wants a list with paths."""
    if _is_message(details):
        yield {"field": field or "body", "code": details["code"], "message": details["message"]}
    elif isinstance(details, dict):
        for name, inner in details.items():
            yield from _entries(inner, _within(field, name))
    else:
        for index, inner in enumerate(details):
            yield from _entries(inner, field if _is_message(inner) else f"{field}[{index}]")


def _is_message(details: Any) -> bool:
    # Of fields by this name, DRF would give lists.
    return isinstance(details, dict) and isinstance(details.get("message"), str)


def _within(field: str, name: Any) -> str:
    if name == "non_field_errors":
        return field
    # Of a list's faults DRF names the places.
    return f"{field}[{name}]" if isinstance(name, int) else f"{field}.{name}".lstrip(".")
