"""The first stage by the contract of annotators, call by call."""

import pytest

from annotators.models import Remark
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.counting import counting_proposals
from rating.models import Assignment
from rating.services.opening import close_campaign
from tests.factories import make_campaign
from tests.proposing.proposer import Proposer, said
from tests.proposing.turn import first_stage
from tests.rating.volunteer import Volunteer

pytestmark = pytest.mark.django_db


def test_taking_gives_sentences_to_propose_for():
    first_stage(per_subset=5, multiwords="drop", most_proposals=2)
    answer = Proposer().take()
    assert answer.status_code == 201
    turn = answer.json()
    assert (turn["stage"], turn["task"]) == ("propose", "substitution")
    assert (turn["most"], turn["single_words"]) == (2, True)
    assert len(turn["sentences"]) == 5
    sentence = next(one for one in turn["sentences"] if one["left"] == "She was ")
    sentence.pop("id")
    assert sentence == {
        "left": "She was ",
        "target": "glad",
        "right": " to see us.",
        "answers": [],
        "mark": None,
        "phrase": "",
        "answered": False,
    }
    assert not Assignment.objects.exists()


def test_a_sitting_says_that_it_is_of_the_other_stage():
    make_campaign()
    assert Volunteer().take().json()["stage"] == "rate"


def test_the_last_answer_ends_the_turn_and_completing_agrees():
    campaign = first_stage(per_subset=5)
    person = Proposer()
    turn = person.take().json()
    ids = [one["id"] for one in turn["sentences"]]
    answer = person.propose(turn["id"], *(said(id, "word") for id in ids[1:]))
    assert answer.json() == {"stored": 4, "remaining": 1}
    refused = person.complete(turn["id"])
    assert (refused.status_code, refused.json()["missing"]) == (409, ids[:1])
    assert refused.json()["code"] == "sentences_missing"
    assert person.propose(turn["id"], said(ids[0], mark="nil")).json()["remaining"] == 0
    assert person.complete(turn["id"]).status_code == 200
    assert counting_proposals(campaign).count() == 5
    assert person.take().status_code == 204


def test_bad_proposals_are_answered_with_every_problem():
    first_stage(per_subset=5)
    person = Proposer()
    turn = person.take().json()
    answer = person.propose(
        turn["id"],
        said(turn["sentences"][0]["id"], "a", "a"),
        said(turn["sentences"][1]["id"], mark="phrase", phrase="nowhere"),
    )
    body = answer.json()
    assert (answer.status_code, body["code"]) == (400, "proposals_invalid")
    assert [(one["index"], one["field"], one["code"]) for one in body["errors"]] == [
        (0, "answers", "answer_twice"),
        (1, "phrase", "phrase_not_in_sentence"),
    ]
    assert person.propose(turn["id"], {"sentence": "x"}).status_code == 400
    assert not Proposal.objects.exists()


def test_an_answer_repeated_in_one_batch_counts_as_it_was_measured_first():
    first_stage(per_subset=5)
    person = Proposer()
    turn = person.take().json()
    entry = {**said(turn["sentences"][0]["id"], "word"), "elapsed_ms": 700}
    again = {**entry, "elapsed_ms": 9_000}
    answer = person.propose(turn["id"], entry, again)
    assert answer.json() == {"stored": 2, "remaining": 4}
    assert Proposal.objects.get().elapsed_ms == 700
    assert person.propose(turn["id"], again).status_code == 200
    other = person.propose(turn["id"], entry, {**entry, "answers": ["other"]})
    assert (other.status_code, other.json()["errors"][0]["code"]) == (400, "key_used_twice")
    assert Proposal.objects.count() == 1


def test_a_closed_campaign_takes_nothing_more():
    campaign = first_stage(per_subset=5)
    person = Proposer()
    turn = person.take().json()
    close_campaign(campaign=campaign)
    answer = person.propose(turn["id"], said(turn["sentences"][0]["id"], "late"))
    assert (answer.status_code, answer.json()["code"]) == (409, "campaign_closed")


def test_a_remark_is_made_on_a_sentence_of_the_turn_alone():
    campaign = first_stage(per_subset=3)
    person = Proposer()
    turn = person.take().json()
    shown = {one["id"] for one in turn["sentences"]}
    other = campaign.items.exclude(id__in=shown).first().id
    for sentence, status in ((min(shown), 201), (other, 404)):
        answer = person.http.post(
            f"/api/v1/assignments/{turn['id']}/remarks/",
            {"sentence": sentence, "comment": "two readings"},
            format="json",
        )
        assert answer.status_code == status
    assert Remark.objects.get().item_id == min(shown)


def test_what_is_kept_of_an_annotator_has_their_proposals():
    first_stage(per_subset=5)
    person = Proposer()
    turn = person.take().json()
    person.propose(turn["id"], said(turn["sentences"][0]["id"], "word"))
    [kept] = person.http.get("/api/v1/me/").json()["proposals"]
    assert (kept["answers"], kept["mark"], kept["phrase"]) == (["word"], None, "")
    assert kept["target"] == turn["sentences"][0]["target"]


def test_who_withdraws_counts_nowhere_and_their_seats_are_free():
    campaign = first_stage(annotators=1, per_subset=5)
    person = Proposer()
    turn = person.take().json()
    person.propose(turn["id"], *(said(one["id"], "word") for one in turn["sentences"]))
    assert person.http.delete("/api/v1/me/").status_code == 204
    assert not counting_proposals(campaign).exists()
    assert ProposalTurn.objects.get().state == "released"
    assert Proposer().take().status_code == 201
