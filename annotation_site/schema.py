"""The API's schema, which is the same for everybody until the site is started anew."""

import hashlib
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from core.languages import speaks

EXCEL_PARAMETER = {
    "in": "query",
    "name": "excel",
    "schema": {"type": "string", "enum": ["1"]},
    "description": "1: a CSV begins with a byte order mark, by which Excel knows UTF-8",
}


class Written(NamedTuple):
    content: bytes
    headers: dict[str, str]


# A process writes one a language, a quarter of a second each; strangers may ask for it.
_written: dict[str, Written] = {}
_writing = Lock()


def offer_excel(result: dict[str, Any], **_about: Any) -> dict[str, Any]:
    """Every call that answers with CSV takes `excel`, which no view knows of
    (core/downloads.py)."""
    for operations in result["paths"].values():
        for operation in operations.values():
            if "text/csv" in operation["responses"].get("200", {}).get("content", {}):
                operation.setdefault("parameters", []).append(EXCEL_PARAMETER)
    return result


class SchemaView(SpectacularAPIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        language = request.GET.get("lang") or translation.get_language()
        if language not in speaks(request.path):
            language = settings.LANGUAGE_CODE
        with _writing:
            if language not in _written:
                _written[language] = self._write(request, language)
        content, headers = _written[language]
        answer = HttpResponse(content, headers=headers)
        conditional = get_conditional_response(
            request._request, etag=headers["ETag"], response=answer
        )
        return conditional or answer

    def _write(self, request: Request, language: str) -> Written:
        with translation.override(language):
            answer = self._get_schema_response(request)  # type: ignore[no-untyped-call]
            content: bytes = self.finalize_response(request, answer).render().content
        return Written(
            content,
            {
                **answer.headers,
                "ETag": f'"{hashlib.sha256(content).hexdigest()}"',
                # Kept by anybody, and asked for anew: a later version of the site has another.
                "Cache-Control": "no-cache",
            },
        )

    def _get_version_parameter(self, request: Request) -> None:
        """There is one; any other that is asked for would be another schema to write."""
