"""The whole of docker-compose.yml, by its own commands and files, on this machine."""

import gzip
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.drills.machines import own_redis, proxy
from tests.drills.names import name_server
from tests.drills.site import Parts, ask
from tests.drills.whole_site import MACHINES, run_against_whole_site
from tests.factories import make_campaign
from tests.needs import needs
from tests.processes import answers, free_port, kill, wait_until
from tests.rating.stubborn import Patient, assert_all_is_there_once, at_work

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.redis,
    needs("nginx"),
]
CAMPAIGN = "tests/browser/test_whole_campaign.py"


@pytest.mark.long
def test_a_whole_campaign_goes_through_what_the_compose_file_starts(tmp_path: Path) -> None:
    assert run_against_whole_site([CAMPAIGN, "-k", "mouse"], tmp_path) == 0


@pytest.mark.django_db(transaction=True)
def test_a_web_machine_may_die_and_another_may_come(tmp_path: Path) -> None:
    make_campaign(subsets=1, min_ratings=1, max_ratings=9)
    port, web_port = free_port(), free_port()
    first, second = MACHINES
    people = [Patient(port, "boats") for _ in range(4)]
    home = tmp_path / "home"
    home.mkdir()

    def go_on() -> None:
        """Everybody: one who is still joining sends what nginx may not send twice."""
        before = [len(person.confirmed) for person in people]
        wait_until(
            lambda: all(
                len(person.confirmed) >= had + 10
                for person, had in zip(people, before, strict=True)
            )
        )

    with ExitStack() as stack:
        redis = stack.enter_context(own_redis(tmp_path))
        names = stack.enter_context(name_server())
        parts = Parts(
            tmp_path,
            redis_url=redis.url,
            ALLOWED_HOSTS="127.0.0.1",
            # In the image there is no home to write to.
            HOME=str(home),
            XDG_RUNTIME_DIR=str(home),
            MPLCONFIGDIR=str(tmp_path / "matplotlib"),
        )
        web = {
            machine: stack.enter_context(parts.web(f"{machine}:{web_port}"))
            for machine in MACHINES
        }
        names.addresses = list(MACHINES)
        wait_until(lambda: all(answers(web_port, machine) for machine in MACHINES))
        stack.enter_context(
            proxy(tmp_path, port=port, static=tmp_path, names=names, web_port=web_port)
        )
        with at_work(people):
            go_on()
            assert list(home.iterdir()) == []
            kill(web[first])
            go_on()
            # The other is asked instead; nobody notices.
            assert not any(person.told_to_wait for person in people)

            kill(web[second])
            wait_until(lambda: all(person.told_to_wait for person in people))
            away = ask(port, "GET", "/")
            # What replaces them has an address that nginx has never heard of.
            stack.enter_context(parts.web(f"127.0.0.4:{web_port}"))
            names.addresses = ["127.0.0.4"]
            go_on()
    assert (away.status, away.headers["Retry-After"]) == (503, "5")
    assert "What was saved stays saved" in away.text
    assert {wait for person in people for wait in person.told_to_wait} == {"5"}
    assert_all_is_there_once(people)


def test_nginx_gives_styles_and_scripts_compressed_and_for_good(tmp_path: Path) -> None:
    (tmp_path / "base.css").write_text("body {}")
    (tmp_path / "base.css.gz").write_bytes(gzip.compress(b"body {}"))
    port = free_port()
    with (
        name_server() as names,
        proxy(tmp_path, port=port, static=tmp_path, names=names, web_port=1),
    ):
        answer = ask(port, "GET", "/static/base.css", headers={"Accept-Encoding": "gzip"})
    assert answer.status == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"] == "text/css"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in ", ".join(answer.headers.get_all("Cache-Control"))
