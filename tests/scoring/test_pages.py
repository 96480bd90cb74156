import csv
import io
import re
import zipfile

import pytest
from django.urls import reverse

from campaigns.models import Job
from scoring.jobs import release as release_task
from scoring.jobs import rescore as rescore_task
from scoring.models import Release
from scoring.services.exporting import FORMATS
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.scoring.released import add_late_system, exported

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def manager(campaign):
    return signed_in(make_lead("ada", campaign, "manager"))


@pytest.fixture
def viewer(campaign):
    return signed_in(make_lead("bo", campaign, "viewer"))


@pytest.fixture
def scored(campaign):
    release = freeze_gold(campaign=campaign, notes="After the pilot.")
    rescore(campaign=campaign)
    return release


def pages(campaign, release):
    at = [campaign.slug, release.number]
    return [
        reverse("gold", args=at[:1]),
        reverse("gold-release", args=at),
        reverse("gold-download", args=[*at, "lexsub"]),
        reverse("scores", args=at[:1]),
        reverse("scores-release", args=at),
        reverse("scores-table", args=[*at, "gap", "csv"]),
        reverse("scores-figure", args=[*at, "gap", "svg"]),
        reverse("scores-system", args=[*at, campaign.systems.first().id]),
    ]


def test_only_members_see_a_campaigns_gold_and_scores(client, campaign, viewer, scored):
    stranger = signed_in(make_lead("cy"))
    for page in pages(campaign, scored):
        assert client.get(page).headers["Location"].startswith(reverse("sign-in"))
        assert stranger.get(page).status_code == 404
        assert viewer.get(page).status_code == 200


def test_viewers_can_make_nothing(campaign, viewer, scored):
    assert "Make a release" not in viewer.get(reverse("gold", args=["boats"])).text
    assert "Score again" not in viewer.get(reverse("scores", args=["boats"])).text
    for route, at in (("gold-make", ["boats"]), ("scores-make", ["boats", 1])):
        assert viewer.post(reverse(route, args=at)).status_code == 404
    assert not Job.objects.exists()


def test_a_lead_makes_a_release_and_the_page_follows_the_job(campaign, manager):
    page = reverse("gold", args=["boats"])
    assert "No release yet" in manager.get(page).text
    answer = manager.post(
        reverse("gold-make", args=["boats"]),
        {"rule": "majority", "min_ratings": "2", "notes": "First."},
    )
    assert answer.headers["Location"] == page
    assert "Freezing the ratings" in manager.get(page).text
    job = Job.objects.get()
    status = reverse("gold-status", args=["boats"]) + f"?shown={job.id}"
    assert "<progress" in manager.get(status).text
    release_task(job_id=job.id)
    assert manager.get(status).headers["HX-Refresh"] == "true"
    release = Release.objects.get()
    assert release.policy["rule"] == "majority"
    assert not release.policy["list_unanimous_zeros"]
    text = manager.get(page).text
    assert "Freezing the ratings" not in text
    assert "verdict of the majority" in text
    assert "First." in text


def test_a_second_lead_s_other_policy_is_a_release_of_its_own(campaign, manager):
    other = signed_in(make_lead("bea", campaign, "manager"))
    page = reverse("gold", args=["boats"])

    def ask(lead, rule):
        asked = {"rule": rule, "min_ratings": "3"}
        return lead.post(reverse("gold-make", args=["boats"]), asked, follow=True).text

    assert "The job is running." in ask(manager, "mean")
    text = ask(other, "median")
    assert "Queued. It starts when the present job is done" in text
    assert "Another one was asked for; it waits until this one has ended." in text

    first, second = Job.objects.order_by("id")
    status = reverse("gold-status", args=["boats"])
    release_task(job_id=first.id)
    # The first release is there: its lead need not wait for the second to see it.
    assert manager.get(f"{status}?shown={first.id}").headers["HX-Refresh"] == "true"
    text = manager.get(page).text
    assert "Release 1" in text
    assert f"?shown={second.id}" in text
    assert "Another one" not in text
    release_task(job_id=second.id)
    rules = Release.objects.order_by("number").values_list("policy__rule", flat=True)
    assert list(rules) == ["mean", "median"]


