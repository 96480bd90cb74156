"""From a release of categories to the scores on it; the numbers are worked out by hand from
tests/categories/released.py."""

import csv
import io
import json

import pytest
from django.urls import reverse

from campaigns.models import Job
from core.refusals import Refused
from rating.services.importing import import_ratings
from rating.services.revising import revise_categories
from scoring.jobs import release as release_task
from scoring.jobs import rescore as rescore_task
from scoring.models import Evaluation, Release, ReleaseEntry, Score, SubmissionLink
from scoring.selectors.comparing import comparison_of, most_changed
from scoring.selectors.scores import is_out_of_date
from scoring.services.exporting import DATASET, formats_of
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from scoring.services.submitting import show_leaderboard
from sources.services.parts import name_part
from sources.services.systems import add_system
from tests.categories.factories import make_categories
from tests.categories.released import rated_categories
from tests.commands import facts_of
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import exported

pytestmark = pytest.mark.django_db

API = "/api/v1/campaigns/mail/releases/1/"
PARTS = "/api/v1/campaigns/mail/parts/"
REMOVED = "change,category,to\nremove,More,\n"


@pytest.fixture
def campaign():
    return rated_categories()


@pytest.fixture
def release(campaign):
    return freeze_gold(campaign=campaign, min_ratings=2)


@pytest.fixture
def scored(release):
    return rescore(campaign=release.campaign)


@pytest.fixture
def lead(campaign):
    return make_lead("lea", campaign, "owner")


def value(release, system, measure, gold="second"):
    one = Score.objects.get(
        evaluation__release=release,
        evaluation__gold=gold,
        evaluation__system__name=system,
        measure=measure,
    )
    return one.value


def test_a_release_freezes_the_category_of_most_and_tells_of_ties(release):
    entries = release.entries.order_by("item__key")
    assert [*entries.values_list("item__key", "choice", "weight")] == [
        ("1", 0, None),
        ("2", 2, None),
        ("3", None, None),
        ("4", None, None),
    ]
    assert release.counts == {
        "sentences": 2,
        "candidates": 4,
        "decided": 2,
        "undecided": 1,
        "tied": 1,
        "ratings": 9,
        "annotators": 3,
    }
    assert [one["name"] for one in release.policy["categories"]] == [
        "Work",
        "Plan",
        "Report",
        "Private",
    ]
    # Both rules and the model say of document 1 and 2 what the release says.
    assert release.comparison["rules"]["majority"] == {"n": 2, "same": 1.0}


def test_majority_wants_more_than_half(campaign):
    import_ratings(
        campaign=campaign,
        ratings=source("document,annotator,category\n1,x,Private\n", "more.csv"),
    )
    by_rule = {
        rule: freeze_gold(campaign=campaign, rule=rule, min_ratings=2)
        for rule in ("plurality", "majority")
    }
    # Two of four chose Plan.
    chosen = {
        rule: ReleaseEntry.objects.get(release=one, item__key="1").choice
        for rule, one in by_rule.items()
    }
    assert chosen == {"plurality": 0, "majority": None}


def test_no_release_without_a_document_that_is_decided(campaign):
    with pytest.raises(Refused, match="no candidate has 9 ratings yet"):
        freeze_gold(campaign=campaign, min_ratings=9)


def test_labels_are_scored_on_both_golds_at_each_level(scored):
    # Second gold: 1 Plan, 2 Private. First: 3 Report alone, for annotators of 1 differ.
    assert value(scored, "first", "leaf.accuracy") == 1
    assert value(scored, "other", "leaf.accuracy") == 0.5
    assert value(scored, "other", "top.accuracy") == 1
    assert value(scored, "other", "leaf.Plan.recall") == 0
    assert value(scored, "other", "leaf.Private.precision") == 1
    assert value(scored, "first", "leaf.accuracy", "first") == 0
    assert value(scored, "other", "leaf.accuracy", "first") == 1
    undefined = Score.objects.get(
        evaluation__system__name="first",
        evaluation__gold="second",
        measure="leaf.Report.recall",
    )
    assert (undefined.value, undefined.reason) == (None, "no document of the gold is in it")
    assert {*Evaluation.objects.values_list("gold", "n_sentences", "n_attempted")} == {
        ("first", 1, 1),
        ("second", 2, 2),
    }


