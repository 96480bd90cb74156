"""Sentences and systems for programs."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import AuditEntry
from scoring.models import SubmissionLink
from sources.models import Item, System
from sources.services.systems import add_system
from tests.factories import ANSWERS, make_campaign, source
from tests.people import make_lead, program_of
from tests.rating.sitting import delete_annotators, join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BOATS = "/api/v1/campaigns/boats/"
SENTENCES = f"{BOATS}sentences/"
SYSTEMS = f"{BOATS}systems/"


@pytest.fixture
def program(campaign):
    return program_of(make_lead("mia", campaign, "manager"))


def file(text, name="second.txt"):
    return SimpleUploadedFile(name, text.encode())


def keys(answer):
    assert answer.status_code == 200, answer.content
    return [row["key"] for row in answer.json()["rows"]]


class TestSentences:
    def test_each_comes_in_the_files_order_with_its_gold_most_votes_first(self, program):
        rows = program.get(SENTENCES).json()["rows"]
        assert [row["key"] for row in rows] == ["1", "2", "3", "4", "5"]
        assert rows[0] == {
            "id": Item.objects.get(key="1").pk,
            "key": "1",
            "lexelt": "glad.a",
            "left": "She was ",
            "target": "glad",
            "right": " to see us.",
            "gold": [
                {"text": "happy", "votes": 4.0},
                {"text": "pleased", "votes": 3.0},
                {"text": "delighted", "votes": 1.0},
            ],
            "gold_codes": {},
            "hidden_at": None,
        }

    @pytest.mark.postgresql
    @pytest.mark.parametrize(
        ("asked", "expected"),
        [
            ({"text": "boat"}, ["3"]),
            ({"text": "5"}, ["5"]),
            ({"target": "glad"}, ["1", "2"]),
            ({"target": "room.n"}, ["3", "4"]),
            ({"target": "room.n", "text": "garden"}, ["4"]),
        ],
    )
    def test_they_are_found_as_on_the_page(self, program, asked, expected):
        assert keys(program.get(SENTENCES, asked)) == expected

    def test_a_hidden_one_is_told_as_such(self, program):
        Item.objects.filter(key="2").update(hidden_at=timezone.now())
        rows = program.get(SENTENCES).json()["rows"]
        assert [row["key"] for row in rows if row["hidden_at"]] == ["2"]

    @pytest.mark.parametrize(
        ("asked", "wrong"),
        [
            ("target=%00", "target"),
            ("text=", "text"),
            ("lexelt=glad.a", "lexelt"),
            ("text=a&text=b", "text"),
            ("before=x", "before"),
        ],
    )
    def test_what_cannot_be_asked_is_refused(self, program, asked, wrong):
        problem = program.get(f"{SENTENCES}?{asked}")
        assert problem.status_code == 400
        assert [entry["field"] for entry in problem.json()["errors"]] == [wrong]

    def test_bad_utf_8_finds_nothing_and_breaks_nothing(self, program):
        assert keys(program.get(f"{SENTENCES}?text=%ff%fe")) == []


class TestSystems:
    def test_one_is_added_from_its_file(self, campaign, program):
        answer = program.post(
            SYSTEMS,
            {
                "name": "second",
                "kind": "baseline",
                "answers": file("glad.a 1 :: happy;merry;happy\nroom.n 3 :: space\n"),
            },
        )
        added = campaign.systems.get(name="second")
        address = f"{SYSTEMS}{added.pk}/"
        assert (answer.status_code, answer["Location"]) == (201, address)
        body = answer.json()
        assert (body["id"], body["attempted"], body["answers"]) == (added.pk, 2, 3)
        assert [(notice["file"], notice["line"]) for notice in body["notices"]] == [
            ("second.txt", 1)
        ]
        shown = program.get(address).json()
        assert {"name": "second", "kind": "baseline", "attempted": 2, "team": None}.items() <= (
            shown.items()
        )
        entry = AuditEntry.objects.latest("id")
        assert (entry.action, entry.actor_name) == ("add system", "mia")

    def test_every_problem_of_its_file_is_told(self, campaign, program):
        text = "glad.a 9 :: happy\nroom.n 8 :: space\n"
        answer = program.post(SYSTEMS, {"name": "second", "answers": file(text)})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_files")
        assert [entry["line"] for entry in answer.json()["errors"]] == [1, 2]
        empty = program.post(SYSTEMS, {"name": "second", "answers": file("")})
        assert (empty.status_code, empty.json()["code"]) == (400, "bad_files")
        assert campaign.systems.count() == 1

    def test_a_name_is_taken_once(self, program):
        answer = program.post(SYSTEMS, {"name": "first", "answers": file(ANSWERS)})
        assert (answer.status_code, answer.json()["code"]) == (409, "system_exists")

    @pytest.mark.postgresql
    def test_the_list_has_all_and_says_which_team_handed_one_in(self, campaign, program):
        link = SubmissionLink.objects.create(
            campaign=campaign, label="Reeds", token_hash="0" * 64, open_until=timezone.now()
        )
        late = add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: happy\n"))
        System.objects.filter(id=late.system.pk).update(team=link.label)
        rows = program.get(SYSTEMS).json()["rows"]
        assert [(row["name"], row["team"], row["attempted"]) for row in rows] == [
            ("first", None, 5),
            ("late", "Reeds", 1),
        ]

    def test_its_answers_come_back_as_they_were_brought_in(self, campaign, program):
        system = campaign.systems.get()
        answer = program.get(f"{SYSTEMS}{system.pk}/answers/")
        assert answer["Content-Disposition"] == (
            f'attachment; filename="boats-{system.pk}.txt"'
        )
        assert b"".join(answer.streaming_content).decode() == ANSWERS

    def test_one_is_removed_while_nobody_has_rated(self, campaign, program):
        address = f"{SYSTEMS}{campaign.systems.get().pk}/"
        sit(join(campaign))
        assert program.delete(address).json()["code"] == "ratings_exist"
        delete_annotators(campaign)
        assert program.delete(address).status_code == 204
        assert program.get(address).status_code == 404
        assert AuditEntry.objects.latest("id").action == "remove system"

    def test_of_another_campaign_there_is_none(self, program):
        there = make_campaign("ships").systems.get()
        for address in (f"{SYSTEMS}{there.pk}/", f"{SYSTEMS}{there.pk}/answers/"):
            assert program.get(address).status_code == 404
        assert program.delete(f"{SYSTEMS}{there.pk}/").status_code == 404

    @pytest.mark.parametrize("id", ["0", "999999999999999999", "9" * 30, "-1", "x"])
    def test_an_id_that_cannot_be_is_not_found(self, program, id):
        assert program.get(f"{SYSTEMS}{id}/").status_code == 404


@pytest.mark.postgresql
@pytest.mark.parametrize("address", [SENTENCES, SYSTEMS])
def test_more_rows_take_no_more_queries(campaign, program, address):
    program.get(address)  # a token's first use is written down
    with CaptureQueriesContext(connection) as few:
        program.get(address)
    for n in range(3):
        add_system(campaign=campaign, name=str(n), answers=source("glad.a 1 :: happy\n"))
        extra = campaign.items.get(key="1")
        extra.pk, extra.key, extra.position = None, f"1{n}", 10 + n
        extra.save()
        extra.gold.create(text="happy", votes=1)
    with CaptureQueriesContext(connection) as many:
        program.get(address)
    assert len(many) == len(few)
