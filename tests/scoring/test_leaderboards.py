"""Leaderboards that are sorted and chosen from, and what a team finds behind its link."""

from datetime import timedelta

import pytest
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign
from core.throttling import Limit
from scoring.models import SubmissionLink
from scoring.selectors.submissions import SORTS
from scoring.services import submitting
from scoring.services.freezing import freeze_gold
from scoring.services.publishing import publish_release
from scoring.services.rescoring import rescore
from scoring.templatetags.scoring_pages import by_family
from sources.models import System
from tests.annotation_site.test_submissions import PUBLIC, hand_in, link_for
from tests.commands import facts_of, printed_by
from tests.factories import source
from tests.people import make_lead
from tests.scoring.released import RIVAL

API = "/api/v1/campaigns/boats/leaderboard/"
GAP = "gap"


@pytest.fixture
def lead(campaign):
    return make_lead("mia", campaign, "manager")


@pytest.fixture
def scored(campaign, lead):
    """The lead's two systems, one a baseline, and a team's."""
    hand_in(link_for(campaign, lead, visibility=PUBLIC), text="glad.a 1 :: content\n")
    System.objects.filter(name="first").update(
        kind="baseline", added_at=timezone.now() - timedelta(days=9)
    )
    Campaign.objects.update(leaderboard=True)
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    return release


def board(**asked):
    answer = Client().get("/leaderboard/boats/", asked)
    assert answer.status_code == 200
    return answer


def named(rows):
    return [row["system"] if isinstance(row, dict) else row.system for row in rows]


@pytest.mark.usefixtures("scored")
def test_page_call_and_command_sort_alike_by_any_column():
    for sort in (*SORTS, *(f"-{name}" for name in SORTS)):
        shown = named(board(sort=sort).context["boards"][0].rows)
        told = Client().get(API, {"sort": sort}).json()["boards"][0]["rows"]
        facts = facts_of("leaderboard", "boats", f"--sort={sort}")["boards"][0]["rows"]
        assert shown == named(told) == named(facts), sort
        assert sorted(shown) == ["first", "reed", "rival"]
    assert named(board(sort="-system").context["boards"][0].rows) == ["rival", "reed", "first"]
    # Who has no team comes last either way.
    assert named(board(sort="team").context["boards"][0].rows)[0] == "reed"
    assert named(board(sort="-team").context["boards"][0].rows)[0] == "reed"
    assert named(board(sort="added").context["boards"][0].rows)[0] == "first"
    # What is none is as if nothing was asked.
    assert board(sort="x").context["boards"]
    assert Client().get(API, {"sort": "x"}).status_code == 400


@pytest.mark.usefixtures("scored")
def test_any_measure_can_be_chosen_by_its_name_and_family():
    page = board(measure=GAP)
    [one] = page.context["boards"]
    assert one.measure == GAP
    text = page.content.decode()
    assert '<optgroup label="SemDis 2014">' in text
    assert '<option value="gap" selected>GAP: the whole ranking</option>' in text
    [told] = Client().get(API, {"measure": GAP}).json()["boards"]
    [facts] = facts_of("leaderboard", "boats", "--measure", GAP)["boards"]
    assert [row["second"] for row in facts["rows"]] == [
        row["second"]["value"] for row in told["rows"]
    ]
    assert Client().get("/leaderboard/boats/", {"measure": "x"}).status_code == 404
    assert Client().get(API, {"measure": "x"}).json()["errors"][0]["field"] == "measure"
    with pytest.raises(CommandError, match=r"there is no measure x; there is best\.P"):
        facts_of("leaderboard", "boats", "--measure", "x")


def test_a_board_marks_baselines_and_has_team_date_interval_and_rank(scored):
    text = board().content.decode()
    assert text.count('<span class="badge">baseline</span>') == 2
    assert "Reeds" in text
    assert f"{timezone.now():%Y-%m-%d}" in text
    assert 'aria-sort="ascending"' in text
    row = board().context["boards"][0].rows[0]
    assert (row.rank, row.page) == (1, "")
    publish_release(release=scored, by=None)
    assert board().context["boards"][0].rows[0].page.startswith("/golds/boats/1/")
    printed = printed_by("leaderboard", "boats")[0]
    assert "first (baseline)" in printed


@pytest.mark.usefixtures("scored")
def test_where_there_is_no_score_its_reason_stands_beside_the_dash():
    text = board(measure="jabbari.threshold_F").content.decode()
    assert '– <span class="reason">' in text


def team_link(campaign, lead):
    return f"/submit/{link_for(campaign, lead)}/"


