"""The processes of a site that can be killed and started again, and what they logged."""

import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.processes import ROOT, WITH_US, answers, environment, free_port, kill, wait_until

# What Python prints of an exception: where it was raised last, and the exception itself.
RAISED = re.compile(
    r"Traceback \(most recent call last\):\n(?: .*\n)*(  File .*)\n(?:   .*\n)*(\S.*)"
)


class Part:
    """One program of the site."""

    def __init__(self, log: Path, *command: str, **environ: str) -> None:
        self.log, self.command = log, command
        self.environ = environment(
            DJANGO_SETTINGS_MODULE="tests.storm.settings", LOG_LEVEL="WARNING", **environ
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*WITH_US, sys.executable, "-m", *self.command],
                cwd=ROOT,
                env=self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        if self.process is not None:
            kill(self.process)

    def a_child(self, rng: random.Random) -> int | None:
        """The id of one of its own processes; None while it has none."""
        if self.process is None:
            return None
        pid = self.process.pid
        try:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        except FileNotFoundError:
            return None
        return int(rng.choice(children)) if children else None


class Site:
    """A web server of some processes with threads, and a worker."""

    def __init__(self, folder: Path, *, web_processes: int, **environ: str) -> None:
        self.port = free_port()
        self.web = Part(
            folder / "web.log",
            *("gunicorn", "annotation_site.wsgi", "--config=gunicorn.conf.py"),
            f"--bind=127.0.0.1:{self.port}",
            "--log-level=critical",
            WEB_WORKERS=str(web_processes),
            WEB_THREADS="6",
            # Who joins says where from: nobody may join that often from one address.
            PROXIES="1",
            **environ,
        )
        self.worker = Part(
            folder / "worker.log",
            *("celery", "-A", "annotation_site", "worker", "--loglevel=WARNING"),
            "--concurrency=2",
            **environ,
        )

    @property
    def parts(self) -> tuple[Part, Part]:
        return self.web, self.worker

    @contextmanager
    def running(self) -> Iterator[None]:
        try:
            for part in self.parts:
                part.start()
            wait_until(lambda: answers(self.port))
            yield
        finally:
            for part in self.parts:
                part.kill()

    def raised(self) -> Counter[str]:
        """What was raised in it, by how often: where to look when something is wrong."""
        return Counter(
            f"{part.log.stem}: {what[:200]} {where.strip()}"
            for part in self.parts
            for where, what in RAISED.findall(part.log.read_text(errors="replace"))
        )
