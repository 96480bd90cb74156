"""A new campaign by its page: made, or refused with nothing stored and nothing lost."""

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import AuditEntry, Campaign
from sources.models import Item
from tests.factories import GOLD, SENTENCES, make_campaign
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

URL = "/campaigns/new/"
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE corpus [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]><corpus>&j;</corpus>"
)
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 40
ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(range(256)) * 40


@pytest.fixture
def kept(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    folder = tmp_path / "uploads"
    return lambda: list(folder.iterdir()) if folder.exists() else []


@pytest.fixture
def browser():
    return signed_in(make_lead("lead"))


def file(text: str | bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def fields(**changes):
    return {
        "title": "Boats and gladness",
        "language": "en",
        "scale": "good-reasonable-bad",
        "multiwords": "drop",
        "sentences": file(SENTENCES, "sentences.csv"),
        "gold": file(GOLD, "gold.txt"),
        **changes,
    }


def tokens(page) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+-kept)" value="([^"]+)"', page.content.decode()))


def test_a_campaign_is_made_with_its_owner_and_the_page_goes_on_to_the_systems(browser, kept):
    made = browser.post(URL, fields(excluded_targets="room.n calm.a"))
    campaign = Campaign.objects.get()
    assert made.url == "/campaigns/boats-and-gladness/sources/"
    assert (campaign.title, campaign.state, campaign.multiwords) == (
        "Boats and gladness",
        "draft",
        "drop",
    )
    assert campaign.excluded_targets == ["calm.a", "room.n"]
    assert campaign.scale.count() == 3
    assert campaign.items.count() == 5
    assert list(campaign.members.values_list("user__username", "role")) == [("lead", "owner")]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_name) == ("create campaign", "lead")
    assert kept() == []
    assert browser.get(made.url).status_code == 200


def test_an_answer_to_a_script_tells_where_to_go(browser, kept):
    made = browser.post(URL, fields(), headers={"HX-Request": "true"})
    assert made.headers["HX-Redirect"] == "/campaigns/boats-and-gladness/sources/"


def test_the_address_made_from_a_title_is_a_free_one(browser, kept):
    for expected in ("glad-a-mer", "glad-a-mer-2", "glad-a-mer-3"):
        browser.post(URL, fields(title="Glad à mer!"))
        assert Campaign.objects.filter(slug=expected).exists()


@pytest.mark.parametrize("title", ["New", "new"])
def test_a_campaign_called_new_gets_another_address_than_this_page(browser, kept, title):
    browser.post(URL, fields(title=title))
    assert Campaign.objects.get().slug == "new-2"


def test_a_title_without_latin_letters_needs_an_address(browser, kept):
    page = browser.post(URL, fields(title="言葉"))
    assert page.context["form"].errors.keys() == {"slug"}
    browser.post(URL, fields(title="言葉", slug="kotoba"))
    assert Campaign.objects.get().slug == "kotoba"


@pytest.mark.parametrize("slug", ["boats", "new"])
def test_an_address_that_is_taken_is_refused(browser, kept, slug):
    make_campaign("boats", subsets=None)
    page = browser.post(URL, fields(slug=slug))
    assert page.context["form"].errors["slug"] == ["This address is taken."]
    assert Campaign.objects.count() == 1


def test_every_problem_is_listed_by_file_and_line_and_nothing_is_stored(browser, kept):
    page = browser.post(
        URL,
        fields(
            sentences=file(SENTENCES.replace("room.n", "room"), "sentences.csv"),
            gold=file("glad.a 1 :: happy many;\nnot a line\n", "gold.txt"),
            mapping=file("happy -> glad\n", "mapping.txt"),
        ),
    )
    html = page.content.decode()
    assert page.status_code == 200
    listed = html[html.index('class="problems"') : html.index("About the campaign")]
    found = re.findall(r"<h2>([^<]+)</h2>|<b>line (\d+)</b>", listed)
    assert [name or int(line) for name, line in found] == [
        "sentences.csv", 4, 5, "gold.txt", 1, 2, "mapping.txt", 1,
    ]  # fmt: skip
    assert not Campaign.objects.exists()
    assert not Item.objects.exists()


def test_the_form_comes_back_filled_in_and_only_the_bad_file_is_chosen_again(browser, kept):
    refused = browser.post(
        URL, fields(excluded_targets="room.n", gold=file("not a line\n", "gold.txt"))
    )
    html = refused.content.decode()
    assert 'value="Boats and gladness"' in html
    assert 'value="room.n"' in html
    assert re.search(r'value="good-reasonable-bad"[^>]* checked', html)
    assert "sentences.csv (" in html
    found = tokens(refused)
    assert found.keys() == {"sentences-kept", "gold-kept"}
    assert len(kept()) == 2

    again = fields(**found, gold=file(GOLD, "gold2.txt"))
    del again["sentences"]
    made = browser.post(URL, again)
    assert made.url == "/campaigns/boats-and-gladness/sources/"
    assert Item.objects.count() == 5
    assert kept() == []


def test_a_corrected_file_takes_the_place_of_the_kept_one(browser, kept):
    found = tokens(browser.post(URL, fields(gold=file("not a line\n", "gold.txt"))))
    again = tokens(browser.post(URL, fields(**found, gold=file("still not\n", "gold.txt"))))
    assert again["gold-kept"] != found["gold-kept"]
    assert len(kept()) == 2


def test_files_are_kept_when_only_the_title_is_missing(browser, kept):
    refused = browser.post(URL, fields(title=""))
    assert refused.context["form"].errors.keys() >= {"title"}
    assert tokens(refused).keys() == {"sentences-kept", "gold-kept"}


def test_kept_files_are_of_no_use_to_somebody_else(browser, kept):
    found = tokens(browser.post(URL, fields(title="")))
    again = fields(**found)
    del again["sentences"]
    other = signed_in(make_lead("other"))
    assert other.post(URL, again).context["form"].errors.keys() == {"sentences"}


def test_files_that_are_no_longer_kept_are_asked_for_again(browser, kept):
    found = tokens(browser.post(URL, fields(title="")))
    for path in kept():
        Path(path).unlink()
    again = fields(**found)
    del again["sentences"], again["gold"]
    assert browser.post(URL, again).context["form"].errors.keys() == {"sentences", "gold"}


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (PNG, "sentences.txt", "looks like a PNG picture"),
        (ZIP, "sentences.xml", "looks like a zip archive"),
        (BOMB, "sentences.xml", "entit"),
        (b"", "sentences.csv", "nothing to read"),
        (SENTENCES.encode("utf-16"), "sentences.csv", "UTF-16"),
        (b"\xff\x00rubbish" * 1000, "sentences.csv", "NUL"),
    ],
)
def test_a_file_that_cannot_be_one_is_named_and_nothing_is_stored(
    browser, kept, content, name, said
):
    page = browser.post(URL, fields(sentences=file(content, name)))
    (bad,) = page.context["form"].bad_files
    assert bad.name == name
    assert said in str(bad)
    assert 'value="Boats and gladness"' in page.content.decode()
    assert not Campaign.objects.exists()


def test_a_script_gets_the_form_alone(browser, kept):
    page = browser.post(URL, fields(title=""), headers={"HX-Request": "true"})
    assert page.content.decode().lstrip().startswith("<form")


def test_what_is_announced_as_too_large_is_refused_unread(browser, settings):
    class Unread:
        def read(self, *_size):
            raise AssertionError("the body was read")

        readline = read

    refused = browser.generic(
        "POST",
        URL,
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(settings.UPLOAD_MAX_BYTES + 1),
        **{"wsgi.input": Unread()},
    )
    assert refused.status_code == 413
    assert "70 MB" in refused.content.decode()
    assert not Campaign.objects.exists()


def test_the_api_refuses_what_is_too_large_as_an_api_does(client, settings):
    refused = client.generic(
        "POST",
        "/api/v1/assignments/",
        content_type="application/json",
        CONTENT_LENGTH=str(settings.UPLOAD_MAX_BYTES + 1),
    )
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