def test_a_team_finds_what_to_answer_an_example_and_its_history(campaign, lead):
    page = team_link(campaign, lead)
    shown = Client().get(page)
    example = shown.context["example"]
    assert example[0] == "glad.a 1 :: the best answer;the next one"
    items = Client().get(f"{page}items.csv")
    assert (
        items.content.decode().splitlines()[0].startswith("sentence,lexelt,left,target,right")
    )
    told = Client().get(f"/api/v1{page}").json()
    assert (told["example"], told["history"]) == (example, [])
    assert told["items"].endswith(f"{page}items.csv")
    hand_in(page.split("/")[2], text=RIVAL)
    freeze_gold(campaign=campaign)
    [row] = Client().get(page).context["history"]
    assert (row.system, row.attempted, row.scores) == ("reed", 3, [])
    rescore(campaign=campaign)
    [row] = Client().get(page).context["history"]
    [history] = Client().get(f"/api/v1{page}").json()["history"]
    assert history["scores"]["semdis.best_norm"]["value"] == row.scores[0].value


def checked(page, text):
    file = source(text, "reed.txt").stream
    file.name = "reed.txt"
    return Client().post(page, {"answers": file, "check": "1"})


def checked_by_program(page, text):
    file = source(text, "reed.txt").stream
    file.name = "reed.txt"
    return Client().post(f"/api/v1{page}check/", {"answers": file})


def test_a_file_is_checked_before_it_is_submitted_and_nothing_is_stored(
    campaign, lead, tmp_path
):
    page = team_link(campaign, lead)
    found = checked(page, "glad.a 1 :: happy;merry\n").context["checked"]
    told = checked_by_program(page, "glad.a 1 :: happy;merry\n").json()
    file = tmp_path / "reed.txt"
    file.write_text("glad.a 1 :: happy;merry\n")
    facts = facts_of("check_system", "boats", file)
    for name in ("items", "attempted", "answers"):
        assert getattr(found, name) == told[name] == facts[name]
    assert [*found.missing] == told["missing"] == facts["missing"]
    assert (found.attempted, found.answers) == (1, 2)
    assert len(found.missing) == found.items - 1 > 0
    assert "Nothing is stored yet" in checked(page, RIVAL).content.decode()
    assert not System.objects.filter(team="Reeds").exists()


def test_what_is_wrong_in_a_file_is_told_by_line_before_it_is_submitted(
    campaign, lead, tmp_path
):
    page = team_link(campaign, lead)
    text = "glad.a 99 :: happy\nnonsense\n"
    shown = checked(page, text)
    assert shown.context["checked"].can_be_stored is False
    assert "line" in shown.content.decode()
    told = checked_by_program(page, text).json()
    assert told["can_be_stored"] is False
    assert {problem["line"] for problem in told["problems"]} >= {2}
    file = tmp_path / "reed.txt"
    file.write_text(text)
    with pytest.raises(CommandError, match="line 2"):
        facts_of("check_system", "boats", file)
    numbers = checked_by_program(page, "glad.a 1 :: happy 3;merry 1\n").json()
    assert "end in numbers" in numbers["refusal"]


def test_a_checked_file_need_not_be_chosen_again(campaign, lead):
    page = team_link(campaign, lead)
    client = Client()
    file = source(RIVAL, "reed.txt").stream
    file.name = "reed.txt"
    shown = client.post(page, {"answers": file, "check": "1"})
    kept = shown.context["form"].kept["answers"][0].token
    client.post(page, {"name": "second", "answers-kept": kept})
    assert System.objects.filter(name="second", submission__isnull=False).exists()


def test_checks_are_limited_by_link(campaign, lead, monkeypatch):
    monkeypatch.setattr(submitting, "CHECKS", Limit("few-checks", 1))
    page = team_link(campaign, lead)
    assert checked_by_program(page, RIVAL).status_code == 200
    assert checked_by_program(page, RIVAL).status_code == 429
    assert "Check again in a few minutes." in checked(page, RIVAL).content.decode()
    assert SubmissionLink.objects.count() == 1


def test_measures_of_a_category_are_named_under_it():
    """Their keys follow from the campaign's tree, and have no titles of their own."""
    campaign = Campaign(slug="mail", task="categories")
    groups = by_family(["leaf.accuracy", "leaf.Boats.precision", "leaf.Boats.f"], campaign)
    assert [(one.title, [name for _key, name in one.measures]) for one in groups] == [
        ("On the categories chosen", ["Accuracy on the categories chosen"]),
        ("Boats", ["precision", "f"]),
    ]
