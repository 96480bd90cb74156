import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import AuditEntry
from sources.models import System
from tests.factories import make_campaign
from tests.people import make_lead, signed_in
from tests.rating.sitting import join, rate, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

URL = "/campaigns/boats/sources/"
ANSWERS = "glad.a 1 :: happy;cheery\nglad.a 2 :: \nroom.n 3 :: space\n"


@pytest.fixture
def campaign(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_campaign()


@pytest.fixture
def browser(campaign):
    return signed_in(make_lead("manager", campaign, "manager"))


def system(name="late", text=ANSWERS):
    return {
        "name": name,
        "kind": "baseline",
        "answers": SimpleUploadedFile("late.txt", text.encode()),
    }


def test_the_page_says_what_there_is(browser):
    page = browser.get(URL)
    assert page.context["counts"] == (5, 3, 11, 29, 5, 0, 0, 1, 0)
    assert [(s.name, s.attempted) for s in page.context["systems"]] == [("first", 5)]


def test_the_page_asks_the_database_as_often_for_many_systems(
    browser, django_assert_num_queries
):
    with django_assert_num_queries(10):
        browser.get(URL)
    for number in range(5):
        browser.post(f"{URL}systems/add/", system(f"late {number}"))
    browser.get(URL)  # shows and forgets the confirmations
    with django_assert_num_queries(10):
        browser.get(URL)


def test_a_system_is_added_and_what_it_holds_is_told(browser):
    added = browser.post(f"{URL}systems/add/", system())
    assert added.url == URL
    late = System.objects.get(name="late")
    assert (late.kind, late.answers.count()) == ("baseline", 3)
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.actor_name) == ("add system", "manager")
    assert "late is added: 3 answers to 2 sentences." in browser.get(URL).content.decode()


def test_a_bad_file_is_listed_by_line_and_the_name_stays(browser):
    page = browser.post(f"{URL}systems/add/", system(text="loading..\n" + ANSWERS + "99%\n"))
    (bad,) = page.context["form"].bad_files
    assert [problem.line for problem in bad.problems] == [1, 5]
    assert 'value="late"' in page.content.decode()
    assert not System.objects.filter(name="late").exists()


def test_a_taken_name_is_said_so_and_the_file_is_kept(browser):
    page = browser.post(f"{URL}systems/add/", system("first"))
    assert page.context["form"].errors == {"name": ["There is a system of this name."]}
    assert 'name="answers-kept"' in page.content.decode()
    assert System.objects.count() == 1


def test_a_late_system_can_be_added_after_ratings(campaign, browser):
    rate(take(join(campaign)), lambda candidate: 2)
    browser.post(f"{URL}systems/add/", system())
    assert System.objects.filter(name="late").exists()


def test_removing_a_system_asks_first(campaign, browser):
    address = f"{URL}systems/{campaign.systems.get().id}/remove/"
    assert "Remove first?" in browser.get(address).content.decode()
    assert System.objects.exists()
    assert browser.post(address).url == URL
    assert not System.objects.exists()


def test_once_rated_the_page_says_what_would_be_lost_and_refuses(campaign, browser):
    rate(take(join(campaign)), lambda candidate: 2)
    address = f"{URL}systems/{campaign.systems.get().id}/remove/"
    assert "those ratings would be lost" in browser.get(address).content.decode()
    assert "<button" not in browser.get(address).content.decode().split("<main")[1]
    browser.post(address)
    assert System.objects.exists()
    assert "Nothing was removed" in browser.get(URL).content.decode()


def test_a_system_of_another_campaign_is_not_here(campaign, browser):
    other = make_campaign("ships", subsets=None).systems.get()
    assert browser.post(f"{URL}systems/{other.id}/remove/").status_code == 404
    assert System.objects.count() == 2


def test_a_viewer_sees_no_forms(campaign):
    page = signed_in(make_lead("viewer", campaign, "viewer")).get(URL)
    assert "Add a system" not in page.content.decode()


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("", ["1", "2", "3", "4", "5"]),
        ("text=THE", ["3", "4", "5"]),
        ("text=4", ["4"]),
        ("target=room.n", ["3", "4"]),
        ("target=room&text=boat", ["3"]),
        ("text=nowhere", []),
    ],
)
def test_sentences_are_found_by_their_text_id_and_target(browser, query, keys):
    page = browser.get(f"{URL}sentences/?{query}")
    assert [sentence.key for sentence in page.context["page"].rows] == keys


def test_the_list_of_sentences_shows_each_ones_gold_in_a_fixed_number_of_queries(
    browser, django_assert_num_queries
):
    with django_assert_num_queries(6):
        html = browser.get(f"{URL}sentences/").content.decode()
    assert "happy 4; pleased 3; delighted 1" in html
