"""An import is a row that its ratings name, and is taken back as a whole."""

import hashlib
import io
import json
from itertools import count

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotators.models import Annotator
from campaigns.models import AuditEntry, Campaign
from campaigns.pages.audit_details import detail_words
from core.refusals import Refused
from pooling.models import Candidate
from rating.models import Assignment, Exclusion, Rating, RatingImport
from rating.selectors.counting import counting_ratings
from rating.selectors.coverage import coverage, totals
from rating.selectors.ledger import count_ledger
from rating.selectors.loads import candidate_loads
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.importing import import_ratings, preview_import
from rating.services.repairing import repair_sittings
from rating.services.taking_back_imports import take_back_import
from regild.problems import BadFiles
from scoring.services.freezing import freeze_gold
from tests.factories import make_campaign, source
from tests.people import make_lead, signed_in, token_for
from tests.rating.volunteer import Volunteer

pytestmark = pytest.mark.django_db

HEADER = "annotator,sentence,substitute,value\n"
FIRST = HEADER + "A,1,happy,3\nA,1,sorry,0\nB,1,happy,2\n"
SECOND = HEADER + "A,1,happy,1\nC,1,happy,0\n"


@pytest.fixture
def campaign():
    return make_campaign(subsets=1, min_ratings=1, max_ratings=2)


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "manager")


def bring_in(campaign, text, name="ratings.csv", by=None):
    return import_ratings(campaign=campaign, ratings=source(text, name), by=by)


def counting(campaign):
    return set(
        counting_ratings(campaign).values_list(
            "annotator__name", "candidate__item__key", "candidate__text", "value"
        )
    )


FIRST_COUNTS = {("A", "1", "happy", 3), ("A", "1", "sorry", 0), ("B", "1", "happy", 2)}


def test_an_import_says_what_was_brought_in_by_whom_and_from_which_file(campaign, lead):
    report = bring_in(campaign, FIRST, name="pilot.csv", by=lead)
    stored = RatingImport.objects.get()
    assert report.number == stored.number == 1
    assert (stored.file, stored.imported_by) == ("pilot.csv", lead)
    assert stored.sha256 == hashlib.sha256(FIRST.encode()).hexdigest()
    assert (stored.annotators, stored.added, stored.changed, stored.unchanged) == (2, 3, 0, 0)
    assert stored.ratings.count() == 3


def test_what_brings_nothing_new_is_no_import(campaign):
    bring_in(campaign, FIRST)
    assert bring_in(campaign, FIRST).number is None
    assert RatingImport.objects.count() == 1


def test_a_preview_counts_as_the_import_does_and_stores_nothing(campaign):
    bring_in(campaign, FIRST)
    Campaign.objects.update(max_ratings=3)
    previewed = preview_import(campaign=fresh(campaign), ratings=source(SECOND, "r.csv"))
    assert (previewed.added, previewed.changed, previewed.number) == (1, 1, None)
    assert counting(campaign) == FIRST_COUNTS
    assert Annotator.objects.filter(name="C").count() == 0
    stored = bring_in(fresh(campaign), SECOND)
    assert stored._replace(number=None) == previewed


def test_a_preview_tells_every_problem_by_its_line(campaign):
    text = HEADER + "A,1,zebra,3\nA,1,happy,9\n"
    with pytest.raises(BadFiles) as found:
        preview_import(campaign=campaign, ratings=source(text, "r.csv"))
    assert [problem.line for problem in found.value.files[0].problems] == [2, 3]


def fresh(campaign):
    return Campaign.objects.get(id=campaign.pk)