def test_a_failure_is_told_while_what_waited_behind_it_is_under_way(campaign, manager):
    page = reverse("gold", args=["boats"])
    for least in ("99", "3"):
        asked = {"rule": "mean", "min_ratings": least}
        manager.post(reverse("gold-make", args=["boats"]), asked)
    first, second = Job.objects.order_by("id")
    release_task(job_id=first.id)
    text = manager.get(page).text
    assert "The last run failed: no candidate has 99 ratings yet" in text
    assert "Freezing the ratings" in text
    release_task(job_id=second.id)
    assert "The last run failed" not in manager.get(page).text


def test_a_wrong_policy_is_told_beside_its_field_and_makes_nothing(campaign, manager):
    answer = manager.post(
        reverse("gold-make", args=["boats"]), {"rule": "mean", "min_ratings": "0"}
    )
    assert "greater than or equal to 1" in answer.text
    assert not Job.objects.exists()


def test_a_refusal_is_told_on_the_page(client):
    campaign = make_campaign("empty")
    lead = signed_in(make_lead("ada", campaign, "manager"))
    lead.post(reverse("gold-make", args=["empty"]), {"rule": "mean", "min_ratings": "3"})
    release_task(job_id=Job.objects.get().id)
    text = lead.get(reverse("gold", args=["empty"])).text
    assert "The last run failed: no candidate has 3 ratings yet" in text


def test_a_release_says_where_its_model_ran_out_of_rounds(campaign, viewer, scored):
    page = reverse("gold-release", args=["boats", 1])
    assert re.search(r"Its fit converged after \d+ rounds", viewer.get(page).text)
    scored.comparison["model"] = {"rounds": 500, "converged": False}
    Release.objects.update(comparison=scored.comparison)
    assert "had not converged after 500 rounds" in viewer.get(page).text
    # One from before this was noted.
    del scored.comparison["model"]
    Release.objects.update(comparison=scored.comparison)
    assert "converged" not in viewer.get(page).text


def test_a_release_shows_its_policy_and_can_be_taken_away(campaign, viewer, scored):
    text = viewer.get(reverse("gold-release", args=["boats", 1])).text
    assert scored.sha256 in text
    assert "After the pilot." in text
    assert "Dawid and Skene" in text
    for name, form in FORMATS.items():
        answer = viewer.get(reverse("gold-download", args=["boats", 1, name]))
        assert f"boats-gold-1-{name}.{form.suffix}" in answer.headers["Content-Disposition"]
        # Whoever gets less of it knows.
        assert int(answer.headers["Content-Length"]) == len(answer.getvalue()) > 0
    assert viewer.get(reverse("gold-download", args=["boats", 1, "docx"])).status_code == 404
    assert viewer.get(reverse("gold-release", args=["boats", 2])).status_code == 404


def test_the_same_dataset_is_the_same_archive(campaign, viewer, scored):
    page = reverse("gold-download", args=["boats", 1, "dataset"])
    archive = viewer.get(page).getvalue()
    assert archive == viewer.get(page).getvalue()
    # And the one that was made in memory.
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path, data in sorted(exported(scored, "dataset").items()):
            zipped.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    assert archive == made.getvalue()


def test_a_tampered_release_is_not_given_out_and_its_page_says_why(campaign, viewer, scored):
    release = viewer.get(reverse("gold-release", args=["boats", 1]))
    scored.entries.filter(text="happy").update(weight=0)
    for format in (*FORMATS, "dataset"):
        page = reverse("gold-download", args=["boats", 1, format])
        # A browser saves what such a link leads to, whatever it is, and shows no reason.
        assert f'<a href="{page}">' in release.text
        answer = viewer.get(page)
        assert answer.status_code == 409
        assert "boats 1 is not what was frozen: its checksum differs" in answer.text
        assert "Downloads" in answer.text


def test_the_scores_page_leads_to_a_release_first(campaign, manager):
    assert "there is none yet" in manager.get(reverse("scores", args=["boats"])).text


def test_a_lead_has_systems_scored_and_sees_both_tables(campaign, manager):
    freeze_gold(campaign=campaign)
    page = reverse("scores", args=["boats"])
    assert "Score every system" in manager.get(page).text
    manager.post(reverse("scores-make", args=["boats", 1]))
    assert "Scoring every system" in manager.get(page).text
    rescore_task(job_id=Job.objects.get().id)
    assert manager.get(reverse("scores-status", args=["boats"])).headers["HX-Refresh"] == "true"
    text = manager.get(page).text
    assert text.index("<h2>Normalised BEST") < text.index("<h2>Normalised OOT")
    assert "0.944 [" in text  # (8/9 + 1) / 2


