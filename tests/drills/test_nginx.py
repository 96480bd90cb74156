"""What our nginx writes down and how much it lets through: the real one, with our own file."""

import asyncio
import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from django.urls import get_resolver

from annotation_site import urls
from tests.annotation_site.test_permissions import routes
from tests.drills.machines import NGINX, proxy
from tests.drills.names import name_server
from tests.drills.site import ask
from tests.needs import needs
from tests.processes import ROOT, free_port, wait_until

pytestmark = [
    pytest.mark.sqlite,
    needs("nginx"),
]
# Parts of an address that open something to whoever has them.
SECRETS = ("token", "key")
SECRET = "R4nd0m-256-bits_of_it"
# A class behind one address: everybody opens the link, joins, takes a subset, sees it, answers.
PEOPLE, CALLS = 200, 5


@contextmanager
def web():
    """A site that says yes to everything, at once; gives its port."""

    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nyes")
        writer.close()

    # All of the loop is in the thread: a browser that an earlier test opened has one in this.
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    starting = asyncio.start_server(answer, "127.0.0.1", 0, backlog=1000)
    server = asyncio.run_coroutine_threadsafe(starting, loop).result()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def port(tmp_path):
    port = free_port()
    with name_server() as names, web() as web_port:
        names.addresses = ["127.0.0.1"]
        with proxy(tmp_path, port=port, static=tmp_path, names=names, web_port=web_port):
            yield port


def written(folder: Path, lines: int) -> str:
    log = folder / "access.log"
    wait_until(lambda: log.exists() and len(log.read_text().splitlines()) >= lines)
    return log.read_text()


def test_no_token_and_nothing_that_names_a_person_is_in_the_log(port, tmp_path):
    with_tokens = [
        re.sub(r"<(?:\w+:)?(\w+)>", lambda name: SECRET if name[1] in SECRETS else "a1", route)
        for route in sorted(routes(get_resolver(urls)))
        if any(f"{secret}>" in route for secret in SECRETS)
    ]
    assert len(with_tokens) >= 5
    for address in with_tokens:
        answer = ask(
            port,
            "GET",
            f"/{address}?next=/{address}",
            headers={"Referer": f"http://here/{address}"},
        )
        assert answer.text == "yes"
    ask(port, "GET", f"/rate/boats/%62ack/{SECRET}/")
    ask(port, "GET", f"/invitation/{SECRET}?x")
    ask(port, "GET", f"/rate/boats/?PROLIFIC_PID={SECRET}")
    text = written(tmp_path, len(with_tokens) + 3)
    assert SECRET not in text
    for shown in (
        "GET /rate/a1/back/***/",
        "GET /invitation/***/accept/",
        "GET /rate/boats/",
        'GET /rate/boats/"',
    ):
        assert shown in text


def test_nor_is_one_told_where_no_web_process_answers(tmp_path, capfd):
    port = free_port()
    with (
        name_server() as names,
        proxy(tmp_path, port=port, static=tmp_path, names=names, web_port=1),
    ):
        names.addresses = ["127.0.0.1"]
        assert ask(port, "GET", f"/invitation/{SECRET}/").status == 503
        text = written(tmp_path, 1)
    told = capfd.readouterr().err + (tmp_path / "error.log").read_text()
    assert " 503 " in text
    assert SECRET not in text + told


def at_once(port: int, calls: list[str], who: str) -> list[int]:
    headers = {"X-Forwarded-For": f"203.0.113.9, {who}"}
    with ThreadPoolExecutor(20) as people:
        return list(
            people.map(lambda path: ask(port, "GET", path, headers=headers).status, calls)
        )


def test_a_class_behind_one_address_comes_through_and_a_flood_does_not(port):
    everybody = ["/rate/boats/"] * PEOPLE * CALLS
    began = time.monotonic()
    assert set(at_once(port, everybody, "198.51.100.7")) == {200}
    assert time.monotonic() - began < PEOPLE * CALLS / 100, "slower than what was to be shown"
    wait_until(lambda: 429 in at_once(port, everybody[:200], "198.51.100.7"), seconds=20)
    # Whoever comes from elsewhere notices nothing.
    assert set(at_once(port, everybody[:20], "198.51.100.8")) == {200}
    headers = {"X-Forwarded-For": "198.51.100.7"}
    paths = ("/rate/boats/", "/api/v1/me/")
    refused = {}
    while len(refused) < len(paths):
        at_once(port, everybody[:100], "198.51.100.7")
        for path in paths:
            answer = ask(port, "GET", path, headers=headers)
            if answer.status == 429:
                refused[path] = answer
    assert {answer.headers["Retry-After"] for answer in refused.values()} == {"5"}
    page, problem = (refused[path] for path in paths)
    assert "Trop de demandes" in page.text
    assert json.loads(problem.text)["code"] == "throttled"


def test_nginx_finds_nothing_to_warn_of(tmp_path):
    ours = (ROOT / "nginx.conf").read_text().replace(" 8080;", f" 127.0.0.1:{free_port()};")
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{ours}\n}}\n"
    )
    ended = subprocess.run(
        [str(NGINX), "-t", "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "log")],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "[warn]" not in ended.stderr
