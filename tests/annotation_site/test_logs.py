"""What the site writes about itself, and the id by which a request can be found in it."""

import io
import json
import logging
import logging.config

import pytest
from django.core.exceptions import ImproperlyConfigured

from annotation_site.logs import logging_settings


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
@pytest.mark.parametrize("path", ["/api/v1/me/", "/nothing/here", "/sign-in/"])
def test_the_api_and_pages_and_errors_have_it_too(client, path):
    answer = client.get(path, headers={"X-Request-Id": "from-the-proxy.1"})
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
    for path in ("/api/v1/me/", "/nothing/here"):
        id = client.get(path).headers["X-Request-Id"]
        line = lines(written)[-1]
        assert line["request_id"] == id
        assert (line["method"], line["path"]) == ("GET", path)
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
