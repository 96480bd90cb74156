"""A machine that takes the call and stays silent keeps nobody waiting for long."""

import json
import socket
import subprocess
import sys

import pytest

from tests.processes import PATIENCE, ROOT, environment

# Each waits in a thread of its own; what they do is what a page does.
ASK = """
import json, time
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from celery import current_app
from django.core.cache import cache
from django.db import connection

def end(call):
    began = time.monotonic()
    try:
        call()
    except Exception as error:
        return type(error).__name__, time.monotonic() - began

calls = {
    "broker": lambda: current_app.send_task("nothing"),
    "cache": lambda: cache.get("nothing"),
    "database": connection.ensure_connection,
}
with ThreadPoolExecutor() as threads:
    print(json.dumps(dict(zip(calls, threads.map(end, calls.values())))))
"""
# Each gives up after seconds of its own. Without those limits it would wait for ever.
MOST_SECONDS = 30


@pytest.mark.django_db
def test_neither_a_silent_redis_nor_a_silent_postgresql_is_waited_for_long():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        # The kernel takes the calls; nobody ever answers them.
        silent.listen(16)
        port = silent.getsockname()[1]
        asked = subprocess.run(
            [sys.executable, "-c", ASK],
            cwd=ROOT,
            env=environment(
                DJANGO_SETTINGS_MODULE="tests.drills.settings",
                DATABASE_URL=f"postgresql://nobody@127.0.0.1:{port}/regild",
                REDIS_URL=f"redis://127.0.0.1:{port}/0",
            ),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
    ended = json.loads(asked.stdout)
    assert {name: error for name, (error, _seconds) in ended.items()} == {
        "broker": "OperationalError",
        "cache": "TimeoutError",
        "database": "OperationalError",
    }
    assert max(seconds for _error, seconds in ended.values()) < MOST_SECONDS