class TestTakenBack:
    def test_its_ratings_count_no_more_and_caps_are_free(self, campaign, lead):
        bring_in(campaign, FIRST)
        before = fresh(campaign).ratings_version
        taken = take_back_import(campaign=campaign, number=1, by=lead)
        assert taken == (1, 3, 0)
        assert counting(campaign) == set()
        assert not any(candidate_loads(Candidate.objects.all()).values())
        # Agreement and whatever else was made of them is old now.
        assert fresh(campaign).ratings_version > before
        assert (totals(campaign).annotators, totals(campaign).sittings) == (0, 0)
        stored = RatingImport.objects.get()
        assert stored.taken_back_by == lead
        assert stored.taken_back_at is not None
        entry = AuditEntry.objects.get(action="take back import")
        assert entry.detail == {
            "file": "ratings.csv",
            "ratings_import": 1,
            "ratings": 3,
            "ratings_restored": 0,
        }
        told = "file: ratings.csv · import: 1 · ratings: 3 · ratings that count again: 0"
        assert " · ".join(map(": ".join, detail_words(entry.detail))) == told
        # Every row is there still.
        assert Rating.objects.filter(imported=stored).count() == 3

    def test_values_that_it_changed_are_as_before(self, campaign):
        Campaign.objects.update(max_ratings=3)
        bring_in(fresh(campaign), FIRST)
        bring_in(fresh(campaign), SECOND)
        taken = take_back_import(campaign=campaign, number=2)
        assert (taken.ratings, taken.restored) == (2, 1)
        assert counting(campaign) == FIRST_COUNTS

    def test_what_a_later_one_changed_stays_changed(self, campaign):
        Campaign.objects.update(max_ratings=3)
        bring_in(fresh(campaign), FIRST)
        bring_in(fresh(campaign), SECOND)
        take_back_import(campaign=campaign, number=1)
        assert counting(campaign) == {("A", "1", "happy", 1), ("C", "1", "happy", 0)}
        take_back_import(campaign=campaign, number=2)
        assert counting(campaign) == set()

    def test_the_file_can_be_imported_again(self, campaign):
        bring_in(campaign, FIRST)
        take_back_import(campaign=campaign, number=1)
        report = bring_in(campaign, FIRST)
        assert (report.number, report.added, report.changed, report.unchanged) == (2, 3, 0, 0)
        assert counting(campaign) == FIRST_COUNTS
        states = Assignment.objects.values_list("annotator__name", "state", "rated")
        assert set(states) == {("A", "complete", 2), ("B", "complete", 1)}
        take_back_import(campaign=campaign, number=2)
        assert counting(campaign) == set()

    def test_subsets_lack_them_again(self, campaign):
        every = Candidate.objects.filter(role="pooled").values_list("item__key", "text")
        bring_in(campaign, HEADER + "".join(f"A,{key},{text},1\n" for key, text in every))
        assert coverage(fresh(campaign)) == (1, 1)
        take_back_import(campaign=campaign, number=1)
        assert coverage(fresh(campaign)) == (1, 0)
        assert [Volunteer().sit() is not None for _ in range(3)] == [True, True, False]

    def test_a_release_stays_as_it_was_frozen(self, campaign, lead):
        bring_in(campaign, FIRST)
        release = freeze_gold(campaign=campaign, by=lead)
        rows = list(release.entries.values())
        take_back_import(campaign=campaign, number=1)
        release.refresh_from_db()
        assert list(release.entries.values()) == rows

    def test_an_exclusion_that_is_undone_brings_none_of_it_back(self, campaign):
        bring_in(campaign, FIRST)
        for name in "AB":
            exclude(Annotator.objects.get(name=name), reason="test", by=None)
        take_back_import(campaign=campaign, number=1)
        for exclusion in Exclusion.objects.all():
            undo_exclusion(exclusion, by=None)
        assert counting(campaign) == set()
        assert not Assignment.objects.filter(state="complete").exists()

    def test_an_exclusion_that_is_undone_brings_back_what_other_imports_hold(self, campaign):
        bring_in(campaign, FIRST)
        bring_in(campaign, HEADER + "A,2,merry,3\n")
        exclude(Annotator.objects.get(name="A"), reason="test", by=None)
        take_back_import(campaign=campaign, number=1)
        undo_exclusion(Exclusion.objects.get(), by=None)
        assert counting(campaign) == {("A", "2", "merry", 3)}

    def test_a_repair_brings_none_of_it_back(self, campaign):
        Campaign.objects.update(max_ratings=3)
        bring_in(fresh(campaign), FIRST)
        bring_in(fresh(campaign), SECOND)
        take_back_import(campaign=campaign, number=2)
        assert not any(repair_sittings(campaign=campaign).changes.values())
        assert counting(campaign) == FIRST_COUNTS

    def test_twice_is_refused(self, campaign):
        bring_in(campaign, FIRST)
        take_back_import(campaign=campaign, number=1)
        with pytest.raises(Refused, match="already been revoked"):
            take_back_import(campaign=campaign, number=1)
        with pytest.raises(Refused, match="There is no import 7"):
            take_back_import(campaign=campaign, number=7)

    def test_reads_as_often_for_many_as_for_few(self, campaign):
        every = list(Candidate.objects.filter(role="pooled").values_list("item__key", "text"))
        few = HEADER + "".join(f"A,{key},{text},1\n" for key, text in every[:2])
        many = HEADER + "".join(
            f"{who},{key},{text},1\n" for who in "BC" for key, text in every[3:]
        )
        bring_in(campaign, few)
        bring_in(campaign, many)
        read = []
        for number in (1, 2):
            with CaptureQueriesContext(connection) as captured:
                take_back_import(campaign=campaign, number=number)
            read.append(len(captured))
        assert read[0] == read[1] <= 40


# By page, API and command the same rows.


def by_page(client, campaign):
    text = SimpleUploadedFile("r.csv", FIRST.encode())
    client.post(reverse("bring-in-ratings", args=[campaign.slug]), {"ratings": text})
    client.post(reverse("take-back-import", args=[campaign.slug, 1]))


