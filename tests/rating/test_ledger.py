"""Where the ratings went: one line for each, from given to counted."""

import csv
import io
import json

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from agreement.services import measure_agreement
from pooling.models import Candidate
from rating.models import Ledger, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.ledger import count_ledger
from rating.services.exclusions import exclude
from rating.services.hiding import hide_candidate
from rating.services.ledger import count_and_keep_ledger
from rating.services.withdrawing import withdraw_annotator
from regild.rating.ledger import PLACES, entries, ledger_of, ledger_table, moved
from scoring.services.exporting import export_gold
from scoring.services.freezing import freeze_gold
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, rate, sit, take
from tests.scoring.released import rated_campaign

pytestmark = pytest.mark.django_db


def told_campaign():
    """Seven annotators, each of whom had the whole pool before them, and what became of it."""
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=7)
    lead = User.objects.create(username="lead")
    words = list(
        Candidate.objects.filter(item__campaign=campaign, role="pooled").order_by("id")
    )
    hidden, foil, unknown = words[:3]

    def unsure(candidate):
        return None if candidate == unknown else 2

    steady, doubtful = sit(join(campaign)), sit(join(campaign), unsure)
    ruled, excluded, both, gone = (sit(join(campaign)) for _ in range(4))
    rate(take(join(campaign)), lambda _candidate: 1, but=2)

    last = steady.ratings.order_by("id").last()
    Rating.objects.filter(id=last.pk).update(superseded_at=last.rated_at)
    Rating.objects.create(
        assignment=steady,
        annotator=steady.annotator,
        candidate=last.candidate,
        value=3,
        key="00000000-0000-4000-8000-000000000001",
    )
    exclude(ruled, reason="too fast", by=None, rule="too_fast")
    exclude(excluded.annotator, reason="a robot", by=lead)
    exclude(both, reason="hasty", by=lead)
    withdraw_annotator(annotator_id=both.annotator_id)
    withdraw_annotator(annotator_id=gone.annotator_id)
    hide_candidate(candidate_id=hidden.pk)
    Candidate.objects.filter(id=foil.pk).update(role="foil", origin="", votes=None)
    assert doubtful.state == "complete"
    return campaign, len(words)


def expected(n):
    """By hand, of a pool of n words."""
    return {
        "given": n + 1 + 5 * n + (n - 2),
        "taken_back": 0,
        "superseded": 1,
        "incomplete": n - 2,
        "excluded_by_rule": n,
        "excluded_by_lead": 2 * n,  # who is excluded and withdrew was excluded first
        "withdrawn": n,
        "checks": 2,
        "not_judged": 1,
        "out_of_play": 2,
        "counted": (n - 2) + (n - 3),
    }


def test_every_rating_is_in_one_place():
    campaign, n = told_campaign()
    make_campaign("ships")
    found = count_ledger(campaign)
    assert found == expected(n)
    assert found["given"] == Rating.objects.filter(annotator__campaign=campaign).count()
    assert found["counted"] == counting_ratings(campaign).count()


def test_page_program_and_command_say_the_same(client):
    campaign, n = told_campaign()
    vera = make_lead("vera", campaign, "viewer")
    out = io.StringIO()
    call_command("ledger", "boats", "--json", stdout=out)
    by_command = json.loads(out.getvalue())
    assert by_command["ratings"] == expected(n)
    assert Ledger.objects.get().ratings == expected(n)

    by_program = program_of(vera).get("/api/v1/campaigns/boats/ledger/").json()
    assert by_program["ratings"] == expected(n)
    assert by_program["out_of_date"] is False

    page = signed_in(vera)
    said = page.get(reverse("monitor", args=["boats"])).content.decode()
    section = said[said.index('id="ledger"') :]
    assert f"−&nbsp;{2 * n}" in section
    assert f"=&nbsp;{2 * n - 5}" in section
    theirs = page.get(reverse("monitor-ledger", args=["boats", "csv"]))
    rows = list(csv.DictReader(io.StringIO(theirs.content.decode())))
    assert {row["place"]: int(row["ratings"]) for row in rows} == expected(n)
    ours = program_of(vera).get("/api/v1/campaigns/boats/ledger.csv")
    assert ours.content == theirs.content
    assert program_of(vera).get("/api/v1/campaigns/boats/ledger.pdf").status_code == 404

    lines = io.StringIO()
    call_command("ledger", "boats", stdout=lines)
    assert "excluded automatically" in lines.getvalue()


