"""How often somebody may try: counted in the shared cache, in windows of five minutes.

A limit on an address must let a school through, for all its pupils come from one; what guards a
single account or token is a limit of its own.
"""

import hashlib
import ipaddress
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from django.core.cache import cache
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

log = logging.getLogger(__name__)

# Not longer than Django's default life of a cache entry: counting on gives the file cache's
# entries that life, whatever theirs was.
WINDOW_SECONDS = 300


class Limit(NamedTuple):
    name: str
    most: int


class Try(NamedTuple):
    limit: Limit
    who: str


class Claim(NamedTuple):
    """Of tries that count already; where they may not be made, `seconds` says how long to
    wait, and they do not."""

    seconds: int
    keys: list[str]


def claim(tries: Iterable[Try]) -> Claim:
    """Counts first and looks then: of those who come at once no more pass than one after the
    other. The narrowest limit comes first: who is refused by it uses up no wider one."""
    claimed = Claim(0, [])
    for attempt in tries:
        key = _key(attempt)
        made = _add(key, attempt.limit)
        claimed.keys.append(key)
        if made > attempt.limit.most:
            release(claimed)
            return Claim(_seconds_left(), [])
    return claimed


def release(claimed: Claim) -> None:
    """It was no try after all, as a right password is none."""
    for key in claimed.keys:
        with suppress(ValueError, *unreachable()):
            cache.decr(key)


def seconds_to_wait(tries: Iterable[Try]) -> int:
    """Until all of them may be made; 0 for now."""
    if all(_made(attempt) < attempt.limit.most for attempt in tries):
        return 0
    return _seconds_left()


def count(tries: Iterable[Try], *, times: int = 1) -> None:
    for attempt in tries:
        _add(_key(attempt), attempt.limit, times)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; of IPv6 the network, for every household has a whole one."""
    ident: str = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    try:
        address = ipaddress.ip_address(ident)
    except ValueError:
        return ident
    bits = 32 if address.version == 4 else 64
    return str(ipaddress.ip_network((address, bits), strict=False))


def _made(attempt: Try) -> int:
    try:
        made: int = cache.get(_key(attempt), 0)
    except unreachable():
        # Without its cache the site works on, without limits: nobody is kept from rating.
        return 0
    return made


def _add(key: str, limit: Limit, times: int = 1) -> int:
    """How many there are then."""
    try:
        cache.add(key, 0, timeout=WINDOW_SECONDS)
        return cache.incr(key, times)
    except ValueError:
        # The window ended between the two calls, and the counter with it.
        return times
    except unreachable() as trouble:
        log.warning("%s is not limited: %s", limit.name, trouble)
        return 0


def _seconds_left() -> int:
    return WINDOW_SECONDS - int(time.time()) % WINDOW_SECONDS


def _key(attempt: Try) -> str:
    window = int(time.time()) // WINDOW_SECONDS
    # Hashed, for names and addresses may hold what a cache key may not.
    who = hashlib.sha256(attempt.who.encode()).hexdigest()
    return f"throttle:{attempt.limit.name}:{window}:{who}"


def unreachable() -> tuple[type[Exception], ...]:
    # Here, not above, for it is asked only once something has failed: redis is half as large as
    # Django's models, and a site of one machine does without.
    from redis import RedisError

    return RedisError, OSError
