"""What a process loads when it starts, and how large it is: most never draw or compute."""

import json
import subprocess
import sys

import pytest

from tests.factories import make_campaign
from tests.processes import PATIENCE, ROOT, environment

# What only figures and statistics need, and each of which makes a start slower.
HEAVY = {"matplotlib", "numpy", "pandas", "scipy"}

WEB = """
from tests.annotation_site.first_requests import first_requests
assert first_requests("boats") == ["200 OK", "201 Created", "201 Created", "200 OK"]
"""
# Whatever a command does, it loads the site and all its addresses first.
COMMAND = """
import django
django.setup()
from django.core.management import call_command
call_command("check", stdout=sys.stderr)
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
# REST framework and Django load these where they are installed, and only tests have them so.
NOT_THERE = 'sys.modules["pygments"] = sys.modules["jinja2"] = None'
LOADED = """
import json, re
from pathlib import Path
status = Path("/proc/self/status")
[kb] = re.findall(r"VmRSS:\\s+(\\d+)", status.read_text()) if status.exists() else [0]
packages = sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps([packages, int(kb) / 1024]))
"""


def printed_by(code):
    ended = subprocess.run(
        [sys.executable, "-c", f"import sys\n{NOT_THERE}\n{code}"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return ended.stdout


def loaded_by(code):
    """The packages a process has loaded then, and its MiB; 0 where the system does not say."""
    packages, mib = json.loads(printed_by(code + LOADED))
    return set(packages), mib


@pytest.mark.django_db(transaction=True)
def test_a_web_process_rates_before_it_loads_arrays_or_plotting():
    make_campaign()
    loaded, mib = loaded_by(WEB)
    assert "rating" in loaded
    assert not loaded & HEAVY
    assert mib <= 105


@pytest.mark.sqlite
def test_a_command_loads_no_arrays_and_no_plotting_to_know_the_site():
    loaded, mib = loaded_by(COMMAND)
    assert "scoring" in loaded
    assert not loaded & HEAVY
    assert mib <= 105


@pytest.mark.sqlite
def test_the_clock_loads_nothing_that_it_only_sends(tmp_path):
    loaded, mib = loaded_by(BEAT.format(schedule=str(tmp_path / "schedule")))
    assert "celery" in loaded
    assert not loaded & {*HEAVY, "rest_framework", "rating", "regild"}
    assert mib <= 80


def test_a_worker_knows_every_task_the_clock_sends(settings):
    sent = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent <= set(printed_by(WORKER).split())
