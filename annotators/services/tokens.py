"""Where an annotator's token travels: the API's header, or the page's signed cookie.

One cookie a campaign, because a volunteer may rate for several in one browser. The pages name
theirs in the X-Campaign header, since the API's addresses do not say which campaign is meant.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE_PREFIX = "annotator_"
COOKIE_SALT = "rating.annotator"
# A campaign lasts months; the personal link brings back whoever comes later still.
COOKIE_LIFE = timedelta(days=180)
HEADER_WORD = "annotator"


def set_token_cookie(response: HttpResponse, *, slug: str, token: str) -> None:
    response.set_signed_cookie(
        COOKIE_PREFIX + slug,
        token,
        salt=COOKIE_SALT,
        max_age=COOKIE_LIFE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def clear_token_cookie(response: HttpResponse, *, slug: str) -> None:
    response.delete_cookie(COOKIE_PREFIX + slug, samesite="Lax")


def token_from_cookie(request: HttpRequest, *, slug: str) -> str | None:
    token: str | None = request.get_signed_cookie(
        COOKIE_PREFIX + slug, default=None, salt=COOKIE_SALT, max_age=COOKIE_LIFE
    )
    return token


def token_from_header(request: HttpRequest) -> str | None:
    """The token of `Authorization: Annotator T`; None where the header says something else."""
    # `headers` would read every one of them anew for each rating.
    word, _blank, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() or None if word.lower() == HEADER_WORD else None


def campaign_of_cookie(request: HttpRequest) -> str | None:
    """The slug whose cookie is meant: the page's own word, or the only one there is."""
    named = request.headers.get("X-Campaign")
    if named:
        return named
    slugs = [
        name.removeprefix(COOKIE_PREFIX)
        for name in request.COOKIES
        if name.startswith(COOKIE_PREFIX)
    ]
    return slugs[0] if len(slugs) == 1 else None
