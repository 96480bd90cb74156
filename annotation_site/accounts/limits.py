"""How often somebody may try to get in, and which browser is known.

Guessing at one account from many addresses comes to an end as well, but nobody is locked out by
it for ever: after five minutes there are new tries, and a browser in which the account signed
in before, or chose its password by a letter, passes meanwhile. Its cookie proves just that.
"""

import secrets
import unicodedata

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from core.throttling import Limit, Try, address_of

# By name and address together; by name, from wherever it is tried; by address alone far above
# what a whole school mistypes, against trying one password on many names.
FAILURES_OF_NAME = Limit("sign-in-name", 8)
FAILURES_OF_ACCOUNT = Limit("sign-in-account", 16)
FAILURES_FROM_ADDRESS = Limit("sign-in-address", 100)
FAILURES_OF_BROWSER = Limit("sign-in-browser", 8)
# Each of these sends a letter to somebody who may not have asked for it.
LETTERS_TO = Limit("new-password-to", 3)
LETTERS_FROM_ADDRESS = Limit("new-password-address", 30)
# The code is too long to be guessed; this keeps the attempts out of the log.
SETUP_CODES_FROM_ADDRESS = Limit("setup-code-address", 20)

KNOWN_BROWSER = "known_browser"
_KNOWN_SECONDS = 365 * 24 * 3600


def sign_in_tries(request: HttpRequest, name: str) -> list[Try]:
    """A name that nobody has is counted as any other."""
    name = _one_spelling(name)
    browser = _known_for(request, name)
    if browser:
        return [Try(FAILURES_OF_BROWSER, f"{name} {browser}")]
    address = address_of(request)
    return [
        Try(FAILURES_OF_NAME, f"{name} {address}"),
        Try(FAILURES_OF_ACCOUNT, name),
        Try(FAILURES_FROM_ADDRESS, address),
    ]


def letter_tries(request: HttpRequest, addressee: str) -> list[Try]:
    return [
        Try(LETTERS_TO, _one_spelling(addressee)),
        Try(LETTERS_FROM_ADDRESS, address_of(request)),
    ]


def setup_tries(request: HttpRequest) -> list[Try]:
    return [Try(SETUP_CODES_FROM_ADDRESS, address_of(request))]


def make_known(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """The name is not in the cookie, but only its own name opens it."""
    name = _one_spelling(name)
    browser = _known_for(request, name) or secrets.token_urlsafe(16)
    response.set_cookie(
        KNOWN_BROWSER,
        _signer(name).sign(browser),
        max_age=_KNOWN_SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _one_spelling(name: str) -> str:
    """As the form reads it: what it takes for one name must not have several limits."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()


def _known_for(request: HttpRequest, name: str) -> str:
    try:
        return _signer(name).unsign(
            request.COOKIES.get(KNOWN_BROWSER, ""), max_age=_KNOWN_SECONDS
        )
    except signing.BadSignature:
        return ""


def _signer(name: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"{KNOWN_BROWSER} {name}")
