"""A worker leaves the cores to whoever rates."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE, ROOT, environment, running, wait_until

WORKER = (
    "celery",
    "-A",
    "annotation_site",
    "worker",
    "--loglevel",
    "ERROR",
    "--concurrency",
    "1",
)


def niceness(process):
    return os.getpriority(os.PRIO_PROCESS, process)


def children(process):
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_stands_back_with_all_its_processes():
    # Further back than where the tests run, which may have been sent back themselves.
    back = min(niceness(os.getpid()) + 7, 19)
    with running(*WORKER, WORKER_NICE="7") as worker:
        wait_until(lambda: niceness(worker.pid) == back)
        wait_until(lambda: children(worker.pid))
        assert {niceness(child) for child in children(worker.pid)} == {back}
        # And its session, behind the sessions of the web processes.
        session = Path(f"/proc/{worker.pid}/autogroup")
        assert not session.exists() or session.read_text().endswith("nice 7\n")


def test_a_worker_stands_back_unless_told_otherwise():
    variables = {name: value for name, value in environment().items() if name != "WORKER_NICE"}
    ended = subprocess.run(
        [sys.executable, "-c", "from django.conf import settings; print(settings.WORKER_NICE)"],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
    )
    assert ended.stdout == b"10\n"


def test_our_processes_keep_numpy_to_one_core():
    code = """
import annotation_site, numpy
from threadpoolctl import threadpool_info
print({pool["num_threads"] for pool in threadpool_info()})
"""
    variables = {
        name: text for name, text in environment().items() if name != "OMP_NUM_THREADS"
    }
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        check=True,
        timeout=PATIENCE,
    )
    assert ended.stdout == b"{1}\n"
