"""What a lead should look at, found by a job after changes and kept."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from campaigns.models import Campaign, Job, Webhook
from campaigns.services.jobs import ask
from proposing.jobs import report as report_task
from proposing.jobs import report_due, tell_rounds
from proposing.models import FIRST_GOLD, Lemma
from proposing.selectors.due import due_first_golds
from proposing.selectors.reports import is_old, report_of
from proposing.services.freezing import freeze_first_gold
from proposing.services.reporting import report_first_gold
from proposing.services.spellings import keep_spelling, set_lemma_undone
from proposing.templatetags.first_gold import finding_said
from tests.campaigns.receiving import listen
from tests.proposing.proposed import make_first_stage, propose, proposed_campaign
from tests.proposing.turn import first_stage, join, sit

pytestmark = pytest.mark.django_db


def test_a_report_has_every_list_and_the_agreement_of_what_was_proposed():
    campaign = proposed_campaign()
    Lemma.objects.create(campaign=campaign, form="chambers", pos="n", lemma="chamber")
    report = report_first_gold(campaign=campaign)
    assert report.counts == {
        "responses": 12,
        "sentences": 4,
        "annotators": 3,
        "substitutes": 15,
        "phrases": 0,
        "distinct": 8,
    }
    [merge] = report.lists["merges"]
    assert (merge["raw"], merge["text"], merge["steps"]) == ("chambers", "chamber", ["lemma"])
    [close] = report.lists["close"]
    assert (close["text"], close["other"]) == ("cheerful", "cheerfull")
    assert report.lists["left_out"][0]["reason"] == "itself"
    # Sentence 1: {happy, pleased} of ann and eve, {happy} of bob: 1, 1/2, 1/2; sentence 2: ann
    # and eve the same, bob other words: 1, 0, 0; 3: 1, 0, 0; 4: ann and bob the same.
    overlap = report.agreement["parts"]["all"]["measures"]["pairwise_sets"]
    assert overlap["value"] == pytest.approx((2 + 1 + 1 + 1) / 10)


def test_a_finding_is_said_in_the_readers_language():
    campaign = make_first_stage()
    items = [f"s{n}" for n in range(20)]
    first = campaign.items.first()
    for position, key in enumerate(items, 10):
        first.pk, first.key, first.position = None, key, position
        first.save()
        propose(campaign, "ann", key, "happy", elapsed_ms=500)
    report = report_first_gold(campaign=campaign)
    findings = report.lists["findings"]["ann"]
    assert [one["rule"] for one in findings] == ["too_fast", "too_fast", "never_two"]
    assert findings[0]["reason"] == "median time of 20 sentences 500 ms, under 4000 ms"
    with translation.override("fr"):
        assert finding_said(findings[0]) != findings[0]["reason"]
        assert "500" in finding_said(findings[0])


def test_a_job_makes_the_report_in_the_place_of_the_one_before():
    campaign = proposed_campaign()
    for _time in range(2):
        report_task(job_id=ask(FIRST_GOLD, campaign=campaign).pk)
    assert Job.objects.filter(kind="first gold", state="done").count() == 2
    assert report_of(campaign).counts["responses"] == 12


@pytest.mark.parametrize(
    "change",
    [
        lambda campaign: propose(campaign, "ann", "5", "still"),
        lambda campaign: keep_spelling(item=campaign.items.get(key="2"), spelling="merry"),
        lambda campaign: set_lemma_undone(lemma=campaign.lemmas.get(), undone=True),
    ],
    ids=["proposals", "spelling", "lemma"],
)
def test_a_report_is_old_once_something_counts_otherwise(change):
    campaign = proposed_campaign()
    Lemma.objects.create(campaign=campaign, form="chambers", pos="n", lemma="chamber")
    report = report_first_gold(campaign=campaign)
    assert not is_old(report, Campaign.objects.get())
    change(campaign)
    assert is_old(report, Campaign.objects.get())


def test_what_changed_is_looked_at_again_once_it_is_quiet():
    campaign = first_stage(annotators=1, per_subset=5)
    later = timezone.now() + timedelta(minutes=1)
    assert list(due_first_golds(now=later)) == []
    sit(join(campaign))
    assert list(due_first_golds(now=timezone.now())) == []
    assert list(due_first_golds(now=later)) == [campaign]
    Campaign.objects.update(basis_changed_at=timezone.now() - timedelta(minutes=1))
    report_due()
    assert Job.objects.filter(kind="first gold").count() == 1
    # It waits: it is not asked for again.
    assert list(due_first_golds(now=later)) == []
    report_task(job_id=Job.objects.get(kind="first gold").pk)
    assert list(due_first_golds(now=later + timedelta(hours=1))) == []
    # Frozen, it may be changed and frozen again, until it is open to be rated.
    freeze_first_gold(campaign=campaign)
    assert list(due_first_golds(now=later + timedelta(hours=1))) == [campaign]
    Campaign.objects.update(state="open")
    assert list(due_first_golds(now=later + timedelta(hours=1))) == []


def test_a_complete_round_is_told_once(lead):
    campaign = first_stage("oars", annotators=1, per_subset=5)
    webhook = listen(campaign, lead, "https://hooks.example.org/x", Webhook.Event.ROUND)
    tell_rounds()
    assert not webhook.messages.exists()
    sit(join(campaign))
    tell_rounds()
    tell_rounds()
    data = json.loads(webhook.messages.get().body)["data"]
    assert data == {
        "campaign": "oars",
        "round": 1,
        "sentences": 5,
        "annotators": 1,
        "responses": 5,
    }
