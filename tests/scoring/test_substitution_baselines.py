"""Baselines of substitution in a campaign: page, API and command store what `regild baseline`
finds in the same files."""

import gzip
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

import regild
from campaigns.models import AuditEntry, Job
from regild.problems import BadFiles
from scoring.jobs import baseline as baseline_job
from scoring.services.baselines import BaselineRefused, add_baseline
from sources.models import System
from sources.services.creating import create_campaign
from tests.commands import facts_of
from tests.factories import SENTENCES, make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.regild.formats.small_wordnet import write_wordnet
from tests.regild.formats.test_lexicons import LMF
from tests.scoring.test_baselines import work_off

pytestmark = pytest.mark.django_db

# Ranks first, then frequencies: joyous is the rarer of the two of rank 1.
LEXICON = """\
word,pos,synonym,rank
glad,a,joyous,1
glad,a,pleased,1
glad,a,beaming,2
glad,a,glad,1
room,n,space,
calm,a,still,1
"""
FREQUENCIES = "word,frequency\npleased,9\njoyous,2\nspace,4\n"
VECTORS = """\
word,feature,count
glad,see,4
glad,heart,2
happy,see,4
happy,heart,3
room,boat,3
space,boat,2
space,see,1
calm,sea,5
"""
TEXT = "She was joyous to see us. She was joyous to see them. No space is left in it.\n"
FILES = {
    "lexicon": ("synonyms.csv", LEXICON),
    "frequencies": ("words.csv", FREQUENCIES),
    "vectors": ("counts.csv", VECTORS),
    "train": ("text.txt", TEXT),
}
# What each takes, and the same words for `regild.baseline`.
ASKED = [
    ("lexicon", ["lexicon", "frequencies"], {"task": "best"}),
    ("lexicon", ["lexicon"], {"task": "oot"}),
    ("distributional", ["vectors"], {"task": "oot", "similarity": "alpha-skew", "alpha": ".9"}),
    ("ngram", ["lexicon", "train"], {"task": "oot", "order": "2"}),
]


@pytest.fixture
def lead(settings, tmp_path):
    settings.STATE_DIR = tmp_path / "state"
    return make_lead("lead")


def stored(slug):
    """Of the system that was made; another was brought in."""
    system = System.objects.get(campaign__slug=slug, kind="baseline")
    rows = system.answers.order_by("item__position", "rank")
    listed = [*rows.values_list("item__key", "rank", "text", "score")]
    return system.name, system.kind, system.sha256, listed


def campaign_of(lead, slug):
    campaign = make_campaign(slug, subsets=None)
    campaign.members.create(user=lead, role="owner")
    return campaign


def written(folder, names):
    paths = {name: folder / FILES[name][0] for name in names}
    for name, path in paths.items():
        path.write_text(FILES[name][1])
    return paths


def sent(names):
    return {name: SimpleUploadedFile(FILES[name][0], FILES[name][1].encode()) for name in names}


def found_by_library(folder, kind, paths, said):
    sentences = folder / "sentences.csv"
    sentences.write_text(SENTENCES)
    given = {("text" if name == "train" else name): path for name, path in paths.items()}
    numbers = {"alpha": float, "order": int}
    options = {name: numbers.get(name, str)(one) for name, one in said.items()}
    found = regild.baseline(sentences, kind=kind, **given, **options).to_dict()
    return [
        (key, rank, text, None)
        for key, answers in found.items()
        for rank, text in enumerate(answers, start=1)
    ]


@pytest.mark.parametrize(("kind", "names", "said"), ASKED)
def test_page_api_and_command_store_what_the_library_finds(lead, tmp_path, kind, names, said):
    for slug in ("page", "api", "command"):
        campaign_of(lead, slug)
    asked = {"name": "base", **said}
    page = signed_in(lead).post(f"/campaigns/page/baselines/{kind}/", asked | sent(names))
    assert page.status_code == 302, page.text
    slow = kind != "lexicon"
    assert page.url == f"/campaigns/page/{'baselines' if slow else 'sources'}/"
    asked |= {"kind": kind}
    answer = program_of(lead).post("/api/v1/campaigns/api/baselines/", asked | sent(names))
    assert answer.status_code == (202 if slow else 201), answer.content
    work_off()
    # What a job was made from does not stay.
    assert not slow or [*(tmp_path / "state" / "uploads").iterdir()] == []
    paths = written(tmp_path, names)
    options = [f"--{name}={value}" for name, value in (said | paths).items()]
    facts_of("add_baseline", "command", "base", "--kind", kind, *options)
    assert stored("page") == stored("api") == stored("command")
    name, of_kind, _sha256, answers = stored("page")
    assert (name, of_kind) == ("base", "baseline")
    assert answers == found_by_library(tmp_path, kind, paths, said)
    assert AuditEntry.objects.filter(action="add system", detail__system="base").count() == 3


