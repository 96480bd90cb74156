"""A PostgreSQL, a Redis and an nginx of a test's own, which it may break."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection

from tests.compose_file import SERVICES
from tests.drills.names import Names
from tests.needs import path_of, require
from tests.processes import (
    PATIENCE,
    ROOT,
    WITH_US,
    answers,
    free_port,
    kill,
    wait_until,
)

DEBIAN = Path("/usr/lib/postgresql")
NGINX = path_of("nginx")


class Redis:
    """As the compose file starts it, but for the port and the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*WITH_US, "redis-server", "--appendonly", "yes", "--port", str(self.port)],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until(lambda: answers(self.port))

    def stop(self) -> None:
        kill(self.process)


@contextmanager
def own_redis(folder: Path) -> Iterator[Redis]:
    require("redis-server")
    redis = Redis(folder)
    try:
        redis.start()
        yield redis
    finally:
        redis.stop()


class Postgres:
    """A cluster in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        # It refuses to be run by root.
        self.user = "postgres" if os.geteuid() == 0 else None
        shutil.chown(folder, self.user or os.geteuid())
        self.run("initdb", "--username=postgres", "--auth=trust", "--no-sync")

    def run(self, program: str, *options: str) -> None:
        newest = max(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name), default="")
        subprocess.run(
            [str(Path(newest, program)), f"--pgdata={self.folder}/data", *options],
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,
            check=True,
            # How long pg_ctl itself waits for a server to start or to stop.
            env={**os.environ, "PGCTLTIMEOUT": str(PATIENCE)},
            timeout=2 * PATIENCE,
        )

    def start(self) -> None:
        # What the compose file tells it.
        told = " ".join(SERVICES["postgres"]["command"][1:])
        options = f"-p {self.port} -h 127.0.0.1 -k {self.folder} {told}"
        self.run(
            "pg_ctl", f"--log={self.folder}/log", "--wait", "start", f"--options={options}"
        )

    def crash(self) -> None:
        """Without a goodbye: what is not in its write-ahead log is gone."""
        self.run("pg_ctl", "--wait", "stop", "--mode=immediate")


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """The test's own connection, and the processes it starts, use it meanwhile."""
    require("initdb")
    # Not pytest's folder, which is closed to the user postgres.
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(Path(folder))
        there = dict(connection.settings_dict)
        connection.close()
        connection.settings_dict.update(
            NAME="postgres", USER="postgres", PASSWORD="", HOST="127.0.0.1", PORT=postgres.port
        )
        try:
            postgres.start()
            yield postgres
        finally:
            connection.close()
            connection.settings_dict.update(there)
            # It is down already where a test failed before it was started again.
            with suppress(subprocess.CalledProcessError):
                postgres.crash()


AROUND_OURS = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    {paths}
    {ours}
}}
"""


@contextmanager
def proxy(
    folder: Path, *, port: int, static: Path, names: Names, web_port: int
) -> Iterator[None]:
    """nginx with our file, but for the addresses."""
    ours = (ROOT / "nginx.conf").read_text()
    for theirs, here in (
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("access_log /dev/stdout ", f"access_log {folder}/access.log "),
        ("resolver 127.0.0.11 ", f"resolver 127.0.0.1:{names.port} "),
        ("alias /static/;", f"alias {static}/;"),
        ("http://web:8000;", f"http://web:{web_port};"),
    ):
        assert ours.count(theirs) == 1, theirs
        ours = ours.replace(theirs, here)
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    (folder / "nginx.conf").write_text(
        AROUND_OURS.format(
            # Files that only root may read are served too.
            user="user root;" if os.geteuid() == 0 else "",
            folder=folder,
            paths="".join(f"{path}_temp_path {folder}/{path};\n" for path in paths),
            ours=ours,
        )
    )
    nginx = subprocess.Popen(
        [
            *WITH_US,
            str(NGINX),
            "-c",
            str(folder / "nginx.conf"),
            "-e",
            str(folder / "error.log"),
        ],
        start_new_session=True,
    )
    try:
        wait_until(lambda: answers(port))
        yield
    finally:
        kill(nginx)
