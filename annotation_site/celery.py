"""The Celery application: `celery -A annotation_site worker` runs it; the clock is beat.py."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
# Under kombu's own names for them, so that settings need to know nothing of ours.
TRANSPORT_ALIASES["filesystem"] = "annotation_site.broker:Folder"
TRANSPORT_ALIASES["redis"] = TRANSPORT_ALIASES["rediss"] = "annotation_site.broker:Redis"

app = Celery("regild")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")


@worker_init.connect
def give_way(**_signal: Any) -> None:
    """Let whoever rates have the cores first; a report may take longer."""
    os.nice(settings.WORKER_NICE)
    # Where Linux shares the cores among sessions, being nice counts within one only; a worker
    # has one of its own under honcho or systemd.
    if not _has_a_terminal():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(settings.WORKER_NICE))


def _has_a_terminal() -> bool:
    """Then the session is somebody's shell, which must not be made slow with us."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return False
    return True
