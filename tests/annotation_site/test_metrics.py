"""What a monitoring system reads, who may read it, and that processes add up."""

import subprocess
import sys

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from campaigns.models import JobKind
from campaigns.services.jobs import ask
from tests.factories import make_campaign
from tests.processes import PATIENCE, ROOT, environment
from tests.rating.sitting import join, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BEARER = {"Authorization": "Bearer one-two"}

# A web process of its own that answers a request and ends without a goodbye.
SERVE = """
import os
import django
django.setup()
from django.test import Client
print(Client(headers={"host": "localhost"}).get("/healthz").status_code, flush=True)
os._exit(0)
"""


@pytest.fixture
def site(settings):
    """A client of a site with a token: middleware is chosen when its first request comes."""
    settings.METRICS_TOKEN = "one-two"
    return Client()


def serve(**variables):
    return subprocess.run(
        [sys.executable, "-c", SERVE],
        cwd=ROOT,
        env=environment(
            METRICS_TOKEN="one-two",
            DJANGO_SETTINGS_MODULE="annotation_site.settings",
            **variables,
        ),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )


def samples(site):
    answer = site.get("/metrics", headers=BEARER)
    assert answer.status_code == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def requests(site, route, status):
    return samples(site).get(("regild_request_seconds_count", "GET", route, status), 0)


def test_without_a_token_there_is_nothing_to_read(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("given", [None, "one-two", "Bearer one-tw", "Bearer one-twó"])
def test_another_token_is_refused(site, given):
    headers = {"Authorization": given} if given else {}
    assert site.get("/metrics", headers=headers).status_code == 403


def test_requests_are_counted_by_route_and_status(site):
    before = requests(site, "healthz", "200")
    unknown = requests(site, "none", "404")
    site.get("/healthz")
    site.get("/healthz")
    site.get("/nothing/here")
    assert requests(site, "healthz", "200") == before + 2
    assert requests(site, "none", "404") == unknown + 1


def test_an_address_with_an_id_is_one_series_for_all_ids(site):
    site.put("/api/v1/assignments/1/ratings/")
    site.put("/api/v1/assignments/2/ratings/")
    found = [key for key in samples(site) if key[:2] == ("regild_request_seconds_sum", "PUT")]
    assert found == [("regild_request_seconds_sum", "PUT", "api-rate", "401")]


def test_invented_methods_share_one_series(site):
    for method in ("BREW", "WHEN"):
        site.generic(method, "/healthz")
    methods = {key[1] for key in samples(site) if key[0] == "regild_request_seconds_count"}
    assert "other" in methods
    assert not methods & {"BREW", "WHEN"}


def test_what_a_process_counted_outlives_it_and_its_file_is_used_again(site, settings):
    before = requests(site, "healthz", "200")
    for _ in range(3):
        serve()
    assert requests(site, "healthz", "200") == before + 3
    # Ours, and one that the three had after each other.
    assert len(list((settings.STATE_DIR / "metrics").glob("*.db"))) == 2


def test_what_waits_is_read_from_the_database(site):
    campaign = make_campaign()
    take(join(campaign))
    empty = samples(site)
    assert empty["regild_oldest_job_seconds",] == 0
    ask(JobKind("agreement", "nobody.runs.this"), campaign=campaign)
    found = samples(site)
    assert found["regild_campaigns", "open"] == 1
    assert found["regild_campaigns", "closed"] == 0
    assert found["regild_sittings", "open"] == 1
    assert found["regild_jobs", "queued"] == 1
    assert 0 < found["regild_oldest_job_seconds",] < 60


def test_where_nothing_can_be_written_requests_are_uncounted_and_answered(tmp_path):
    # As on a full disk: the folder cannot be made.
    (tmp_path / "metrics").write_text("in the way")
    ended = serve(STATE_DIR=str(tmp_path))
    assert ended.stdout == "200\n"
    assert "requests are not counted" in ended.stderr
