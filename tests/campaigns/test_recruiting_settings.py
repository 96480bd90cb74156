"""The questions about the instructions, quotas and the site's secret, by page, API and command:
the same is stored, the same is refused, before and after somebody rated."""

import json
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from annotators.services.site_status import sign
from campaigns.models import AuditEntry, Campaign
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, rate, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

REGION = {"key": "region", "label": "Where?", "choices": ["North", "South"]}
AGE = {"key": "age", "label": "How old?", "choices": ["18–39", "40 or more"]}
FREE = {"key": "job", "label": "What do you do?", "choices": []}
ASKED = [
    {
        "question": "What do you rate?",
        "choices": ["the word", "the author"],
        "correct": "the word",
    },
    {"question": "May you stop?", "choices": ["yes", "no"], "correct": "yes"},
]
QUOTAS = [
    {"question": "region", "answer": "North", "most": 5},
    {"question": "region", "answer": "South", "most": 0},
    {"question": "age", "answer": "40 or more", "most": 7},
]
SETTINGS = "/campaigns/boats/settings"
API = "/api/v1/campaigns/boats/"


@pytest.fixture
def campaign():
    return make_campaign(questions=[REGION, AGE, FREE])


@pytest.fixture(params=["before anybody rated", "after"])
def rated(request, campaign):
    if request.param == "after":
        rate(take(join(campaign)), lambda candidate: 2)
    return request.param


@pytest.fixture
def lead(campaign):
    return make_lead("manager", campaign, "manager")


def rows(entries):
    return {"form-TOTAL_FORMS": len(entries), "form-INITIAL_FORMS": 0} | {
        f"form-{number}-{name}": value
        for number, entry in enumerate(entries)
        for name, value in entry.items()
    }


class Page:
    """Each answers the texts of what is wrong; none where it was stored."""

    def __init__(self, lead):
        self.browser = signed_in(lead)

    def send(self, section, sent):
        answer = self.browser.post(f"{SETTINGS}/{section}/", sent)
        if answer.status_code == 302:
            return []
        form = answer.context["form"]
        found = [form] if not hasattr(form, "forms") else [*form.forms]
        texts = [text for one in found for listed in one.errors.values() for text in listed]
        return texts + list(getattr(form, "non_form_errors", list)())

    def comprehension(self, entries):
        shown = [{**one, "choices": "\r\n".join(one["choices"])} for one in entries]
        return self.send("comprehension", rows(shown))

    def quotas(self, entries):
        said = [
            {"said": f"{one['question']}:{one['answer']}", "most": one["most"]}
            for one in entries
        ]
        return self.send("quotas", rows(said))

    def secret(self, text):
        return self.send("recruiting", {"recruiting_secret": text})


class Program:
    def __init__(self, lead):
        self.http = program_of(lead)

    def send(self, changes):
        answer = self.http.patch(API, changes, content_type="application/json")
        assert answer.status_code in (200, 400)
        return [one["message"] for one in answer.json().get("errors", [])]

    def comprehension(self, entries):
        return self.send({"comprehension": entries})

    def quotas(self, entries):
        return self.send({"quotas": entries})

    def secret(self, text):
        return self.send({"recruiting_secret": text})


class Shell:
    def __init__(self, folder):
        self.file = folder / "questions.json"

    def send(self, *options):
        try:
            call_command("recruiting", "boats", *options)
        except CommandError as error:
            refused = error
        else:
            return []
        *told, last = str(refused).splitlines()
        assert (refused.returncode, last) == (2, "Nothing was stored.")
        return [line.partition(": ")[2] for line in told]

    def comprehension(self, entries):
        self.file.write_text(json.dumps(entries))
        return self.send("--comprehension", str(self.file))

    def quotas(self, entries):
        each = [
            ("--quota", one["question"], one["answer"], str(one["most"])) for one in entries
        ]
        return self.send(*([text for one in each for text in one] or ["--no-quotas"]))

    def secret(self, text):
        return self.send("--secret", text)


@pytest.fixture(params=["page", "program", "shell"])
def way(request, lead, tmp_path):
    match request.param:
        case "page":
            return Page(lead)
        case "program":
            return Program(lead)
        case "shell":
            return Shell(tmp_path)


def stored():
    one = Campaign.objects.get()
    return SimpleNamespace(
        comprehension=one.comprehension, quotas=one.quotas, secret=one.recruiting_secret
    )


