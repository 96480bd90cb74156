"""What is refused is told in the reader's language: on a French page, none of it in English."""

import html
import io
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import override

from campaigns.models import Job
from campaigns.services.jobs import run_job
from core.refusals import Refused, kept, restored, said, said_notice, said_problems
from pooling.jobs import dispatch as dispatch_task
from rating.models import Exclusion
from rating.services.exclusions import exclude
from rating.services.importing import import_ratings
from regild.formats.detect import read_answers_any, read_gold_any, read_sentences
from regild.problems import N_, BadFile, BadFiles, FileProblem, Notice, Text
from tests.factories import GOLD, SENTENCES, make_campaign, source
from tests.people import program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

FRENCH = {"Accept-Language": "fr"}
BAD_SENTENCES = "sentence,lexelt,left,target,right\n1,glad,I am ,,.\n1\n"
BAD_XML = '<corpus><lexelt item="glad.a"><instance id="1"></lexelt></corpus>'
BAD_GOLD = "glad.a 1 :: happy 3;as;\x07 2;\nnonsense\nglad.a 1 ::: x\n"
BAD_ANSWERS = "glad.a 9 :: happy\nglad.a 9 :: merry\nLoading the model…\n"


@pytest.fixture
def campaign(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_campaign()


@pytest.fixture
def french(lead):
    return signed_in(lead)


def texts_of(reader, text, name):
    with pytest.raises(BadFile) as bad:
        reader(io.BytesIO(text.encode()), name=name)
    return [text for _line, *texts in bad.value.problems for text in texts]


def assert_told_in_french(page, texts):
    shown = html.unescape(page.content.decode())
    assert 'lang="fr"' in shown
    for text in texts:
        assert str(text) not in shown
        with override("fr"):
            assert said(text) in shown
    assert texts


def posted(browser, url, **files):
    uploads = {name: SimpleUploadedFile(*file) for name, file in files.items()}
    fields = {
        "title": "Boats",
        "name": "late",
        "kind": "baseline",
        "language": "en",
        "scale": "0-3",
        "multiwords": "keep",
    }
    return browser.post(url, fields | uploads, headers=FRENCH)


@pytest.mark.parametrize(
    ("name", "text"), [("s.csv", BAD_SENTENCES), ("s.xml", BAD_XML), ("s.json", "{")]
)
def test_a_bad_file_of_sentences(french, name, text):
    sentences, gold = (name, text.encode()), ("gold.txt", GOLD.encode())
    page = posted(french, "/campaigns/new/", sentences=sentences, gold=gold)
    assert_told_in_french(page, texts_of(read_sentences, text, name))


def test_a_bad_gold(french):
    sentences, gold = ("s.csv", SENTENCES.encode()), ("gold.txt", BAD_GOLD.encode())
    page = posted(french, "/campaigns/new/", sentences=sentences, gold=gold)
    assert_told_in_french(page, texts_of(read_gold_any, BAD_GOLD, "gold.txt"))


def test_bad_answers_of_a_system(french):
    answers = ("late.txt", BAD_ANSWERS.encode())
    page = posted(french, "/campaigns/boats/sources/systems/add/", answers=answers)
    assert_told_in_french(page, texts_of(read_answers_any, BAD_ANSWERS, "late.txt"))


def test_what_a_reader_mended(french):
    answers = ("late.txt", b"glad.a 1 :: happy;happy\n")
    posted(french, "/campaigns/boats/sources/systems/add/", answers=answers)
    page = french.get("/campaigns/boats/sources/", headers=FRENCH)
    shown = html.unescape(page.content.decode())
    assert "late.txt:1\xa0: réponses répétées, laissées de côté\xa0: 1. Donnez" in shown


def test_bad_rules_in_the_settings(french):
    fields = {
        "case_policy": "keep",
        "multiwords": "keep",
        "target_as_answer": "drop",
        "pool_depth": "10",
        "mapping": "no rule",
    }
    page = french.post("/campaigns/boats/settings/pool/", fields, headers=FRENCH)
    shown = html.unescape(page.content.decode())
    assert ", ligne 1\xa0: 'no rule' n’est pas une règle. Écrivez\xa0: proposé" in shown


def test_bad_ratings(campaign):
    rows = "annotator,sentence,substitute,value\nann,9,x,0\nann,1,happy,7\nann,1,zzz,1\n"
    with pytest.raises(BadFiles) as bad:
        import_ratings(campaign=campaign, ratings=source(rows, "ratings.csv"))
    [file] = bad.value.files
    with override("en"):
        assert "\n".join(said_problems(file)) == str(file)
    with override("fr"):
        unknown, unpooled, off_scale = said_problems(file)
    assert unknown == (
        "ratings.csv, ligne 2\xa0: aucune phrase n’a l’identifiant '9'."
        " Prenez les identifiants du fichier de phrases."
    )
    assert off_scale.startswith(
        "ratings.csv, ligne 3\xa0: '7' n’est pas sur l’échelle."
        " Prenez une valeur ou un libellé de l’échelle\xa0:"
    )
    assert unpooled == (
        "ratings.csv, ligne 4\xa0: 'zzz' n’est pas un candidat de la phrase 1."
        " Versez-le d’abord au vivier, ou corrigez-le dans le fichier."
    )


def test_a_plan_that_is_impossible(french, lead):
    make_campaign("ships", subsets=None).members.create(user=lead, role="manager")
    plan = {"subsets": "99", "block_size": "4", "seed": "7"}
    french.post("/campaigns/ships/subsets/store/", plan)
    dispatch_task(job_id=Job.objects.get(kind="dispatch").pk)
    job = Job.objects.get(kind="dispatch")
    assert job.refusal["code"] == "too_many_subsets"
    assert job.error == "99 subsets asked for, but this pool fills at most 6."
    page = french.get("/campaigns/ships/subsets/", headers=FRENCH)
    assert_told_in_french(page, [job.why])
    english = french.get("/campaigns/ships/subsets/", headers={"Accept-Language": "en"})
    assert job.error in english.content.decode()


def fail(campaign, error):
    def work(**_arguments):
        raise error

    job = Job.objects.create(campaign=campaign, kind="pool", task="x")
    with suppress(ZeroDivisionError):
        run_job(job.pk, work)
    job.refresh_from_db()
    return job


def test_a_job_that_failed(campaign, french):
    text = N_("no candidate has %(least)s ratings yet", least=3)
    for error in (Refused("too_few_ratings", text), ZeroDivisionError("division by zero")):
        job = fail(campaign, error)
        page = french.get("/campaigns/boats/pool/", headers=FRENCH)
        assert_told_in_french(page, [job.why])
    assert job.error == "ZeroDivisionError: division by zero"
    page = french.get("/campaigns/boats/pool/", headers={"Accept-Language": "en"})
    assert job.error in page.content.decode()


def test_an_exclusion_that_is_refused(campaign, french):
    annotator = join(campaign)
    sit(annotator)
    exclude(annotator, reason="x", by=None)
    where = ["boats", annotator.pk]
    french.post(reverse("exclude-annotator", args=where), {"reason": "x"}, headers=FRENCH)
    page = french.get(reverse("annotator", args=where), headers=FRENCH)
    assert_told_in_french(page, [N_("This has already been excluded.")])
    assert Exclusion.objects.count() == 1


def test_a_program_is_told_in_english_with_the_code(campaign, lead):
    exclusion = exclude(join(campaign), reason="x", by=None)
    address = f"/api/v1/campaigns/boats/exclusions/{exclusion.pk}/"
    assert program_of(lead).delete(address).status_code == 200
    again = program_of(lead).delete(address, headers=FRENCH)
    assert (again.status_code, again.json()["code"], again.json()["detail"]) == (
        409,
        "exclusion_undone_already",
        "This exclusion has already been undone.",
    )


def test_a_text_kept_as_json_says_the_same_in_both_languages():
    text = N_(
        "%(count)s items have no first-gold candidate to anchor a block:"
        " %(listed)s. Allow them by name, or leave them out.",
        count=2,
        listed=tuple(
            N_("%(sentence)s (%(candidates)s candidates)", sentence=key, candidates=3)
            for key in ("4", "5")
        ),
    )
    again = restored(kept(text))
    assert again == text
    with override("fr"):
        assert said(again) == said(text)
        assert "4 (candidats\xa0: 3), 5 (candidats\xa0: 3)" in said(text)


def test_a_notice_of_a_whole_file_names_the_file_alone():
    problem = FileProblem(None, N_("Keep one line"), N_("Choose a table"))
    with override("en"):
        assert said_notice(Notice("a.txt", problem)) == "a.txt: Keep one line. Choose a table."
    with override("fr"):
        assert said("Texts of other makers stay") == "Texts of other makers stay"
    assert isinstance(problem.message, Text)
