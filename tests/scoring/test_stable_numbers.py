"""Annotators who keep their number from release to release, where consent says so."""

import csv
import io
import json
from itertools import count
from random import Random

import pytest
from django.urls import reverse

from annotators.models import Annotator
from annotators.services.joining import join_campaign
from annotators.services.numbering import number_annotators
from campaigns.models import Campaign, Job
from campaigns.services.settings import change_settings
from core.refusals import Refused
from rating.services.withdrawing import withdraw_annotator
from scoring.jobs import release as release_task
from scoring.services import freezing
from scoring.services.freezing import freeze_gold
from tests.agreement.rated import rate
from tests.commands import facts_of
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db
API = "/api/v1/campaigns/boats/releases/"


@pytest.fixture
def drawn(monkeypatch):
    """Numbers are drawn, as they are outside of tests."""
    seeds = count(3)
    monkeypatch.setattr(freezing, "numbering", lambda: Random(next(seeds)))


@pytest.fixture
def keeping(campaign):
    change_settings(campaign=campaign, changes={"stable_numbers": True}, by=None)
    campaign.refresh_from_db()
    return campaign


def given(release):
    """Of each number in it, what that person rated how."""
    rows = csv.DictReader(io.StringIO(exported(release, "ratings")[""].decode()))
    found = {}
    for row in rows:
        found.setdefault(row["annotator"], set()).add((row["substitute"], row["value"]))
    return found


def test_without_consent_to_it_nobody_keeps_a_number(campaign):
    with pytest.raises(Refused, match="only where consent says so") as refused:
        freeze_gold(campaign=campaign, annotators="stable")
    assert refused.value.code == "numbers_not_kept"
    assert not campaign.releases.exists()


def test_whoever_joined_before_consent_said_so_is_not_numbered(keeping):
    Annotator.objects.filter(id=Annotator.objects.first().id).update(source="online")
    with pytest.raises(Refused, match="1 annotators joined before") as refused:
        freeze_gold(campaign=keeping, annotators="stable")
    assert refused.value.code == "joined_before_numbers_were_kept"
    assert not Annotator.objects.exclude(number=None).exists()
    freeze_gold(campaign=keeping)


def test_numbers_stay_from_release_to_release_and_are_never_anothers(keeping, drawn):
    one = freeze_gold(campaign=keeping, annotators="stable")
    first = dict(Annotator.objects.values_list("id", "number"))
    assert sorted(first.values()) == [1, 2, 3, 4] != [*first.values()]
    rate(keeping, {"delighted": "33333"})  # a fifth annotator comes
    gone = Annotator.objects.get(number=4)
    withdraw_annotator(annotator_id=gone.id)
    two = freeze_gold(campaign=keeping, annotators="stable")
    after = {id: n for id, n in Annotator.objects.values_list("id", "number") if id in first}
    assert after == first
    assert Annotator.objects.exclude(id__in=first).get().number == 5
    assert {*given(one)} == {"a1", "a2", "a3", "a4"}
    assert {*given(two)} == {"a1", "a2", "a3", "a5"}
    for name in ("a1", "a2", "a3"):
        assert given(one)[name] <= given(two)[name]


def test_in_any_other_release_they_are_numbered_anew(keeping, drawn):
    stable = freeze_gold(campaign=keeping, annotators="stable")
    anew = freeze_gold(campaign=keeping)
    assert (stable.policy["annotators"], anew.policy["annotators"]) == ("stable", "anew")
    assert given(stable).keys() == given(anew).keys()
    assert given(stable) != given(anew)


def test_a_release_says_which(keeping):
    kept = exported(freeze_gold(campaign=keeping, annotators="stable"), "dataset")
    anew = exported(freeze_gold(campaign=keeping), "dataset")
    said = "Annotators keep their numbers from release to release, as they agreed to."
    assert said in kept["README.md"].decode()
    assert said not in anew["README.md"].decode()
    assert "under one number in every release" in kept["croissant.json"].decode()
    assert "numbered anew in each release" in anew["croissant.json"].decode()


def test_page_api_and_command_ask_for_it_alike(keeping, drawn):
    lead = make_lead("ada", keeping, "owner")
    page, program = signed_in(lead), program_of(lead)
    with_numbers = {"rule": "mean", "min_ratings": 3, "stable": "on"}
    with_numbers["list_unanimous_zeros"] = "on"
    page.post(reverse("gold-make", args=["boats"]), with_numbers)
    release_task(job_id=Job.objects.latest("id").pk)
    program.post(API, {"annotators": "stable"}, content_type="application/json")
    release_task(job_id=Job.objects.latest("id").pk)
    made = facts_of("release_gold", "boats", "--annotators", "stable")
    assert made["policy"]["annotators"] == "stable"
    releases = [*keeping.releases.order_by("number")]
    assert len(releases) == 3
    assert len({json.dumps(one.policy, sort_keys=True) for one in releases}) == 1
    assert len({one.sha256 for one in releases}) == 1
    # Numbered as in the first, the ratings are the same to the byte.
    assert len({exported(one, "ratings")[""] for one in releases}) == 1
    shown = page.get(reverse("gold-release", args=["boats", 1])).content.decode()
    assert "kept from release to release" in shown


def test_the_form_asks_only_where_consent_says_so(campaign):
    page, url = signed_in(make_lead("ada", campaign, "owner")), reverse("gold", args=["boats"])
    assert 'name="stable"' not in page.get(url).content.decode()
    change_settings(campaign=campaign, changes={"stable_numbers": True}, by=None)
    assert 'name="stable"' in page.get(url).content.decode()


def test_whoever_joins_is_told_and_sees_what_is_kept(client, keeping):
    Campaign.objects.filter(id=keeping.pk).update(state="open")
    keeping.refresh_from_db()
    welcome = client.get(reverse("rate-welcome", args=["boats"])).content.decode()
    assert "The number stays the same in every version of the data" in welcome
    joined = join_campaign(campaign=keeping, consent=True, native_speaker=True)
    assert joined.annotator.keeps_number
    numbered = number_annotators(
        campaign=keeping, annotators=[joined.annotator.pk], rng=Random(0)
    )
    headers = {"authorization": f"Annotator {joined.token}"}
    told = client.get("/api/v1/me/", headers=headers).json()
    assert told["keeps_number"] is True
    assert {joined.annotator.pk: told["number"]} == numbered


def test_nobody_is_told_of_what_is_not_kept(client, campaign):
    Campaign.objects.filter(id=campaign.pk).update(state="open")
    campaign.refresh_from_db()
    welcome = client.get(reverse("rate-welcome", args=["boats"])).content.decode()
    assert "number stays" not in welcome
    joined = join_campaign(campaign=campaign, consent=True, native_speaker=True)
    assert not joined.annotator.keeps_number
