"""Many systems at once, by page, program and shell; and answers that take others' place."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from campaigns.models import AuditEntry
from campaigns.services.settling import RatingsExist
from regild.problems import BadFiles
from sources.models import Answer, System
from sources.selectors import free_name, name_of_file
from sources.services.adding_systems import NewSystem, add_systems, check_systems
from sources.services.systems import replace_answers
from tests.commands import facts_of, printed_by
from tests.factories import ANSWERS, GOLD, make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, rate, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

PAGE = "/campaigns/boats/sources/"
API = "/api/v1/campaigns/boats/systems/"
MERRY, GAY = "glad.a 1 :: merry\n", "glad.a 1 :: gay;elated\nroom.n 3 :: space\n"
NOISE, STRANGER = "loading..\n", "glad.a 1 :: gay\nglad.a 99 :: gay\n"


@pytest.fixture
def campaign(settings, tmp_path):
    settings.STATE_DIR = tmp_path / "state"
    return make_campaign(subsets=None)


@pytest.fixture
def manager(campaign):
    return make_lead("manager", campaign, "manager")


def upload(text, name):
    data = text if isinstance(text, bytes) else text.encode()
    return SimpleUploadedFile(name, data)


def new(text, file, name=""):
    return NewSystem(source(text, file), name)


def put(lead, address, **body):
    data = encode_multipart(BOUNDARY, body)
    return program_of(lead).put(address, data, content_type=MULTIPART_CONTENT)


def stored():
    """What there is beside the campaign's own system."""
    rows = Answer.objects.exclude(system__name="first").order_by("item__position", "rank")
    found = {}
    for name, kind, text in rows.values_list("system__name", "system__kind", "text"):
        found.setdefault((name, kind), []).append(text)
    return found


def told(bad):
    return [(file.name, [str(one.message) for one in file.problems]) for file in bad.files]


def test_page_program_and_shell_add_the_same(campaign, manager, tmp_path):
    files = {"merry.txt": MERRY, "gay.run.txt": GAY}
    expected = {("merry", "baseline"): ["merry"], ("gay.run", "baseline"): GAY_TEXTS}

    browser = signed_in(manager)
    asked = {"kind": "baseline", "answers": [upload(t, n) for n, t in files.items()]}
    assert browser.post(f"{PAGE}systems/add/", asked).status_code == 302
    page = browser.get(PAGE).content.decode()
    assert "2 systems added, with 4 answers: merry, gay.run." in page
    assert stored() == expected

    System.objects.exclude(name="first").delete()
    asked["answers"] = [upload(t, n) for n, t in files.items()]
    answer = program_of(manager).post(f"{API}batch/", asked)
    assert answer.status_code == 201
    assert [(one["name"], one["answers"]) for one in answer.json()["systems"]] == [
        ("merry", 1),
        ("gay.run", 3),
    ]
    assert answer.json()["left_out"] == []
    assert stored() == expected

    System.objects.exclude(name="first").delete()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in files]
    facts = facts_of("add_systems", "boats", *paths, "--kind", "baseline")
    assert [one["system"] for one in facts["systems"]] == ["merry", "gay.run"]
    assert stored() == expected
    entry = AuditEntry.objects.filter(action="add system").first()
    assert entry.detail["system"] == "gay.run"


GAY_TEXTS = ["gay", "elated", "space"]


def test_problems_of_every_file_are_told_at_once_and_nothing_is_stored(campaign):
    systems = [
        new(MERRY, "good.txt"),
        new(NOISE + STRANGER, "bad.txt"),
        new(GAY, "named.txt", "first"),
        new(GAY, "named too.txt", "x" * 101),
    ]
    with pytest.raises(BadFiles) as bad:
        add_systems(campaign=campaign, systems=systems)
    [of_bad, of_named, of_long] = told(bad.value)
    # Both what cannot be read and what the campaign does not have.
    assert of_bad == (
        "bad.txt",
        ["no sentence has the id '99'", "'loading..' is not a line of answers"],
    )
    assert of_named == ("named.txt", ["The campaign already has a system first."])
    assert of_long[0] == "named too.txt"
    assert System.objects.count() == 1


