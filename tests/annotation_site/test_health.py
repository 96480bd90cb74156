"""What a load balancer is told: whether the process lives, and whether it can do its work."""

import json
import subprocess
import sys

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from tests.processes import PATIENCE, ROOT, environment, free_port

READY = {"database": "ok", "broker": "ok", "migrations": "ok"}

# Asked of a process of its own: what it connects to is settled when it starts.
ASK = """
import django
django.setup()
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/readyz")
print(answer.status_code, answer.content.decode())
"""


def ask_with(**variables):
    """(status, checks) of `/readyz` in a process with these variables."""
    ended = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=environment(**variables),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    status, _, body = ended.stdout.partition(" ")
    return int(status), json.loads(body)["checks"]


def test_a_process_that_lives_says_so_without_asking_anyone(client):
    # Not marked for the database: a query would fail.
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_a_site_that_can_work_is_ready(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "checks": READY})


@pytest.mark.django_db
def test_a_migration_that_waits_makes_it_not_ready(client):
    MigrationRecorder.Migration.objects.filter(app="sessions").delete()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "not ready",
        "checks": READY | {"migrations": "1 not applied"},
    }


@pytest.mark.django_db
def test_a_broker_nobody_answers_for_makes_it_not_ready():
    status, checks = ask_with(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert (status, checks) == (503, READY | {"broker": "no connection"})


@pytest.mark.django_db
def test_a_broker_folder_that_is_gone_makes_it_not_ready(client, settings, tmp_path):
    settings.REDIS_URL = ""
    settings.BROKER_DIR = tmp_path
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["broker"] == f"{tmp_path / 'messages'} cannot be written"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url", ["postgresql://nobody@127.0.0.1:{port}/regild", "sqlite:////nowhere/regild.sqlite3"]
)
def test_a_database_out_of_reach_makes_it_not_ready(url):
    status, checks = ask_with(DATABASE_URL=url.format(port=free_port()))
    assert (status, checks) == (
        503,
        READY | {"database": "no connection", "migrations": "not checked"},
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["healthz", "readyz"])
def test_no_cache_may_answer_and_nothing_may_be_sent(client, name):
    assert "no-store" in client.get(reverse(name))["Cache-Control"]
    assert client.head(reverse(name)).status_code == 200
    assert client.post(reverse(name)).status_code == 405
