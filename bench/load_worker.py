"""The worker of the Procfile, kept busy on a large campaign while others rate."""

import os
import signal
import subprocess
import sys
import threading
import time
from bisect import bisect
from collections.abc import Iterator
from contextlib import contextmanager

from bench.processor import session_seconds
from tests.processes import ROOT, kill, wait_until

# As bench.workspace_steps makes it: 10 systems; 42 candidates a sentence, 3 ratings each.
LARGE = "bench"
SENTENCES = 440
SECONDS_TO_START = 4
SECONDS_A_TURN = 1.0


class BusyWorker:
    """Works a second, pauses a second: with and without it are measured on the same machine,
    whatever else that does meanwhile."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.session = process.pid
        self.turns: list[float] = []

    @contextmanager
    def in_turns(self) -> Iterator[None]:
        ended = threading.Event()

        def turn() -> None:
            while not ended.is_set():
                going = len(self.turns) % 2
                os.killpg(self.session, signal.SIGCONT if going else signal.SIGSTOP)
                self.turns.append(time.perf_counter())
                ended.wait(SECONDS_A_TURN)

        thread = threading.Thread(target=turn)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
            os.killpg(self.session, signal.SIGCONT)

    def worked_at(self, moment: float) -> bool:
        """It begins with a pause."""
        return bisect(self.turns, moment) % 2 == 0

    def cpu_seconds(self) -> float:
        return session_seconds(self.session)


@contextmanager
def busy_worker(kind: str, environ: dict[str, str]) -> Iterator[BusyWorker]:
    """Jobs of that kind follow each other until the block ends."""
    asking = [sys.executable, "-m", "bench.load_jobs", LARGE, kind]
    with started(worker_command(), environ) as process, started(asking, environ) as asker:
        worker = BusyWorker(process)
        # Beyond what it takes to start.
        wait_until(lambda: worker.cpu_seconds() > SECONDS_TO_START, seconds=120)
        yield worker
        if process.poll() is not None or asker.poll() is not None:
            raise SystemExit(f"the worker, or what asked it for {kind}, has ended")


@contextmanager
def started(command: list[str], environ: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield process
    finally:
        kill(process)


def worker_command() -> list[str]:
    """As honcho starts it: by a shell, in a session of its own."""
    lines = (ROOT / "Procfile").read_text().splitlines()
    (command,) = (line.partition(":")[2] for line in lines if line.startswith("worker:"))
    return ["sh", "-c", command.strip()]
