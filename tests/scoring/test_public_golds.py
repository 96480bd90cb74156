"""Releases that anybody may cite: their pages, what these tell, and what they keep to
themselves."""

import io
import json
import zipfile
from random import SystemRandom

import pytest
import yaml
from django.core.management.base import CommandError
from django.test import Client

from campaigns.models import AuditEntry, Campaign, Webhook, WebhookMessage
from core.refusals import Refused
from core.throttling import Limit
from rating.services.withdrawing import withdraw_annotator
from regild.cli import main
from scoring.models import PublicEntry, Release, SubmissionLink
from scoring.pages import published
from scoring.selectors.published import published_golds
from scoring.services import freezing
from scoring.services.freezing import freeze_gold
from scoring.services.publishing import publish_release, set_doi, unpublish_release
from scoring.services.rescoring import rescore
from scoring.services.submitting import submit_system
from sources.services.changing_systems import hide_system, rename_system
from sources.services.systems import add_system
from tests.annotation_site.test_submissions import link_for
from tests.commands import facts_of
from tests.factories import source
from tests.people import make_lead, signed_in, token_for
from tests.scoring.released import RIVAL, exported

SITE = "http://localhost:8000"


@pytest.fixture
def lead(campaign):
    return make_lead("mia", campaign, "manager")


@pytest.fixture
def release(campaign):
    made = freeze_gold(campaign=campaign, notes="A first try.")
    rescore(campaign=campaign)
    return made


def read(path=""):
    return Client().get(f"/golds/boats/1/{path}")