class TestByEveryWay:
    def test_the_questions_about_the_instructions_are_stored(self, way, rated):
        assert way.comprehension(ASKED) == []
        assert stored().comprehension == ASKED
        entry = AuditEntry.objects.filter(action="change settings").latest("id")
        assert entry.detail == {"changed": ["comprehension"]}
        assert way.comprehension([]) == []
        assert stored().comprehension == []

    def test_quotas_are_stored(self, way, rated):
        assert way.quotas(QUOTAS) == []
        assert stored().quotas == QUOTAS
        lowered = [{**QUOTAS[0], "most": 1}]
        assert way.quotas(lowered) == []
        assert stored().quotas == lowered
        assert way.quotas([]) == []
        assert stored().quotas == []

    def test_the_secret_is_stored_and_is_what_reports_are_checked_with(
        self, way, rated, client
    ):
        assert way.secret("s3cret") == []
        assert stored().secret == "s3cret"
        body = b'{"participant_id": "p", "status": "RETURNED"}'
        answer = client.post(
            f"{API}recruiting/status/",
            body,
            content_type="application/json",
            headers={
                "X-Prolific-Request-Timestamp": "1",
                "X-Prolific-Request-Signature": sign("s3cret", body=body, timestamp="1"),
            },
        )
        # Signed rightly, and long ago.
        assert answer.json()["code"] == "signature_old"
        assert "s3cret" not in str(AuditEntry.objects.values_list("detail", flat=True))

    def test_every_question_that_cannot_be_is_told_at_once(self, way, rated):
        wrong = [
            {"question": "One answer?", "choices": ["yes", "yes"], "correct": "yes"},
            {"question": "None of them?", "choices": ["yes", "no"], "correct": "maybe"},
        ]
        assert way.comprehension([*ASKED, *wrong]) == [
            "Give at least two different answers.",
            "This is not one of the answers.",
        ]
        assert stored().comprehension == []

    def test_every_quota_that_cannot_be_is_told_at_once(self, way, rated):
        wrong = [
            QUOTAS[0],
            {"question": "region", "answer": "West", "most": 5},
            {"question": "colour", "answer": "red", "most": 5},
            {"question": "age", "answer": "18–39", "most": 1_000_001},
        ]
        assert len(way.quotas(wrong)) == 3
        assert stored().quotas == []

    def test_an_answer_has_one_quota(self, way):
        assert way.quotas([QUOTAS[0], {**QUOTAS[0], "most": 9}]) == [
            "There are two quotas for the same answer."
        ]
        assert stored().quotas == []

    def test_a_quota_outlives_its_answer_and_is_saved_again_as_it_is(self, way, lead):
        way.quotas(QUOTAS)
        gone = [{**REGION, "choices": ["South", "West"]}, AGE]
        assert Program(lead).send({"questions": gone}) == []
        assert way.quotas([{**QUOTAS[0], "most": 4}, *QUOTAS[1:]]) == []
        assert stored().quotas[0] == {**QUOTAS[0], "most": 4}
        assert way.quotas(QUOTAS[1:]) == []
        # Nobody can name it anew.
        assert len(way.quotas(QUOTAS)) == 1

    def test_too_long_a_secret_is_refused(self, way):
        assert len(way.secret("x" * 101)) == 1
        assert stored().secret == ""


class TestTheSecret:
    def test_is_never_shown_and_an_empty_field_of_the_page_leaves_it(self, lead):
        page = Page(lead)
        page.secret("s3cret")
        assert "s3cret" not in page.browser.get(f"{SETTINGS}/recruiting/").content.decode()
        assert "s3cret" not in program_of(lead).get(API).content.decode()
        assert page.send("recruiting", {"completion_code": "PAID"}) == []
        assert (stored().secret, Campaign.objects.get().completion_code) == ("s3cret", "PAID")

    @pytest.mark.parametrize("way", ["program", "shell"], indirect=True)
    def test_is_taken_away_by_a_program_or_a_shell_that_says_so(self, way):
        way.secret("s3cret")
        assert way.secret("") == []
        assert stored().secret == ""


def test_a_command_tells_of_every_wrong_option_at_once(campaign):
    with pytest.raises(CommandError) as refused:
        call_command(
            *("recruiting", "boats", "--completed", "x" * 81, "--withdrew-url", "nowhere"),
            *("--quota", "region", "West", "many"),
        )
    assert len(str(refused.value).splitlines()) == 5
    assert Campaign.objects.get().completion_code == ""


@pytest.mark.parametrize("text", ["{", "[1]", '[{"question": "a"}]'])
def test_a_file_that_has_no_questions_is_refused(campaign, tmp_path, text):
    file = tmp_path / "q.json"
    file.write_text(text)
    with pytest.raises(CommandError) as refused:
        call_command("recruiting", "boats", "--comprehension", str(file))
    assert refused.value.returncode == 2
