"""What strangers see when something goes wrong: a page for people, a problem for programs."""

import sys

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.views import defaults

from core.api.problems import TITLES
from core.outages import is_away

RETRY_AFTER_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if _is_api(request):
        return _problem(400, "bad_request", "The request could not be read.")
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if _is_api(request):
        return _problem(403, "permission_denied", str(exception) or TITLES[403])
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    if _is_api(request):
        return _problem(404, "not_found", "Nothing is at this address.")
    return defaults.page_not_found(request, exception)


def too_large(request: HttpRequest) -> HttpResponse:
    if _is_api(request):
        return _problem(413, "too_large", TITLES[413])
    limit = settings.UPLOAD_MAX_BYTES // 1024**2
    return render(request, "413.html", {"limit": limit}, status=413)


def server_error(request: HttpRequest) -> HttpResponseBase:
    # Django calls this while it handles the error.
    if is_away(sys.exception()):
        return _database_away(request)
    if _is_api(request):
        return _problem(500, "server_error", "The fault is ours. Please try again later.")
    return defaults.server_error(request)


def _database_away(request: HttpRequest) -> HttpResponseBase:
    """It is started anew, or its disk is full: that passes, and a program is to come again."""
    answer: HttpResponseBase
    if _is_api(request):
        answer = _problem(503, "unavailable", "The database is away. Please send it again.")
    else:
        answer = defaults.server_error(request)
        answer.status_code = 503
    answer.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return answer


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _problem(status: int, code: str, detail: str) -> HttpResponse:
    title = TITLES.get(status, "Something went wrong")
    return JsonResponse(
        {"title": title, "status": status, "code": code, "detail": detail}, status=status
    )
