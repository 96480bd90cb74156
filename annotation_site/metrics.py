"""What a monitoring system reads at /metrics: the requests that were served, and what waits.

Requests are counted by every web process into a file of its own under STATE_DIR/metrics;
whichever process is asked adds them up. The rest is asked of the database.
"""

import fcntl
import functools
import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed, PermissionDenied
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client import values as prometheus_values
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from campaigns.models import Campaign, Job
from rating.models import Assignment

log = logging.getLogger(__name__)

# A rating takes a few milliseconds, a report's page may take a second.
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
# Anybody can send any method; each would be a series of its own for ever.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
FILE_BYTES = 1024 * 1024


Counting = Callable[[str, str, int, float], None]


def counting() -> Counting | None:
    """Counts a request by its method, route, status and seconds; None where nobody asks."""
    if not settings.METRICS_TOKEN:
        return None
    try:
        histogram = _request_seconds()
    except OSError as error:
        # On a full disk annotators go on rating, uncounted.
        log.warning("requests are not counted: %s", error)
        return None

    def count(method: str, route: str, status: int, seconds: float) -> None:
        known = method if method in METHODS else "other"
        histogram.labels(known, route, status).observe(seconds)

    return count


class CountRequests:
    """Next to outermost: what is timed is all that a client waits for in this process."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        count = counting()
        if count is None:
            raise MiddlewareNotUsed
        self.count, self.get_response = count, get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        route = match.view_name if match else "none"
        seconds = time.perf_counter() - began
        self.count(request.method or "", route, response.status_code, seconds)
        return response


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever sends `Authorization: Bearer` and METRICS_TOKEN."""
    if not settings.METRICS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "").encode()
    if not secrets.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode()):
        raise PermissionDenied
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(_folder()))  # type: ignore[no-untyped-call]
    registry.register(Waiting())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class Waiting(Collector):
    """What the database says now; small tables only, for it is asked every few seconds."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, told, model in (
            ("regild_campaigns", "Campaigns by state", Campaign),
            ("regild_jobs", "Jobs by state", Job),
            ("regild_sittings", "Sittings by state", Assignment),
        ):
            family = GaugeMetricFamily(name, told, labels=["state"])
            rows = model._base_manager.values_list("state").annotate(Count("pk")).order_by()
            counts = dict(rows)
            for state in model._meta.get_field("state").choices or ():
                family.add_metric([state[0]], counts.get(state[0], 0))
            yield family
        oldest = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).aggregate(
            oldest=Min("created_at")
        )["oldest"]
        yield GaugeMetricFamily(
            "regild_oldest_job_seconds",
            "How long ago the oldest unfinished job was asked for; 0 without one",
            value=(timezone.now() - oldest).total_seconds() if oldest else 0,
        )


@functools.cache
def _request_seconds() -> Histogram:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_folder())
    prometheus_values.ValueClass = prometheus_values.MultiProcessValue(_slot)  # type: ignore[no-untyped-call]
    return Histogram(
        "regild_request_seconds",
        "Time to answer a request",
        ["method", "route", "status"],
        buckets=SECONDS,
        registry=None,
    )


def _folder() -> Path:
    folder = Path(settings.STATE_DIR) / "metrics"
    folder.mkdir(exist_ok=True)
    return folder


def _slot() -> int:
    """A number no other living process has, and the next one takes over when this one ends.

    By process id, as prometheus_client does it, gunicorn's renewed workers would leave files
    behind for ever, and those of several containers would share theirs.
    """
    number, _lock = _held_slot(os.getpid())
    return number


@functools.cache
def _held_slot(process: int) -> tuple[int, IO[bytes]]:
    """The lock goes with the process, however it ends; a fork's child takes its own."""
    number = 1
    while (lock := _locked(_folder() / f"{number}.lock")) is None:
        number += 1
    # Whole from the start: a hole in a mapped file kills its process once the disk is full.
    with (_folder() / f"histogram_{number}.db").open("ab") as file:
        os.posix_fallocate(file.fileno(), 0, FILE_BYTES)
    return number, lock


def _locked(path: Path) -> IO[bytes] | None:
    lock = path.open("wb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock
