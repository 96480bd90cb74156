"""A request too large for any reader is refused by its announced length, before it is read."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from annotation_site.errors import too_large


def refuse_large_bodies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Comes before whatever looks into the body, as the check against forgery does."""

    def middleware(request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and int(announced) > settings.UPLOAD_MAX_BYTES:
            return too_large(request)
        return get_response(request)

    return middleware