def test_a_job_says_what_is_wrong_with_its_files_and_nothing_is_stored(lead, tmp_path):
    campaign_of(lead, "boats")
    files = {"vectors": SimpleUploadedFile("v.csv", b"word,feature,count\nglad,see,many\n")}
    asked = {"name": "base", "kind": "distributional"}
    program = program_of(lead)
    assert program.post("/api/v1/campaigns/boats/baselines/", asked | files).status_code == 202
    job = Job.objects.get(kind="baseline")
    baseline_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, "v.csv, line 2" in job.error) == ("failed", True)
    files["vectors"].seek(0)
    program.post("/api/v1/campaigns/boats/baselines/", asked | files)
    for lost in (tmp_path / "state" / "uploads").iterdir():
        lost.unlink()
    second = Job.objects.get(kind="baseline", state="queued")
    baseline_job(job_id=second.pk)
    second.refresh_from_db()
    assert "send it again" in second.error
    assert not System.objects.filter(name="base").exists()


def test_the_best_synonym_is_the_most_frequent_of_the_best_rank(lead):
    campaign = campaign_of(lead, "boats")
    files = {
        name: source(FILES[name][1], FILES[name][0]) for name in ("lexicon", "frequencies")
    }
    added = add_baseline(campaign=campaign, name="base", kind="lexicon", files=files)
    assert (added.attempted, added.answers) == (5, 5)
    assert [row[::2] for row in stored("boats")[3]] == [
        ("1", "pleased"),
        ("2", "pleased"),
        ("3", "space"),
        ("4", "space"),
        ("5", "still"),
    ]


@pytest.mark.parametrize("form", ["zip", "folder", "xml.gz", "xml"])
def test_a_lexicon_may_be_wordnets_files_or_lmf(lead, tmp_path, form):
    """A folder only a shell can bring in."""
    campaign_of(lead, "boats")
    path = tmp_path / f"wordnet.{form}"
    if form in ("zip", "folder"):
        folder = write_wordnet(tmp_path / "wordnet.folder")
    if form == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("WordNet-3.0/README", "No data.")
            for file in folder.iterdir():
                archive.write(file, f"WordNet-3.0/dict/{file.name}")
    elif form != "folder":
        path.write_bytes(gzip.compress(LMF.encode()) if form == "xml.gz" else LMF.encode())
    sentences = tmp_path / "sentences.csv"
    text = "sentence,lexelt,left,target,right\n1,boat.n,A ,boat, came.\n"
    sentences.write_text(text)
    expected = regild.baseline(sentences, lexicon=path, task="oot").to_dict()
    assert expected["1"]
    create_campaign(
        slug="ships",
        files={
            "sentences": source(text, "sentences.csv"),
            "gold": source("boat.n 1 :: ship 2;\n", "gold.txt"),
        },
        language="en",
    ).campaign.members.create(user=lead, role="owner")
    options = ["--kind", "lexicon", "--task", "oot", "--lexicon", path]
    facts_of("add_baseline", "ships", "wn", *options)
    assert [row[2] for row in stored("ships")[3]] == expected["1"]


