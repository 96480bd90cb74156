"""What annotators of the first stage see and send without JavaScript."""

import pytest
from django.test import Client

from annotators.models import Annotator, Remark
from campaigns.models import Campaign
from proposing.models import Proposal, ProposalTurn
from proposing.selectors.turns import current_proposals, turn_sentences
from rating.models import Assignment
from tests.proposing.turn import first_stage

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HERE = "/rate/boats/"


def visit(campaign: Campaign, *, taking: bool = True) -> Client:
    client = Client()
    client.post(HERE, {"consent": "on", "native_speaker": "on"})
    if taking:
        client.post(f"{HERE}take/")
    return client


def a_turn() -> ProposalTurn:
    return ProposalTurn.objects.get()


def send(client: Client, *answers: str, place: int = 0, to: str = "block", **more):
    """As the form of one sentence of the turn is sent."""
    turn = a_turn()
    sentence = turn_sentences(turn)[place]
    fields = {f"answer-{n}": text for n, text in enumerate(answers, start=1)}
    form = {"sentence": sentence["id"], "block": place + 1, "phrase": sentence["target"]}
    return client.post(f"{HERE}sitting/{turn.pk}/{to}/", {**form, **fields, **more})


def said() -> list[tuple[list[str], str, str]]:
    found = current_proposals(a_turn()).order_by("id")
    return list(found.values_list("answers", "mark", "phrase"))


def test_the_way_from_the_link_to_thanks():
    client = visit(first_stage(per_subset=5), taking=False)
    instructions = client.get(f"{HERE}instructions/").content.decode()
    assert "How to propose words" in instructions
    assert "Write up to 3 words, the best one first." in instructions
    taken = client.post(f"{HERE}take/")
    assert taken.url == f"{HERE}sitting/"
    page = client.get(taken.url).content.decode()
    assert "Propose words – Boats and gladness" in page
    assert page.count('name="answer-3"') == 5
    assert "0 of 5 sentences · 3 min left" in page  # half a minute each
    for place in range(4):
        assert send(client, "quiet", "still", place=place).url == f"{HERE}sitting/"
    assert send(client, "space", place=4).url == f"{HERE}thanks/"
    assert said() == [*4 * [(["quiet", "still"], "", "")], (["space"], "", "")]
    assert a_turn().state == "complete"
    thanks = client.get(f"{HERE}thanks/").content.decode()
    assert "You have answered 5 sentences of 5 in all." in thanks
    assert "There are no sentences left for you" in thanks
    assert not Assignment.objects.exists()


def test_blanks_repetitions_and_semicolons_are_no_answers_of_their_own():
    client = visit(first_stage(per_subset=5))
    send(client, "  very   quiet ", "still; calm", "still")
    assert said() == [(["very quiet", "still", "calm"], "", "")]


def test_a_sentence_may_be_left_empty():
    client = visit(first_stage(per_subset=5))
    send(client)
    assert said() == [([], "", "")]


@pytest.mark.parametrize(
    ("answers", "mark", "stored"),
    [
        ((), "nil", ([], "nil", "")),
        (("Bath",), "name", (["Bath"], "name", "")),
        ((), "phrase", ([], "phrase", "calm")),
    ],
)
def test_marks_are_stored(answers, mark, stored):
    campaign = first_stage(per_subset=5)
    client = visit(campaign)
    place = next(n for n, one in enumerate(turn_sentences(a_turn())) if one["target"] == "calm")
    send(client, *answers, place=place, mark=mark)
    assert said() == [stored]


def test_a_phrase_is_written_as_it_stands_in_the_sentence():
    campaign = first_stage(per_subset=5)
    client = visit(campaign)
    texts = [one["left"] for one in turn_sentences(a_turn())]
    place = texts.index("There is no ")
    wrong = send(client, place=place, mark="phrase", phrase="no place")
    assert wrong.status_code == 400
    page = wrong.content.decode()
    assert "Please write the phrase as it stands in the sentence" in page
    assert 'value="no place"' in page
    assert not Proposal.objects.exists()
    send(client, place=place, mark="phrase", phrase="no  room left")
    assert said() == [([], "phrase", "no room left")]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"mark": ["nil", "name"]}, "Please tick only one of the three."),
        ({"mark": "nil", "answer-1": "still"}, "You ticked a box and also wrote"),
        ({"answer-1": "sti\x07ll"}, "This could not be saved: please check"),
    ],
)
def test_what_cannot_be_stored_is_told_and_still_there(fields, told):
    client = visit(first_stage(per_subset=5))
    answer = send(client, place=1, **fields)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert told in page
    [shown] = [
        section
        for section in page.split("<section")[1:]
        if "hidden" not in section.partition(">")[0]
    ]
    assert told in shown
    assert fields.get("answer-1", "")[:3] in shown
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [{"sentence": "x"}, {"sentence": "9" * 5000}, {"mark": "other"}],
)
def test_what_no_form_sends_is_refused(fields):
    client = visit(first_stage(per_subset=5))
    assert send(client, "still", **fields).status_code in (400, 404)
    assert not Proposal.objects.exists()


