"""The least a server can do to keep a rating: one INSERT a request, nothing checked.

The floor that `make load` holds our own throughput against, under the same gunicorn.
"""

import json
import os
import threading
import uuid
from collections.abc import Callable, Iterable
from typing import Any

import psycopg2

_local = threading.local()


def _connection() -> Any:
    if not hasattr(_local, "connection"):
        _local.connection = psycopg2.connect(os.environ["DATABASE_URL"])
        _local.connection.autocommit = True
    return _local.connection


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    body = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    with _connection().cursor() as cursor:
        for rating in body["ratings"]:
            cursor.execute(
                "INSERT INTO floor_rating (annotator, candidate, value, key, elapsed_ms)"
                " VALUES (%s, %s, %s, %s, %s)",
                (
                    environ.get("HTTP_AUTHORIZATION", ""),
                    rating["candidate"],
                    rating["value"],
                    str(uuid.UUID(rating["key"])),
                    rating["elapsed_ms"],
                ),
            )
    answer = json.dumps({"stored": len(body["ratings"])}).encode()
    start(
        "200 OK",
        [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))],
    )
    return [answer]
