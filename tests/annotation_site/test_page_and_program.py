"""A page and the API tell the same of one thing: what a lead sees a program reads."""

import re
from dataclasses import asdict

import pytest
from django.core.management import call_command

from campaigns.services.webhooks import make_webhook, send_test
from rating.services.exclusions import exclude
from rating.services.flagging import flag_annotators
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def campaign():
    return make_campaign(subsets=3, flag_min_ratings=4, min_ratings=2, max_ratings=4)


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "owner")


@pytest.fixture
def shown(lead):
    """What a page is rendered with."""
    client = signed_in(lead)

    def read(path):
        answer = client.get(f"/campaigns/boats/{path}")
        assert answer.status_code == 200
        return answer.context

    return read


@pytest.fixture
def told(lead):
    """What the API answers."""
    program = program_of(lead)

    def read(path):
        answer = program.get(f"/api/v1/campaigns/boats/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    return read


@pytest.fixture
def rated(campaign):
    """Somebody hasty has completed a sitting, somebody else is in the middle of one."""
    done = sit(join(campaign), elapsed_ms=100)
    rate(take(join(campaign)), by_length, but=2)
    flag_annotators(campaign)
    return done


def test_how_far_a_campaign_has_come(rated, shown, told):
    page, answer = shown("ratings/")["progress"], told("coverage/")
    assert answer["annotators"] == 2
    assert answer["flagged"] == 1
    assert answer == {
        **page.totals._asdict(),
        "subsets": page.subsets,
        "short": page.short,
        "missing": page.missing,
        "open_remarks": page.open_remarks,
        "spread": [share._asdict() for share in page.spread],
        "days": [{**day._asdict(), "day": day.day.isoformat()} for day in page.days],
        "forecast": {
            **page.forecast._asdict(),
            # At the pace of the moment in which it was asked.
            "days": pytest.approx(page.forecast.days, rel=1e-3),
            "a_day": pytest.approx(page.forecast.a_day, rel=1e-3),
        },
    }


def test_a_subset(rated, shown, told):
    number = rated.subset.number
    page, answer = (
        shown(f"ratings/subsets/{number}/")["subset"],
        told(f"coverage/subsets/{number}/"),
    )
    assert (answer["number"], answer["size"]) == (page.number, page.size)
    assert [row["id"] for row in answer["sittings"]] == [row.id for row in page.sittings]
    assert [(row["text"], row["given"], row["unjudged"]) for row in answer["candidates"]] == [
        (row.text, row.given, row.unjudged) for row in page.candidates
    ]
    assert len(answer["sittings"]) == 1


def test_an_annotator(rated, lead, shown, told):
    exclude(rated, reason="Too fast.", by=lead)
    path = f"annotators/{rated.annotator_id}/"
    page, answer = shown(f"ratings/{path}")["annotator"], told(path)
    assert (answer["complete"], answer["rated"]) == (page.sittings, page.rated)
    assert {found["rule"] for found in answer["findings"]} == {"too_fast"}
    assert [found["reason"] for found in answer["findings"]] == [
        found.reason for found in page.findings
    ]
    assert [(row["id"], row["excluded"]) for row in answer["sittings"]] == [
        (row.id, bool(row.left_out)) for row in page.each_sitting
    ]
    assert [row["id"] for row in answer["exclusions"]] == [
        row.id for row in page.all_exclusions
    ]
    assert len(answer["exclusions"]) == 1


@pytest.mark.parametrize("what", ["annotator", "sitting", "exclusion"])
def test_what_an_exclusion_would_do(what, rated, lead, shown, told):
    ids = {"annotator": rated.annotator_id, "sitting": rated.id}
    if what == "exclusion":
        ids[what] = exclude(rated, reason="Too fast.", by=lead).id
    way = "undo" if what == "exclusion" else "exclude"
    page = shown(f"ratings/{what}s/{ids[what]}/{way}/")["effects"]
    answer = told(f"exclusions/effect/?{what}={ids[what]}")
    assert answer["sittings"] == page.sittings == 1
    for over in ("rated", "whole"):
        numbers = getattr(page, over)
        for when in ("before", "after"):
            said = getattr(numbers, when)
            assert answer[over][when]["ratings"] == said.ratings
            assert answer[over][when]["candidates"] == said.candidates
            assert answer[over][when]["enough"] == said.enough


def test_the_pool_which_the_command_tells_too(campaign, shown, told, capsys):
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: tickled_pink\n"))
    call_command("pool", "boats")
    printed = capsys.readouterr().out
    page, answer = shown("pool/")["pool"], told("pool/")
    assert answer.pop("job") is None
    assert answer == {
        **page._asdict(),
        "by_origin": [asdict(share) for share in page.by_origin],
    }
    assert answer["merges"]["open"] == 1
    assert f"{answer['candidates']} candidates" in printed
    for share in answer["by_origin"]:
        assert re.search(rf" {share['count']} +{share['percent']:.1f} %", printed)


def test_the_subsets(rated, shown, told):
    page, answer = shown("subsets/")["stored"], told("subsets/")
    assert answer.pop("job") is None
    assert answer.pop("sample") is None
    assert answer.pop("waiting") == shown("subsets/")["waiting"] == []
    assert answer == {**page._asdict(), "sizes": [size._asdict() for size in page.sizes]}
    assert (answer["subsets"], answer["shown"]) == (3, 2)


def test_the_list_of_merges(campaign, shown, told):
    for answers in ("glad.a 1 :: tickled_pink\n", "glad.a 2 :: Over_Joyed\n"):
        add_system(campaign=campaign, name=answers[7], answers=source(answers))
    call_command("pool", "boats")
    page, answer = shown("pool/merges/")["page"], told("merges/")
    assert [row["id"] for row in answer["rows"]] == [merge.id for merge in page.rows]
    assert len(answer["rows"]) == 2


def test_who_works_on_a_campaign(campaign, shown, told):
    for name in ("zoe", "adam"):
        make_lead(name, campaign, "viewer")
    page, answer = shown("people/")["members"], told("members/")
    assert [(row["id"], row["role"]) for row in answer["rows"]] == [
        (member.id, member.role) for member in page
    ]
    assert [row["name"] for row in answer["rows"]] == ["adam", "lead", "zoe"]


def test_what_was_sent_to_webhooks(campaign, lead, shown, told):
    webhook = make_webhook(
        campaign=campaign, url="https://example.org/", events=["job.finished"], by=lead
    )
    for _time in range(2):
        send_test(webhook)
    page, answer = shown("webhooks/")["page"], told("webhooks/messages/")
    assert [row["id"] for row in answer["rows"]] == [sent.id for sent in page.rows]
    assert len(answer["rows"]) == 2
