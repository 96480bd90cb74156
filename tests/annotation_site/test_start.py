"""What a process loads when it starts, and how large it is: most never draw or compute."""

import json
import subprocess
import sys

import pytest

from tests.processes import PATIENCE, ROOT, environment

# What only figures and statistics need, and each of which makes a start slower.
HEAVY = ("matplotlib", "pandas", "scipy")

SITE = """
import django
django.setup()
import annotation_site.urls
"""
# As Celery's own command starts it.
BEAT = """
from annotation_site.beat import app
from celery.beat import PersistentScheduler
app.loader.init_worker()
app.finalize()
PersistentScheduler(app, schedule_filename={schedule!r})
"""
WORKER = """
from annotation_site import celery_app
celery_app.loader.init_worker()
print(*celery_app.tasks)
"""
LOADED = """
import json, sys
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def printed_by(code):
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return ended.stdout


def loaded_by(code):
    return set(json.loads(printed_by(code + LOADED)))


@pytest.mark.sqlite
def test_every_page_can_be_served_before_plotting_or_statistics_are_loaded():
    loaded = loaded_by(SITE)
    assert "rating" in loaded
    assert not loaded.intersection(HEAVY)


@pytest.mark.sqlite
def test_the_clock_loads_nothing_that_it_only_sends(tmp_path):
    loaded = loaded_by(BEAT.format(schedule=str(tmp_path / "schedule")))
    assert "celery" in loaded
    assert not loaded.intersection({*HEAVY, "numpy", "rest_framework", "rating", "regild"})


def test_a_worker_knows_every_task_the_clock_sends(settings):
    sent = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent <= set(printed_by(WORKER).split())
