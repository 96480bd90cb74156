"""The files for many machines name only what exists, and what they start gets ready."""

import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.urls import resolve

from tests.compose_file import (
    COMPOSE,
    DOCKERFILE,
    OURS,
    SERVICES,
    by_hand,
    command_of,
    environment_of,
)
from tests.drills.machines import own_redis
from tests.processes import PATIENCE, ROOT, environment, free_port, running, wait_until

NGINX = (ROOT / "nginx.conf").read_text()


def read_in_python():
    """The variables that settings and gunicorn's file read."""
    files = [ROOT / "gunicorn.conf.py", *(ROOT / "annotation_site").glob("*.py")]
    text = "\n".join(file.read_text() for file in files)
    return set(re.findall(r"(?:environment\.\w+|environ\.get)\(\s*\"([A-Z_]+)\"", text))


class TestTheFilesNameWhatExists:
    @pytest.mark.parametrize("name", OURS)
    def test_every_variable_of_a_service_is_one_the_site_reads(self, name):
        assert environment_of(name).keys() <= read_in_python()

    def test_every_variable_of_the_image_is_one_something_reads(self):
        named = set(re.findall(r"\b([A-Z_]+)=", DOCKERFILE))
        of_tools = {
            "PYTHONUNBUFFERED",
            "PYTHONDONTWRITEBYTECODE",
            "PIP_NO_CACHE_DIR",
            "MPLCONFIGDIR",
        }
        assert named - of_tools <= read_in_python()

    def test_every_variable_is_described_for_operators(self):
        described = (ROOT / "docs" / "operations.md").read_text()
        asked = set(re.findall(r"\$\{(\w+)", str(COMPOSE)))
        listed = set(re.findall(r"^\| `([A-Z_]+)` \|", described, re.MULTILINE))
        assert listed == asked | read_in_python()

    def test_no_secret_has_a_default(self):
        text = (ROOT / "docker-compose.yml").read_text()
        for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
            assert set(re.findall(rf"\$\{{{secret}(..)", text)) == {":?"}

    def test_whom_a_service_waits_for_exists_and_can_be_waited_for(self):
        for service in SERVICES.values():
            for name, wait in service.get("depends_on", {}).items():
                if wait["condition"] == "service_healthy":
                    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"
                else:
                    assert wait["condition"] == "service_completed_successfully"
                    assert SERVICES[name]["restart"] == "on-failure"

    def test_volumes_and_files_that_are_mounted_exist(self):
        for service in SERVICES.values():
            for mounted in service.get("volumes", []):
                source = mounted.split(":")[0]
                assert source in COMPOSE["volumes"] or (ROOT / source).is_file()

    def test_what_the_image_copies_and_runs_exists(self):
        for copied in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE):
            assert (ROOT / copied).exists()
        needed = re.findall(
            r"(?:--config|--directory|-r) (\S+)", DOCKERFILE.replace('", "', " ")
        )
        assert {"requirements.txt", "locale", "gunicorn.conf.py"} <= set(needed)
        ignored = (ROOT / ".dockerignore").read_text().split()
        for name in needed:
            assert (ROOT / name).exists()
            assert name not in ignored

    def test_migrate_runs_commands_that_exist(self):
        (script,) = (command_of("migrate")[2],)
        for step in script.split("&&"):
            python, manage, command, *_options = shlex.split(step)
            assert (python, manage) == ("python", "manage.py")
            subprocess.run(
                [sys.executable, "manage.py", "help", command],
                cwd=ROOT,
                env=environment(),
                stdout=subprocess.DEVNULL,
                check=True,
                timeout=PATIENCE,
            )

    def test_the_proxy_reads_what_the_site_writes_and_finds_it(self):
        assert NGINX.count("{") == NGINX.count("}")
        for line in NGINX.splitlines():
            assert re.fullmatch(r"\s*(#.*|.*[;{}])?", line), line
        (static,) = re.findall(r"alias (\S+)/;", NGINX)
        assert f"STATIC_ROOT={static}" in DOCKERFILE
        assert f"static:{static}:ro" in SERVICES["proxy"]["volumes"]
        assert f"location /{settings.STATIC_URL.strip('/')}/ {{" in NGINX
        ((host, port),) = re.findall(r"http://(\w+):(\d+);", NGINX)
        assert host in OURS
        assert command_of("web")[-1].endswith(f":{port}")
        (body,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
        assert int(body) * 1024**2 == settings.UPLOAD_MAX_BYTES

    def test_the_health_check_asks_a_name_and_an_address_that_are_answered(self):
        code = SERVICES["web"]["healthcheck"]["test"][-1]
        ((host, path),) = re.findall(r"http://([\d.]+):8000(/\w+)", code)
        assert resolve(path).url_name == "healthz"
        assert host in environment_of("web")["ALLOWED_HOSTS"].split(",")


class TestNothingMayMoreThanItMust:
    @pytest.mark.parametrize("name", SERVICES)
    def test_a_service_has_no_capability_gets_no_right_and_writes_nowhere_else(self, name):
        service = SERVICES[name]
        assert service["cap_drop"] == ["ALL"]
        assert "cap_add" not in service
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["read_only"] is True
        assert "privileged" not in service

    @pytest.mark.parametrize("name", SERVICES)
    def test_a_service_is_not_root(self, name):
        if name in OURS:
            assert "user" not in OURS[name]
            *_before, last = re.findall(r"^(USER \S+|RUN|COPY)", DOCKERFILE, re.MULTILINE)
            assert last == "USER regild"
        else:
            assert SERVICES[name]["user"] == {"proxy": "nginx"}.get(name, name)

    def test_what_is_written_goes_to_a_volume_or_to_memory(self):
        for name in OURS:
            written = {
                *re.findall(r"(?:STATE_DIR|STATIC_ROOT|MPLCONFIGDIR)=(\S+)", DOCKERFILE),
                *(word for word in command_of(name) if word.startswith("/")),
            }
            there = [mount.partition(":")[2] for mount in OURS[name]["volumes"]]
            there += [mount.partition(":")[0] for mount in OURS[name]["tmpfs"]]
            for path in written:
                assert any(f"{path}/".startswith(f"{place}/") for place in there), path
        (port,) = re.findall(r"listen (\d+);", NGINX)
        # Of the ports below 1024 one might be root's.
        assert int(port) >= 1024
        assert SERVICES["proxy"]["ports"] == ["${PORT:-8000}:" + port]

    def test_an_image_is_known_by_its_digest(self):
        images = [service["image"] for service in SERVICES.values() if "image" in service]
        images += re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
        assert len(images) == 4
        for image in images:
            assert re.fullmatch(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}", image), image

    def test_gunicorn_writes_no_addresses_down(self):
        """They would have tokens in them; nginx leaves those out."""
        asked = (ROOT / "gunicorn.conf.py").read_text() + str(command_of("web"))
        assert not re.search("access", asked)


@pytest.mark.django_db(transaction=True)
def test_what_the_compose_file_starts_gets_ready(tmp_path):
    """web, worker and beat by the file's own commands; PostgreSQL too, where tests use it."""
    port = free_port()
    here = {"0.0.0.0:8000": f"127.0.0.1:{port}", "/tmp/beat": str(tmp_path / "beat")}
    asked = SERVICES["worker"]["healthcheck"]["test"][1:]
    with own_redis(tmp_path) as redis, ExitStack() as stack:
        started = [
            stack.enter_context(
                running(*by_hand(command_of(name), here), **variables(name, redis.url))
            )
            for name in ("web", "worker", "beat")
        ]
        wait_until(lambda: status(port, "/healthz") == 200)
        assert status(port, "/readyz") == 200
        wait_until(lambda: succeeds(by_hand(asked, here), **variables("worker", redis.url)))
        assert [process.poll() for process in started] == [None, None, None]


def variables(name, redis_url):
    """The file's variables, but for where this machine has its database and broker."""
    return environment_of(name) | {
        "DATABASE_URL": environment()["DATABASE_URL"],
        "REDIS_URL": redis_url,
        "LOG_LEVEL": "ERROR",
    }


def succeeds(command, **more):
    ended = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(**more),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=PATIENCE,
    )
    return ended.returncode == 0


def status(port, path):
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}{path}", timeout=PATIENCE
        ) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None
