"""What strangers can neither see nor do, with the settings an operator runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from annotation_site import urls
from tests.factories import make_campaign
from tests.people import PASSWORD, make_lead, signed_in
from tests.processes import PATIENCE, ROOT, environment

PRODUCTION = {
    "SECRET_KEY": "k3yQ-long-enough-and-of-many-different-letters-0123456789_xyz",
    "HTTPS": "true",
    "ALLOWED_HOSTS": "regild.example",
    "SITE_URL": "https://regild.example",
    "CSRF_TRUSTED_ORIGINS": "https://regild.example",
    "PROXIES": "1",
}

# Code inside a page. Data for a script is no script.
CODE = re.compile(
    r"""<script\b(?![^>]*(\bsrc=|type="application/json"))|<style\b|\sstyle\s*="""
    r"""|\son[a-z]+\s*=\s*["']|javascript:"""
)

# In a process of its own, for what HTTPS switches on is settled when it starts.
VISIT = """
import json, sys
import django
django.setup()
from django.test import Client

client = Client(headers={"host": "regild.example", "x-forwarded-proto": "https"})

def visit(method, path, data=None):
    answer = getattr(client, method)(path, data)
    cookies = {name: dict(cookie) for name, cookie in answer.cookies.items()}
    return {"status": answer.status_code, "headers": dict(answer.headers), "cookies": cookies}

print(json.dumps([visit(*step) for step in json.loads(sys.argv[1])]))
"""


def visits(*steps, **variables):
    ended = subprocess.run(
        [sys.executable, "-c", VISIT, json.dumps(steps)],
        cwd=ROOT,
        env=environment(**PRODUCTION, **variables),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return json.loads(ended.stdout)


def broken(request: HttpRequest) -> HttpResponse:
    secret = "hunter2"  # as a stack trace would show it
    raise RuntimeError(f"a message with {secret}")


# The site with two addresses more, for the test of accidents.
urlpatterns = [path("broken", broken), path("api/v1/broken", broken), *urls.urlpatterns]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)


def test_the_check_for_deployment_finds_nothing(tmp_path):
    ended = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=environment(
            **PRODUCTION,
            DJANGO_SETTINGS_MODULE="annotation_site.settings",
            STATE_DIR=str(tmp_path),
        ),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    # One check knows its middleware by name only; the other asks for preloading.
    assert site_settings.SILENCED_SYSTEM_CHECKS == ["security.W003", "security.W021"]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_cookies_go_over_https_alone_and_scripts_do_not_read_who_is_signed_in():
    make_lead("anne")
    make_campaign()
    _page, signed, joined = visits(
        ("get", "/sign-in/"),
        ("post", "/sign-in/", {"username": "anne", "password": PASSWORD}),
        ("post", "/rate/boats/", {"consent": "on", "native_speaker": "on"}),
    )
    session, token = signed["cookies"]["sessionid"], joined["cookies"]["annotator_boats"]
    for cookie in (session, token, signed["cookies"]["csrftoken"]):
        assert cookie["secure"] is True
        assert cookie["samesite"] == "Lax"
    assert session["httponly"] is True
    assert token["httponly"] is True


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_browsers_are_told_to_stay_with_https_and_out_of_frames():
    make_lead("anne")
    (page,) = visits(("get", "/sign-in/"))
    assert page["headers"]["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "preload" not in page["headers"]["Strict-Transport-Security"]
    assert page["headers"]["X-Frame-Options"] == "DENY"
    assert page["headers"]["X-Content-Type-Options"] == "nosniff"
    assert page["headers"]["Referrer-Policy"] == "same-origin"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_operator_may_have_https_built_into_browsers():
    make_lead("anne")
    (page,) = visits(("get", "/sign-in/"), HSTS_PRELOAD="true")
    assert page["headers"]["Strict-Transport-Security"].endswith("; preload")


@pytest.mark.django_db
def test_who_asks_without_https_is_sent_there_but_for_health(settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = Client().get("/sign-in/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/sign-in/")
    assert Client().get("/healthz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/sign-in/",
        "/campaigns/boats/",
        "/rate/boats/",
        "/admin/",
        "/api/docs/",
        "/nothing/here",
    ],
)
def test_a_page_runs_no_code_but_our_files(address):
    campaign = make_campaign()
    client = signed_in(make_lead("anne", campaign, "owner"))
    policy = client.get(address, follow=True).headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == directives["style-src"] == "'self'"
    assert directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert "unsafe" not in policy


def test_no_template_has_code_in_it():
    # The paper is a file to keep, and has to carry its style along.
    templates = {*Path(ROOT, "templates").rglob("*.html")} - {
        Path(ROOT, "templates/scoring/paper.html")
    }
    assert [file.name for file in templates if CODE.search(file.read_text("utf-8"))] == []
    assert CODE.search("<script>")
    assert CODE.search('<p onclick="x">')


@pytest.mark.django_db
def test_a_name_that_is_not_ours_is_not_answered():
    assert Client(headers={"host": "evil.example"}).get("/sign-in/").status_code == 400


@pytest.mark.django_db
def test_an_accident_shows_a_stranger_no_stack(settings):
    settings.ROOT_URLCONF = __name__
    client = Client(raise_request_exception=False)
    page, answer = client.get("/broken"), client.get("/api/v1/broken")
    assert (page.status_code, answer.status_code) == (500, 500)
    for body in (page.content.decode(), answer.content.decode()):
        assert not re.search(r"Traceback|RuntimeError|hunter2|broken|\.py", body)
    assert "Please try again in a moment" in page.content.decode()
    assert answer.json()["code"] == "server_error"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/sign-in/", "/api/v1/assignments/"])
def test_a_body_larger_than_any_upload_is_refused_before_it_is_read(settings, address):
    settings.UPLOAD_MAX_BYTES = 1000
    small, large = ("x" * size for size in (1000, 1001))
    client = Client()
    assert client.generic("POST", address, large).status_code == 413
    assert client.generic("POST", address, small).status_code != 413


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    [
        "/campaigns/boats/pool/merges/?text=%00",
        "/campaigns/boats/audit/?actor=%00",
        "/campaigns/boats/sources/sentences/?text=a%00",
        "/rate/boats/?PROLIFIC_PID=%00",
    ],
)
def test_what_no_database_can_hold_is_not_looked_for(address):
    lead = signed_in(make_lead("olga", make_campaign()))
    assert lead.get(address).status_code == 400


@pytest.mark.django_db
def test_json_larger_than_any_batch_of_ratings_is_refused(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    make_campaign()
    body = json.dumps({"consent": True, "native_speaker": True, "answers": {"a": "x" * 1000}})
    answer = Client().post(
        "/api/v1/campaigns/boats/join/", body, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
