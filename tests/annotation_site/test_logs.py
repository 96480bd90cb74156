"""What the site writes about itself, and the id by which a request can be found in it."""

import io
import json
import logging
import logging.config
from contextlib import contextmanager

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.urls import path

from annotation_site.logs import logging_settings
from tests.processes import free_port


@pytest.fixture
def log():
    """Log as the site would in a format; gives what was written."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    written = io.StringIO()

    def configured(format, level="INFO"):
        logging.config.dictConfig(logging_settings(format=format, level=level))
        root.handlers[0].stream = written
        return written

    yield configured
    root.handlers[:], root.level = before


def lines(written):
    return [json.loads(line) for line in written.getvalue().splitlines()]


def test_every_answer_has_an_id_of_its_own(client):
    first, second = (client.get("/healthz").headers["X-Request-Id"] for _ in range(2))
    assert first != second
    assert len(first) == 16


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/me/", "/nothing/here", "/sign-in/"])
def test_the_api_and_pages_and_errors_have_it_too(client, address):
    answer = client.get(address, headers={"X-Request-Id": "from-the-proxy.1"})
    assert answer.headers["X-Request-Id"] == "from-the-proxy.1"


@pytest.mark.parametrize("forged", ["a b", "x\ny", "é", "x" * 65, '"', ""])
def test_an_id_that_could_forge_a_line_is_not_taken(client, forged):
    given = client.get("/healthz", headers={"X-Request-Id": forged}).headers["X-Request-Id"]
    assert given != forged
    assert given.isalnum()


@pytest.mark.django_db
def test_a_line_of_json_says_which_request_it_is_about(client, log):
    written = log("json")
    # The one is refused by a view, the other by Django before any view.
    for address in ("/api/v1/me/", "/nothing/here"):
        id = client.get(address).headers["X-Request-Id"]
        line = lines(written)[-1]
        assert line["request_id"] == id
        assert (line["method"], line["path"]) == ("GET", address)
        assert line["level"] == "WARNING"
        assert line["logger"] == "django.request"
    assert [line["status"] for line in lines(written)] == [401, 404]


def test_an_exception_is_one_line_with_its_traceback(log):
    written = log("json")
    try:
        raise ValueError("second\nline")
    except ValueError:
        logging.getLogger("somewhere").exception("it broke: %s", "badly")
    (line,) = lines(written)
    assert line["message"] == "it broke: badly"
    assert line["exception"].startswith("Traceback")
    assert line["exception"].endswith("ValueError: second\nline")
    assert line["time"].endswith("+00:00")


@contextmanager
def database_away(monkeypatch, tmp_path):
    connection.close()
    with monkeypatch.context() as away:
        if connection.vendor == "postgresql":
            away.setitem(connection.settings_dict, "PORT", str(free_port()))
        else:
            away.setitem(connection.settings_dict, "NAME", tmp_path / "gone" / "file")
        yield


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/api/v1/me/", "/rate/boats/", "/submit/nobodys/"])
def test_while_the_database_is_away_a_request_is_one_line_that_says_why(
    log, monkeypatch, tmp_path, address
):
    client = Client(raise_request_exception=False, headers={"Authorization": "Annotator T"})
    why = "Connection refused" if connection.vendor == "postgresql" else "unable to open"

    written = log("json")
    with database_away(monkeypatch, tmp_path):
        answer = client.get(address)
    assert answer.status_code == 503
    [line] = lines(written)
    assert line["request_id"] == answer.headers["X-Request-Id"]
    assert (line["level"], line["status"], line["path"]) == ("ERROR", 503, address)
    assert line["message"].startswith(f"Service Unavailable: {address}: ")
    assert why in line["message"]
    assert "exception" not in line

    log("plain")
    with database_away(monkeypatch, tmp_path):
        id = client.get(address).headers["X-Request-Id"]
    [_line, plain] = written.getvalue().splitlines()
    assert f" ERROR django.request [{id}] Service Unavailable: {address}: " in plain
    assert why in plain


def ask_nowhere(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")


urlpatterns = [path("broken/", ask_nowhere)]
handler500 = "annotation_site.errors.server_error"


@pytest.mark.django_db
def test_a_statement_that_is_our_fault_is_a_500_with_its_traceback(log, settings):
    settings.ROOT_URLCONF = __name__
    written = log("json")
    answer = Client(raise_request_exception=False).get("/broken/")
    assert answer.status_code == 500
    [line] = lines(written)
    assert line["message"] == "Internal Server Error: /broken/"
    assert line["exception"].startswith("Traceback")


def test_a_plain_line_is_for_people_and_has_the_id_too(client, log):
    written = log("plain")
    id = client.get("/healthz").headers["X-Request-Id"]
    logging.getLogger("somewhere").warning("after it")
    assert written.getvalue().endswith(f" WARNING somewhere [{id}] after it\n")


def test_a_level_leaves_out_what_is_below_it(log):
    written = log("json", level="ERROR")
    logging.getLogger("somewhere").warning("not this")
    logging.getLogger("somewhere").error("this")
    assert [line["message"] for line in lines(written)] == ["this"]


@pytest.mark.parametrize(
    ("choice", "name"),
    [
        ({"format": "xml", "level": "INFO"}, "LOG_FORMAT"),
        ({"format": "json", "level": "LOUD"}, "LOG_LEVEL"),
    ],
)
def test_a_malformed_value_stops_the_start_by_its_name(choice, name):
    with pytest.raises(ImproperlyConfigured, match=name):
        logging_settings(**choice)
