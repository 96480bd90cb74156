"""Configuration comes from the environment alone, and a malformed value names itself."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from annotation_site import environment
from tests.processes import ROOT

pytestmark = pytest.mark.sqlite

NAME = "REGILD_TEST_VALUE"


@pytest.fixture
def given(monkeypatch):
    return lambda value: monkeypatch.setenv(NAME, value)


def check(folder, **changes):
    """`manage.py check` as an operator runs it, with nothing of the test run's environment."""
    variables = {"PATH": os.environ["PATH"], "STATE_DIR": str(folder), "SECRET_KEY": "anything"}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={name: value for name, value in (variables | changes).items() if value is not None},
        capture_output=True,
        text=True,
    )


def test_a_secret_key_is_all_that_must_be_set(tmp_path):
    ended = check(tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SECRET_KEY", None, 'Environment variable "SECRET_KEY" not set'),
        ("SECRET_KEY", " ", "SECRET_KEY is set but empty."),
        ("DEBUG", "perhaps", "Not a valid boolean"),
        ("LOG_LEVEL", "LOUD", "it must be one of CRITICAL"),
        (
            "DATABASE_URL",
            "mysql://localhost/regild",
            "must start with sqlite:/// or postgresql",
        ),
        ("REDIS_URL", "http://localhost", "must look like redis://host:6379/0"),
        ("STATE_DIR", "/dev/null/state", "/dev/null/state cannot be made: Not a directory"),
        ("CSRF_TRUSTED_ORIGINS", "regild.example", "must start with a scheme"),
    ],
)
def test_a_malformed_value_stops_the_start_and_names_itself(tmp_path, name, value, message):
    ended = check(tmp_path, **{name: value})
    assert ended.returncode == 1
    assert name in ended.stderr
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_broker_and_the_database_live_in_the_state_folder(tmp_path):
    folder = tmp_path / "made" / "here"
    assert check(folder).returncode == 0
    assert {path.name for path in (folder / "broker").iterdir()} == {"messages", "control"}


def test_what_is_not_set_has_its_default():
    assert environment.text(NAME, default="plain") == "plain"
    assert environment.flag(NAME, default=True) is True
    assert environment.number(NAME, default=7) == 7
    assert environment.words(NAME, default=["a"]) == ["a"]
    assert environment.redis_url(NAME) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://login.uni.example/realm/", "https://login.uni.example/realm"),
        ("http://localhost:8080", "http://localhost:8080"),
        (" ", ""),
        ("http://login.uni.example", None),
        ("login.uni.example", None),
        ("https://", None),
    ],
)
def test_a_provider_is_spoken_with_over_tls_alone(given, value, expected):
    given(value)
    if expected is None:
        with pytest.raises(ImproperlyConfigured, match="must look like https"):
            environment.issuer(NAME)
    else:
        assert environment.issuer(NAME) == expected


def test_a_secret_that_could_be_guessed_is_refused(given):
    assert environment.secret(NAME, at_least=12) == ""
    given("sesame")
    with pytest.raises(ImproperlyConfigured, match="at least 12"):
        environment.secret(NAME, at_least=12)
    given("a word and more")
    assert environment.secret(NAME, at_least=12) == "a word and more"


def test_what_has_no_default_must_be_set():
    with pytest.raises(ImproperlyConfigured, match=NAME):
        environment.text(NAME)


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("1", True), ("off", False), ("0", False)]
)
def test_a_flag_is_read_in_the_usual_spellings(given, value, expected):
    given(value)
    assert environment.flag(NAME, default=not expected) is expected


@pytest.mark.parametrize("value", ["", "2", "oui"])
def test_a_flag_that_is_neither_yes_nor_no_is_refused(given, value):
    given(value)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        environment.flag(NAME, default=False)


@pytest.mark.parametrize("value", ["", "4.5", "many", "2"])
def test_a_number_is_whole_and_not_below_its_least(given, value):
    given(value)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        environment.number(NAME, default=5, at_least=3)


def test_a_number_may_be_its_least(given):
    given("3")
    assert environment.number(NAME, default=5, at_least=3) == 3


def test_words_are_stripped_and_empty_ones_left_out(given):
    given(" regild.example , ,www.regild.example,")
    assert environment.words(NAME, default=[]) == ["regild.example", "www.regild.example"]


def test_a_database_is_sqlite_or_postgresql(given):
    given("sqlite:////srv/regild.sqlite3")
    found = environment.database(NAME, default="")
    assert (found["ENGINE"], found["NAME"]) == (
        "django.db.backends.sqlite3",
        "/srv/regild.sqlite3",
    )
    given("postgresql://lead:p%40ss@db.example:5433/regild")
    found = environment.database(NAME, default="")
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert [found[part] for part in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "lead", "p@ss", "db.example", 5433, "regild",
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["", "regild", "oracle://h/x", "postgresql://h:port/x"])
def test_another_database_is_refused(given, value):
    given(value)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        environment.database(NAME, default="sqlite:///x")


def test_a_password_is_not_repeated_in_the_message(given):
    given("mysql://lead:hush@localhost/regild")
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.database(NAME, default="sqlite:///x")
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize("value", ["redis", "redis://", "redis:///0", "amqp://host"])
def test_another_broker_is_refused(given, value):
    given(value)
    with pytest.raises(ImproperlyConfigured, match=NAME):
        environment.redis_url(NAME)


@pytest.mark.parametrize("value", ["redis://cache:6379/0", "rediss://:hush@cache.example"])
def test_a_redis_address_is_kept_as_given(given, value):
    given(value)
    assert environment.redis_url(NAME) == value
