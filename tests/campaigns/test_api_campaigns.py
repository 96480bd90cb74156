"""Campaigns for programs: made from files, listed, changed as the settings pages would."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.api.settings import LISTS
from campaigns.forms.settings import COLUMN_FORMS
from campaigns.models import AuditEntry, Campaign
from campaigns.pages.settings import SECTIONS
from tests.factories import GOLD, SENTENCES, make_campaign
from tests.people import make_lead, program_of
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

CAMPAIGNS = "/api/v1/campaigns/"
BOATS = f"{CAMPAIGNS}boats/"
EXAMPLE = {
    "left": "She ",
    "target": "shut",
    "right": " the door.",
    "substitute": "close",
    "why": "The meaning is the same.",
    "value": 3,
}
PRACTICE = {
    "left": "",
    "target": "Ducks",
    "right": " sleep here.",
    "substitute": "Birds",
    "why": "A nuance.",
    "low": 2,
    "high": 3,
}


def file(text, name):
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def files(**changed):
    return {
        "slug": "boats",
        "language": "en",
        "sentences": file(SENTENCES, "sentences.csv"),
        "gold": file(GOLD, "gold.txt"),
    } | changed


def fields(answer):
    """What a problem complains of."""
    assert answer.status_code == 400, answer.content
    return [entry["field"] for entry in answer.json()["errors"]]


class TestMaking:
    @pytest.fixture
    def program(self):
        return program_of(make_lead("olga"), scope="manager")

    @pytest.mark.postgresql
    def test_a_campaign_is_made_from_its_files_and_owned_by_its_maker(self, program):
        answer = program.post(
            CAMPAIGNS,
            files(
                title="Boats",
                mapping=file("cheery(glad.a)-->cheerful\n", "mapping.txt"),
                scale="good-reasonable-bad",
                multiwords="drop",
                excluded_targets=["calm.a", "room.n"],
                min_ratings=2,
                max_ratings=5,
            ),
        )
        assert (answer.status_code, answer["Location"]) == (201, BOATS)
        # Five sentences; 3 + 2 + 2 + 2 + 2 substitutes.
        assert answer.json() == {
            "campaign": "boats",
            "sentences": 5,
            "gold_substitutes": 11,
            "notices": [],
        }
        made = program.get(BOATS).json()
        said = {
            "slug": "boats",
            "title": "Boats",
            "language": "en",
            "state": "draft",
            "multiwords": "drop",
            "mapping": [["glad.a", "cheery", "cheerful"]],
            "excluded_targets": ["calm.a", "room.n"],
            "min_ratings": 2,
            "max_ratings": 5,
        }
        assert said.items() <= made.items()
        assert [option["label"] for option in made["scale"]] == ["Bad", "Reasonable", "Good"]
        campaign = Campaign.objects.get()
        assert [*campaign.members.values_list("user__username", "role")] == [("olga", "owner")]
        assert AuditEntry.objects.get().action == "create campaign"

    def test_every_problem_of_every_file_is_told_with_its_line(self, program):
        answer = program.post(
            CAMPAIGNS,
            files(
                sentences=file("sentence,lexelt,left,target,right\n1,glad,a,b,c\n", "s.csv"),
                gold=file("glad.a 1 :: happy 4;\nnonsense\n", "gold.txt"),
            ),
        )
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (400, "bad_files")
        assert [(e["file"], e["line"]) for e in problem["errors"]] == [
            ("s.csv", 2),
            ("gold.txt", 2),
        ]
        assert all(e["message"] and e["remedy"] for e in problem["errors"])
        assert not Campaign.objects.exists()

    def test_what_a_reader_mended_is_told(self, program):
        answer = program.post(CAMPAIGNS, files(gold=file("\ufeff" + GOLD, "gold.txt")))
        assert [notice["file"] for notice in answer.json()["notices"]] == ["gold.txt"]

    @pytest.mark.parametrize(
        ("said", "wrong"),
        [
            ({"slug": "new"}, ["slug"]),
            ({"slug": "two words"}, ["slug"]),
            ({"slug": "x" * 61}, ["slug"]),
            ({"language": "my own"}, ["language"]),
            ({"scale": "1-5", "multiwords": "both"}, ["scale", "multiwords"]),
            ({"min_ratings": 4, "max_ratings": 3}, ["max_ratings"]),
            ({"min_ratings": 0, "max_ratings": 10**30}, ["min_ratings", "max_ratings"]),
            ({"title": "a\0b"}, ["title"]),
            ({"titel": "Boats"}, ["titel"]),
            ({"gold": "no file", "language": "?"}, ["language", "gold"]),
        ],
    )
    def test_what_is_wrong_beside_the_files_is_told_together(self, program, said, wrong):
        assert fields(program.post(CAMPAIGNS, files(**said))) == wrong
        assert not Campaign.objects.exists()

    def test_a_slug_is_taken_once(self, program):
        make_campaign()
        answer = program.post(CAMPAIGNS, files())
        assert (answer.status_code, answer.json()["code"]) == (409, "campaign_exists")

    def test_only_a_form_with_files_is_taken(self, program):
        assert program.post(CAMPAIGNS, {}, "application/json").status_code == 415
        torn = program.post(CAMPAIGNS, b"--x\r\n", "multipart/form-data; boundary=")
        assert torn.status_code == 400

    def test_a_viewers_token_makes_none(self):
        client = program_of(make_lead("olga"), scope="viewer")
        assert client.post(CAMPAIGNS, files()).json()["code"] == "scope"

    def test_a_text_as_long_as_a_file_is_refused(self, program):
        answer = program.post(CAMPAIGNS, files(title="x" * 3_000_000))
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_request"

    def test_what_no_reader_could_take_is_refused_before_it_is_read(self, program, settings):
        settings.UPLOAD_MAX_BYTES = 100
        answer = program.post(CAMPAIGNS, files())
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


class TestLooking:
    def test_a_lead_sees_their_own_by_title(self):
        olga = make_lead("olga", make_campaign(), "owner")
        ships = Campaign.objects.create(slug="ships", title="Alder", language="fr")
        ships.members.create(user=olga, role="viewer")
        Campaign.objects.create(slug="other", title="Other", language="en")
        found = program_of(olga).get(CAMPAIGNS).json()
        assert [row["slug"] for row in found["rows"]] == ["ships", "boats"]
        assert {"next": None, "previous": None, "counted": 2, "more": False}.items() <= (
            found.items()
        )
        told = {"slug", "title", "task", "language", "state", "created_at", "archived_at"}
        assert found["rows"][0].keys() == told

    @pytest.mark.parametrize("asked", ["page=2", "after=made-up", "after=", "after=a&after=b"])
    def test_what_is_not_known_is_not_passed_over(self, asked):
        client = program_of(make_lead("olga"))
        assert fields(client.get(f"{CAMPAIGNS}?{asked}")) == [asked.split("=")[0]]


class TestChanging:
    @pytest.fixture
    def campaign(self):
        return make_campaign()

    @pytest.fixture
    def program(self, campaign):
        return program_of(make_lead("mia", campaign, "manager"))

    @pytest.fixture
    def change(self, program):
        return lambda **changes: program.patch(BOATS, changes, "application/json")

    def test_every_section_of_the_settings_pages_can_be_changed(self):
        assert {*COLUMN_FORMS, *LISTS.values()} == {
            section.form for section in SECTIONS.values()
        }

    @pytest.mark.postgresql
    @pytest.mark.parametrize(
        "changes",
        [
            {"title": "Ships", "language": "en-GB", "contact": "a@example.org"},
            {"organiser": "Institute of Boats"},
            {"goal": "trial", "halfway": "off"},
            {"retention_days": 0},
            {"gold_annotators": 7, "verdict_rule": "plurality"},
            {"gold_annotators": None, "penalty": 0.5},
            {"case_policy": "lower", "multiwords": "drop", "target_as_answer": "keep"},
            {"pool_depth": 3, "excluded_targets": ["calm.a", "room.n"]},
            {"mapping": [["glad.a", "cheery", "cheerful"], ["glad.a", "jolly", "merry"]]},
            {"mapping": [], "excluded_targets": []},
            {"min_ratings": 1, "max_ratings": 1, "stop_at_min": True, "hold_minutes": 5},
            {"stopping": "pause"},
            {"repeat_share": 0.5, "foil_share": 0, "practice_required": True},
            {"welcome": "Hello\n\nyou", "instructions": ""},
            {"completion_url": "https://example.org/?cc={code}", "completion_code": "C1"},
            {"flag_median_ms": 0, "flag_correlation": -1, "excluding_rules": ["too_fast"]},
            {"examples": [EXAMPLE, EXAMPLE | {"value": 0}]},
            {"practice": [PRACTICE]},
            {"questions": [{"key": "age", "label": "Your age", "choices": ["18–39", "40–"]}]},
            {"examples": [], "practice": [], "questions": []},
        ],
    )
    def test_what_is_changed_is_stored_and_answered_and_nothing_else(
        self, program, change, changes
    ):
        before = program.get(BOATS).json()
        answer = change(**changes)
        assert answer.status_code == 200, answer.content
        assert answer.json() == program.get(BOATS).json() == before | changes

    def test_the_scale_is_changed_and_what_it_judges_may_name_its_new_values(self, change):
        scale = [{"label": word, "weight": n / 2} for n, word in enumerate("abcdef")]
        changed = change(scale=scale, examples=[EXAMPLE | {"value": 5}]).json()
        assert changed["scale"] == [{"value": n, **option} for n, option in enumerate(scale)]
        assert changed["examples"][0]["value"] == 5

    def test_a_question_without_a_key_gets_one(self, change):
        changed = change(questions=[{"label": "Your region"}]).json()
        assert changed["questions"] == [
            {"key": "your-region", "label": "Your region", "choices": []}
        ]

    @pytest.mark.postgresql
    def test_what_was_answered_can_be_sent_back(self, program, change):
        change(examples=[EXAMPLE], practice=[PRACTICE], mapping=[["glad.a", "a b", "c"]])
        entries = AuditEntry.objects.count()
        now = program.get(BOATS).json()
        others = {"slug", "state", "created_at", "subset_count", "block_size", "seed"}
        others |= {"leaderboard", "archived_at", "task"}
        answer = change(**{name: now[name] for name in now.keys() - others})
        assert answer.json() == now
        assert AuditEntry.objects.count() == entries

    @pytest.mark.postgresql
    def test_the_log_tells_what_was_changed_and_by_whom(self, change):
        change(title="Ships", pool_depth=3)
        entries = AuditEntry.objects.filter(actor_name="mia").order_by("id")
        assert [*entries.values_list("action", "detail")] == [
            ("change settings", {"changed": ["title"]}),
            ("change pool settings", {"changed": ["pool_depth"]}),
        ]

    def test_all_that_is_wrong_is_told_and_nothing_is_changed(self, program, change):
        before = program.get(BOATS).json()
        answer = change(
            title="Ships",
            language="my own",
            pool_depth=0,
            excluded_targets=["boat.n"],
            mapping=[["glad", "a", "b"]],
            min_ratings=8,
            flag_fast_share=0,
            scale=[{"label": "a", "weight": 1}, {"label": "a", "weight": 2}],
            examples=[EXAMPLE, EXAMPLE | {"value": 9, "right": " [door]."}],
            practice=[PRACTICE | {"high": 1}],
        )
        assert sorted(fields(answer)) == [
            "examples[1].sentence",
            "examples[1].value",
            "excluded_targets",
            "flag_fast_share",
            "language",
            "mapping",
            "max_ratings",
            "pool_depth",
            "practice[0].high",
            "scale",
        ]
        assert answer.json()["detail"] == "Nothing was changed."
        assert program.get(BOATS).json() == before

    @pytest.mark.parametrize(
        ("changes", "wrong"),
        [
            ({"slug": "ships"}, ["slug"]),
            ({"titel": "Ships"}, ["titel"]),
            ({"message": "a", "code": "b"}, ["message", "code"]),
            ({"title": None}, ["title"]),
            ({"title": ["a"]}, ["title"]),
            ({"title": "a\0b"}, ["title"]),
            ({"title": "\ud800"}, ["title"]),
            ({"contact": "nobody"}, ["contact"]),
            ({"pool_depth": 10**400}, ["pool_depth"]),
            ({"flag_fast_share": 10**400}, ["flag_fast_share"]),
            ({"flag_fast_share": "nan"}, ["flag_fast_share"]),
            ({"mapping": [["glad.a", "a"]]}, ["mapping[0]"]),
            ({"mapping": [["glad.a", "a", "b\nc(glad.a)-->d"]]}, ["mapping[0][2]"]),
            # In the files it would be a comment, and pass for nothing at all.
            ({"mapping": [["glad.a", "#a", "b"], ["glad.a", "a", "b"]]}, ["mapping"]),
            ({"excluded_targets": ["glad.a calm.a"]}, ["excluded_targets[0]"]),
            ({"excluding_rules": ["too_slow"]}, ["excluding_rules[0]"]),
            ({"examples": [{"left": "a"}]}, None),
            ({"examples": [EXAMPLE | {"why": "\0"}]}, ["examples[0].why"]),
            ({"questions": [{"label": "a", "choices": ["b\nc"]}]}, ["questions[0].choices[0]"]),
            ({"questions": [{"label": "a", "choises": ["b"]}]}, ["questions[0].choises"]),
            ({"examples": [EXAMPLE, EXAMPLE | {"note": ""}]}, ["examples[1].note"]),
            (
                {"practice": [PRACTICE | {"low": "x", "lo": 1}]},
                ["practice[0].low", "practice[0].lo"],
            ),
            # What annotators answered to one would be overwritten by the other.
            ({"questions": [{"key": "a", "label": word} for word in "bc"]}, ["questions"]),
            ({"examples": [EXAMPLE] * 51}, ["examples"]),
            ({"scale": [{"label": str(n), "weight": n} for n in range(8)]}, ["scale"]),
        ],
    )
    def test_what_cannot_be_is_refused(self, change, changes, wrong):
        found = fields(change(**changes))
        assert found == wrong if wrong else found

    @pytest.mark.parametrize("body", [b"[]", b"null", b'"x"', b"{", b"\xff", b"[1"])
    def test_what_is_no_object_is_refused(self, program, body):
        answer = program.generic("PATCH", BOATS, body, content_type="application/json")
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "changes",
        [
            {"language": "fr"},
            {"pool_depth": 3},
            {"scale": [{"label": "a", "weight": 0}, {"label": "b", "weight": 1}]},
        ],
    )
    def test_what_ratings_settled_is_refused_whole(self, campaign, program, change, changes):
        sit(join(campaign))
        before = program.get(BOATS).json()
        answer = change(title="Ships", **changes)
        assert (answer.status_code, answer.json()["code"]) == (409, "ratings_exist")
        assert program.get(BOATS).json() == before
        assert change(title="Ships").status_code == 200