def test_beside_systems_stand_annotators_against_each_other(scored):
    beside = Evaluation.objects.filter(gold="second").first().beside["annotators"]
    # Of document 1 two of six, of 2 six of six, of 3 none of two.
    assert beside["leaf.accuracy"]["value"] == pytest.approx(8 / 14)
    assert beside["leaf.accuracy"]["n"] == 14
    assert beside["top.accuracy"]["value"] == 1
    first = Evaluation.objects.filter(gold="first").first().beside["annotators"]
    assert (first["leaf.accuracy"]["value"], first["leaf.accuracy"]["n"]) == (0, 2)


def test_without_a_first_gold_it_is_said_and_not_zero():
    campaign = rated_categories("none")
    campaign.items.first().gold.model.objects.filter(item__campaign=campaign).delete()
    release = freeze_gold(campaign=campaign, min_ratings=2)
    rescore(campaign=campaign)
    on_first = Score.objects.filter(evaluation__release=release, evaluation__gold="first")
    assert {*on_first.values_list("value", "reason")} == {(None, "there is no first gold")}
    lead = make_lead("ned", campaign, "owner")
    page = signed_in(lead).get(reverse("scores", args=["none"]))
    assert "Not on the first gold:" in page.text
    assert "there is no first gold" in page.text


def test_command_page_and_api_show_the_stored_rows(campaign, lead):
    program, page = program_of(lead), signed_in(lead)
    asked = program.post(
        "/api/v1/campaigns/mail/releases/", {"min_ratings": 2}, content_type="application/json"
    )
    release_task(job_id=Job.objects.get(kind="release").id)
    assert asked.status_code == 202
    frozen = Release.objects.get()
    by_command = facts_of("release_gold", "mail", "--min-ratings", "2")
    assert by_command["sha256"] == frozen.sha256
    page.post(reverse("gold-make", args=["mail"]), {"rule": "plurality", "min_ratings": 2})
    release_task(job_id=Job.objects.filter(kind="release").latest("id").id)
    assert {*Release.objects.values_list("sha256", flat=True)} == {frozen.sha256}

    told = facts_of("rescore", "mail", "--release", "1")
    stored = _stored(frozen)
    program.post(f"{API}scores/")
    rescore_task(job_id=Job.objects.get(kind="rescore").id)
    assert _stored(frozen) == stored
    read = program.get(f"{API}scores/").json()
    assert _told(told["measures"]) == _told(read["measures"]) == stored
    beside = {one["measure"]: one["annotators"] for one in read["measures"]}
    assert beside["leaf.accuracy"]["second"]["value"] == pytest.approx(8 / 14)
    shown = page.get(reverse("scores-release", args=["mail", 1]), {"measure": "leaf.Plan.f"})
    assert "annotators against each other" in shown.text
    assert "0.571" in shown.text
    assert "leaf.Plan.f" in shown.text


def _stored(release):
    rows = Score.objects.filter(evaluation__release=release)
    return {
        (measure, gold, system): (score, n)
        for measure, gold, system, score, n in rows.values_list(
            "measure", "evaluation__gold", "evaluation__system__name", "value", "n"
        )
    }


def _told(measures):
    return {
        (one["measure"], gold, line["system"]): (line[gold]["value"], line[gold]["n"])
        for one in measures
        for line in one["lines"]
        for gold in ("first", "second")
    }


def test_every_format_is_the_same_by_command_page_and_api(release, lead, tmp_path):
    program, page = program_of(lead), signed_in(lead)
    for format in formats_of(release.campaign):
        ours = page.get(reverse("gold-download", args=["mail", 1, format]))
        theirs = program.get(f"{API}files/{format}/")
        assert (ours.status_code, theirs.getvalue()) == (200, ours.getvalue())
        if format != DATASET:
            facts_of("export_gold", "mail", "--format", format, "--out", str(tmp_path / format))
            assert (tmp_path / format).read_bytes() == exported(release, format)[""]
    assert page.get(reverse("gold-download", args=["mail", 1, "lexsub"])).status_code == 404
    assert program.get(f"{API}files/lexsub/").status_code == 404