def test_the_good_ones_alone_can_be_added_and_the_others_are_named(campaign, manager, tmp_path):
    files = {"good.txt": MERRY, "bad.txt": NOISE, "gold.txt": GOLD}
    found = add_systems(
        campaign=campaign,
        systems=[new(text, name) for name, text in files.items()],
        good_only=True,
    )
    assert [one.system.name for one in found.added] == ["good"]
    assert [bad.name for bad in found.left_out] == ["bad.txt", "gold.txt"]

    System.objects.exclude(name="first").delete()
    answer = program_of(manager).post(
        f"{API}batch/",
        {"answers": [upload(t, n) for n, t in files.items()], "good_only": "true"},
    )
    assert [one["file"] for one in answer.json()["left_out"]] == ["bad.txt", "gold.txt"]
    assert stored() == {("good", "participant"): ["merry"]}

    System.objects.exclude(name="first").delete()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in files]
    with pytest.raises(CommandError, match=r"bad\.txt, line 1"):
        printed_by("add_systems", "boats", *paths)
    assert stored() == {}
    out, err = printed_by("add_systems", "boats", *paths, "--good-only")
    assert out.startswith("good: 1 answers")
    assert "Left out" in err
    # None is good: then it is as without.
    with pytest.raises(BadFiles):
        add_systems(campaign=campaign, systems=[new(NOISE, "a.txt")], good_only=True)


def test_names_come_from_files_and_are_made_unique_unless_it_is_the_same_file(campaign):
    systems = [new(MERRY, "a/run.txt"), new(GAY, "b/run.txt"), new(GAY, "first.out")]
    found = add_systems(campaign=campaign, systems=systems)
    assert [one.system.name for one in found.added] == ["run", "run 2", "first 2"]
    with pytest.raises(BadFiles) as bad:
        add_systems(campaign=campaign, systems=[new(MERRY, "run.txt"), new(GAY, "new.txt")])
    assert told(bad.value) == [
        ("run.txt", ["these are the answers that run has already"]),
    ]
    # By another name they may be there twice.
    add_systems(campaign=campaign, systems=[new(MERRY, "run.txt", "again")])
    assert System.objects.filter(name="again").exists()


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("runs/reed.txt", "reed"),
        ("reed.v2.csv.txt", "reed.v2.csv"),
        ("reed.lsr.json", "reed"),
        ("reed.lsr.json.gz", "reed"),
        ("reed.best", "reed"),
        ("reed", "reed"),
        ("x" * 200 + ".txt", "x" * 100),
    ],
)
def test_a_system_is_called_as_its_file(file, name):
    assert name_of_file(file) == name


def test_a_free_name_is_no_longer_than_a_name_may_be():
    assert free_name("a", {"a", "a 2"}) == "a 3"
    assert free_name("x" * 100, {"x" * 100}) == "x" * 98 + " 2"


def test_checking_says_of_each_file_what_it_would_be_and_stores_nothing(campaign):
    systems = [new(MERRY, "first.txt"), new(NOISE, "b.txt"), new(GOLD, "gold.txt")]
    first, bad, gold = check_systems(campaign=campaign, systems=systems)
    assert (first.name, first.attempted, first.answers, first.is_good) == (
        "first 2",
        1,
        1,
        True,
    )
    assert [problem.line for problem in bad.bad.problems] == [1]
    assert gold.ends_in_numbers
    assert not gold.is_good
    assert System.objects.count() == 1


def test_the_page_lists_files_with_their_problems_and_keeps_them(campaign, manager):
    browser = signed_in(manager)
    files = {"good.txt": MERRY, "bad.txt": NOISE, "other.txt": GAY}
    page = browser.post(
        f"{PAGE}systems/add/",
        {"kind": "participant", "answers": [upload(t, n) for n, t in files.items()]},
    )
    rows = page.context["form"].rows
    assert [(row.kept.name, row.checked.is_good) for row in rows] == [
        ("good.txt", True),
        ("bad.txt", False),
        ("other.txt", True),
    ]
    text = page.content.decode()
    assert "is not a line of answers" in text
    assert "Add files without problems (2)" in text
    # A corrected file takes the place of the one with its name, another is left out, and a
    # third gets another name.
    tokens = [row.kept.token for row in rows]
    answer = browser.post(
        f"{PAGE}systems/add/",
        {
            "kind": "participant",
            "answers-kept": tokens,
            "names": ["good", "corrected", "renamed"],
            "answers-dropped": [tokens[0]],
            "answers": [upload(MERRY, "bad.txt")],
        },
    )
    assert answer.status_code == 302
    assert stored() == {
        ("corrected", "participant"): ["merry"],
        ("renamed", "participant"): GAY_TEXTS,
    }