def test_of_many_ratings_the_page_says_when_they_were_counted(monkeypatch):
    campaign, n = told_campaign()
    vera = make_lead("vera", campaign, "viewer")
    monkeypatch.setattr("rating.selectors.ledger.COUNTED_AT_ONCE", 10)
    address, program = "/api/v1/campaigns/boats/ledger/", program_of(vera)
    assert program.get(address).json() == {
        "counted_at": None,
        "out_of_date": False,
        "ratings": None,
    }
    assert "too many ratings" in signed_in(vera).get(reverse("monitor", args=["boats"])).text
    kept = count_and_keep_ledger(campaign)
    withdraw_annotator(annotator_id=campaign.annotators.order_by("id").first().pk)
    found = program.get(address).json()
    assert (found["ratings"], found["out_of_date"]) == (expected(n), True)
    page = signed_in(vera).get(reverse("monitor", args=["boats"])).text
    assert f"{kept.counted_at:%Y-%m-%d %H:%M} UTC" in page
    assert "Out of date: it is counted again" in page
    # As agreement is measured, it is counted again.
    report = measure_agreement(campaign=campaign)
    found = program.get(address).json()
    assert found["out_of_date"] is False
    assert found["ratings"] == report.ledger == count_ledger(campaign)


def test_report_and_release_have_the_ledger_of_their_own_ratings():
    campaign = rated_campaign()
    report, release = measure_agreement(campaign=campaign), freeze_gold(campaign=campaign)
    assert report.ledger == release.ledger == count_ledger(campaign)
    assert report.ledger["counted"] == report.n_ratings
    assert release.ledger["counted"] == release.counts["ratings"] > 0

    frozen = dict(release.ledger)
    annotator = counting_ratings(campaign).first().annotator_id
    withdraw_annotator(annotator_id=annotator)
    release.refresh_from_db()
    assert release.ledger == frozen
    later = freeze_gold(campaign=campaign)
    assert later.ledger["withdrawn"] > frozen["withdrawn"] == 0
    assert later.ledger["given"] == frozen["given"]

    with export_gold(release=later, format="dataset") as exported:
        card = exported.files["README.md"].read_text()
    assert "## Where the ratings went" in card
    assert f"| given | {later.ledger['given']} |" in card
    assert f"| of annotators who withdrew | −{later.ledger['withdrawn']} |" in card
    assert f"| counted | ={later.ledger['counted']} |" in card

    lead = make_lead("vera", campaign, "viewer")
    address = f"/api/v1/campaigns/{campaign.slug}/releases/{later.number}/"
    assert program_of(lead).get(address).json()["ledger"] == later.ledger
    page = signed_in(lead).get(reverse("gold-release", args=[campaign.slug, later.number]))
    assert "Where the ratings went" in page.text


def test_who_withdraws_while_a_release_is_made_is_withdrawn_in_its_ledger():
    campaign = rated_campaign()
    annotator = counting_ratings(campaign).first().annotator_id
    n = counting_ratings(campaign).filter(annotator=annotator).count()

    def withdraw(done, _total):
        if done == 4:
            withdraw_annotator(annotator_id=annotator)

    release = freeze_gold(campaign=campaign, progress=withdraw)
    assert release.ledger["withdrawn"] == n
    assert release.ledger["counted"] == release.counts["ratings"]
    assert release.ledger == count_ledger(campaign)


def test_a_ledger_is_given_less_all_places():
    ledger = ledger_of({"counted": 5, "withdrawn": 2})
    assert ledger["given"] == 7
    assert [*ledger] == ["given", *(place.key for place in PLACES), "counted"]
    lines = entries(moved(ledger, 3, to="withdrawn"))
    assert lines[0].ratings - sum(line.ratings for line in lines[1:-1]) == lines[-1].ratings
    assert (lines[-1].place.key, lines[-1].ratings) == ("counted", 2)
    assert ledger_table({}).rows == []
    with pytest.raises(ValueError, match="lost"):
        ledger_of({"lost": 1})
