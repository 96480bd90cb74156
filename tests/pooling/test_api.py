"""The pool and the subsets for programs, and going back to before them."""

import csv
import io

import pytest
import yaml
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import AuditEntry, Campaign, Job
from pooling import jobs as tasks
from pooling.models import Candidate, Merge
from pooling.services.fill_pool import pool_campaign
from sources.services.systems import add_system
from tests.factories import GOLD, SENTENCES, make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

BOATS = "/api/v1/campaigns/boats/"
POOL = f"{BOATS}pool/"
CANDIDATES = f"{BOATS}candidates/"
MERGES = f"{BOATS}merges/"
SUBSETS = f"{BOATS}subsets/"
# Two spellings of what is in the pool, and one sentence's own.
MORE = "glad.a 1 :: over_joyed;content\nroom.n 3 :: l’air;  head  room\n"


@pytest.fixture
def campaign():
    campaign = make_campaign(subsets=None)
    add_system(campaign=campaign, name="second", answers=source(MORE, "second.txt"))
    pool_campaign(campaign=campaign)
    return campaign


def post(program, address, **said):
    return program.post(address, said, content_type="application/json")


def rows(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()["rows"]


def followed(program, answer):
    """The job of a 202, once its work has been done."""
    assert answer.status_code == 202, answer.content
    asked = Job.objects.get(id=answer.json()["id"])
    assert answer["Location"] == f"{BOATS}jobs/{asked.pk}/"
    assert program.get(answer["Location"]).json() == answer.json()
    getattr(tasks, asked.task.rsplit(".", 1)[1])(job_id=asked.pk)
    done = program.get(answer["Location"]).json()
    assert done["finished_at"]
    return done


class TestThePool:
    def test_it_is_told_by_origin_with_what_it_lacks(self, program):
        found = program.get(POOL).json()
        shares = {share["origin"]: share["count"] for share in found["by_origin"]}
        # Of GOLD's eleven the systems give happy, cheerful, space, chamber, still; of their own
        # sixteen they keep eleven: content, overjoyed, sorry, over joyed, joyful, capacity,
        # leeway, l'air, head room, hall, apartment, level.
        assert shares == {"gold": 6, "systems": 12, "both": 5}
        assert found["candidates"] == 23
        assert found["merges"] == {"open": 3, "confirmed": 0, "undone": 0}
        assert (found["without_anchor"], found["changed"], found["job"]) == (0, False, None)

    def test_it_is_filled_by_a_job_that_can_be_followed(self, campaign, program):
        add_system(campaign=campaign, name="third", answers=source("glad.a 1 :: gay\n"))
        assert program.get(POOL).json()["changed"] is True
        first = post(program, POOL)
        assert post(program, POOL).json() == first.json()
        done = followed(program, first)
        assert (done["state"], done["result"]["added"]) == ("done", 1)
        found = program.get(POOL).json()
        assert (found["candidates"], found["changed"]) == (24, False)
        assert found["job"] == done
        entry = AuditEntry.objects.latest("id")
        assert (entry.action, entry.actor_name) == ("pool", "lead")


class TestCandidates:
    @pytest.mark.postgresql
    def test_each_says_who_gave_it(self, campaign, program):
        systems = dict(campaign.systems.values_list("name", "id"))
        found = {row["text"]: row for row in rows(program.get(CANDIDATES, {"text": "cont"}))}
        assert found == {
            "content": {
                "id": Candidate.objects.get(text="content").pk,
                "sentence": "1",
                "lexelt": "glad.a",
                "text": "content",
                "origin": "systems",
                "votes": None,
                "answers": [
                    {"system": systems["first"], "rank": 2},
                    {"system": systems["second"], "rank": 2},
                ],
                "hidden_at": None,
                "not_drawn": False,
            }
        }

    def test_the_schema_names_what_an_answer_is(self, program):
        told = yaml.load(program.get("/api/schema/").content, Loader=yaml.CSafeLoader)
        schemas = told["components"]["schemas"]
        answer = schemas["Candidate"]["properties"]["answers"]["items"]
        named = schemas[answer["$ref"].rsplit("/", 1)[1]]["properties"]
        assert set(named) == {"system", "rank"}

    @pytest.mark.postgresql
    @pytest.mark.parametrize(
        ("asked", "expected"),
        [
            ({"target": "calm.a"}, ["quiet", "still", "level"]),
            ({"target": "calm.a", "sort": "text"}, ["level", "quiet", "still"]),
            ({"target": "calm.a", "sort": "votes"}, ["quiet", "still", "level"]),
            ({"origin": "both", "target": "room.n"}, ["space", "chamber"]),
        ],
    )
    def test_they_are_found_and_sorted_as_on_the_page(self, program, asked, expected):
        assert [row["text"] for row in rows(program.get(CANDIDATES, asked))] == expected

    @pytest.mark.parametrize("asked", ["origin=nobody", "sort=size", "target=%00", "step=nfc"])
    def test_what_cannot_be_asked_is_refused(self, program, asked):
        answer = program.get(f"{CANDIDATES}?{asked}")
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == asked.split("=")[0]


class TestMerges:
    @pytest.mark.postgresql
    def test_they_are_listed_with_what_was_changed(self, program):
        found = rows(program.get(MERGES))
        assert [(row["sentence"], row["spelling"], row["text"]) for row in found] == [
            ("1", "over_joyed", "over joyed"),
            ("3", "head  room", "head room"),
            ("3", "l’air", "l'air"),
        ]
        assert [row["steps"] for row in found] == ["underscore", "blanks", "apostrophe"]
        assert {row["state"] for row in found} == {"open"}
        by_step = rows(program.get(MERGES, {"step": "blanks", "state": "open"}))
        assert [row["spelling"] for row in by_step] == ["head  room"]
        assert program.get(MERGES, {"state": "closed"}).status_code == 400

    def test_one_is_confirmed_undone_and_redone(self, program):
        merge = Merge.objects.get(spelling="over_joyed")
        for verb, state, action in (
            ("confirm", "confirmed", "confirm merges"),
            ("undo", "undone", "undo merge"),
            ("redo", "open", "redo merge"),
        ):
            answer = post(program, f"{MERGES}{merge.pk}/{verb}/")
            assert (answer.status_code, answer.json()["state"]) == (200, state)
            assert rows(program.get(MERGES, {"state": state}))[0]["id"] == merge.pk
            entry = AuditEntry.objects.latest("id")
            assert (entry.action, entry.actor_name) == (action, "lead")

    def test_those_that_a_filter_lets_through_are_confirmed_together(self, program):
        confirm = f"{MERGES}confirm/"
        assert post(program, confirm, step="blanks").json() == {"confirmed": 1}
        assert program.get(POOL).json()["merges"]["confirmed"] == 1
        assert post(program, confirm).json() == {"confirmed": 2}
        assert post(program, confirm, steps="blanks").status_code == 400

    @pytest.mark.postgresql
    def test_what_annotators_have_rated_as_one_stays_so(self, campaign, program):
        merge = Merge.objects.first()
        post(program, SUBSETS, subsets=1)
        tasks.dispatch(job_id=Job.objects.latest("id").pk)
        sit(join(campaign))
        for verb in ("undo", "redo"):
            answer = post(program, f"{MERGES}{merge.pk}/{verb}/")
            assert (answer.status_code, answer.json()["code"]) == (409, "ratings_exist")

    def test_of_another_campaign_there_is_none(self, program):
        ships = make_campaign("ships", subsets=None)
        add_system(campaign=ships, name="second", answers=source(MORE, "second.txt"))
        pool_campaign(campaign=ships)
        there = Merge.objects.filter(item__campaign=ships).first()
        for verb in ("confirm", "undo", "redo"):
            assert post(program, f"{MERGES}{there.pk}/{verb}/").status_code == 404


class TestSubsets:
    PLAN = {"subsets": 3, "block_size": 4, "seed": 7}

    def test_a_plan_is_looked_at_and_then_stored(self, campaign, program):
        preview = followed(program, post(program, f"{SUBSETS}preview/", **self.PLAN))
        assert preview["result"]["subsets"] == 3
        assert not campaign.subsets.exists()
        stored = followed(program, post(program, SUBSETS, **self.PLAN))
        assert stored["result"] == preview["result"]
        found = program.get(SUBSETS).json()
        assert (found["subsets"], found["shown"], found["grown"]) == (3, 0, False)
        assert sum(size["size"] * size["subsets"] for size in found["sizes"]) == 23
        assert found["job"] == stored
        shown = program.get(BOATS).json()
        assert (shown["subset_count"], shown["block_size"], shown["seed"]) == (3, 4, 7)
        assert AuditEntry.objects.latest("id").action == "dispatch"

    def test_the_plan_is_the_pages_file(self, campaign, lead, program):
        followed(program, post(program, SUBSETS, **self.PLAN))
        answer = program.get(f"{BOATS}plan.csv")
        text = b"".join(answer.streaming_content)
        page = signed_in(lead).get("/campaigns/boats/subsets/plan.csv")
        assert text == b"".join(page.streaming_content)
        assert answer.headers["Content-Disposition"] == page.headers["Content-Disposition"]
        assert len([*csv.DictReader(io.StringIO(text.decode()))]) == 23

    def test_what_was_not_said_is_drawn_or_the_campaigns(self, campaign, program):
        done = followed(program, post(program, SUBSETS, subsets=2))
        assert done["state"] == "done"
        arguments = Job.objects.get().arguments
        assert arguments["block_size"] == campaign.block_size
        assert 0 <= arguments["seed"] < 2**32

    def test_the_same_plan_is_asked_for_once_and_another_is_stored_after_it(self, program):
        first = post(program, SUBSETS, **self.PLAN)
        assert post(program, SUBSETS, **self.PLAN).json() == first.json()
        other = post(program, SUBSETS, **self.PLAN | {"seed": 8})
        assert (other.status_code, other.json()["state"]) == (202, "queued")
        assert other.json()["id"] != first.json()["id"]

    def test_a_seed_that_is_drawn_makes_no_second_plan(self, program):
        first = post(program, SUBSETS, subsets=3, block_size=4)
        assert post(program, SUBSETS, subsets=3, block_size=4).json() == first.json()
        # The campaign's own size of a block is another.
        assert post(program, SUBSETS, subsets=3).json() != first.json()

    @pytest.mark.postgresql
    @pytest.mark.parametrize(
        ("said", "wrong"),
        [
            ({}, ["subsets"]),
            ({"subsets": 0, "block_size": 101, "seed": -1}, ["subsets", "block_size", "seed"]),
            ({"subsets": 10**30}, ["subsets"]),
            ({"subsets": 2, "seed": 2**63}, ["seed"]),
            ({"subsets": 2, "allow_unanchored": ["\0"]}, ["allow_unanchored[0]"]),
            ({"subsets": 2, "dry_run": True}, ["dry_run"]),
        ],
    )
    def test_what_cannot_be_is_told_at_once(self, program, said, wrong):
        for address in (SUBSETS, f"{SUBSETS}preview/"):
            answer = post(program, address, **said)
            assert answer.status_code == 400
            assert [entry["field"] for entry in answer.json()["errors"]] == wrong
        assert not Job.objects.exists()

    def test_what_only_planning_shows_is_told_by_the_job(self, program):
        done = followed(program, post(program, SUBSETS, subsets=2, allow_unanchored=["99"]))
        assert (done["state"], done["error"]) == ("failed", "no sentence has the id 99")


def files(**changed):
    return {
        "sentences": SimpleUploadedFile("sentences.csv", SENTENCES.encode()),
        "gold": SimpleUploadedFile("gold.txt", GOLD.encode()),
    } | changed


class TestGoingBack:
    @pytest.fixture
    def owner(self, campaign):
        return program_of(make_lead("olga", campaign, "owner"))

    def test_other_sentences_take_the_place_of_the_first(self, campaign, program):
        two = SENTENCES.splitlines(keepends=True)[:3]
        answer = program.post(
            f"{BOATS}start-over/",
            files(
                sentences=SimpleUploadedFile("s.csv", "".join(two).encode()),
                gold=SimpleUploadedFile("g.txt", b"glad.a 1 :: happy 1;\n"),
            ),
        )
        assert (answer.status_code, answer.json()) == (
            200,
            {"campaign": "boats", "sentences": 2, "gold_substitutes": 1, "notices": []},
        )
        assert program.get(f"{BOATS}sentences/").json()["counted"] == 2
        assert program.get(f"{BOATS}systems/").json()["counted"] == 0
        assert program.get(POOL).json()["candidates"] == 0
        assert AuditEntry.objects.latest("id").action == "replace sentences"

    def test_faulty_files_change_nothing(self, campaign, program):
        gold = SimpleUploadedFile("g.txt", b"glad.a 9 :: happy 1;\n")
        answer = program.post(f"{BOATS}start-over/", files(gold=gold))
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_files")
        assert campaign.systems.count() == 2

    @pytest.mark.postgresql
    def test_a_deleted_campaign_is_out_of_reach_at_once(self, campaign, owner):
        assert owner.delete(BOATS).status_code == 204
        assert owner.get(BOATS).status_code == 404
        assert owner.get("/api/v1/campaigns/").json()["rows"] == []
        tasks.delete(job_id=Job.objects.get(kind="delete").pk)
        assert not Campaign.objects.exists()
        assert AuditEntry.objects.latest("id").action == "delete campaign"

    def test_once_rated_there_is_no_way_back(self, campaign, program, owner):
        followed(program, post(program, SUBSETS, subsets=1))
        sit(join(campaign))
        for answer in (program.post(f"{BOATS}start-over/", files()), owner.delete(BOATS)):
            assert (answer.status_code, answer.json()["code"]) == (409, "ratings_exist")
        assert campaign.systems.count() == 2


@pytest.mark.parametrize("address", [POOL, CANDIDATES, MERGES, SUBSETS])
def test_more_rows_take_no_more_queries(campaign, program, address):
    program.get(address)  # a token's first use is written down
    with CaptureQueriesContext(connection) as few:
        program.get(address)
    for n in range(3):
        answers = source(f"glad.a 1 :: a_{n};b {n}\nroom.n 3 :: c_{n}\n")
        add_system(campaign=campaign, name=str(n), answers=answers)
    pool_campaign(campaign=campaign)
    with CaptureQueriesContext(connection) as many:
        program.get(address)
    assert len(many) == len(few)