def test_what_is_exported_is_what_was_chosen(release):
    majority = exported(release, "majority")[""].decode()
    assert majority == "document,category\n1,Plan\n2,Private\n"
    shares = [*csv.DictReader(io.StringIO(exported(release, "shares")[""].decode()))]
    assert [(one["document"], one["category"], float(one["share"])) for one in shares] == [
        ("1", "Plan", pytest.approx(2 / 3)),
        ("1", "Report", pytest.approx(1 / 3)),
        ("2", "Private", 1),
        ("3", "Plan", 0.5),
        ("3", "Report", 0.5),
        ("4", "Plan", 1),
    ]
    assert [one["count"] for one in shares] == ["2", "1", "3", "1", "1", "1"]
    lewidi = json.loads(exported(release, "lewidi")[""])
    assert [*lewidi["3"]["annotations"].values()] == ["Report", "Plan"]
    ratings = exported(release, "ratings")[""].decode()
    assert ratings.startswith(
        "annotator,document,category\na1,1,Plan\na2,1,Plan\na3,1,Report\n"
    )
    rows = [*csv.DictReader(io.StringIO(exported(release, "csv")[""].decode()))]
    assert [(one["document"], one["category"], one["n"]) for one in rows] == [
        ("1", "Plan", "3"),
        ("2", "Private", "3"),
        ("3", "", "2"),
        ("4", "", "1"),
    ]


def test_a_dataset_has_its_tree_and_its_checksums(release):
    import hashlib

    files = exported(release, DATASET, license="CC-BY-4.0")
    sums = dict(line.split("  ")[::-1] for line in files["SHA256SUMS"].decode().splitlines())
    assert sums == {
        path: hashlib.sha256(data).hexdigest()
        for path, data in files.items()
        if path != "SHA256SUMS"
    }
    assert files["data/categories.csv"].decode().startswith("category,parent,definition\nWork,")
    assert hashlib.sha256(files["data/labels.jsonl"]).hexdigest() == release.sha256
    assert "1 documents have no category because of a tie" in files["README.md"].decode()


def test_a_release_says_which_revision_of_the_tree_it_has(release):
    assert "revision" not in release.policy
    assert "is its revision" not in exported(release, DATASET)["README.md"].decode()
    # The newest of eleven; ten comes before two in no list.
    for number in range(1, 12):
        change = "change,category,to\nadd,More,\n" if number % 2 else REMOVED
        revise_categories(campaign=release.campaign, changes=source(change, "changes.csv"))
    second = freeze_gold(campaign=release.campaign, rule="plurality")
    assert second.policy["revision"] == 11
    told = exported(second, DATASET)["README.md"].decode()
    assert "The tree of categories is its revision 11." in told


def test_an_altered_release_is_not_given_out(release):
    ReleaseEntry.objects.filter(release=release, item__key="1").update(choice=1)
    with pytest.raises(Refused, match="its checksum differs"):
        exported(release, "csv")


def test_tables_are_files(scored, lead):
    page = signed_in(lead)
    for name in ("leaf.accuracy", "figures", "rankings"):
        for form in ("csv", "tex"):
            address = reverse("scores-table", args=["mail", 1, name, form])
            found = page.get(address)
            assert found.status_code == 200
            ours = program_of(lead).get(f"{API}scores/tables/{name}.{form}")
            assert ours.content == found.content
    text = page.get(reverse("scores-table", args=["mail", 1, "leaf.accuracy", "csv"])).text
    rows = {row["system"]: row for row in csv.DictReader(io.StringIO(text))}
    assert float(rows["annotators"]["second"]) == pytest.approx(8 / 14)
    assert float(rows["other"]["second"]) == 0.5


