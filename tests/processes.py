"""Start the site's own processes against the test database: real workers, real servers."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from tests import PATIENCE, ROOT

# Should a run be killed, the kernel takes along what it started.
WITH_US = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
_held: list[socket.socket] = []


def environment(**more: str) -> dict[str, str]:
    """What a child needs to see the same database and broker as the test."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        user, host, port = database["USER"], database["HOST"], database["PORT"]
        url = f"postgresql://{user}@{host}:{port}/{quote(database['NAME'])}"
    # The browser fixture's permission, for this process alone.
    inherited = {
        name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"
    }
    return {
        **inherited,
        "SECRET_KEY": settings.SECRET_KEY,
        "STATE_DIR": str(settings.STATE_DIR),
        "DATABASE_URL": url,
        "REDIS_URL": settings.REDIS_URL,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "PYTHONPATH": str(ROOT),
        # Where tests run side by side, a worker that stands back is one that is late.
        "WORKER_NICE": "0",
        **more,
    }


@contextmanager
def running(*command: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A `python -m …` child in a process group of its own, killed at the end."""
    process = subprocess.Popen(
        [*WITH_US, sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(**more),
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """As a machine that loses power would: the whole group, no goodbye."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(true: Callable[[], object], *, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            raise AssertionError(f"not true after {seconds} s")
        time.sleep(0.05)


def free_port() -> int:
    """One that stays free until this process ends.

    It is held without listening: whoever asks for it by its number gets it, as every server
    here may, and the kernel gives it to nobody who asks for just any, as every client does.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("", 0))
    _held.append(holder)
    port: int = holder.getsockname()[1]
    return port


def answers(port: int, address: str = "127.0.0.1") -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0
