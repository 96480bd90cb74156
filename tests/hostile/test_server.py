"""What only a web server lets through or makes of it: cookies, charsets, raw requests."""

import socket

import pytest
from django.test import Client

from tests.factories import make_campaign
from tests.people import make_lead

pytestmark = pytest.mark.django_db(transaction=True)

JOIN = "/api/v1/campaigns/boats/join/"
LOST = r"""sessionid="\000abcdefghij" """
BOUNDARY = '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\n\\ud800\r\n--x--\r\n'


def raw(*lines, body=""):
    head = [*lines, "Host: localhost", "Connection: close", f"Content-Length: {len(body)}"]
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode("latin-1")


def _sent():
    for path in ("/", "/sign-in/", "/rate/boats/", "/account/"):
        for cookie in (
            LOST,
            'sessionid="\\000"; csrftoken="\\000"; messages="\\000"',
            'annotator_boats="\\000abc:def:ghi"; django_language="\\000../../x"',
            "sessionid=\xff\xfe\xfdabcdefghij",
            "=; ;;=\x7f",
        ):
            yield raw(f"GET {path} HTTP/1.1", f"Cookie: {cookie}")
    for charset in ("hex", "rot13", "zlib", "idna", "undefined", "unicode_escape", "utf-7"):
        for kind in ("multipart/form-data; boundary=x", "application/x-www-form-urlencoded"):
            body = BOUNDARY if "multipart" in kind else "username=%5Cud800"
            line = f"Content-Type: {kind}; charset={charset}"
            yield raw("POST /sign-in/ HTTP/1.1", line, body=body)
            yield raw("POST /rate/boats/ HTTP/1.1", line, body=body)
    for kind in ("multipart/form-data", "multipart/form-data; boundary=", "x/y; charset=\xff"):
        yield raw("POST /rate/boats/ HTTP/1.1", f"Content-Type: {kind}", body=BOUNDARY)
    for header in (
        "X-Campaign: \x7f\xff;=",
        "Authorization: Annotator \xff\xfe",
        "Authorization: Bearer",
        "X-Forwarded-For: \xff, x%y",
        "Accept-Language: " + "x," * 3_000,
        "X-Request-Id: " + "a" * 5_000,
    ):
        yield raw("GET /api/v1/me/ HTTP/1.1", header)
        yield raw("GET /sign-in/ HTTP/1.1", header)
    for path in (
        "/%ff",
        "/%00",
        "/rate/boats/back/%ED%A0%80/",
        "/invitation/%00/",
        "/static/%00",
    ):
        yield raw(f"GET {path} HTTP/1.1")
    json = "Content-Type: application/json; charset=hex"
    yield raw(f"POST {JOIN} HTTP/1.1", json, body="{}")
    yield raw("OPTIONS /api/docs/ HTTP/1.1")


SENT = [*_sent()]


def status(server, request):
    with socket.create_connection((server.thread.host, server.thread.port), 10) as connection:
        connection.sendall(request)
        return int(connection.makefile("rb").readline().split()[1])


def test_no_raw_request_is_met_with_an_accident(live_server):
    make_campaign()
    assert len(SENT) >= 60
    statuses = [(status(live_server, request), request[:160]) for request in SENT]
    assert [found for found in statuses if found[0] >= 500] == []


def test_a_cookie_that_names_no_session_is_passed_over(live_server):
    make_lead("ada")
    for path in ("/", "/sign-in/"):
        assert status(live_server, raw(f"GET {path} HTTP/1.1", f"Cookie: {LOST}")) == 200
    client = Client()
    client.cookies["sessionid"] = "\0abcdefghij"
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("charset", ["hex", "rot13", "zlib", "idna", "undefined", "utf-7"])
def test_a_form_in_no_charset_is_refused(live_server, charset):
    kind = f"Content-Type: multipart/form-data; boundary=x; charset={charset}"
    assert status(live_server, raw("POST /sign-in/ HTTP/1.1", kind, body=BOUNDARY)) == 400
