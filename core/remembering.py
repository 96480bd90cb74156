"""What takes long to find and is known by a key that changes with it, kept in the shared cache.

Without its cache the site works on, and finds it anew each time."""

import logging
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from core.throttling import unreachable

log = logging.getLogger(__name__)

T = TypeVar("T")


def recall(key: str) -> object:
    """None where nothing is kept."""
    try:
        kept: object = cache.get(key)
    except unreachable() as trouble:
        log.warning("%s is not remembered: %s", key, trouble)
        return None
    return kept


def keep(key: str, value: object, *, seconds: int) -> None:
    try:
        cache.set(key, value, timeout=seconds)
    except unreachable() as trouble:
        log.warning("%s is not kept: %s", key, trouble)


def remembered(key: str, find: Callable[[], T], *, seconds: int) -> T:
    """`find` never gives None."""
    kept = recall(key)
    if kept is not None:
        return kept  # type: ignore[return-value] # what was kept under this key
    found = find()
    keep(key, found, seconds=seconds)
    return found
