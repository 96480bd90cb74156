"""kombu's two ways of carrying messages, where each would let a worker die.

A folder: kombu writes a message straight into its place. When the disk is full a part of it
stays there, even without an error, and the worker that reads it dies of it. Here a file is
there whole or not at all, and whoever sends learns which.

Redis: a worker that lost it speaks of the messages in its hands over a channel that is closed
already. kombu stumbles over that, and the worker dies of it.
"""

import fcntl
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.exceptions import OperationalError
from kombu.transport import filesystem, redis
from kombu.utils.json import dumps
from redis import ConnectionError


class FolderChannel(filesystem.Channel):
    def _put(  # type: ignore[override]
        self, queue: str, message: Any, **_options: Any
    ) -> None:
        # As kombu names it: taken up in the order of sending.
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out) / name, dumps(message))

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None
    ) -> None:
        binding = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with _alone_in(Path(self.control_folder)):
            bindings = self.get_table(exchange)
            if binding not in bindings:
                file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
                _write_whole(file, dumps([binding, *bindings]))


class Folder(filesystem.Transport):
    Channel = FolderChannel


class RedisChannel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            # What kombu and Celery expect of a connection that is lost, and live on after.
            raise ConnectionError("this channel was closed")
        params: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return params


class Redis(redis.Transport):
    Channel = RedisChannel


def _write_whole(path: Path, text: str) -> None:
    part = path.with_name(f"{uuid.uuid4()}.part")
    try:
        part.write_text(text)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OperationalError(f"cannot write {path}: {error}") from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two processes that start together would otherwise forget one of their bindings."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise OperationalError(f"cannot open {folder}: {error}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
