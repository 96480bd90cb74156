"""The rating contract of documents and their categories."""

import pytest
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from annotators.models import Remark
from rating.models import Assignment, Rating
from tests.categories.factories import open_categories
from tests.factories import make_campaign
from tests.rating.texts import texts_of
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db

CATEGORIES = [
    {"code": None, "name": "Work", "parent": None, "definition": "What is paid for"},
    {"code": 0, "name": "Plan", "parent": "Work", "definition": "Something is to happen"},
    {"code": 1, "name": "Report", "parent": "Work", "definition": "Something has happened"},
    {"code": 2, "name": "Private", "parent": None, "definition": "Friends and family"},
]


def test_an_assignment_has_the_documents_and_the_tree_in_the_order_of_its_file():
    open_categories()
    assignment = Volunteer("mail").take().json()
    assert [*assignment] == [
        *("id", "subset", "expires_at", "task", "stage", "scale", "categories", "sentences")
    ]
    assert assignment["task"] == "categories"
    assert assignment["categories"] == CATEGORIES
    assert assignment["scale"] == [
        {"value": 0, "label": "Plan"},
        {"value": 1, "label": "Report"},
        {"value": 2, "label": "Private"},
    ]
    shown = {one["headers"].get("subject", ""): one for one in assignment["sentences"]}
    assert shown["Meeting"] == {
        "id": shown["Meeting"]["id"],
        "headers": {"subject": "Meeting", "from": "ann@example.org"},
        "text": "Please come at nine on Monday.",
        "attachments": [],
        "candidates": [
            {
                "id": shown["Meeting"]["candidates"][0]["id"],
                "text": "Meeting",
                "value": None,
                "answered": False,
            }
        ],
    }
    # Of a document without a subject it is how the text begins.
    assert shown[""]["candidates"][0]["text"] == "Happy birthday to you!"


def test_what_was_there_before_stays_as_it_was():
    make_campaign()
    assignment = Volunteer("boats").take().json()
    assert [*assignment] == [
        "id",
        "subset",
        "expires_at",
        "task",
        "stage",
        "scale",
        "sentences",
    ]
    assert assignment["stage"] == "rate"
    assert assignment["task"] == "substitution"
    assert [*assignment["sentences"][0]] == ["id", "left", "target", "right", "candidates"]


def test_a_category_is_stored_by_its_code_and_any_other_is_refused():
    open_categories()
    volunteer = Volunteer("mail")
    assignment = volunteer.take().json()
    first, second, *_others = candidates(assignment)
    assert volunteer.rate(assignment["id"], rating(first, 2)).status_code == 200
    assert volunteer.rate(assignment["id"], rating(second, 3)).status_code == 400
    assert [*Rating.objects.values_list("candidate_id", "value")] == [(first, 2)]


def test_what_is_kept_of_an_annotator_says_what_they_saw():
    open_categories()
    volunteer = Volunteer("mail")
    assignment = volunteer.take().json()
    volunteer.rate(assignment["id"], rating(candidates(assignment)[0], 1))
    [kept] = volunteer.http.get("/api/v1/me/").json()["ratings"]
    seen = assignment["sentences"][0]
    assert kept["substitute"] == seen["candidates"][0]["text"]
    assert (kept["headers"], kept["text"]) == (seen["headers"], seen["text"])


DOCUMENT = {"headers": {}, "text": "Who won?", "attachments": [], "substitute": "document"}


def test_the_practice_shows_documents_and_says_what_we_think():
    open_categories(practice=[{**DOCUMENT, "low": 1, "high": 1, "why": "It is over."}])
    volunteer = Volunteer("mail")
    [asked] = volunteer.http.get("/api/v1/practice/").json()["practice"]
    assert asked == {
        "number": 1,
        "headers": {},
        "text": "Who won?",
        "attachments": [],
        "substitute": "Who won?",
    }
    for code, fits in {0: False, 1: True, 2: False}.items():
        said = volunteer.http.post("/api/v1/practice/", {"answers": {"1": code}}, format="json")
        [told] = said.json()["practice"]
        assert (told["fits"], told["why"]) == (fits, "It is over.")


# ---- Without JavaScript ----------------------------------------------------------------------


@pytest.fixture
def visitor(client):
    open_categories()
    client.post("/rate/mail/", {"consent": "on", "native_speaker": "on"})
    client.post("/rate/mail/take/")
    return client


def test_the_tree_stands_once_in_the_page_in_the_document_that_is_shown(visitor):
    for place in (1, 3):
        text = visitor.get(f"/rate/mail/sitting/?block={place}").content.decode()
        shown = Assignment.objects.get().subset.placements.order_by("position")[place - 1]
        # Three categories, and that one cannot judge.
        assert text.count('type="radio"') == 4
        assert text.count(f'name="candidate-{shown.candidate_id}"') == 4


def test_words_written_beside_an_answer_go_with_it(visitor):
    sitting = Assignment.objects.get()
    placement = sitting.subset.placements.order_by("position")[0]
    sent = {
        f"candidate-{placement.candidate_id}": "2",
        "comment": "It is a joke.",
        "sentence": placement.candidate.item_id,
        "block": 1,
    }
    visitor.post(reverse("rate-block", args=["mail", sitting.pk]), sent)
    assert Rating.objects.get().value == 2
    assert Remark.objects.get().comment == "It is a joke."


def test_the_instructions_list_the_tree_with_its_definitions_whatever_else_they_say(visitor):
    campaign = Assignment.objects.get().annotator.campaign
    for instructions in ("", "Read *well*."):
        campaign.instructions = instructions
        campaign.save()
        text = visitor.get("/rate/mail/instructions/").content.decode()
        for one in CATEGORIES:
            assert one["name"] in text
            assert one["definition"] in text


def test_no_page_of_an_annotator_speaks_of_sentences(visitor):
    for path in ("", "instructions/", "sitting/", "thanks/", "withdraw/", "someone-else/"):
        answer = visitor.get(f"/rate/mail/{path}")
        assert answer.status_code == 200
        # A page's own texts, and not the names of its parts.
        said = texts_of(answer.content.decode()).lower()
        assert "sentence" not in said
        assert "substitute" not in said


def test_a_document_that_holds_markup_is_shown_as_it_was_written(client):
    documents = "document,text,subject\n1,<b>Boats</b> & <script>alert(1)</script>,<i>Hi</i>\n"
    open_categories(documents=documents)
    client.post("/rate/mail/", {"consent": "on", "native_speaker": "on"})
    client.post("/rate/mail/take/")
    text = client.get("/rate/mail/sitting/").content.decode()
    assert "&lt;b&gt;Boats&lt;/b&gt; &amp; &lt;script&gt;" in text
    assert "<i>Hi</i>" not in text


def test_the_schema_names_what_an_assignment_has():
    schema = SchemaGenerator().get_schema(public=True)["components"]["schemas"]
    assert [*schema["RatingAssignment"]["properties"]] == [
        *("id", "subset", "expires_at", "task", "stage", "scale", "categories", "sentences")
    ]
    assert "categories" not in schema["RatingAssignment"]["required"]
    assert [*schema["SittingSentence"]["properties"]] == [
        *("id", "left", "target", "right", "headers", "text", "attachments", "candidates")
    ]
