"""Real files that went wrong, uploaded by a lead: a clear list, nothing stored or lost."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign
from regild.problems import MAX_REPORTED, Source
from sources.models import System
from sources.services.creating import create_campaign
from tests.people import make_lead, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

WARNINGS = "Xiaoyu1216_part4_two_warning_lines.predict"
PROGRESS_BARS = "alicediakova_part5_progress_bars.predict"
ALWAYS_WRONG = "ayshajamjam_smurf_all_wrong.predict"


@pytest.fixture
def folder(shared_data, settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return shared_data / "semeval2007"


@pytest.fixture
def browser(folder):
    with (
        (folder / "lexsub_trial.xml").open("rb") as sentences,
        (folder / "lst_trial.gold").open("rb") as gold,
    ):
        campaign = create_campaign(
            slug="trial",
            language="en",
            files={
                "sentences": Source(sentences, "lexsub_trial.xml"),
                "gold": Source(gold, "lst_trial.gold"),
            },
        ).campaign
    return signed_in(make_lead("manager", campaign, "manager"))


def upload(path) -> SimpleUploadedFile:
    return SimpleUploadedFile(path.name, path.read_bytes())


def add(browser, path):
    return browser.post(
        "/campaigns/trial/sources/systems/add/",
        {"name": "odd", "kind": "participant", "answers": upload(path)},
    )


@pytest.mark.parametrize(
    ("name", "first_lines"), [(WARNINGS, [1, 2]), (PROGRESS_BARS, [1, 3, 5, 7])]
)
def test_a_system_with_noise_is_refused_with_every_line(folder, browser, name, first_lines):
    page = add(browser, folder / "odd_formats" / name)
    (bad,) = page.context["form"].bad_files
    assert bad.name == name
    assert [problem.line for problem in bad.problems][: len(first_lines)] == first_lines
    assert len(bad.problems) <= MAX_REPORTED + 1
    html = page.content.decode()
    assert f"<b>line {first_lines[-1]}</b>" in html
    assert 'name="name" value="odd"' in html
    assert name in html[html.index('class="kept"') :]
    assert not System.objects.exists()


def test_a_system_that_is_only_always_wrong_is_welcome(folder, browser):
    assert add(browser, folder / "odd_formats" / ALWAYS_WRONG).status_code == 302
    assert System.objects.get().answers.count() == 300


@pytest.mark.parametrize("field", ["sentences", "gold", "mapping"])
@pytest.mark.parametrize("name", [WARNINGS, PROGRESS_BARS, ALWAYS_WRONG])
def test_a_system_taken_for_another_file_of_a_campaign_makes_none(folder, browser, name, field):
    files = {
        "sentences": upload(folder / "lexsub_trial.xml"),
        "gold": upload(folder / "lst_trial.gold"),
        field: upload(folder / "odd_formats" / name),
    }
    page = browser.post(
        "/campaigns/new/",
        {"title": "Odd", "language": "en", "scale": "0-3", "multiwords": "keep", **files},
    )
    assert [bad.name for bad in page.context["form"].bad_files] == [name]
    html = page.content.decode()
    assert 'name="title" value="Odd"' in html
    assert html.count('class="kept"') == len(files)
    assert not Campaign.objects.filter(title="Odd").exists()
