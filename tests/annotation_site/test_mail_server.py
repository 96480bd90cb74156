"""The mail server's address, as an operator writes it."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from annotation_site.environment import MailServer, mail_server

pytestmark = pytest.mark.sqlite

NAME = "REGILD_TEST_MAIL"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", None),
        ("smtp://localhost", MailServer("localhost", 25, "", "", False, False)),
        (
            "smtp+tls://regild:p%40ss%2F@mail.example.org",
            MailServer("mail.example.org", 587, "regild", "p@ss/", True, False),
        ),
        (
            "smtps://r%40example.org:x@mail.example.org:4650",
            MailServer("mail.example.org", 4650, "r@example.org", "x", False, True),
        ),
    ],
)
def test_an_address_names_server_account_and_encryption(monkeypatch, url, expected):
    monkeypatch.setenv(NAME, url)
    assert mail_server(NAME) == expected


@pytest.mark.parametrize(
    "url",
    ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://a:b", "smtp://a:0"],
)
def test_a_malformed_address_names_its_variable_but_not_the_password(monkeypatch, url):
    monkeypatch.setenv(NAME, url)
    with pytest.raises(ImproperlyConfigured, match=f"^{NAME} must look like smtp"):
        mail_server(NAME)
