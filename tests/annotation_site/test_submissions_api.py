"""Links for teams and the leaderboard, for programs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import AuditEntry
from scoring.models import SubmissionLink
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from scoring.services.submitting import submit_system, takes_systems
from tests.agreement.rated import worked_campaign
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, make_campaign, source
from tests.people import make_lead, program_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

API = "/api/v1/campaigns/boats/"
LINKS = f"{API}submission-links/"


@pytest.fixture
def campaign():
    return worked_campaign()


def make_link(program, **body):
    tomorrow = (timezone.now() + timedelta(days=1)).date()
    body = {"team": "Reeds", "open_until": tomorrow.isoformat(), **body}
    return program.post(LINKS, body, content_type="application/json")


def test_a_link_is_told_once_and_works(program, campaign):
    made = make_link(program)
    assert made.status_code == 201
    path = made.json()["link"].partition("/submit/")[2]
    page = Client().get(f"/submit/{path}")
    assert (page.status_code, page.context["link"].label) == (200, "Reeds")
    link = SubmissionLink.objects.get()
    assert link.open_until.time().isoformat(timespec="minutes") == "23:59"
    assert path.strip("/") not in link.token_hash
    [row] = program.get(LINKS).json()["rows"]
    assert (row["team"], row["visibility"], row["handed_in"]) == ("Reeds", "private", 0)
    assert "link" not in row
    assert AuditEntry.objects.get(action="make submission link").detail["team"] == "Reeds"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"open_until": "2001-01-01"}, "open_until"),
        ({"open_until": "soon"}, "open_until"),
        ({"team": ""}, "team"),
        ({"visibility": "open"}, "visibility"),
        ({"label": "Reeds"}, "label"),
    ],
)
def test_a_link_that_is_not_right_is_not_made(program, body, field):
    answer = make_link(program, **body)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert not SubmissionLink.objects.exists()


@pytest.mark.postgresql
def test_a_closed_link_takes_no_more(program, campaign):
    id = make_link(program).json()["id"]
    closed = program.post(f"{LINKS}{id}/close/")
    assert closed.status_code == 200
    assert not takes_systems(SubmissionLink.objects.get())
    assert AuditEntry.objects.filter(action="close submission link").exists()
    assert program.post(f"{LINKS}999/close/").status_code == 404


@pytest.mark.postgresql
def test_the_leaderboard_is_for_anybody_once_it_is_shown(program, campaign):
    board = f"{API}leaderboard/"
    stranger = Client()
    outsider = program_of(make_lead("outsider", make_campaign("ships"), "owner"))
    assert program.get(board).status_code == 200
    assert stranger.get(board).status_code == outsider.get(board).status_code == 404
    assert program.post(f"{board}show/").json() == {"shown": True}
    assert stranger.get(board).status_code == outsider.get(board).status_code == 200
    assert program.post(f"{board}hide/").json() == {"shown": False}
    assert stranger.get(board).status_code == 404
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions)[-2:] == ["show leaderboard", "hide leaderboard"]


def test_a_token_of_another_campaign_does_not_open_a_hidden_leaderboard(lead, campaign):
    ships = make_campaign("ships")
    ships.members.create(user=lead, role="manager")
    program = program_of(lead, campaign=ships)
    assert program.get(f"{API}leaderboard/").status_code == 404
    assert program.get("/api/v1/campaigns/ships/leaderboard/").status_code == 200


def test_the_leaderboard_leaves_out_what_was_handed_in_privately(program, campaign):
    for team, visibility in [("Reeds", "private"), ("Sedges", "public")]:
        id = make_link(program, team=team, visibility=visibility).json()["id"]
        submit_system(
            link=SubmissionLink.objects.get(id=id),
            name=team.lower(),
            answers=source(ANSWERS, "answers.txt"),
        )
    empty = program.get(f"{API}leaderboard/").json()
    assert (empty["release"], empty["boards"]) == (None, [])
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    found = program.get(f"{API}leaderboard/").json()
    assert found["release"] == 1
    for board in found["boards"]:
        assert {(row["system"], row["team"]) for row in board["rows"]} == {
            ("first", ""),
            ("sedges", "Sedges"),
        }


def test_a_shell_shows_the_same_leaderboard_and_whether_anybody_sees_it(program, campaign):
    assert facts_of("leaderboard", "boats")["boards"] == []
    freeze_gold(campaign=campaign, min_ratings=1)
    rescore(campaign=campaign)
    for option, shown in (("--show", True), ("--hide", False)):
        told = facts_of("leaderboard", "boats", option)
        assert told.pop("shown") is shown
        assert Client().get(f"{API}leaderboard/").status_code == (200 if shown else 404)
        found = program.get(f"{API}leaderboard/").json()
        for board in found["boards"]:
            for row in board["rows"]:
                row["first"], row["second"] = row["first"]["value"], row["second"]["value"]
        assert told == found
        assert told["boards"]
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert [*actions][-2:] == ["show leaderboard", "hide leaderboard"]
    assert "Nobody from outside" in printed_by("leaderboard", "boats")[0]
