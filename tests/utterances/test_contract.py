"""The rating contract of utterances: nothing tells which of a set was said."""

import json
import re

import pytest

from rating.models import Rating
from sources.models import Item
from tests.rating.texts import texts_of
from tests.rating.volunteer import Volunteer, candidates, rating
from tests.utterances.factories import SAID, open_utterances

pytestmark = pytest.mark.django_db


def test_a_set_is_its_utterances_and_nothing_else():
    open_utterances()
    assignment = Volunteer("odd").take().json()
    assert assignment["task"] == "utterances"
    assert "categories" not in assignment
    assert [one["label"] for one in assignment["scale"]] == [
        *("Nobody would say this", "Odd", "Possible", "Natural")
    ]
    found = []
    for one in assignment["sentences"]:
        assert [*one] == ["id", "candidates"]
        assert all([*c] == ["id", "text", "value", "answered"] for c in one["candidates"])
        found.append(sorted(c["text"] for c in one["candidates"]))
    assert sorted(found) == sorted(sorted(texts) for texts in SAID.values())


def test_neither_the_contract_nor_a_page_says_which_is_natural(client):
    """Two campaigns that differ in nothing but which utterance was said answer the same."""
    open_utterances()
    client.post("/rate/odd/", {"consent": "on", "native_speaker": "on"})
    client.post("/rate/odd/take/")
    volunteer = Volunteer("odd")
    paths = [f"/rate/odd/{path}" for path in ("", "instructions/", "sitting/", "thanks/")]

    def answers() -> list[str]:
        told = volunteer.take().json() | {"expires_at": None}
        pages = [client.get(path).content.decode() for path in paths]
        return [json.dumps(told), *(_settled(page) for page in pages)]

    before = answers()
    assert "The law barks" in before[0]
    assert "The law barks" in before[3]
    for item in Item.objects.all():
        others = [n for n in (1, 2, 3) if n not in item.content["natural"]]
        item.content |= {"natural": others[:1], "probe": "elsewhere"}
        item.group = item.label = "elsewhere"
        item.save()
        natural = item.candidates.get(votes__isnull=False)
        item.candidates.update(votes=natural.votes, origin=natural.origin)
    assert answers() == before


def _settled(page: str) -> str:
    """Without what differs at every visit."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return re.sub(r'data-(now|expires)="[^"]*"', "", page)


def test_a_rows_order_and_number_do_not_follow_what_was_said():
    """Over many sets the natural one has every place, and so has its id among the ids."""
    many = {
        f"dog {n}": [f"The dog {n} barks", f"The law {n} barks", f"The tea {n} barks"]
        for n in range(60)
    }
    # The maker of sets shuffles them: here each place has a third.
    turned = {
        probe: texts[at % 3 :] + texts[: at % 3]
        for at, (probe, texts) in enumerate(many.items())
    }
    open_utterances(said=turned)
    assignment = Volunteer("odd").take().json()
    places, ranks = [], []
    for one in assignment["sentences"]:
        natural = next(c for c in one["candidates"] if "dog" in c["text"])
        places.append(one["candidates"].index(natural))
        ranks.append(sorted(c["id"] for c in one["candidates"]).index(natural["id"]))
    # Of 60 draws of three each place has 20 on average; fewer than 8 in one of 2000.
    assert min(places.count(place) for place in range(3)) >= 8
    assert min(ranks.count(rank) for rank in range(3)) >= 8


def test_an_utterance_is_rated_by_the_scale():
    open_utterances()
    volunteer = Volunteer("odd")
    assignment = volunteer.take().json()
    one, other, *_rest = candidates(assignment)
    assert volunteer.rate(assignment["id"], rating(one, 3)).status_code == 200
    assert volunteer.rate(assignment["id"], rating(other, 4)).status_code == 400
    assert Rating.objects.get().value == 3
    [kept] = volunteer.http.get("/api/v1/me/").json()["ratings"]
    shown = {c["id"]: c["text"] for s in assignment["sentences"] for c in s["candidates"]}
    assert kept["substitute"] == shown[one]
    assert {"natural", "probe", "utterances"}.isdisjoint(kept)


def test_the_practice_is_of_one_utterance_each():
    practice = {
        "utterances": ["The spoon barks"],
        "substitute": "1",
        "low": 0,
        "high": 1,
        "why": "Spoons do not.",
    }
    open_utterances(practice=[practice])
    volunteer = Volunteer("odd")
    [asked] = volunteer.http.get("/api/v1/practice/").json()["practice"]
    assert asked == {"number": 1, "substitute": "The spoon barks"}


def test_pages_speak_of_sets_and_of_sentences(client):
    open_utterances()
    client.post("/rate/odd/", {"consent": "on", "native_speaker": "on"})
    client.post("/rate/odd/take/")
    said = texts_of(client.get("/rate/odd/sitting/").content.decode())
    assert "How natural does each of these sound?" in said
    assert "Set 1 of 2" in said
    assert "substitute" not in said
    assert "take its place" not in texts_of(
        client.get("/rate/odd/instructions/").content.decode()
    )
