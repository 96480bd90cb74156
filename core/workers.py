"""Hand a row's work to a Celery worker, once the row is committed."""

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def tell_worker(task: str, **arguments: Any) -> None:
    """After commit. Where the broker is away nothing is raised: the row waits and is found
    by whoever looks for lost ones."""
    transaction.on_commit(lambda: _send(task, arguments))


def tell_worker_again(task: str, **arguments: Any) -> None:
    """For whoever looks every AGAIN_SECONDS: what no worker took by then is told anew, and the
    message of before must not be done beside it, nor lie in the queue for ever."""
    transaction.on_commit(lambda: _send(task, arguments, expires=settings.AGAIN_SECONDS))


def _send(task: str, arguments: dict[str, Any], **options: Any) -> None:
    try:
        current_app.send_task(task, kwargs=arguments, **options)
    except OperationalError:
        log.warning("%s of %s could not be handed on; it will be found", task, arguments)