def test_a_sentence_of_another_turn_is_not_answered():
    campaign = first_stage(per_subset=2)
    client = visit(campaign)
    own = {one["id"] for one in turn_sentences(a_turn())}
    other = campaign.items.exclude(id__in=own).first()
    assert send(client, "still", sentence=other.pk).status_code == 404


def test_a_form_that_is_sent_twice_is_no_change_of_mind():
    client = visit(first_stage(per_subset=5))
    send(client, "still")
    send(client, "still")
    assert Proposal.objects.count() == 1
    send(client, "quiet")
    assert Proposal.objects.count() == 2
    assert said() == [(["quiet"], "", "")]


def test_a_remark_goes_with_what_was_written_beside_it():
    client = visit(first_stage(per_subset=5))
    answer = send(client, "still", to="remark", comment="Which sea?")
    assert answer.url == f"{HERE}sitting/?block=1"
    assert Remark.objects.get().comment == "Which sea?"
    assert said() == [(["still"], "", "")]
    # An empty form beside a remark is no answer.
    send(client, to="remark", place=1, comment="And here?")
    assert len(said()) == 1


def test_hints_stand_below_what_was_written():
    client = visit(first_stage(per_subset=5, multiwords="drop"))
    target = turn_sentences(a_turn())[0]["target"]
    send(client, target.upper(), "very calm", "Very Calm")
    page = client.get(f"{HERE}sitting/?block=1").content.decode()
    shown = page.split('<div class="marks"')[0]
    for hint in (
        "This is the marked word itself.",
        "A single word is better",
        "You have already written this",
    ):
        assert shown.count(hint) == 2, hint  # once for the script


def test_a_turn_that_takes_no_more_says_so():
    client = visit(first_stage(per_subset=5))
    turn = a_turn()
    ProposalTurn.objects.update(state="released", seat=None)
    address = f"{HERE}sitting/{turn.pk}/block/"
    sentence = turn_sentences(turn)[0]["id"]
    answer = client.post(address, {"sentence": sentence, "answer-1": "still"})
    assert answer.status_code == 409
    assert "The organisers have ended it." in answer.content.decode()


def test_nothing_left_is_said_at_the_door():
    campaign = first_stage(annotators=1, per_subset=5)
    visit(campaign)
    page = Client().get(HERE).content.decode()
    assert "every sentence has enough answers or is being" in page


def test_the_practice_keeps_nothing_and_tells_what_others_might_write():
    campaign = first_stage(multiwords="drop", practice_required=True, practice=[{"x": 1}])
    client = visit(campaign, taking=False)
    page = client.get(f"{HERE}practice/1/").content.decode()
    assert "Others might have written" not in page
    page = client.get(f"{HERE}practice/1/?said=1&answer-1=fast&answer-2=at+once").content
    assert "Others might have written: swiftly, rapidly, hastily." in page.decode()
    assert 'value="fast"' in page.decode()
    assert client.get(f"{HERE}practice/2/").status_code == 404
    # A lead's examples are to be rated: here none is asked for.
    assert client.post(f"{HERE}practice/done/").url == f"{HERE}sitting/"
    assert Annotator.objects.get().practised_at is None
    assert not Proposal.objects.exists()


def test_who_prepares_the_campaign_sees_what_annotators_will(admin_client):
    first_stage()
    page = admin_client.get("/campaigns/boats/annotators-see/").content.decode()
    assert "How to propose words" in page
    assert page.count('name="answer-') == 3
    assert "She was " in page


def test_once_annotators_rate_the_pages_are_those_of_rating():
    campaign = first_stage(per_subset=5)
    client = visit(campaign)
    Campaign.objects.update(stage="rate")
    assert client.get(f"{HERE}sitting/").url == f"{HERE}instructions/"
    assert "How to rate" in client.get(f"{HERE}instructions/").content.decode()
