"""Pinned requirements with a known hole fail; where nobody can be asked, that is said."""

import io
import json

import pytest
import urllib3

from tests.known_vulnerabilities import main

pytestmark = pytest.mark.sqlite

# As the two services answer about one pin: PyPI's JSON API and OSV's query.
HOLE = {
    "id": "PYSEC-2026-1",
    "aliases": ["CVE-2026-1"],
    "summary": "A hole.",
    "fixed_in": ["2.0.1"],
    "affected": [{"package": {"name": "lace", "ecosystem": "PyPI"}}],
}
KNOWN_HOLE = {"/pypi/django/3.2/json": [HOLE]}


@pytest.fixture
def audit(tmp_path, monkeypatch, capsys):
    """(exit code, what is printed) for two pins, with the network played by `holes`.

    `holes` says what PyPI knows of an address; of an address it lacks it knows nothing (404).
    """
    requirements = tmp_path / "requirements.txt"
    requirements.write_text("# both pinned\nlace==2.0\nrope==1.0\n")

    def run(holes, *, osv=None):
        def answer(pool, method, url, body=None, **_more):
            if pool.host == "pypi.org" and holes is not None:
                known = holes.get(url)
                return reply({"vulnerabilities": known}, 404 if known is None else 200)
            if pool.host == "api.osv.dev" and osv is not None:
                asked = json.loads(body)
                known = osv.get(asked["package"]["name"], [])
                return reply({"vulns": known} if known else {})
            raise urllib3.exceptions.MaxRetryError(pool, url, ConnectionRefusedError())

        monkeypatch.setattr(urllib3.connectionpool.HTTPConnectionPool, "urlopen", answer)
        return main([str(requirements)], cache=tmp_path / "cache"), capsys.readouterr().out

    return run


def reply(data, status=200):
    return urllib3.HTTPResponse(
        io.BytesIO(json.dumps(data).encode()), status=status, preload_content=False
    )


def test_pins_without_a_known_hole_pass(audit):
    ended, said = audit(KNOWN_HOLE | {"/pypi/lace/2.0/json": [], "/pypi/rope/1.0/json": []})
    assert (ended, said) == (0, "pip-audit: no known vulnerability in 2 pinned packages\n")


def test_a_pin_with_a_known_hole_fails_and_is_named_with_its_remedy(audit):
    ended, said = audit(KNOWN_HOLE | {"/pypi/lace/2.0/json": [HOLE], "/pypi/rope/1.0/json": []})
    assert (ended, said) == (1, "pip-audit: lace 2.0 has PYSEC-2026-1; fixed in 2.0.1\n")


def test_without_a_network_it_says_that_nothing_was_checked(audit):
    ended, said = audit(None)
    assert ended == 0
    assert said.startswith(
        "pip-audit: the vulnerability service did not answer; NOT checked (PyPIService:"
    )


@pytest.mark.parametrize(
    "index",
    [
        {},
        {"/pypi/django/3.2/json": [], "/pypi/lace/2.0/json": [], "/pypi/rope/1.0/json": []},
    ],
    ids=["knows no version", "carries no vulnerabilities"],
)
def test_an_index_without_vulnerabilities_is_no_service(audit, index):
    ended, said = audit(index)
    assert ended == 0
    assert "NOT checked (PyPIService: it knows no vulnerability of django 3.2;" in said


def test_a_pin_that_the_service_does_not_know_is_named(audit):
    ended, said = audit(KNOWN_HOLE | {"/pypi/lace/2.0/json": []})
    assert ended == 0
    assert said.startswith("pip-audit: 1 of 2 pins NOT checked: rope 1.0 (OsvService:")


def test_where_pypi_does_not_answer_osv_is_asked(audit):
    fixed = {"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "3"}]}]}
    hole = HOLE | {"affected": [HOLE["affected"][0] | fixed]}
    ended, said = audit(None, osv={"django": [HOLE], "lace": [hole]})
    assert (ended, said) == (1, "pip-audit: lace 2.0 has PYSEC-2026-1; fixed in 3\n")


def test_a_requirement_without_a_version_is_an_error(tmp_path):
    (tmp_path / "requirements.txt").write_text("lace>=2\n")
    with pytest.raises(Exception, match="not pinned"):
        main([str(tmp_path / "requirements.txt")], cache=tmp_path)
