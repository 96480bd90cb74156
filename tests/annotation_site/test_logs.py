"""What the site writes about itself, and the id by which a request can be found in it."""

import io
import json
import logging
import logging.config
import re
from contextlib import contextmanager

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DataError, connection
from django.test import Client, RequestFactory
from django.urls import get_resolver, path

from annotation_site import urls
from annotation_site.logs import logging_settings
from tests.annotation_site.test_permissions import routes
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
    shown = address.replace("nobodys", "***")
    assert (line["level"], line["status"], line["path"]) == ("ERROR", 503, shown)
    assert line["message"].startswith(f"Service Unavailable: {shown}: ")
    assert why in line["message"]
    assert "exception" not in line

    log("plain")
    with database_away(monkeypatch, tmp_path):
        id = client.get(address).headers["X-Request-Id"]
    [_line, plain] = written.getvalue().splitlines()
    assert f" ERROR django.request [{id}] Service Unavailable: {shown}: " in plain
    assert why in plain


def ask_nowhere(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")


SECRET = "R4nd0m-256-bits_of_it"
ANSWER = "my own\nwords"
STATEMENTS = {
    "copy": ("COPY answer FROM STDIN", "my own words\tx\n"),
    "check": ("INSERT INTO answer VALUES (4242, %s)", ANSWER),
    "insert": ("INSERT INTO answer VALUES (%s, 'x')", ANSWER),
}

urlpatterns = [
    path("broken/", ask_nowhere),
    path("answer/", lambda request: store_an_answer(request)),
]
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


def store_an_answer(request):
    """As the site does, but where PostgreSQL takes none of it."""
    statement, *values = STATEMENTS[request.GET["how"]]
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE answer (rating int CHECK (rating < 4), said text)"
        )
        if statement.startswith("COPY"):
            cursor.copy_expert(statement, io.StringIO(values[0]))
        else:
            cursor.execute(statement, values)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["copy", "check", "insert"])
@pytest.mark.parametrize("format", ["json", "plain"])
def test_what_somebody_answered_is_not_in_the_log_when_postgresql_refuses_it(
    log, settings, how, format
):
    settings.ROOT_URLCONF = __name__
    written = log(format)
    client = Client(raise_request_exception=False)
    assert client.get("/answer/", {"how": how}).status_code == 500
    connection.close()
    text = written.getvalue()
    assert "Traceback" in text
    # What went wrong is told, by the names of the site's own.
    assert ("answer_rating_check" if how == "check" else "for type integer") in text
    assert not re.search("my own|words|4242", text)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_worker_says_no_answer_either(log):
    """Celery puts what was raised into its own line."""
    written = log("plain")
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT CAST(%s AS integer)", [ANSWER])
    except DataError as error:
        told = {"name": "a task", "exc": repr(error)}
        logging.getLogger("celery").error("%(name)s raised %(exc)s", told, exc_info=True)
        logging.getLogger("celery").warning("left out: %s", error)
    text = written.getvalue()
    assert text.count("invalid input syntax") >= 4
    assert not re.search("my own|words", text)


WITH_TOKENS = [
    re.sub(
        r"<(?:\w+:)?(\w+)>", lambda name: SECRET if name[1] in {"token", "key"} else "1", route
    )
    for route in sorted(routes(get_resolver(urls)))
    if re.search(r"<(?:\w+:)?(token|key)>", route)
]


@pytest.mark.parametrize("address", WITH_TOKENS)
@pytest.mark.parametrize("format", ["json", "plain"])
def test_a_token_is_not_in_the_log(log, address, format):
    assert len(WITH_TOKENS) >= 5
    written = log(format)
    request = RequestFactory().get(f"/{address}", {"next": f"/{address}"})
    logging.getLogger("django.request").error(
        "Service Unavailable: %s", request.path, extra={"request": request, "status_code": 503}
    )
    assert "***" in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/sign-in/", "/api/v1/me/"])
def test_a_name_that_is_not_ours_is_one_line(log, address):
    written = log("json")
    client = Client(headers={"host": "evil.example"}, raise_request_exception=False)
    assert client.get(address).status_code == 400
    [line] = lines(written)
    assert "evil.example" in line["message"]
    assert "exception" not in line


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
