"""The cache of one machine without Redis, where requests at once count right."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache


class CountingFiles(FileBasedCache):
    """Django's reads a count and writes it back: of two at once it forgets one."""

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        with self._alone():
            return super().add(key, value, timeout, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        with self._alone():
            return super().incr(key, delta, version)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self._createdir()  # type: ignore[attr-defined]
        # Opened anew each time: threads that shared one file would share its lock. Closing it
        # lets the next in.
        with Path(self._dir, "lock").open("w") as lock:  # type: ignore[attr-defined]
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
