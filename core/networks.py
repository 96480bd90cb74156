"""Which network a request comes from, as may be stored for a while: nobody can read it."""

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from core.throttling import address_of


def network_of(request: HttpRequest) -> str:
    """The same for all who come from one address. Keyed, or four billion addresses could be
    tried until one fits."""
    return salted_hmac("core.networks", address_of(request), algorithm="sha256").hexdigest()[
        :32
    ]