def test_a_bad_lexicon_is_told_by_its_lines_and_nothing_is_stored(lead, tmp_path):
    campaign_of(lead, "boats")
    bad = LEXICON.replace("glad,a,pleased,1", "glad,x,pleased,1") + "calm,a,quiet,none\n"
    wrong = {"lexicon": SimpleUploadedFile("bad.csv", bad.encode())}
    wrong["frequencies"] = SimpleUploadedFile("words.csv", b"word,frequency\nglad,many\n")
    asked = {"name": "base", "task": "best"}
    page = signed_in(lead).post("/campaigns/boats/baselines/lexicon/", asked | wrong)
    for told in ("bad.csv", "words.csv", "line 3", "line 8", "line 2", "many"):
        assert told in page.text
    for file in wrong.values():
        file.seek(0)
    answer = program_of(lead).post(
        "/api/v1/campaigns/boats/baselines/", asked | wrong | {"kind": "lexicon"}
    )
    assert answer.status_code == 400
    told = {(one["file"], one["line"]) for one in answer.json()["errors"]}
    assert told == {("bad.csv", 3), ("bad.csv", 8), ("words.csv", 2)}
    path = tmp_path / "bad.csv"
    path.write_text(bad)
    with pytest.raises(CommandError, match=r"bad\.csv, line 3: .*part of speech"):
        facts_of("add_baseline", "boats", "base", "--kind", "lexicon", "--lexicon", path)
    assert not System.objects.filter(kind="baseline").exists()


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files:
            archive.writestr(name, text)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (zipped([("a.txt", "x")]), "the ZIP has no file of WordNet"),
        (zipped([("a/data.noun", "x"), ("b/data.noun", "y")]), "data.noun twice"),
        (zipped([("data.noun", "  x")])[:-30], "the ZIP is broken"),
        (zipped([("data.noun", "  x")]), r"wn\.zip: there is no file index\.noun"),
        (zipped([("data.noun", "x\n"), ("index.noun", "")]), r"wn\.zip/data\.noun, line 1"),
    ],
    # Not by its bytes: a ZIP holds the time, and two processes collect at two times.
    ids=["without", "twice", "broken", "half", "faulty"],
)
def test_a_zip_that_is_no_wordnet_is_refused_under_its_own_name(lead, data, told):
    campaign = campaign_of(lead, "boats")
    files = {"lexicon": source(data, "wn.zip")}
    with pytest.raises(BadFiles, match=told) as refused:
        add_baseline(campaign=campaign, name="wn", kind="lexicon", files=files)
    assert str(refused.value).startswith("wn.zip")
    assert not System.objects.filter(name="wn").exists()


@pytest.mark.parametrize(
    ("kind", "names", "said", "field"),
    [
        ("lexicon", [], {}, "lexicon"),
        ("lexicon", ["lexicon", "vectors"], {}, "vectors"),
        ("lexicon", ["lexicon"], {"task": ["mw"]}, "task"),
        ("distributional", ["vectors"], {"similarity": ["l9"]}, "similarity"),
        ("distributional", ["vectors"], {"alpha": ["much"]}, "alpha"),
        ("ngram", ["lexicon", "train"], {"context": ["window"]}, "context"),
        ("words", [], {}, "kind"),
    ],
)
def test_what_a_baseline_cannot_take_is_refused_field_by_field(lead, kind, names, said, field):
    campaign = campaign_of(lead, "boats")
    files = {name: source(FILES[name][1], FILES[name][0]) for name in names}
    with pytest.raises(BaselineRefused) as refused:
        add_baseline(campaign=campaign, name="a", kind=kind, options=said, files=files)
    assert refused.value.field == field
    assert not System.objects.filter(name="a").exists()


def test_without_an_answer_to_any_target_there_is_no_system(lead):
    campaign = campaign_of(lead, "boats")
    files = {"lexicon": source("word,pos,synonym\nship,n,vessel\n", "s.csv")}
    with pytest.raises(BaselineRefused, match="no answer to any of the targets"):
        add_baseline(campaign=campaign, name="a", kind="lexicon", files=files)


def test_a_kind_that_two_tasks_have_is_that_of_the_campaigns_task(lead):
    """Utterances have n-grams too, made from a text alone."""
    campaign_of(lead, "boats")
    page = signed_in(lead).get("/campaigns/boats/baselines/ngram/").text
    assert 'name="lexicon"' in page
    assert 'name="train"' in page
    assert 'name="context"' not in page
    listed = signed_in(lead).get("/campaigns/boats/baselines/").text
    for kind in ("lexicon", "distributional", "ngram"):
        assert f"/baselines/{kind}/" in listed
    assert "/baselines/words/" not in listed
