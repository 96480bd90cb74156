"""A gold file that is brought in as a system's answers is asked about; many files at once."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

from regild.formats.answers import end_in_numbers, read_answers
from sources.models import System
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, GOLD, make_campaign, source
from tests.people import make_lead, program_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

URL = "/campaigns/boats/sources/systems/add/"


@pytest.fixture
def campaign(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_campaign()


@pytest.fixture
def manager(campaign):
    return make_lead("manager", campaign, "manager")


def upload(text, name="late.txt"):
    return SimpleUploadedFile(name, text.encode())


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (GOLD, True),
        ("glad.a 1 :: happy 0.53;merry 0.2\n", True),
        (ANSWERS, False),
        ("glad.a 1 :::\n", False),
        ("", False),
        ("glad.a 1 :: catch 22;merry\nglad.a 2 :: numéro 5;gai\n", False),
        ("glad.a 1 :: 4x4;U2\n", False),
        # One line of two is not most of them.
        ("glad.a 1 :: catch 22\nglad.a 2 :: gai\n", False),
    ],
)
def test_what_looks_like_a_gold(text, asked):
    reading = read_answers(source(text).stream, name="a.txt") if text else None
    assert end_in_numbers(reading.records if reading else []) is asked


def test_the_page_asks_and_takes_them_once_they_are_confirmed(manager):
    browser = signed_in(manager)
    asked = {"name": "gold", "kind": "participant", "answers": upload(GOLD, "gold.txt")}
    page = browser.post(URL, asked)
    told = page.content.decode()
    assert "These answers end in numbers, as those of a gold file do: gold.txt" in told
    assert "Take the answers as they are" in told
    assert not System.objects.filter(name="gold").exists()
    kept = page.context["form"].kept["answers"][0].token
    again = {"name": "gold", "kind": "participant", "answers-kept": kept, "as_they_are": "on"}
    assert browser.post(URL, again).status_code == 302
    assert System.objects.get(name="gold").answers.first().text == "happy 4"
    plain = browser.get("/campaigns/boats/sources/").content.decode()
    assert "Take the answers as they are" not in plain


def test_the_program_and_the_command_ask_too(manager, tmp_path):
    program, address = program_of(manager), "/api/v1/campaigns/boats/systems/"
    refused = program.post(address, {"name": "gold", "answers": upload(GOLD)})
    assert (refused.status_code, refused.json()["code"]) == (400, "answers_end_in_numbers")
    file = tmp_path / "gold.txt"
    file.write_text(GOLD)
    with pytest.raises(CommandError, match="end in numbers"):
        printed_by("add_system", "boats", "shell", file)
    assert System.objects.count() == 1
    taken = {"name": "gold", "answers": upload(GOLD), "as_they_are": "true"}
    assert program.post(address, taken).status_code == 201
    assert facts_of("add_system", "boats", "shell", file, "--as-they-are")["answers"] == 11
    texts = [
        [*System.objects.get(name=name).answers.order_by("id").values_list("item", "text")]
        for name in ("gold", "shell")
    ]
    assert texts[0] == texts[1]


def test_the_method_warns(tmp_path):
    (tmp_path / "gold.txt").write_text(GOLD)
    (tmp_path / "answers.txt").write_text(ANSWERS)
    files = [str(tmp_path / name) for name in ("gold.txt", "answers.txt")]
    _out, told = printed_by("score", files[0], files[1])
    assert "end in numbers" not in told
    _out, told = printed_by("score", files[0], files[0])
    assert "gold.txt: its answers end in numbers, as those of a gold file do" in told


def many(*files, name=""):
    return {"name": name, "kind": "participant", "answers": list(files)}


def test_many_files_are_systems_called_as_the_files(manager):
    browser = signed_in(manager)
    browser.post(URL, many(upload(ANSWERS, "un.txt"), upload(ANSWERS, "deux.v2.csv.txt")))
    assert {*System.objects.values_list("name", flat=True)} == {"first", "un", "deux.v2.csv"}
    page = browser.get("/campaigns/boats/sources/").content.decode()
    assert "2 systems added, with 28 answers: un, deux.v2.csv." in page


def test_of_many_files_all_or_none_is_stored(manager):
    browser = signed_in(manager)
    stranger = "glad.a 99 :: gai\n"
    files = {"a.txt": "loading\n", "b.txt": ANSWERS, "c.txt": "99%"}
    page = browser.post(URL, many(*(upload(text, name) for name, text in files.items())))
    assert [bad.name for bad in page.context["form"].bad_files] == ["a.txt", "c.txt"]
    files = {"a.txt": stranger, "b.txt": ANSWERS, "c.txt": stranger}
    page = browser.post(URL, many(*(upload(text, name) for name, text in files.items())))
    assert [bad.name for bad in page.context["form"].bad_files] == ["a.txt", "c.txt"]
    assert page.content.decode().count('name="answers-kept"') == 3
    page = browser.post(URL, many(upload(ANSWERS, "b.txt"), upload(ANSWERS, "first.txt")))
    assert "the answers that first has already" in page.content.decode()
    page = browser.post(URL, many(upload(ANSWERS, "b.txt"), upload(ANSWERS, "b.txt")))
    assert "the answers that b has already" in page.content.decode()
    page = browser.post(URL, many(upload(ANSWERS, "b.txt"), upload(ANSWERS, "c.txt"), name="x"))
    assert "name" in page.context["form"].errors
    assert System.objects.count() == 1


def test_kept_files_are_taken_without_being_chosen_again(manager):
    browser = signed_in(manager)
    page = browser.post(URL, many(upload(GOLD, "a.txt"), upload(ANSWERS, "b.txt")))
    tokens = [one.token for one in page.context["form"].kept["answers"]]
    assert page.content.decode().count('name="answers-kept"') == 2
    browser.post(URL, {**many(), "answers-kept": tokens, "as_they_are": "on"})
    assert System.objects.filter(name__in=["a", "b"]).count() == 2


def test_without_a_file_the_page_says_so(manager):
    page = signed_in(manager).post(URL, {"name": "x", "kind": "participant"})
    assert "answers" in page.context["form"].errors
