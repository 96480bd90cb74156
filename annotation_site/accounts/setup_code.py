"""What whoever makes the first account of a site must know: it stands where only its operator
reads, or would the site belong to the first stranger who finds it.

It works once, for it is asked for only while there is no account.
"""

import base64
import secrets

from django.conf import settings
from django.utils.crypto import salted_hmac

_LETTERS = 16


def setup_code() -> str:
    """The operator's own, else one of 80 bits that every process of the site knows unasked."""
    if settings.SETUP_CODE:
        return str(settings.SETUP_CODE)
    digest = salted_hmac("regild setup code", "first account", algorithm="sha256").digest()
    letters = base64.b32encode(digest).decode().lower()[:_LETTERS]
    return "-".join(letters[at : at + 4] for at in range(0, _LETTERS, 4))


def is_setup_code(said: str) -> bool:
    return secrets.compare_digest(_plain(said), _plain(setup_code()))


def _plain(code: str) -> bytes:
    """However somebody wrote it down."""
    return "".join(code.split()).replace("-", "").casefold().encode()
