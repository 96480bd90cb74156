"""The audit log as those who may change a campaign read it."""

import ast
import html
import re

import pytest

from campaigns.models import AuditEntry, Campaign, Member
from campaigns.pages.audit_details import DETAILS
from campaigns.services.audit import record
from tests import OUR_APPS, ROOT
from tests.people import make_lead, signed_in

pytestmark = pytest.mark.django_db

AUDIT = "/campaigns/boats/audit/"


@pytest.fixture
def campaign():
    return Campaign.objects.create(slug="boats", title="Boats", language="en")


@pytest.fixture
def manager(campaign):
    return make_lead("mara", campaign, Member.Role.MANAGER)


def rows(page):
    return [(entry.actor_name, entry.action) for entry in page.context["page"].rows]


def test_the_log_is_read_newest_first_and_by_actor_and_action(campaign, manager):
    record(campaign=campaign, by=manager, action="open campaign")
    record(campaign=campaign, by=None, action="apply rules", excluded=3)
    record(campaign=campaign, by=manager, action="release gold")
    client = signed_in(manager)
    page = client.get(AUDIT)
    assert rows(page) == [
        ("mara", "release gold"),
        ("", "apply rules"),
        ("mara", "open campaign"),
    ]
    assert "excluded: 3" in page.content.decode()
    assert "automatic" in page.content.decode()
    assert len(rows(client.get(AUDIT, {"actor": "mara"}))) == 2
    assert rows(client.get(AUDIT, {"action": "apply rules"})) == [("", "apply rules")]
    assert rows(client.get(AUDIT, {"actor": "nobody"})) == []


def said(client, language="en"):
    page = client.get(AUDIT, headers={"Accept-Language": language}).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


@pytest.mark.parametrize(
    ("detail", "english", "french"),
    [
        (
            {"changed": ["contact", "flag_fast_share", "practice"]},
            "changed: Contact e-mail shown to annotators, Ratings that are too fast, Practice",
            "modifié : Adresse de contact montrée aux annotateurs,"
            " Notes trop rapides, Entraînement",
        ),
        (
            {"member": "nina", "former": "viewer", "role": "manager"},
            "member: nina · former role: viewer · role: manager",
            "membre : nina · ancien rôle : lecteur · rôle : gestionnaire",
        ),
        (
            {"options": [["Bad", 0], ["Good", 1.5]]},
            "scale: Bad = 0, Good = 1.5",
            "échelle : Bad = 0, Good = 1,5",
        ),
        # Nothing is said of what is empty, nor invented of what this version does not know.
        ({"rule": "too_fast", "sitting": None}, "rule: too fast", "règle : trop rapide"),
        ({"moons": 3, "full": True}, "full: yes · moons: 3", "full : oui · moons : 3"),
    ],
)
def test_details_are_told_in_the_words_of_the_pages(detail, english, french, campaign, manager):
    record(campaign=campaign, by=manager, action="some action", **detail)
    client = signed_in(manager)
    assert english in said(client)
    # A line may not break before a mark in French.
    assert french in said(client, "fr").replace("\N{NO-BREAK SPACE}", " ")


def test_every_detail_that_is_recorded_has_its_words():
    recorded = {
        keyword.arg
        for app in OUR_APPS
        for path in (ROOT / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("record", "_record")
        for keyword in node.keywords
    }
    assert len(recorded) > 20
    assert recorded - {None, "campaign", "by", "action", "hide"} - DETAILS.keys() == set()


def test_another_campaigns_entries_stay_there_even_under_the_same_slug(campaign, manager):
    former = Campaign.objects.create(slug="ships", title="Ships", language="en")
    record(campaign=former, by=manager, action="release gold")
    former.delete()
    AuditEntry.objects.update(slug="boats")
    assert rows(signed_in(manager).get(AUDIT)) == []


def test_a_long_log_is_turned_page_by_page_with_as_many_queries(
    campaign, manager, django_assert_max_num_queries
):
    for number in range(120):
        record(campaign=campaign, by=manager, action=f"action {number:03}")
    client, address, seen = signed_in(manager), AUDIT, []
    while address:
        with django_assert_max_num_queries(9):
            page = client.get(address)
        seen += [action for _actor, action in rows(page)]
        after = page.context["page"].after
        address = after and f"{AUDIT}?after={after}"
    assert seen == [f"action {number:03}" for number in reversed(range(120))]


def test_an_annotator_is_called_as_on_the_other_pages(campaign, manager):
    named = campaign.annotators.create(
        token_hash="a", name="ann", source="imported", native_speaker=True
    )
    online = campaign.annotators.create(token_hash="b", native_speaker=True)
    for annotator in (named.pk, online.pk, 10**6):
        record(
            campaign=campaign,
            by=manager,
            action="exclude annotator",
            annotator=annotator,
            reason="Straight lines.",
        )
    told = said(signed_in(manager))
    assert "annotator: ann ·" in told
    assert f"annotator: {online.pk} ·" in told
    assert "annotator: 1000000 ·" in told


def test_counts_are_grouped_and_what_only_names_is_not(campaign, manager):
    record(campaign=campaign, by=manager, action="pool", candidates=235720, seed=20140701)
    assert "candidates: 235 720 · seed: 20140701" in said(signed_in(manager))