def test_another_measure_stands_above_the_two_tables(campaign, viewer, scored):
    text = viewer.get(reverse("scores", args=["boats"]), {"measure": "gap_judged"}).text
    assert text.index("<h2>gap_judged</h2>") < text.index("<h2>Normalised BEST")
    assert viewer.get(reverse("scores", args=["boats"]), {"measure": "x"}).status_code == 200


def test_a_late_system_is_marked(campaign, viewer):
    freeze_gold(campaign=campaign)
    add_late_system(campaign)
    rescore(campaign=campaign)
    assert viewer.get(reverse("scores", args=["boats"])).text.count("added late") >= 2


def test_tables_and_figures_are_files(campaign, viewer, scored):
    answer = viewer.get(reverse("scores-table", args=["boats", 1, "semdis.oot_norm", "csv"]))
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert {row["system"] for row in rows} == {"first", "rival"}
    answer = viewer.get(reverse("scores-table", args=["boats", 1, "semdis.oot_norm", "tex"]))
    assert answer.text.startswith(r"% In the preamble: \usepackage[T1]{fontenc}")
    # Its 14 columns would not fit side by side on a page with their headings in full.
    assert r"\rotatebox{90}{rank\_difference}" in answer.text
    answer = viewer.get(reverse("scores-table", args=["boats", 1, "rankings", "csv"]))
    assert "ndcg@10" in answer.text
    for form, kind in (("svg", "image/svg+xml"), ("pdf", "application/pdf")):
        answer = viewer.get(reverse("scores-figure", args=["boats", 1, "P@1", form]))
        assert answer.headers["Content-Type"] == kind
    dark = viewer.get(reverse("scores-figure", args=["boats", 1, "P@1", "svg"]) + "?theme=dark")
    light = viewer.get(reverse("scores-figure", args=["boats", 1, "P@1", "svg"]))
    assert dark.content != light.content
    for route in ("scores-table", "scores-figure"):
        assert viewer.get(reverse(route, args=["boats", 1, "x", "svg"])).status_code == 404


def test_a_systems_sentences_show_why_it_lost(campaign, viewer, scored):
    rival = campaign.systems.get(name="rival")
    page = reverse("scores-system", args=["boats", 1, rival.id])
    text = viewer.get(page).text
    # pleased: 3 of 4 votes, and the best there is; leeway: not in the first gold, worth 0.
    assert "first gold 0.750 · second gold 1.000" in text
    assert "<strong>+0.250</strong>" in text
    assert "1. leeway" in text
    assert text.count("It gave no answer.") == 2
    assert viewer.get(page, {"measure": "x"}).status_code == 404
    assert viewer.get(page, {"page": "no number"}).status_code == 200


def test_of_a_large_campaign_the_sentences_of_one_target_are_shown(
    campaign, viewer, scored, monkeypatch
):
    page = reverse("scores-system", args=["boats", 1, campaign.systems.first().id])

    def targets(**asked):
        shown = viewer.get(page, asked).context
        return shown["group"], {sentence.group for _change, sentence in shown["changes"]}

    assert targets()[0] == ""
    assert "Of the target" not in viewer.get(page).text
    assert targets(target="room.n") == ("room.n", {"room.n"})
    assert "Of the target room.n." in viewer.get(page, {"target": "room.n"}).text
    assert targets(target="nothing.x") == ("nothing.x", set())
    monkeypatch.setattr("scoring.selectors.system_scores.COMPARED_AT_ONCE", 1)
    # The first in the alphabet; nobody rated its sentence, but the first gold has it.
    assert targets() == ("calm.a", {"calm.a"})


def test_the_scores_page_asks_the_database_no_more_for_more_systems(
    campaign, viewer, scored, django_assert_max_num_queries
):
    add_late_system(campaign)
    rescore(campaign=campaign)
    with django_assert_max_num_queries(25):
        viewer.get(reverse("scores", args=["boats"]))
