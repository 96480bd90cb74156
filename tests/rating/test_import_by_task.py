"""Ratings collected elsewhere, of every task: before anybody pooled, all ways the same."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from rating.services.importing import import_ratings, preview_import
from regild.problems import BadFiles
from sources.services.systems import add_system
from tests.categories.factories import make_categories
from tests.commands import facts_of
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.utterances.factories import make_utterances

pytestmark = pytest.mark.django_db

MAIL = "document,annotator,category\n1,ann,Plan\n1,ben,1\n2,ann,private\n"
ODD = "annotator,set,utterance,value\nann,1,1,Natural\nann,1,2,0\nben,2,3,2\n"
KINDS = {
    "categories": (
        make_categories,
        MAIL,
        [("1", "document", "ann", 0), ("1", "document", "ben", 1), ("2", "document", "ann", 2)],
    ),
    "utterances": (
        make_utterances,
        ODD,
        [("1", "1", "ann", 3), ("1", "2", "ann", 0), ("2", "3", "ben", 2)],
    ),
}


def stored(slug):
    rows = Rating.objects.filter(annotator__campaign__slug=slug, counts=True)
    return sorted(
        rows.values_list("candidate__item__key", "candidate__text", "annotator__name", "value")
    )


@pytest.mark.parametrize("task", KINDS)
def test_page_api_and_command_store_the_same_before_anybody_pooled(settings, tmp_path, task):
    settings.STATE_DIR = tmp_path
    make, text, expected = KINDS[task]
    lead = make_lead("lead")
    for slug in ("page", "api", "command"):
        make(slug, by=lead)
    page = signed_in(lead)
    preview = page.post("/campaigns/page/ratings/imports/preview/", {"ratings": upload(text)})
    assert preview.context["preview"].added == 3
    assert not Candidate.objects.exists()
    assert page.post("/campaigns/page/ratings/imports/bring-in/", {"ratings": upload(text)}).url
    there = "/api/v1/campaigns/api/ratings/import/"
    answer = program_of(lead).post(there, {"ratings": upload(text)})
    assert answer.json()["added"] == 3, answer.content
    file = tmp_path / "ratings.csv"
    file.write_text(text)
    assert facts_of("import_ratings", "command", file)["added"] == 3
    assert stored("page") == stored("api") == stored("command") == expected


def upload(text):
    return SimpleUploadedFile("ratings.csv", text.encode())


@pytest.mark.parametrize(
    ("make", "text", "told"),
    [
        (
            make_categories,
            "document,annotator,category\n9,ann,Plan\n1,ann,Work\n2,ann,7\n",
            ["no document has the id '9'", "'Work' is not on the scale", "'7' is not on"],
        ),
        (
            make_utterances,
            "annotator,set,utterance,value\nann,9,1,0\nann,1,4,0\nann,1,1,9\n",
            [
                "no set has the id '9'",
                "set '1' has no utterance '4'",
                "'9' is not on the scale",
            ],
        ),
        (
            make_utterances,
            "annotator,set,utterance,value\nann,1,1,0\nann,1,1,2\n",
            [None, "by ann is already on line 2"],
        ),
    ],
)
def test_every_problem_is_told_by_its_line_and_nothing_is_stored(make, text, told):
    campaign = make()
    with pytest.raises(BadFiles) as bad:
        import_ratings(campaign=campaign, ratings=source(text, "ratings.csv"))
    problems = {problem.line: problem.message for problem in bad.value.files[0].problems}
    wanted = {line: part for line, part in enumerate(told, start=2) if part}
    assert problems.keys() == wanted.keys()
    assert all(part in problems[line] for line, part in wanted.items())
    assert not Candidate.objects.exists()
    assert not Annotator.objects.exists()
    assert Campaign.objects.get().pooled_version is None


def test_a_preview_of_ratings_of_what_was_pooled_leaves_the_pool():
    campaign = make_categories()
    pool_campaign(campaign=campaign)
    before = [*Candidate.objects.values_list("id", flat=True)]
    assert preview_import(campaign=campaign, ratings=source(MAIL, "r.csv")).added == 3
    assert [*Candidate.objects.values_list("id", flat=True)] == before
    assert not Rating.objects.exists()


def test_answers_to_utterances_that_a_set_has_not_are_problems_by_line():
    campaign = make_utterances()
    text = "set,utterance,score\n1,1,-3\n9,1,-3\n1,4,-2\n2,x,-1\n"
    with pytest.raises(BadFiles) as bad:
        add_system(campaign=campaign, name="first", answers=source(text, "first.csv"))
    told = [(problem.line, problem.message) for problem in bad.value.files[0].problems]
    assert told == [
        (3, "no set has the id '9'"),
        (4, "set '1' has no utterance '4'"),
        (5, "set '2' has no utterance 'x'"),
    ]


@pytest.mark.parametrize("make", [make_categories, make_utterances])
def test_what_systems_answer_makes_no_other_pool(make):
    """A pool of what the items alone are is not out of date when a system comes."""
    campaign = make()
    pool_campaign(campaign=campaign)
    version = Campaign.objects.get().sources_version
    texts = {
        "categories": "document,category\n1,Plan\n",
        "utterances": "set,utterance,score\n1,1,0\n",
    }
    add_system(campaign=campaign, name="late", answers=source(texts[campaign.task]))
    assert Campaign.objects.get().sources_version == version
    again = pool_campaign(campaign=campaign)
    assert (again.added, again.changed, again.gone_deleted) == (0, 0, 0)