def test_a_systems_documents_say_where_it_errs(scored, lead):
    other = scored.campaign.systems.get(name="other")
    page = signed_in(lead).get(reverse("scores-system", args=["mail", 1, other.id]))
    assert page.status_code == 200
    told = program_of(lead).get(f"{API}scores/systems/{other.id}/?measure=leaf.accuracy").json()
    found = {one["sentence"]: (one["first"], one["second"]) for one in told["sentences"]}
    assert found == {"1": (None, 0), "2": (None, 1), "3": (1, None)}
    wrong = next(one for one in told["sentences"] if one["sentence"] == "1")
    assert [(one["text"], one["weight"]) for one in wrong["missed"]] == [
        ("Plan", pytest.approx(2 / 3))
    ]
    unknown = signed_in(lead).get(
        reverse("scores-system", args=["mail", 1, other.id]), {"measure": "best.R"}
    )
    assert unknown.status_code == 404


def test_two_releases_are_compared_by_category(release, lead):
    campaign = release.campaign
    more = "document,annotator,category\n3,w,Plan\n1,x,Report\n1,y,Report\n"
    import_ratings(campaign=campaign, ratings=source(more, "more.csv"))
    second = freeze_gold(campaign=campaign, min_ratings=2)
    found = comparison_of(release, second)
    pairs = {(pair.first, pair.second): pair.n for pair in found.pairs}
    # Document 1 from Plan to Report, 3 from a tie to Plan.
    assert pairs == {(0, 1): 1, (2, 2): 1, (None, 0): 1, (None, None): 1}
    [changed] = most_changed(found, release, second)
    assert (changed.item.key, changed.first, changed.second) == ("1", "Plan", "Report")
    address = "/api/v1/campaigns/mail/releases/1/compare/2/"
    told = program_of(lead).get(address).json()
    assert (told["weights"]["decided"], told["weights"]["same"]) == (2, 1)
    assert (told["changes"][0]["first"], told["changes"][0]["difference"]) == ("Plan", None)
    page = signed_in(lead).get(reverse("gold-compare", args=["mail"]))
    assert "Documents whose category changed" in page.text
    file = b"".join(
        signed_in(lead).get(reverse("gold-compare-file", args=["mail", 1, 2])).streaming_content
    ).decode()
    rows = {row["document"]: row for row in csv.DictReader(io.StringIO(file))}
    assert (rows["1"]["first_category"], rows["1"]["changed"]) == ("Plan", "yes")
    assert (rows["3"]["second_category"], rows["3"]["changed"]) == ("Plan", "")


def test_pages_say_nothing_that_documents_lack(scored, lead):
    page = signed_in(lead)
    for name in ("scores", "gold"):
        text = page.get(reverse(name, args=["mail"])).text
        for word in ("judged@10", "multiword", "NMWS", "Tables of the papers", "penalty"):
            assert word not in text
    text = page.get(reverse("gold-release", args=["mail", 1])).text
    assert "tied: no category that most chose" in text
    assert "Work / Plan" in text


def test_what_documents_lack_is_not_there(scored, lead):
    page, program = signed_in(lead), program_of(lead)
    assert page.get(reverse("paper-tables", args=["mail"])).status_code == 404
    assert program.get("/api/v1/campaigns/mail/paper-tables/").status_code == 404
    listed = {"name": "MAN", "sentences": source("1\n", "man.txt").stream}
    assert page.get("/campaigns/mail/sources/parts/").status_code == 404
    assert page.post("/campaigns/mail/sources/parts/add/", listed).status_code == 404
    assert page.post("/campaigns/mail/sources/parts/MAN/remove/").status_code == 404
    assert program.get(PARTS).status_code == 404
    assert program.post(PARTS, listed).status_code == 404
    assert program.delete(f"{PARTS}MAN/").status_code == 404
    assert "/sources/parts/" not in page.get("/campaigns/mail/sources/").text
    with pytest.raises(Refused, match="has no parts"):
        name_part(campaign=scored.campaign, name="MAN", sentences=source("1\n", "man.txt"))
    with pytest.raises(Refused, match="does not take multiwords"):
        mark_multiword_targets(campaign=scored.campaign, gold=source("a.n 1 :: b c 2;"))
    for query in ("measure=best.R", "part=NMWS"):
        assert program.get(f"{API}scores/?{query}").status_code == 400


