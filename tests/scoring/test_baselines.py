"""Baselines that are made of a campaign's own items, by page, API and command."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError

from campaigns.models import AuditEntry, Job
from pooling.services.fill_pool import pool_campaign
from rating.services.importing import import_ratings
from regild.scoring.word_baseline import label_by_words
from regild.tasks.utterances.ngrams import ModelOptions, read_stream, score_sets
from regild.tasks.utterances.sets import sets_of
from scoring.jobs import baseline as baseline_job
from scoring.services.baselines import BaselineRefused, add_baseline
from scoring.services.freezing import freeze_gold
from sources.models import Answer, System
from tests.categories.factories import TREE, make_categories, make_of
from tests.commands import facts_of
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.utterances.factories import make_utterances, sets_file

pytestmark = pytest.mark.django_db

# Of six documents with a gold two folds and more; what is about boats is work.
TEXTS = {
    "1": "boats are sold",
    "2": "birthday cake for you",
    "3": "we sold nine boats",
    "4": "cake and a birthday song",
    "5": "more boats were sold",
    "6": "a song and cake",
}
KINDS = {key: "Report" if "boats" in text else "Private" for key, text in TEXTS.items()}
TEXT = "The dog barks. The dog barks. She drinks tea. A law is a law.\n"


def make_trained(slug="mail", **changes):
    documents = "document,text\n" + "".join(f"{key},{text}\n" for key, text in TEXTS.items())
    gold = "document,annotator,category\n"
    gold += "".join(f"{key},ann,{kind}\n" for key, kind in KINDS.items())
    return make_of(slug, documents, TREE, gold, **changes)


@pytest.fixture
def lead(settings, tmp_path):
    settings.STATE_DIR = tmp_path
    return make_lead("lead")


def stored(slug):
    system = System.objects.get(campaign__slug=slug)
    answers = Answer.objects.filter(system=system).order_by("item__position", "rank")
    return (
        system.name,
        system.kind,
        system.sha256,
        [*answers.values_list("item__key", "rank", "text", "score")],
    )


def work_off():
    for job in Job.objects.filter(kind="baseline", state="queued"):
        baseline_job(job_id=job.pk)
    assert not Job.objects.filter(kind="baseline").exclude(state="done").exists()


def test_words_by_page_api_and_command_are_what_the_library_finds(lead):
    for slug in ("page", "api", "command"):
        make_trained(slug, by=lead)
    sent = {"name": "bayes", "gold": "first"}
    page = signed_in(lead).post("/campaigns/page/baselines/words/", sent)
    assert page.url == "/campaigns/page/baselines/"
    asked = {"name": "bayes", "kind": "words"}
    answer = program_of(lead).post("/api/v1/campaigns/api/baselines/", asked)
    assert answer.status_code == 202, answer.content
    work_off()
    facts_of("add_baseline", "command", "bayes", "--kind", "words")
    assert stored("page") == stored("api") == stored("command")
    name, kind, _sha256, answers = stored("page")
    found = label_by_words(TEXTS, KINDS)
    assert (name, kind) == ("bayes", "baseline")
    assert answers == [(key, 1, found[key].category, found[key].score) for key in TEXTS]
    added = AuditEntry.objects.filter(action="add system")
    assert added.count() == 3


def test_two_categories_alone_are_told_apart(lead):
    make_trained(by=lead)
    sent = {"name": "two", "gold": "first", "only": "Report\nPlan"}
    page = signed_in(lead).post("/campaigns/mail/baselines/words/", sent)
    # What only its making finds is told by the job.
    assert page.url == "/campaigns/mail/baselines/"
    job = Job.objects.get(kind="baseline")
    baseline_job(job_id=job.pk)
    job.refresh_from_db()
    assert (job.state, "category Plan" in job.error) == ("failed", True)
    facts = facts_of(
        "add_baseline", "mail", "two", "--kind", "words", "--only", "Report", "Private"
    )
    assert facts["answers"] == 6


def test_words_learn_from_the_second_gold_too():
    campaign = make_categories()
    pool_campaign(campaign=campaign)
    with pytest.raises(BaselineRefused, match="no second gold yet"):
        add_baseline(campaign=campaign, name="bayes", kind="words", gold="second")
    ratings = "document,annotator,category\n" + "".join(
        f"{key},{annotator},{category}\n"
        for key, category in (("1", "Plan"), ("2", "Private"), ("3", "Report"), ("4", "Plan"))
        for annotator in ("ann", "ben", "cem")
    )
    import_ratings(campaign=campaign, ratings=source(ratings, "r.csv"))
    freeze_gold(campaign=campaign, rule="plurality")
    added = add_baseline(campaign=campaign, name="bayes", kind="words", gold="second")
    assert added.attempted == 4


def test_ngrams_by_page_api_and_command_are_what_the_library_finds(lead, tmp_path):
    for slug in ("page", "api", "command"):
        make_utterances(slug, by=lead)
    chosen = {"name": "trigrams", "order": "2", "context": "window"}
    page = signed_in(lead).post("/campaigns/page/baselines/ngram/", chosen | {"train": train()})
    assert page.url == "/campaigns/page/sources/"
    sent = chosen | {"kind": "ngram", "train": train()}
    answer = program_of(lead).post("/api/v1/campaigns/api/baselines/", sent)
    assert answer.status_code == 201, answer.content
    file = tmp_path / "text.txt"
    file.write_text(TEXT)
    kind = ["--kind", "ngram", "--order", "2", "--context", "window", "--train", file]
    facts_of("add_baseline", "command", "trigrams", *kind)
    assert stored("page") == stored("api") == stored("command")
    sets = sets_of(json.loads(sets_file()))
    [scores] = score_sets(sets, read_stream(train(), name="t"), [ModelOptions(2, "window")])
    answers = stored("page")[3]
    assert {(key, text): score for key, _rank, text, score in answers} == {
        (key, str(number)): score
        for key, found in scores.items()
        for number, score in enumerate(found, start=1)
    }
    assert [(key, text) for key, rank, text, _score in answers if rank == 1] == [
        ("1", "1"),
        # `wood` and `hats` are not in the text, and in no sum.
        ("2", "1"),
    ]


def test_ngrams_by_another_model_are_what_the_library_finds(lead, tmp_path):
    for slug in ("page", "api", "command"):
        make_utterances(slug, by=lead)
    chosen = {"name": "plain", "order": "2", "context": "sentence"}
    chosen |= {"smoothing": "additive", "unknown": "score"}
    signed_in(lead).post("/campaigns/page/baselines/ngram/", chosen | {"train": train()})
    sent = chosen | {"kind": "ngram", "train": train()}
    answer = program_of(lead).post("/api/v1/campaigns/api/baselines/", sent)
    assert answer.status_code == 201, answer.content
    file = tmp_path / "text.txt"
    file.write_text(TEXT)
    words = [word for name, said in chosen.items() if name != "name"
             for word in (f"--{name}", said)]  # fmt: skip
    facts_of("add_baseline", "command", "plain", "--kind", "ngram", *words, "--train", file)
    assert stored("page") == stored("api") == stored("command")
    model = ModelOptions(2, "sentence", smoothing="additive", unknown="score")
    sets = sets_of(json.loads(sets_file()))
    [scores] = score_sets(sets, read_stream(train(), name="t"), [model])
    assert {(key, text): score for key, _rank, text, score in stored("page")[3]} == {
        (key, str(number)): score
        for key, found in scores.items()
        for number, score in enumerate(found, start=1)
    }
    answer = program_of(lead).post(
        "/api/v1/campaigns/api/baselines/", sent | {"unknown": "guess", "train": train()}
    )
    assert answer.json()["errors"][0]["field"] == "unknown"


def train():
    return SimpleUploadedFile("text.txt", TEXT.encode())


def test_what_a_task_has_not_is_refused_where_it_is_asked(lead):
    make_utterances(by=lead)
    boats = make_campaign("boats", subsets=None)
    boats.members.create(user=lead, role="owner")
    program = program_of(lead)
    for slug in ("odd", "boats"):
        answer = program.post(
            f"/api/v1/campaigns/{slug}/baselines/", {"name": "a", "kind": "words"}
        )
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == "kind"
        page = signed_in(lead).get(f"/campaigns/{slug}/baselines/words/")
        assert page.url == f"/campaigns/{slug}/baselines/"
        assert signed_in(lead).get(f"/campaigns/{slug}/baselines/").status_code == 200
    sent = {"name": "a", "kind": "ngram", "order": "9"}
    answer = program.post("/api/v1/campaigns/odd/baselines/", sent)
    assert answer.json()["errors"][0]["field"] == "order"
    answer = program.post("/api/v1/campaigns/odd/baselines/", sent | {"order": "2"})
    assert answer.json()["errors"][0]["field"] == "train"
    with pytest.raises(CommandError, match="no option only"):
        facts_of("add_baseline", "odd", "a", "--kind", "ngram", "--only", "x", "y")
    assert not System.objects.filter(kind="baseline", campaign__slug="odd").exists()


def test_a_training_text_that_cannot_be_read_is_told():
    campaign = make_utterances()
    for text, told in ((b"\xff\xfe", "not UTF-8"), (b"", "no word in the training text")):
        with pytest.raises(BaselineRefused, match=told) as refused:
            add_baseline(
                campaign=campaign,
                name="a",
                kind="ngram",
                files={"train": source(text, "text.txt")},
            )
        assert refused.value.field == "train"
    with pytest.raises(BaselineRefused):
        add_baseline(
            campaign=campaign,
            name="a",
            kind="ngram",
            files={"train": source(b"no gzip", "text.txt.gz")},
        )