def by_api(client, campaign, lead):
    headers = {"HTTP_AUTHORIZATION": f"Bearer {token_for(lead)}"}
    base = f"/api/v1/campaigns/{campaign.slug}/ratings"
    text = SimpleUploadedFile("r.csv", FIRST.encode())
    stored = client.post(f"{base}/import/", {"ratings": text}, **headers)
    assert (stored.status_code, stored.json()["number"]) == (200, 1)
    (listed,) = client.get(f"{base}/imports/", **headers).json()["rows"]
    assert (listed["number"], listed["file"], listed["taken_back_at"]) == (1, "r.csv", None)
    taken = client.post(f"{base}/imports/1/take-back/", **headers)
    assert taken.json() == {"number": 1, "ratings": 3, "restored": 0}
    again = client.post(f"{base}/imports/1/take-back/", **headers)
    assert (again.status_code, again.json()["code"]) == (409, "import_taken_back_already")
    assert client.post(f"{base}/imports/9/take-back/", **headers).status_code == 404


def by_command(campaign, folder):
    path = folder / "r.csv"
    path.write_text(FIRST)
    call_command("import_ratings", campaign.slug, str(path), stdout=io.StringIO())
    out = io.StringIO()
    call_command("take_back_import", campaign.slug, "1", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {
        "campaign": campaign.slug,
        "number": 1,
        "ratings": 3,
        "restored": 0,
    }
    with pytest.raises(CommandError, match="already been revoked"):
        call_command("take_back_import", campaign.slug, "1")


def test_page_api_and_command_store_the_same(client, tmp_path):
    found = []
    slugs = (f"boats{number}" for number in count(1))
    for way in ("page", "api", "command"):
        campaign = make_campaign(next(slugs), subsets=1)
        lead = make_lead(way, campaign, "manager")
        if way == "page":
            by_page(signed_in(lead), campaign)
        elif way == "api":
            by_api(client, campaign, lead)
        else:
            by_command(campaign, tmp_path)
        stored = RatingImport.objects.get(campaign=campaign)
        rows = stored.ratings.order_by("id").values_list(
            "annotator__name", "candidate__text", "value", "counts", "superseded_at"
        )
        found.append((stored.sha256, stored.added, stored.taken_back_at is None, [*rows]))
    assert found[0] == found[1] == found[2]
    assert found[0][1:3] == (3, False)


def test_the_page_previews_keeps_the_file_and_then_imports_it(campaign, lead):
    client = signed_in(lead)
    text = SimpleUploadedFile("pilot.csv", FIRST.encode())
    answer = client.post(reverse("preview-import", args=["boats"]), {"ratings": text})
    assert "nothing is saved yet" in answer.content.decode()
    assert not Rating.objects.exists()
    [kept] = answer.context["form"].kept["ratings"]
    client.post(reverse("bring-in-ratings", args=["boats"]), {"ratings-kept": kept.token})
    assert counting(campaign) == FIRST_COUNTS
    shown = client.get(reverse("imports", args=["boats"])).content.decode()
    assert "pilot.csv" in shown
    assert reverse("take-back-import", args=["boats", 1]) in shown


def test_the_page_lists_every_problem_with_its_line(campaign, lead):
    text = SimpleUploadedFile("r.csv", (HEADER + "A,1,zebra,3\nA,1,happy,9\n").encode())
    page = signed_in(lead).post(reverse("preview-import", args=["boats"]), {"ratings": text})
    said = page.content.decode()
    assert "line 2" in said
    assert "line 3" in said
    assert "Import ratings</button>" not in said


def test_a_dry_run_of_the_command_stores_nothing(campaign, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text(FIRST)
    out = io.StringIO()
    call_command("import_ratings", "boats", str(path), "--dry-run", "--json", stdout=out)
    facts = json.loads(out.getvalue())
    assert (facts["added"], facts["number"]) == (3, None)
    assert not Rating.objects.exists()


def test_the_ledger_says_what_was_taken_back(campaign):
    bring_in(campaign, FIRST)
    bring_in(campaign, HEADER + "A,1,happy,1\nC,1,sorry,0\n")
    # The second file gave A's answer anew.
    assert (count_ledger(campaign)["superseded"], count_ledger(campaign)["counted"]) == (1, 4)
    take_back_import(campaign=campaign, number=2, by=None)
    ledger = count_ledger(campaign)
    assert (ledger["given"], ledger["taken_back"], ledger["counted"]) == (5, 2, 3)
    assert sum(ledger.values()) == 2 * ledger["given"]


def test_a_viewer_sees_what_was_imported_and_no_form(campaign):
    """Neither does anybody once the campaign is archived."""
    bring_in(campaign, FIRST)
    viewer = signed_in(make_lead("vera", campaign, "viewer"))
    page = viewer.get(f"/campaigns/{campaign.slug}/ratings/imports/").content.decode()
    assert "ratings.csv" in page
    assert "imports/preview/" not in page
    assert "take-back" not in page