def test_a_late_system_makes_scores_out_of_date(scored):
    assert not is_out_of_date(scored)
    labels = source("document,category\n1,Plan\n", "late.csv")
    add_system(campaign=scored.campaign, name="late", answers=labels)
    assert is_out_of_date(scored)


def test_a_team_hands_in_labels_and_bad_lines_are_named(scored, lead, client):
    from datetime import timedelta

    from django.core.files.uploadedfile import SimpleUploadedFile
    from django.utils import timezone

    from scoring.services.submitting import make_link

    token = make_link(
        campaign=scored.campaign,
        label="Team",
        visibility=SubmissionLink.Visibility.PUBLIC,
        open_until=timezone.now() + timedelta(days=1),
        by=lead,
    )
    address = reverse("submit", args=[token])
    text = client.get(address).text
    assert "A table document,category" in text
    assert "take off" not in text
    bad = SimpleUploadedFile("bad.csv", b"document,category\n1,Plan\n2,Nothing\n")
    refused = client.post(address, {"name": "theirs", "answers": bad})
    assert "<b>line 3</b>" in refused.text
    good = SimpleUploadedFile("good.csv", b"document,category\n1,Plan\n2,Private\n")
    assert client.post(address, {"name": "theirs", "answers": good}).status_code == 302
    rescore_task(job_id=Job.objects.get(kind="rescore").id)
    show_leaderboard(campaign=scored.campaign, show=True, by=lead)
    board = client.get("/api/v1/campaigns/mail/leaderboard/").json()
    measures = {one["measure"]: one for one in board["boards"]}
    assert [*measures] == ["top.accuracy", "leaf.accuracy", "leaf.kappa", "leaf.macro_f"]
    rows = {one["system"]: one["second"]["value"] for one in measures["leaf.accuracy"]["rows"]}
    assert rows == {"first": 1, "other": 0.5, "theirs": 1}
    assert measures["leaf.accuracy"]["annotators"]["second"]["n"] == 14
    shown = client.get(reverse("leaderboard", args=["mail"])).text
    assert "annotators against each other" in shown
    assert "judged@10" not in shown


def test_names_of_categories_with_dots_and_slashes_have_files(lead):
    tree = "category,parent,definition\nA/B,,\nC.recall,,\n"
    from sources.services.creating import create_campaign

    campaign = create_campaign(
        slug="odd-names",
        task="categories",
        language="en",
        files={
            "documents": source("document,text\n1,One\n2,Two\n", "documents.csv"),
            "categories": source(tree, "categories.csv"),
        },
    ).campaign
    from pooling.services.fill_pool import pool_campaign

    labels = source("document,category\n1,A/B\n2,C.recall\n", "labels.csv")
    add_system(campaign=campaign, name="first", answers=labels)
    pool_campaign(campaign=campaign)
    ratings = "document,annotator,category\n1,u,A/B\n2,u,C.recall\n"
    import_ratings(campaign=campaign, ratings=source(ratings, "ratings.csv"))
    freeze_gold(campaign=campaign, min_ratings=1)
    rescore(campaign=campaign)
    owner = make_lead("oda", campaign, "owner")
    for measure in ("leaf.A/B.recall", "leaf.C.recall.f"):
        page = signed_in(owner).get(reverse("scores", args=["odd-names"]), {"measure": measure})
        assert (page.status_code, measure in page.text) == (200, True)
        table = signed_in(owner).get(
            reverse("scores-table", args=["odd-names", 1, measure, "csv"])
        )
        assert "first,,,,,1.0" in table.text


def test_no_ratings_no_release_of_a_campaign_just_made():
    with pytest.raises(Refused):
        freeze_gold(campaign=make_categories("new"))
