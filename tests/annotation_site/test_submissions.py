"""Teams hand in systems through a link; a leaderboard shows what the lead lets be seen."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import AuditEntry, Campaign, Job
from campaigns.services.jobs import run_job
from scoring.jobs import rescore as rescore_task
from scoring.models import SubmissionLink
from scoring.services import submitting
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from scoring.services.submitting import close_link, make_link
from sources.models import Answer, System
from tests.agreement.rated import worked_campaign
from tests.factories import ANSWERS, make_campaign, source
from tests.people import make_lead, signed_in

pytestmark = pytest.mark.django_db

PRIVATE, PUBLIC = SubmissionLink.Visibility.PRIVATE, SubmissionLink.Visibility.PUBLIC


def link_for(campaign, lead, *, visibility=PRIVATE, label="Reeds"):
    return make_link(
        campaign=campaign,
        label=label,
        visibility=visibility,
        open_until=timezone.now() + timedelta(days=1),
        by=lead,
    )


def hand_in(token, *, name="reed", text=ANSWERS, client=None, **more):
    file = source(text, "reed.txt").stream
    file.name = "reed.txt"
    return (client or Client()).post(
        f"/submit/{token}/", {"name": name, "answers": file, **more}
    )


def test_a_lead_makes_a_link_which_is_shown_once(campaign, lead):
    client = signed_in(lead)
    tomorrow = (timezone.now() + timedelta(days=1)).date()
    answer = client.post(
        "/campaigns/boats/submissions/links/",
        {"label": "Reeds", "visibility": PRIVATE, "open_until": tomorrow.isoformat()},
        follow=True,
    )
    link = SubmissionLink.objects.get()
    assert (link.label, link.visibility) == ("Reeds", PRIVATE)
    assert link.open_until == datetime.combine(tomorrow, time.max, tzinfo=UTC)
    address = answer.context["fresh"]["link"]
    path = "/submit/" + address.split("/submit/")[1]
    assert Client().get(path).status_code == 200
    assert link.token_hash not in address
    again = client.get("/campaigns/boats/submissions/")
    assert again.context["fresh"] is None
    assert path not in again.content.decode()


@pytest.mark.parametrize("days", [-1, 400])
def test_a_link_is_open_for_a_year_at_most(campaign, lead, days):
    day = (timezone.now() + timedelta(days=days)).date().isoformat()
    answer = signed_in(lead).post(
        "/campaigns/boats/submissions/links/",
        {"label": "Reeds", "visibility": PUBLIC, "open_until": day},
    )
    assert "open_until" in answer.context["form"].errors
    assert not SubmissionLink.objects.exists()


def test_a_team_hands_in_a_system_without_an_account(campaign, lead):
    token = link_for(campaign, lead)
    answer = hand_in(token)
    assert answer.url == f"/submit/{token}/"
    system = System.objects.get(name="reed")
    assert (system.kind, system.team) == ("participant", "Reeds")
    assert Answer.objects.filter(system=system).count() == 14
    entry = AuditEntry.objects.get(action="add system", detail__system="reed")
    assert (entry.actor, entry.detail["team"]) == (None, "Reeds")


def test_all_problems_are_told_by_line_and_nothing_is_stored(campaign, lead):
    token = link_for(campaign, lead)
    client = Client()
    answer = hand_in(token, text="glad.a 99 :: happy\nnonsense\n", client=client)
    shown = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing was stored." in shown
    assert "line" in shown
    assert 'value="reed"' in shown
    assert "reed.txt" in shown
    assert not System.objects.filter(name="reed").exists()


def test_a_corrected_name_needs_no_second_upload(campaign, lead):
    token = link_for(campaign, lead)
    client = Client()
    answer = hand_in(token, name="first", client=client)
    assert "Another system of this campaign has this name." in answer.content.decode()
    kept = answer.context["form"].kept["answers"][0].token
    client.post(f"/submit/{token}/", {"name": "second", "answers-kept": kept})
    assert System.objects.filter(name="second", submission__isnull=False).exists()


def test_nobody_hands_in_by_a_token_that_was_never_given(campaign):
    assert hand_in("made-up").status_code == 404
    assert Client().get("/submit/made-up/").status_code == 404


def test_a_closed_link_takes_nothing_and_still_shows_what_it_took(campaign, lead):
    token = link_for(campaign, lead)
    hand_in(token)
    close_link(link=SubmissionLink.objects.get(), by=lead)
    answer = hand_in(token, name="late")
    assert answer.status_code == 200
    assert "This link takes no more systems." in answer.content.decode()
    assert not System.objects.filter(name="late").exists()
    assert "reed" in Client().get(f"/submit/{token}/").content.decode()


def test_a_link_takes_so_many_systems_and_no_more(campaign, lead, monkeypatch):
    monkeypatch.setattr(submitting, "MOST_SYSTEMS", 1)
    token = link_for(campaign, lead)
    hand_in(token)
    hand_in(token, name="one too many")
    assert [system.name for system in System.objects.all()] == ["first", "reed"]


def test_closing_a_link_of_another_campaign_finds_nothing(campaign, lead):
    other = make_campaign("ships")
    link_for(other, make_lead("other", other, "owner"))
    link = SubmissionLink.objects.get()
    answer = signed_in(lead).post(f"/campaigns/boats/submissions/links/{link.id}/close/")
    assert answer.status_code == 404
    link.refresh_from_db()
    assert link.open_until > timezone.now()


def test_a_campaign_goes_with_its_links_and_what_came_through_them(campaign, lead):
    hand_in(link_for(campaign, lead))
    Campaign.objects.filter(id=campaign.id).delete()
    assert not SubmissionLink.objects.exists()
    assert not System.objects.exists()


@pytest.fixture
def scored(lead):
    """A rated campaign with a release; a private and a public system were handed in."""
    campaign = worked_campaign(slug="rated")
    tokens = {
        visibility: link_for(campaign, lead, visibility=visibility, label=f"Team {visibility}")
        for visibility in SubmissionLink.Visibility
    }
    # The private system's answer got the higher ratings.
    for visibility, answer in {PRIVATE: "pleased", PUBLIC: "delighted"}.items():
        text = f"glad.a 1 :: {answer}\n"
        hand_in(tokens[visibility], name=f"{visibility} system", text=text)
    freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    return campaign, tokens


def shown_at(path, client=None):
    answer = (client or Client()).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_leaderboard_is_for_members_until_the_lead_shows_it(scored, lead):
    campaign, _tokens = scored
    assert Client().get("/leaderboard/rated/").status_code == 404
    manager = signed_in(make_lead("manager", campaign, "manager"))
    assert "public system" in shown_at("/leaderboard/rated/", manager)
    manager.post("/campaigns/rated/submissions/leaderboard/", {"show": "1"})
    assert "public system" in shown_at("/leaderboard/rated/")
    manager.post("/campaigns/rated/submissions/leaderboard/", {"show": "0"})
    assert Client().get("/leaderboard/rated/").status_code == 404


@pytest.mark.usefixtures("scored")
def test_the_leaderboard_gives_no_sign_of_a_private_system():
    Campaign.objects.update(leaderboard=True)
    answer = Client().get("/leaderboard/rated/")
    shown = answer.content.decode()
    assert "private system" not in shown
    assert "Team private" not in shown
    for board in answer.context["boards"]:
        # The private system is ahead of one of them and leaves no gap.
        assert [row.rank for row in board.rows] == [1, 2]
        assert {row.system for row in board.rows} == {"first", "public system"}


def test_a_team_sees_its_own_scores_and_no_other(scored):
    _campaign, tokens = scored
    shown = shown_at(f"/submit/{tokens[PRIVATE]}/")
    assert "private system" in shown
    assert "Normalised BEST" in shown
    assert "public system" not in shown


def test_what_is_handed_in_after_a_release_is_scored_by_a_job(scored):
    campaign, tokens = scored
    assert not Job.objects.filter(kind="rescore").exists()
    hand_in(tokens[PUBLIC], name="another", text="glad.a 1 :: happy\n")
    job = Job.objects.get(campaign=campaign, kind="rescore")
    assert job.arguments == {"number": 1, "by": None}


def test_what_is_handed_in_while_the_systems_are_scored_is_scored_next(scored):
    campaign, tokens = scored
    campaign.leaderboard = True
    campaign.save()
    hand_in(tokens[PUBLIC], name="early", text="glad.a 1 :: happy\n")

    def ranked():
        board = Client().get("/leaderboard/rated/").context["boards"][0]
        return {row.system for row in board.rows}

    def work(**_arguments):
        rescore(campaign=campaign)
        hand_in(tokens[PUBLIC], name="late", text="glad.a 1 :: happy\n")
        hand_in(tokens[PUBLIC], name="later", text="glad.a 1 :: happy\n")
        return {}

    run_job(Job.objects.get(kind="rescore").pk, work)
    assert {"early"} == ranked() & {"early", "late", "later"}
    rescore_task(job_id=Job.objects.get(kind="rescore", state="queued").pk)
    assert ranked() >= {"early", "late", "later"}


def test_before_a_release_nothing_is_asked_to_be_scored(campaign, lead):
    hand_in(link_for(campaign, lead))
    assert not Job.objects.exists()
