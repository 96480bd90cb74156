"""`/healthz` says the process lives; `/readyz` says it can do its work."""

import os

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    checks = {"database": database_problem(), "broker": broker_problem()}
    checks["migrations"] = "not checked" if checks["database"] else migrations_problem()
    ready = not any(checks.values())
    return JsonResponse(
        {
            "status": "ok" if ready else "not ready",
            "checks": {name: problem or "ok" for name, problem in checks.items()},
        },
        status=200 if ready else 503,
    )


def database_problem() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "no connection"
    return ""


def migrations_problem() -> str:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(waiting)} not applied" if waiting else ""


def broker_problem() -> str:
    if not settings.REDIS_URL:
        folder = settings.BROKER_DIR / "messages"
        return "" if os.access(folder, os.W_OK | os.X_OK) else f"{folder} cannot be written"
    try:
        # The socket's own limit: a broker that takes the call and stays silent would hang us.
        with current_app.connection_for_write(
            connect_timeout=2, transport_options={"socket_timeout": 2}
        ) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=3)
    except (OperationalError, OSError):
        return "no connection"
    return ""
