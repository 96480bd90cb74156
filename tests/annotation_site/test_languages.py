"""A language is added by its catalogue; one for annotators is offered on their pages alone."""

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.models import Campaign
from core.languages import Catalogue, catalogues, speaks
from tests.factories import make_campaign

pytestmark = pytest.mark.sqlite

HEADER = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n{}\nmsgid "Saved"\nmsgstr "…"\n'


def add(folder, language, *, readers=""):
    file = folder / language / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    said = f'"X-Readers: {readers}\\n"\n' if readers else ""
    file.write_text(HEADER.format(language, said))


def test_a_folder_is_a_language(tmp_path):
    add(tmp_path, "de", readers="annotators")
    add(tmp_path, "pt_BR")
    assert list(catalogues(tmp_path)) == [
        Catalogue("de", "Deutsch", for_annotators=True),
        Catalogue("pt-br", "Português Brasileiro", for_annotators=False),
    ]


def test_the_folders_there_are_make_the_languages():
    found = [one.language for one in catalogues(settings.LOCALE_PATHS[0])]
    assert [language for language, _name in settings.LANGUAGES] == ["en", *found]
    assert "fr" in found
    assert "fr" not in settings.LANGUAGES_OF_ANNOTATORS


@pytest.fixture
def german_for_annotators(settings):
    settings.LANGUAGES = [("en", "English"), ("fr", "français"), ("de", "Deutsch")]
    settings.LANGUAGES_OF_ANNOTATORS = {"de"}


@pytest.mark.usefixtures("german_for_annotators")
def test_it_is_spoken_where_its_readers_are():
    assert speaks("/rate/boats/") == ["en", "fr", "de"]
    assert speaks("/campaigns/boats/") == ["en", "fr"]


@pytest.mark.django_db
@pytest.mark.usefixtures("german_for_annotators")
def test_a_lead_who_prefers_it_reads_english_and_no_mixture(client):
    make_campaign()
    german = {"accept-language": "de"}
    workspace = client.get("/login/", headers=german)
    assert workspace.headers["Content-Language"] == "en"
    assert b'value="de"' not in workspace.content
    page = client.get("/rate/boats/", headers=german)
    assert b'value="de"' in page.content


# Of the plural, each for its own numbers: none, one, two, a few, many, hundreds.
WORDS = [
    "لم تقيّم بعد أي كلمة من أصل %(of)s.",
    "قيّمت كلمة واحدة من أصل %(of)s.",
    "قيّمت كلمتين من أصل %(of)s.",
    "قيّمت %(count)s كلمات من أصل %(of)s.",
    "قيّمت %(count)s كلمةً من أصل %(of)s.",
    "قيّمت %(count)s كلمةٍ من أصل %(of)s.",
]
ARABIC = (
    r"""
msgid ""
msgstr ""
"Language: ar\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
"n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;\n"
"X-Readers: annotators\n"

msgid "Take part"
msgstr "شارك"

msgid "You have rated %(count)s word of %(of)s in all. It counts."
msgid_plural "You have rated %(count)s words of %(of)s in all. Every one of them counts."
""".lstrip()
    + "\n".join(f'msgstr[{at}] "{said}"' for at, said in enumerate(WORDS))
)


@pytest.fixture
def arabic_for_annotators(settings, tmp_path):
    """Django forgets what it has translated when these settings change, and change back."""
    file = tmp_path / "ar" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    file.write_text(ARABIC, encoding="utf-8")
    with file.open("rb") as written, file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read_po(written))
    [arabic] = catalogues(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    settings.LANGUAGES = [("en", "English"), (arabic.language, arabic.name)]
    settings.LANGUAGES_OF_ANNOTATORS = {arabic.language}


@pytest.mark.django_db
@pytest.mark.usefixtures("arabic_for_annotators")
def test_a_page_in_a_language_from_right_to_left_runs_from_right_to_left(client):
    make_campaign(language="ar")
    page = client.get("/rate/boats/").content.decode()
    assert '<html lang="ar" dir="rtl">' in page
    assert "<button>شارك</button>" in page


@pytest.mark.parametrize(
    ("language", "way"),
    [("sd", "rtl"), ("ps", "rtl"), ("dv", "rtl"), ("az-arab", "rtl"), ("fr", "ltr")],
)
def test_a_page_runs_as_its_language_does_also_where_django_does_not_know_it(
    rf, monkeypatch, language, way
):
    here = {"name": language, "name_local": language, "bidi": False, "code": language}
    monkeypatch.setitem(LANG_INFO, language, here)
    with translation.override(language):
        page = render_to_string("404.html", request=rf.get("/rate/boats/"))
    assert f'<html lang="{language}" dir="{way}">' in page


@pytest.mark.django_db
@pytest.mark.usefixtures("arabic_for_annotators")
@pytest.mark.parametrize(
    ("chosen", "whole", "of", "own"), [("ar", "rtl", "en", "ltr"), ("en", "ltr", "ar", "rtl")]
)
def test_a_campaigns_own_texts_keep_their_direction(client, chosen, whole, of, own):
    make_campaign(language=of, welcome="Ahoy!")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = chosen
    page = client.get("/rate/boats/").content.decode()
    assert f'<html lang="{chosen}" dir="{whole}">' in page
    assert f'<span lang="{of}" dir="{own}">Boats and gladness</span>' in page
    assert f'<h1 lang="{of}" dir="{own}">Boats and gladness</h1>' in page
    assert f'<div lang="{of}" dir="{own}"><p>Ahoy!</p>' in page


@pytest.mark.usefixtures("arabic_for_annotators")
@pytest.mark.parametrize(("words", "form"), [(0, 0), (1, 1), (2, 2), (3, 3), (11, 4), (100, 5)])
def test_of_six_plural_forms_the_one_for_the_number_is_read(words, form):
    progress = {"words": words, "of": 400}
    told = {
        "campaign": Campaign(slug="boats"),
        "work": {"sittings": 1},
        "progress": progress,
        "shown": (),
    }
    with translation.override("ar"):
        page = render_to_string("rating/_so_far.html", told)
    assert WORDS[form] % {"count": words, "of": 400} in page