def test_files_can_be_looked_at_before_and_one_by_one(campaign, manager):
    browser = signed_in(manager)
    asked = {"kind": "participant", "answers": [upload(MERRY, "a.txt"), upload(GAY, "b.txt")]}
    page = browser.post(f"{PAGE}systems/check/", asked)
    assert [row.checked.name for row in page.context["form"].rows] == ["a", "b"]
    assert stored() == {}
    # As the script sends them.
    tokens = []
    for name, text in (("a.txt", MERRY), ("bad.txt", NOISE)):
        row = browser.post(
            f"{PAGE}systems/check/",
            {"kind": "participant", "answers": [upload(text, name)]},
            headers={"Rows-Only": "1"},
        )
        assert row.content.decode().strip().startswith("<li")
        tokens += [one.kept.token for one in row.context["form"].rows]
    browser.post(
        f"{PAGE}systems/add/",
        {"kind": "participant", "answers-kept": tokens, "names": ["x", "y"], "good_only": "1"},
    )
    assert stored() == {("x", "participant"): ["merry"]}
    assert "Left out, as they have problems: bad.txt." in browser.get(PAGE).content.decode()


def test_one_tick_reads_those_that_are_not_utf_8_as_windows_1252(campaign, manager, tmp_path):
    text = "glad.a 1 :: enchanté\n"
    files = {"old.txt": text.encode("windows-1252"), "new.txt": text.encode()}
    browser = signed_in(manager)
    asked = {"kind": "participant", "answers": [upload(d, n) for n, d in files.items()]}
    page = browser.post(f"{PAGE}systems/add/", asked)
    assert "looks like Windows-1252" in page.content.decode()
    assert 'name="windows_1252"' in page.content.decode()
    tokens = [row.kept.token for row in page.context["form"].rows]
    again = {"kind": "participant", "answers-kept": tokens, "windows_1252": "on"}
    browser.post(f"{PAGE}systems/add/", again)
    expected = {("old", "participant"): ["enchanté"], ("new", "participant"): ["enchanté"]}
    assert stored() == expected

    System.objects.exclude(name="first").delete()
    asked = {"answers": [upload(d, n) for n, d in files.items()]}
    assert program_of(manager).post(f"{API}batch/", asked).status_code == 400
    asked = {"answers": [upload(d, n) for n, d in files.items()], "encoding": "windows-1252"}
    assert program_of(manager).post(f"{API}batch/", asked).status_code == 201
    assert stored() == expected
    # The checksum is that of the file as it is.
    assert System.objects.get(name="old").sha256 != System.objects.get(name="new").sha256

    System.objects.exclude(name="first").delete()
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    paths = [str(tmp_path / name) for name in files]
    facts_of("add_systems", "boats", *paths, "--encoding", "windows-1252")
    assert stored() == expected


def test_the_program_is_told_of_names_that_are_too_few(manager):
    asked = {"answers": [upload(MERRY, "a.txt"), upload(GAY, "b.txt")], "names": ["x"]}
    answer = program_of(manager).post(f"{API}batch/", asked)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "names")


def test_page_program_and_shell_replace_answers(campaign, manager, tmp_path):
    first = System.objects.get(name="first")
    before = campaign.sources_version
    browser = signed_in(manager)
    address = f"{PAGE}systems/{first.pk}/replace/"
    assert "Replace the answers of first" in browser.get(address).content.decode()
    assert browser.post(address, {"answers": upload(GAY, "b.txt")}).url == PAGE
    assert [one.text for one in first.answers.order_by("item", "rank")] == GAY_TEXTS
    assert "Pool again" in browser.get(PAGE).content.decode()
    bad = browser.post(address, {"answers": upload(NOISE, "b.txt")})
    assert bad.context["form"].bad_files
    assert first.answers.count() == 3

    answer = put(manager, f"{API}{first.pk}/answers/", answers=upload(MERRY, "c.txt"))
    assert (answer.status_code, answer.json()["answers"]) == (200, 1)
    (tmp_path / "a.txt").write_text(ANSWERS)
    facts = facts_of("replace_answers", "boats", "first", str(tmp_path / "a.txt"))
    assert facts["answers"] == first.answers.count() == 14
    campaign.refresh_from_db()
    assert campaign.sources_version == before + 3
    assert AuditEntry.objects.filter(action="replace answers").count() == 3
    assert System.objects.get().added_at == first.added_at


def test_once_rated_no_answers_are_replaced(manager):
    campaign = make_campaign(slug="ships")
    rate(take(join(campaign)), lambda candidate: 2)
    system = campaign.systems.get()
    with pytest.raises(RatingsExist):
        replace_answers(system=system, answers=source(MERRY))
    lead = make_lead("mate", campaign, "manager")
    page = signed_in(lead).get(f"/campaigns/ships/sources/systems/{system.pk}/replace/")
    assert "add the new file as another system" in page.content.decode()
    there = f"/api/v1/campaigns/ships/systems/{system.pk}/answers/"
    answer = put(lead, there, answers=upload(MERRY, "c.txt"))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (409, "ratings_exist")
