"""The word list that a campaign keeps, by page and program."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from agreement.models import WordList
from agreement.services import measure_agreement
from campaigns.models import AuditEntry
from tests.agreement.rated import worked_campaign
from tests.people import make_lead, program_of, signed_in

pytestmark = pytest.mark.django_db

PAGE = "/campaigns/boats/agreement/"
API = "/api/v1/campaigns/boats/word-list/"
WORDS = "word,frequency\nhappy,9\npleased,5.5\ndelighted,2\nsorry,30\n"


def upload(text):
    return {"words": SimpleUploadedFile("corpus.csv", text.encode())}


@pytest.fixture
def campaign():
    return worked_campaign(min_ratings=2)


@pytest.fixture
def lead(campaign):
    return make_lead("mia", campaign, "manager")


def test_a_list_brought_in_on_the_page_is_in_every_report_until_it_is_removed(campaign, lead):
    browser = signed_in(lead)
    told = browser.post(f"{PAGE}words/", upload(WORDS), follow=True).text
    assert "Word list of 4 words saved." in told
    assert "corpus.csv (4 words)" in told
    for _again in range(2):
        report = measure_agreement(campaign=campaign)
        kept = WordList.objects.get()
        assert report.policy["word_list"] == {
            "name": "corpus.csv",
            "words": 4,
            "stored_at": kept.stored_at.isoformat(),
        }
        # happy 4, pleased 3, delighted 1 vote; 9, 5.5 and 2 in the list.
        first = report.comparison["spearman_frequency_first"]
        assert (first["value"], first["n"]) == (pytest.approx(1), 3)
        assert report.comparison["frequency"]["median_first"] == 5.5
    assert "Word list removed." in browser.post(f"{PAGE}words/remove/", follow=True).text
    report = measure_agreement(campaign=campaign)
    assert report.comparison["spearman_frequency_first"]["reason"] == "there is no word list"
    assert "frequency" not in report.comparison
    said = AuditEntry.objects.filter(actor=lead).order_by("id").values_list("action", flat=True)
    assert [*said] == ["store word list", "remove word list"]


def test_a_list_that_cannot_be_read_changes_nothing_and_says_why(lead):
    browser = signed_in(lead)
    browser.post(f"{PAGE}words/", upload(WORDS))
    page = browser.post(f"{PAGE}words/", upload("word,frequency\nhappy,often\n")).text
    assert "is not a frequency" in page
    assert "corpus.csv (4 words)" in page


def test_a_program_stores_reads_and_removes_it(lead):
    program = program_of(lead)
    assert program.get(API).status_code == 404
    answer = program.post(API, upload(WORDS))
    assert (answer.status_code, answer.json()["n_words"]) == (200, 4)
    assert program.post(API, upload("word\n")).json()["code"] == "bad_files"
    assert program.get(API).json()["name"] == "corpus.csv"
    assert program.delete(API).status_code == 204
    assert program.get(API).status_code == 404
