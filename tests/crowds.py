"""Many annotators at once against real web processes."""

from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.processes import PATIENCE, answers, free_port, running, wait_until


@contextmanager
def web(workers=4):
    port = free_port()
    with running(
        "gunicorn",
        "annotation_site.wsgi",
        "--config=gunicorn.conf.py",
        f"--bind=127.0.0.1:{port}",
        "--log-level=critical",
        WEB_WORKERS=str(workers),
        WEB_THREADS="4",
    ) as server:
        wait_until(lambda: answers(port))
        yield port, server


def crowd_size():
    return 64 if connection.vendor == "postgresql" else 8


def workers_of(server):
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [int(pid) for pid in children.split()]


class Patiently:
    """Of a client: on a busy machine a crowd is answered late; nobody goes before they are."""

    def __init__(self, port, slug, deadline):
        super().__init__(port, slug, deadline)
        self.http.timeout = PATIENCE
