"""Middleware, and most of it needed by pages alone: kept away from the API.

A rating is stored in about a millisecond; sessions, languages, messages and the pages' content
security policy would add a good part of that to every call, and mean nothing to a program.
"""

from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django_htmx.middleware import HtmxMiddleware

from annotation_site.errors import page_not_found
from annotators.models import Annotator
from campaigns.models import Campaign
from core.languages import speaks

API = "/api/v1/"


class PagesOnly:
    """Mixed in before a middleware: passes the API's requests by."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class PageCsp(PagesOnly, CSPMiddleware):
    pass


class PageSession(PagesOnly, SessionMiddleware):
    def process_request(self, request: HttpRequest) -> None:
        # A quoted cookie may say any character by its number, and PostgreSQL cannot be asked
        # for a NUL: this one names no session.
        if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        super().process_request(request)


class PageLocale(PagesOnly, LocaleMiddleware):
    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(API):
            # The thread still has the language of its last page, which was somebody else's.
            translation.activate(settings.LANGUAGE_CODE)
        return super().__call__(request)

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if translation.get_language() not in speaks(request.path_info):
            translation.activate(settings.LANGUAGE_CODE)
            request.LANGUAGE_CODE = settings.LANGUAGE_CODE


class PageCsrf(PagesOnly, CsrfViewMiddleware):
    pass


class PageAuthentication(PagesOnly, AuthenticationMiddleware):
    pass


class PageMessages(PagesOnly, MessageMiddleware):
    pass


class PageHtmx(PagesOnly, HtmxMiddleware):
    pass


class KeptByNobody:
    """What does not say itself how long it may be kept is somebody's own, and kept by no proxy
    and on no disk: the next person at this computer goes back in its history too."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class WithoutNul:
    """What a form sends is checked by its fields, a search in an address by nobody; and
    PostgreSQL cannot be asked for a NUL."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address holds a NUL.")
        return self.get_response(request)


class GoneMeanwhile:
    """A campaign may be deleted while a request is under way; it is as if that had come
    a moment later."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> Any:
        if isinstance(error, (Campaign.DoesNotExist, Annotator.DoesNotExist)):
            return page_not_found(request, error)
        return None


class PageAddress(PagesOnly, WithoutNul):
    pass