def dataset():
    data = b"".join(read("files/dataset/").streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def by_token(lead, method, path, body=None):
    return Client().generic(
        method,
        f"/api/v1/campaigns/boats/releases/1/{path}",
        json.dumps(body or {}),
        content_type="application/json",
        headers={"authorization": f"Bearer {token_for(lead)}"},
    )


def test_a_release_is_nobodys_to_see_until_its_lead_makes_it_public(release, lead):
    assert read().status_code == 404
    assert published_golds() == []
    client = signed_in(lead)
    answer = client.post("/campaigns/boats/gold/1/publish/", follow=True)
    assert f"{SITE}/golds/boats/1/" in answer.content.decode()
    assert [(one.slug, one.number, one.systems) for one in published_golds()] == [
        ("boats", 1, 2)
    ]
    assert read().status_code == 200
    entry = AuditEntry.objects.get(action="publish release")
    assert entry.detail == {"number": 1, "systems": ["first", "rival"]}
    # Asked again, nothing is done, and nothing is told.
    publish_release(release=release, by=lead)
    assert AuditEntry.objects.filter(action="publish release").count() == 1


def test_page_api_and_command_make_public_and_tell_the_same(release, lead):
    told = by_token(lead, "POST", "publish/").json()
    assert told == {"page": f"{SITE}/golds/boats/1/", "doi": ""}
    facts = facts_of("publish_gold", "boats")
    page = read().context
    api = Client().get("/api/v1/golds/boats/1/").json()
    [listed] = Client().get("/api/v1/golds/").json()
    assert facts["page"] == api["page"] == listed["page"] == page["page"] == told["page"]
    assert facts["signature"] == api["signature"] == page["gold"].told["signature"]
    assert facts["systems"] == [row.key for row in page["rows"]]
    assert [row["key"] for row in api["systems"]] == facts["systems"]
    assert api["citation"]["bibtex"] == page["citation"].bibtex
    assert by_token(lead, "POST", "unpublish/").json()["page"] == ""
    assert facts_of("publish_gold", "boats", "--publish")["page"] == told["page"]
    assert facts_of("publish_gold", "boats", "--unpublish")["page"] == ""


def test_what_a_page_tells_does_not_change_with_its_campaign(release, campaign):
    publish_release(release=release, by=None)
    before, page, entry = dataset(), read(), read("rival/")
    Campaign.objects.update(
        title="Ships", penalty=2, license="MIT", authors="Doe, Jo", limitations="Many."
    )
    rename_system(system=campaign.systems.get(name="rival"), name="victor")
    rescore(campaign=campaign)
    assert dataset() == before
    for path, was in (("", page), ("rival/", entry)):
        now = read(path).content.decode()
        assert "Boats and gladness" in now
        assert "Ships" not in now
        assert "victor" not in now
        assert now.count(".667") == was.content.decode().count(".667")


def test_a_withdrawn_page_keeps_its_citation_and_comes_back_as_it_was(release, lead):
    publish_release(release=release, by=lead)
    before = read("rival/").content
    unpublish_release(release=release, by=lead)
    for path in ("", "rival/", "files/lexsub/"):
        answer = read(path)
        assert answer.status_code == 410
        assert "@misc{boats-second-gold-1," in answer.content.decode()
        assert "happy" not in answer.content.decode()
    assert read("citation.bib").status_code == 200
    for path in ("1/", "1/rival/"):
        assert Client().get(f"/api/v1/golds/boats/{path}").json()["code"] == "withdrawn"
    assert published_golds() == []
    assert Client().get("/api/v1/golds/").json() == []
    publish_release(release=release, by=lead)
    assert read("rival/").status_code == 200
    assert len(read("rival/").content) == len(before)
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert [*actions].count("publish release") == 2
    assert [*actions].count("unpublish release") == 1


def test_a_page_tells_nothing_of_hidden_systems_private_ones_and_annotators(
    release, campaign, lead
):
    private = SubmissionLink.Visibility.PRIVATE
    public = SubmissionLink.Visibility.PUBLIC
    for name, visibility in (("secret", private), ("shown", public)):
        token = link_for(campaign, lead, visibility=visibility, label=f"Team of {name}")
        link = SubmissionLink.objects.order_by("id").last()
        assert token
        submit_system(link=link, name=name, answers=source(RIVAL, f"{name}.txt"))
    hide_system(system=campaign.systems.get(name="first"))
    release.policy["pooled_systems"] = ["first", "rival", "secret"]
    type(release).objects.update(policy=release.policy)
    rescore(campaign=campaign)
    publish_release(release=release, by=lead)
    assert {row.name for row in read().context["rows"]} == {"rival", "shown"}
    assert read("first/").status_code == read("secret/").status_code == 404
    files = dataset()
    told = b"".join([read().content, read("rival/").content, *files.values()]).decode()
    told += json.dumps(Client().get("/api/v1/golds/boats/1/rival/").json())
    for word in ("secret", "Team of secret", "first.txt", *annotator_names(campaign)):
        assert word not in told
    assert json.loads(files["policy.json"])["pooled_systems"] == ["rival"]
    # A rank that is missing would tell of somebody.
    rows = read().context["rows"]
    assert sorted(row.scores[0].rank for row in rows) in ([1, 1], [1, 2])
    # Hidden or removed later, a system's page goes, and its address is nobody else's.
    hide_system(system=campaign.systems.get(name="shown"))
    assert read("shown/").status_code == 410
    assert [row.name for row in read().context["rows"]] == ["rival"]


def annotator_names(campaign):
    return [str(one) for one in campaign.annotators.values_list("token_hash", flat=True) if one]


def test_annotators_have_numbers_that_lead_back_to_nobody(campaign, release, monkeypatch):
    """Not the order in which they joined, nor the same in two releases."""
    monkeypatch.setattr(freezing, "numbering", SystemRandom)
    orders = set()
    for _again in range(12):
        made = freeze_gold(campaign=campaign)
        orders.add(json.dumps([*made.entries.order_by("id").values_list("ratings", flat=True)]))
    assert len(orders) > 1


def test_who_withdraws_is_in_no_later_public_release(campaign, release):
    publish_release(release=release, by=None)
    withdraw_annotator(annotator_id=campaign.annotators.first().pk)
    second = freeze_gold(campaign=campaign)
    publish_release(release=second, by=None)
    assert [one.number for one in published_golds()] == [2]
    assert [one.number for one in published_golds(newest_alone=False)] == [2, 1]
    told = Client().get("/golds/boats/2/").content.decode()
    assert "annotators who withdrew" in told


def test_a_system_scored_later_gets_its_page_when_the_lead_adds_it(campaign, release, lead):
    publish_release(release=release, by=lead)
    rival = read("rival/").context["of"]
    add_system(campaign=campaign, name="Rival!", answers=source(RIVAL, "again.txt"))
    rescore(campaign=campaign)
    assert read("rival-2/").status_code == 404
    publish_release(release=release, by=lead)
    assert read("rival-2/").context["of"] == 3
    assert read("rival/").context["of"] == rival == 2
    # Once its system is removed, its page says so.
    PublicEntry.objects.filter(key="rival-2").update(system=None)
    assert read("rival-2/").status_code == 410


@pytest.mark.parametrize("multiwords", ["keep", "drop"])
def test_the_signatures_are_what_the_command_finds_again(
    campaign, multiwords, tmp_path, capsys
):
    """`regild verify` of the dataset that anybody can download, and of the file that was
    brought in."""
    campaign.multiwords = multiwords
    campaign.save()
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    publish_release(release=release, by=None)
    for path, data in dataset().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    assert main(["verify", str(tmp_path)]) == 0
    gold = read().context["gold"].told["signature"]
    assert main(["verify", "--signature", gold, str(tmp_path)]) == 0
    other = gold.replace("policy:", "policy:0")
    assert main(["verify", "--signature", other, str(tmp_path)]) != 0
    file = tmp_path / "rival.txt"
    file.write_text(RIVAL)
    entry = read("rival/").context["entry"]
    signature = entry.told["signature"]
    assert ("|mw:drop|" in signature) is (multiwords == "drop")
    assert main(["verify", "--signature", signature, str(tmp_path), str(file)]) == 0
    capsys.readouterr()
    seed = entry.told["draws"]["seed"]
    assert main(["score", str(tmp_path), str(file), "--seed", str(seed), "--json"]) == 0
    [scored] = json.loads(capsys.readouterr().out)["systems"]
    for key, value in scored["measures"].items():
        told = entry.told["scores"][key]["second"]
        assert told["value"] == pytest.approx(value, abs=1e-12)
        if value is not None:
            assert [told["low"], told["high"]] == pytest.approx(scored["interval"][key])


def test_citations_lead_to_the_public_page_and_to_none_before(release):
    def told():
        files = exported(release, "dataset")
        return (
            yaml.safe_load(files["CITATION.cff"]).get("url"),
            json.loads(files["croissant.json"]).get("url"),
            "None: this release has no public page." in files["README.md"].decode(),
            json.loads(files[".zenodo.json"]).get("related_identifiers"),
        )

    assert told() == (None, None, True, None)
    publish_release(release=release, by=None)
    page = f"{SITE}/golds/boats/1/"
    cff, croissant, none, zenodo = told()
    assert (cff, croissant, none) == (page, page, False)
    assert zenodo[0]["identifier"] == page
    unpublish_release(release=release, by=None)
    assert told()[0] is None


def test_a_doi_is_stored_with_the_release_and_stands_in_its_citations(release, lead, tmp_path):
    out = str(tmp_path / "data")
    facts = facts_of(
        *("export_gold", "boats", "--format", "dataset", "--out", out),
        *("--doi", "https://doi.org/10.5281/zenodo.1234567", "--license", "CC-BY-4.0"),
    )
    assert facts["doi"] == "10.5281/zenodo.1234567"
    found = yaml.safe_load((tmp_path / "data" / "CITATION.cff").read_text())
    assert found["doi"] == "10.5281/zenodo.1234567"
    zenodo = json.loads((tmp_path / "data" / ".zenodo.json").read_text())
    assert zenodo["doi"] == found["doi"]
    assert (zenodo["upload_type"], zenodo["license"]) == ("dataset", "CC-BY-4.0")
    assert "doi = {10.5281/zenodo.1234567}" in (tmp_path / "data" / "README.md").read_text()
    with pytest.raises(Refused, match="is no DOI"):
        set_doi(release=release, doi="zenodo", by=None)
    wrong = by_token(lead, "PUT", "doi/", {"doi": "nonsense"})
    assert (wrong.status_code, wrong.json()["errors"][0]["code"]) == (400, "no_doi")
    assert by_token(lead, "PUT", "doi/", {"doi": ""}).json()["doi"] == ""
    page = signed_in(lead).post("/campaigns/boats/gold/1/doi/", {"doi": "10.1234/x"})
    assert page.status_code == 302
    release.refresh_from_db()
    assert release.doi == "10.1234/x"
    made = facts_of("release_gold", "boats", "--doi", "doi:10.1234/y")
    assert made["doi"] == "10.1234/y"


def test_a_webhook_is_told_when_a_release_becomes_public(campaign, release, lead):
    Webhook.objects.create(
        campaign=campaign, url="https://x.example", events=["release.published"], secret="s"
    )
    publish_release(release=release, by=lead)
    publish_release(release=release, by=lead)
    [message] = WebhookMessage.objects.all()
    body = json.loads(message.body)
    assert body["type"] == "release.published"
    assert body["data"]["page"] == f"{SITE}/golds/boats/1/"


def test_downloads_by_strangers_are_limited(release, monkeypatch):
    monkeypatch.setattr(published, "DOWNLOADS", Limit("few-public-downloads", 1))
    publish_release(release=release, by=None)
    assert read("files/lexsub/").status_code == 200
    again = read("files/lexsub/")
    assert again.status_code == 429
    assert int(again["Retry-After"]) > 0


def test_page_api_and_command_write_the_same_data_card(release, campaign, lead):
    client = signed_in(lead)
    campaign.refresh_from_db()
    page, basis = "/campaigns/boats/settings/card/", campaign.basis_changed_at
    empty = client.get("/campaigns/boats/gold/1/").context["card_empty"]
    assert client.post(page, {"license": "CC BY", "rationale": "x"}).status_code == 200
    assert client.post(page, {"license": "CC-BY-4.0", "rationale": "To see."}).url == page
    patched = Client().patch(
        "/api/v1/campaigns/boats/",
        {"limitations": "Few sentences."},
        content_type="application/json",
        headers={"authorization": f"Bearer {token_for(lead)}"},
    )
    assert patched.json()["rationale"] == "To see."
    facts = facts_of("data_card", "boats", "--authors", "Doe, Jo\nRow, Ann")
    # What nothing is measured by makes no report old.
    campaign.refresh_from_db()
    assert campaign.basis_changed_at == basis
    assert (
        facts["card"] | {"limitations": "Few sentences.", "license": "CC-BY-4.0"}
        == (facts["card"])
    )
    assert client.get("/campaigns/boats/gold/1/").context["card_empty"] == empty - 4
    with pytest.raises(CommandError, match="license: This is no SPDX id"):
        facts_of("data_card", "boats", "--license", "CC BY")
    told = exported(Release.objects.get(), "dataset")["README.md"].decode()
    for text in ("Few sentences.", "To see.", "Doe, Jo and Row, Ann", "license: cc-by-4.0"):
        assert text in told
