"""What leads see of the first stage, and what they press there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Campaign
from proposing.models import FirstGold, Lemma, ProposalExclusion, ProposalRound
from proposing.models import SpellingDecision as Decision
from proposing.services.reporting import report_first_gold
from tests.people import make_lead, signed_in
from tests.proposing.proposed import make_first_stage, propose, proposed_campaign

pytestmark = pytest.mark.django_db

PAGES = (
    "first-gold",
    "first-gold-sentences",
    "first-gold-spellings",
    "first-gold-merges",
    "first-gold-lemmas",
    "first-gold-unclear",
    "first-gold-annotators",
    "first-gold-agreement",
    "freeze-first-gold",
)


@pytest.fixture
def campaign():
    campaign = proposed_campaign()
    report_first_gold(campaign=campaign)
    return campaign


@pytest.fixture
def client(campaign):
    return signed_in(make_lead("lead", campaign, "manager"))


def text_of(client, page, *args, **asked):
    answer = client.get(reverse(page, args=["boats", *args]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_there_with_and_without_a_report(client, campaign, page):
    assert "first-gold/" in text_of(client, page)
    campaign.first_gold_report.delete()
    text_of(client, page)


def test_pages_of_a_campaign_in_which_nobody_proposed():
    client = signed_in(make_lead("lead", make_first_stage(), "manager"))
    for page in PAGES:
        text_of(client, page)


def test_the_gold_as_it_would_be_has_votes_and_can_be_searched(client):
    text = text_of(client, "first-gold-sentences")
    assert "happy&nbsp;3" in text
    assert "space&nbsp;2" in text
    assert "space&nbsp;2" not in text_of(client, "first-gold-sentences", target="glad.a")


def test_a_pair_of_close_spellings_is_decided_and_taken_back(client, campaign):
    text = text_of(client, "first-gold-spellings")
    assert "cheerfull" in text
    asked = {"sentence": "2", "spelling": "cheerfull", "into": "cheerful"}
    decide = reverse("decide-spelling", args=["boats"])
    client.post(decide, {**asked, "decision": "accept"}, follow=True)
    assert Decision.objects.get().into == "cheerful"
    assert "cheerfull" not in text_of(client, "first-gold-spellings")
    assert "Undo" in text_of(client, "first-gold-spellings", state="all")
    assert "cheerful&nbsp;3" in text_of(client, "first-gold-sentences")
    client.post(decide, {**asked, "decision": "forget"})
    client.post(decide, {**asked, "decision": "keep"}, follow=True)
    assert Decision.objects.get().into == ""
    assert "cheerfull" not in text_of(client, "first-gold-spellings")
    # Chambers is a merge when its table of lemmas says so.
    Lemma.objects.create(campaign=campaign, form="chambers", pos="n", lemma="chamber")
    report_first_gold(campaign=campaign)
    assert "chambers" in text_of(client, "first-gold-merges")


def test_a_lemma_is_undone_and_applied_again(client, campaign):
    lemma = Lemma.objects.create(campaign=campaign, form="chambers", pos="n", lemma="chamber")
    assert "chamber&nbsp;2" in text_of(client, "first-gold-sentences")
    client.post(reverse("undo-lemma", args=["boats", lemma.pk]))
    assert "chamber&nbsp;1" in text_of(client, "first-gold-sentences")
    client.post(reverse("redo-lemma", args=["boats", lemma.pk]))
    assert Lemma.objects.get().undone_at is None


def test_leaving_out_shows_its_effect_first_and_is_undone(client, campaign):
    bob = campaign.annotators.get(name="bob")
    text = text_of(client, "exclude-proposals", bob.pk)
    # Only bob proposed merry, cheerfull and chambers.
    assert "Substitutes removed: 3; added: 0; with other votes: 2" in text
    page = reverse("exclude-proposals", args=["boats", bob.pk])
    client.post(page, {"reason": "They copy."})
    exclusion = ProposalExclusion.objects.get()
    assert "They copy." in text_of(client, "first-gold-annotators")
    assert "merry" not in text_of(client, "first-gold-sentences")
    text = text_of(client, "undo-proposal-exclusion", exclusion.pk)
    assert "Substitutes removed: 0; added: 3; with other votes: 2" in text
    client.post(reverse("undo-proposal-exclusion", args=["boats", exclusion.pk]))
    assert "merry" in text_of(client, "first-gold-sentences")


def test_a_round_is_dispatched_from_the_page():
    campaign = make_first_stage(stage="rate", state="draft")
    client = signed_in(make_lead("lead", campaign, "manager"))
    page = reverse("dispatch-proposals", args=["boats"])
    client.post(page, {"annotators": 3, "per_subset": 2, "seed": 1})
    made = ProposalRound.objects.get()
    assert (made.annotators, made.subsets.count()) == (3, 3)
    campaign.refresh_from_db()
    assert campaign.stage == Campaign.Stage.PROPOSE
    assert "Open the campaign to annotators" in text_of(client, "first-gold")
    refused = client.post(page, {"annotators": 0, "per_subset": 2, "seed": 1})
    assert refused.status_code == 200
    assert ProposalRound.objects.count() == 1


def test_a_first_gold_is_frozen_and_taken_away_as_lines_and_as_a_table(client):
    client.post(reverse("freeze-first-gold", args=["boats"]), {"name_code": "NAME"})
    gold = FirstGold.objects.get()
    assert gold.sha256 in text_of(client, "freeze-first-gold")
    lines = client.get(reverse("first-gold-file", args=["boats", 1, "txt"])).content
    assert lines.decode() == gold.lines
    table = text_of(client, "first-gold-file", 1, "csv")
    assert "1,glad.a,happy,1,bob\n" in table
    missing = client.get(reverse("first-gold-file", args=["boats", 1, "exe"]))
    assert missing.status_code == 404


def test_tables_are_files_and_the_report_is_json(client, campaign):
    for name in ("first_stage_agreement", "first_stage_distinct"):
        for form in ("csv", "tex"):
            assert text_of(client, "first-gold-table", name, form)
    assert client.get(reverse("first-gold-json", args=["boats"])).json()["responses"] == 12
    propose(campaign, "ann", "5", mark="nil")
    assert client.get(reverse("first-gold-json", args=["boats"])).json()["old"] is True


def test_what_is_unclear_is_listed(client, campaign):
    propose(campaign, "ann", "5", mark="nil")
    propose(campaign, "bob", "5", mark="name")
    report_first_gold(campaign=campaign)
    text = text_of(client, "first-gold-unclear")
    assert "calm.a" in text
    assert "the target itself" in text


def test_a_task_in_which_nobody_proposes_has_no_such_pages():
    campaign = Campaign.objects.create(
        slug="boats", title="x", language="en", task="categories"
    )
    client = signed_in(make_lead("lead", campaign, "manager"))
    assert client.get(reverse("first-gold", args=["boats"])).status_code == 404


@pytest.mark.parametrize("page", ["first-gold", *PAGES[1:7], "overview"])
def test_more_sentences_and_annotators_take_no_more_queries(page):
    def queries(slug, people):
        campaign = make_first_stage(slug)
        for name in people:
            for key in "12345"[: len(people)]:
                propose(campaign, name, key, "happy", "Happy", f"word of {name}")
        report_first_gold(campaign=campaign)
        client = signed_in(make_lead(f"lead of {slug}", campaign, "manager"))
        with CaptureQueriesContext(connection) as found:
            assert client.get(reverse(page, args=[slug])).status_code == 200
        return len(found)

    assert queries("small", ["ann"]) == queries("large", ["ann", "bob", "eve", "joe", "kim"])
