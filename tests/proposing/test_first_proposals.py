"""The short way of a proposal is taken by first answers alone, and nobody can tell it from the
long one."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from proposing.api.proposals import ProposalsView
from proposing.models import Proposal, ProposalTurn
from proposing.services.exclusions import exclude_proposals
from proposing.services.first_proposal import store_first_proposal
from rating.services.hiding import hide_sentence
from rating.services.opening import close_campaign, pause_campaign
from rating.services.withdrawing import withdraw_annotator
from tests.before_django import HEADS
from tests.proposing.proposer import Proposer, said, sentences
from tests.proposing.turn import first_stage, saying
from tests.rating.beside import meanwhile

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

LEFT = 5


@pytest.fixture
def campaign():
    return first_stage(annotators=5, per_subset=LEFT)


@pytest.fixture(autouse=True)
def known_head(campaign):
    """The first call of a server takes the long way whatever it is."""
    HEADS.clear()
    person = Proposer()
    turn = person.take().json()
    assert person.propose(turn["id"], said(sentences(turn)[0], "word")).status_code == 200
    Proposal.objects.all().delete()


@pytest.fixture
def long_way(monkeypatch, known_head):
    """How often the view was called, whether or not it let in who called."""
    came = []
    dispatch = ProposalsView.dispatch

    def counted(self, request, *arguments, **named):
        came.append(named["id"])
        return dispatch(self, request, *arguments, **named)

    monkeypatch.setattr(ProposalsView, "dispatch", counted)
    return came


@pytest.fixture
def person(campaign):
    return Proposer()


@pytest.fixture
def turn(person):
    return person.take().json()


def row(turn):
    return ProposalTurn.objects.get(id=turn["id"])


def test_a_first_answer_is_answered_as_the_view_answers_it(person, turn, long_way):
    first, second, *_rest = sentences(turn)
    entries = [said(one, "  café  noir ", "so glad", mark="name") for one in (first, second)]
    bodies = [json.dumps({"proposals": [entry]}, ensure_ascii=False) for entry in entries]
    header = {"headers": {"Authorization": f"Annotator {person.token}"}}
    address = f"/api/v1/assignments/{turn['id']}/proposals/"
    short = Client().put(address, bodies[0], "application/json", **header)
    assert not long_way
    # Longer than the short way reads.
    long = Client().put(address, bodies[1] + 1000 * " ", "application/json", **header)
    assert long_way == [turn["id"]]
    assert short.content == b'{"stored":1,"remaining":%d}' % (LEFT - 1)
    assert long.content == b'{"stored":1,"remaining":%d}' % (LEFT - 2)
    for answer in (short, long):
        del answer.headers["X-Request-Id"]
    assert dict(short.headers) == dict(long.headers)
    rows = Proposal.objects.order_by("id").values()
    of_one = {"id", "item_id", "key", "proposed_at"}
    short_row, long_row = (
        {name: value for name, value in stored.items() if name not in of_one} for stored in rows
    )
    assert short_row == long_row
    assert short_row["answers"] == ["café noir", "so glad"]
    assert [(stored["item_id"], str(stored["key"])) for stored in rows] == [
        (entry["sentence"], entry["key"]) for entry in entries
    ]
    assert row(turn).remaining == LEFT - 2


@pytest.mark.parametrize(
    "more", [{"mark": "nil"}, {"mark": "name"}, {"mark": None}, {"elapsed_ms": None}]
)
def test_a_mark_or_nothing_at_all_goes_the_short_way_too(person, turn, long_way, more):
    before = row(turn).expires_at
    answer = person.propose(turn["id"], said(sentences(turn)[0], **more))
    assert answer.json() == {"stored": 1, "remaining": LEFT - 1}
    assert not long_way
    stored = Proposal.objects.get()
    assert (stored.answers, stored.mark, stored.phrase) == ([], more.get("mark") or "", "")
    # The hold runs from the answer on.
    assert row(turn).expires_at > before


def test_a_paused_campaign_lets_those_go_on_who_began(campaign, person, turn, long_way):
    pause_campaign(campaign=campaign)
    assert person.propose(turn["id"], said(sentences(turn)[0], "word")).status_code == 200
    assert not long_way


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (lambda id: said(id, "a", "b", "c", "d"), "too_many_answers"),
        (lambda id: said(id, "a", "a"), "answer_twice"),
        (lambda id: said(id, "x;y"), "answer_invalid"),
        (lambda id: said(id, "a", mark="nil"), "mark_with_answers"),
        (lambda id: said(id, mark="phrase"), "phrase_missing"),
        (lambda id: said(id, phrase="so"), "phrase_unmarked"),
        (lambda id: said(id, mark="other"), "invalid"),
        (lambda id: said(2**62, "a"), "sentence_not_in_assignment"),
    ],
)
def test_what_is_wrong_with_an_answer_the_view_says(person, turn, long_way, entry, code):
    refused = person.propose(turn["id"], entry(sentences(turn)[0]))
    assert refused.status_code == 400
    assert refused.json()["code"] == "proposals_invalid"
    assert [one["code"] for one in refused.json()["errors"]] == [code]
    assert long_way == [turn["id"]]
    assert not Proposal.objects.exists()
    assert row(turn).remaining == LEFT


def test_a_phrase_is_looked_for_in_its_sentence_by_the_view(person, turn, long_way):
    target = turn["sentences"][0]["target"]
    entry = said(sentences(turn)[0], "word", mark="phrase", phrase=target)
    assert person.propose(turn["id"], entry).status_code == 200
    assert long_way == [turn["id"]]
    assert Proposal.objects.get().phrase == target


def test_a_key_sent_again_for_another_sentence_is_refused_by_the_view(person, turn, long_way):
    first, second, *_rest = sentences(turn)
    key = str(uuid4())
    assert person.propose(turn["id"], said(first, "a", key=key)).status_code == 200
    refused = person.propose(turn["id"], said(second, "a", key=key))
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "key_used_twice")
    assert long_way == [turn["id"]]
    assert row(turn).remaining == LEFT - 1


def test_sending_again_and_changing_one_s_mind_are_for_the_view(person, turn, long_way):
    entry = said(sentences(turn)[0], "glad")
    for times, sent in enumerate([entry, entry, said(sentences(turn)[0], "happy")]):
        answer = person.propose(turn["id"], sent)
        assert answer.json() == {"stored": 1, "remaining": LEFT - 1}
        assert len(long_way) == times
    assert Proposal.objects.count() == 2
    assert Proposal.objects.get(superseded_at=None).answers == ["happy"]


def test_the_last_answer_and_a_batch_take_the_long_way(person, turn, long_way):
    *others, last = sentences(turn)
    assert person.propose(turn["id"], *(said(one, "a") for one in others)).status_code == 200
    assert len(long_way) == 1
    assert person.propose(turn["id"], said(last, "a")).json()["remaining"] == 0
    assert len(long_way) == 2
    assert row(turn).state == ProposalTurn.State.COMPLETE


def test_a_hidden_sentence_is_counted_by_the_view(person, turn, long_way):
    first = sentences(turn)[0]
    hide_sentence(sentence_id=first)
    assert person.propose(turn["id"], said(first, "a")).json()["remaining"] == LEFT - 1
    assert long_way == [turn["id"]]


def test_nobody_answers_in_the_turn_of_another(campaign, person, turn, long_way):
    other = Proposer()
    other.take()
    refused = other.propose(turn["id"], said(sentences(turn)[0], "a"))
    assert (refused.status_code, refused.json()["code"]) == (404, "assignment_not_found")
    assert long_way == [turn["id"]]


def _past_its_hold(campaign, annotator):
    late = timezone.now() - timedelta(seconds=1)
    ProposalTurn.objects.filter(annotator=annotator).update(expires_at=late)


@pytest.mark.parametrize(
    ("happen", "status"),
    [
        (lambda campaign, one: withdraw_annotator(annotator_id=one.pk), 401),
        (lambda campaign, one: exclude_proposals(annotator=one, reason="a machine"), 409),
        (lambda campaign, one: close_campaign(campaign=campaign), 409),
        # Nobody else wanted its seat yet.
        (_past_its_hold, 200),
    ],
)
def test_what_has_ended_is_left_to_the_view(campaign, person, turn, long_way, happen, status):
    happen(campaign, Annotator.objects.get(id=person.id))
    assert person.propose(turn["id"], said(sentences(turn)[0], "a")).status_code == status
    assert long_way == [turn["id"]]
    assert Proposal.objects.exists() is (status == 200)


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Campaign, {"stage": "rate"}),
        (Campaign, {"state": "closed"}),
        (Annotator, {"withdrawn_at": timezone.now()}),
    ],
)
def test_who_is_gone_or_not_asked_any_more_gives_nothing(person, turn, model, change):
    """Their open turns are ended with it; the statement does not lean on that."""
    model.objects.update(**change)
    one = saying(sentences(turn)[0], "a")
    assert store_first_proposal(person.token, turn["id"], one) is None
    assert not Proposal.objects.exists()


def test_what_became_of_a_turn_meanwhile_is_left_to_the_long_way(person, turn):
    first, second, *_rest = sentences(turn)
    found = []

    def answer(sentence):
        proposal = saying(sentence, "a")
        found.append(store_first_proposal(person.token, turn["id"], proposal))

    with meanwhile(lambda: answer(first)):
        # As releasing and expiring do: its row is written.
        ProposalTurn.objects.filter(id=turn["id"]).update(
            expires_at=F("expires_at") + timedelta(minutes=1)
        )
    with meanwhile(lambda: answer(first)):
        hide_sentence(sentence_id=first)
    assert found == [None, None]
    assert not Proposal.objects.exists()
    answer(second)
    # One is answered, and one hidden.
    assert found[2] == row(turn).remaining == LEFT - 2


def test_the_short_way_counts_proposals_as_such(person, turn, long_way, settings):
    settings.METRICS_TOKEN = "one-two"
    assert person.propose(turn["id"], said(sentences(turn)[0], "a")).status_code == 200
    assert not long_way
    told = Client().get("/metrics", headers={"Authorization": "Bearer one-two"})
    line = 'regild_request_seconds_count{method="PUT",route="api-propose",status="200"} '
    assert float(told.content.decode().partition(line)[2].partition("\n")[0]) >= 1
