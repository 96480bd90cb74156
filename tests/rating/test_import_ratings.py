import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.services.importing import import_ratings
from regild.problems import BadFiles
from tests.factories import make_campaign, source

pytestmark = pytest.mark.django_db

HEADER = "annotator,sentence,substitute,value\n"
RATINGS = HEADER + "A,1,happy,3\nA,1,sorry,0\nB,1,happy,2\n"


@pytest.fixture
def campaign():
    return make_campaign(subsets=None)


def bring_in(campaign, text, name="ratings.csv"):
    return import_ratings(campaign=campaign, ratings=source(text, name))


def current():
    return set(
        Rating.objects.filter(superseded_at__isnull=True).values_list(
            "annotator__name", "candidate__item__key", "candidate__text", "value"
        )
    )


def problems(campaign, text, name="ratings.csv"):
    with pytest.raises(BadFiles) as caught:
        bring_in(campaign, text, name)
    assert not Annotator.objects.exists()
    return [(problem.line, problem.message) for problem in caught.value.files[0].problems]


def test_imported_ratings_count_in_one_complete_sitting_per_annotator(campaign):
    report = bring_in(campaign, RATINGS)
    assert (report.annotators, report.added, report.changed, report.unchanged) == (2, 3, 0, 0)
    assert current() == {
        ("A", "1", "happy", 3),
        ("A", "1", "sorry", 0),
        ("B", "1", "happy", 2),
    }
    assert counting_ratings(campaign).count() == 3
    sittings = Assignment.objects.values_list("annotator__name", "state", "subset", "seat")
    assert set(sittings) == {
        ("A", "complete", None, None),
        ("B", "complete", None, None),
    }
    assert set(Annotator.objects.values_list("source", flat=True)) == {"imported"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ratings.tsv", "annotator\tsentence\tsubstitute\tvalue\nA\t1\thappy\t3\n"),
        (
            "ratings.jsonl",
            '{"annotator": "A", "sentence": "1", "substitute": "happy", "value": "3"}\n',
        ),
        ("labels.csv", HEADER + "A,1,happy,Perfect\n"),
        ("labels.csv", HEADER + "A,1,happy,perfect\n"),
        ("spelling.csv", HEADER + "A,1,  happy ,3\n"),
    ],
)
def test_any_table_any_label_and_any_spelling_will_do(campaign, name, text):
    bring_in(campaign, text, name)
    assert current() == {("A", "1", "happy", 3)}


def test_a_number_is_a_value_even_where_it_is_another_options_label(campaign):
    campaign.scale.filter(value=0).update(label="3")
    bring_in(campaign, HEADER + "A,1,happy,3\n")
    assert current() == {("A", "1", "happy", 3)}


def test_substitutes_are_spelled_as_the_campaign_does(campaign):
    sentence = campaign.items.get(key="3")
    Candidate.objects.create(item=sentence, text="elbow room", origin="gold", votes=1)
    bring_in(campaign, HEADER + "A,3,elbow_room,3\n")
    assert current() == {("A", "3", "elbow room", 3)}


def test_a_spelling_kept_apart_is_a_candidate_of_its_own(campaign):
    sentence = campaign.items.get(key="3")
    for text in ("elbow room", "elbow_room"):
        Candidate.objects.create(item=sentence, text=text, origin="gold", votes=1)
    bring_in(campaign, HEADER + "A,3,elbow_room,3\nA,3,elbow room,1\n")
    assert current() == {("A", "3", "elbow_room", 3), ("A", "3", "elbow room", 1)}


def test_every_problem_is_told_with_its_line_and_nothing_is_stored(campaign):
    assert problems(
        campaign,
        HEADER
        + "A,1,happy,3\nA,99,happy,3\nA,1,zebra,3\n"
        + "A,1,sorry,4\nA,1,Happy day,good\nB,1,happy,1\n",
    ) == [
        (3, "no sentence has the id '99'"),
        (4, "'zebra' is no candidate of sentence 1"),
        (6, "'Happy day' is no candidate of sentence 1"),
        (5, "'4' is not on the scale"),
        (6, "'good' is not on the scale"),
    ]


def test_what_nobody_knows_is_told_first_and_once_with_all_the_rest(campaign):
    rows = "A,99,happy,3\nA,1,happy,3\nA,99,happy,3\nA,1,happy,2\nA,1,unheard,0\nA,1,sorry,x\n"
    assert problems(campaign, HEADER + rows) == [
        (2, "no sentence has the id '99'"),
        (6, "'unheard' is no candidate of sentence 1"),
        (4, "the rating of 'happy' in 99 by A is already on line 2"),
        (5, "the rating of 'happy' in 1 by A is already on line 3"),
        (7, "'x' is not on the scale"),
    ]


def test_a_candidate_rated_twice_by_one_annotator_is_refused(campaign):
    sentence = campaign.items.get(key="3")
    Candidate.objects.create(item=sentence, text="elbow room", origin="gold", votes=1)
    two_spellings = "A,3,elbow room,3\nB,3,elbow room,3\nA,3,elbow_room,3\n"
    assert problems(campaign, HEADER + two_spellings) == [
        (4, "the rating of 'elbow_room' in 3 by A is already on line 2")
    ]
    assert problems(campaign, HEADER + "A,1,happy,3\nA,1,happy,3\n") == [
        (3, "the rating of 'happy' in 1 by A is already on line 2")
    ]


def test_importing_the_same_file_again_changes_nothing(campaign):
    bring_in(campaign, RATINGS)
    before = list(Rating.objects.values())
    report = bring_in(campaign, RATINGS)
    assert (report.annotators, report.added, report.changed, report.unchanged) == (2, 0, 0, 3)
    assert list(Rating.objects.values()) == before
    assert Assignment.objects.count() == Annotator.objects.count() == 2


def test_another_value_supersedes_the_earlier_one_which_is_kept(campaign):
    bring_in(campaign, RATINGS)
    report = bring_in(campaign, HEADER + "A,1,happy,1\nA,1,sorry,0\nC,1,happy,0\n")
    assert (report.annotators, report.added, report.changed, report.unchanged) == (2, 1, 1, 1)
    assert current() == {
        ("A", "1", "happy", 1),
        ("A", "1", "sorry", 0),
        ("B", "1", "happy", 2),
        ("C", "1", "happy", 0),
    }
    (old,) = Rating.objects.filter(superseded_at__isnull=False)
    assert (old.annotator.name, old.value) == ("A", 3)
    assert old.rated_at <= old.superseded_at <= timezone.now()


def test_annotators_of_other_campaigns_are_other_people(campaign):
    bring_in(campaign, RATINGS)
    bring_in(make_campaign("second", subsets=None), RATINGS)
    assert Annotator.objects.filter(name="A").count() == 2


def test_the_number_of_queries_does_not_grow_with_the_file(
    campaign, django_assert_max_num_queries
):
    texts = Candidate.objects.values_list("item__key", "text")
    rows = "".join(f"{who},{key},{text},1\n" for who in range(40) for key, text in texts)
    Campaign.objects.update(max_ratings=40)
    with django_assert_max_num_queries(38):
        bring_in(campaign, HEADER + rows)


def test_the_command_prints_what_it_did(campaign, tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(RATINGS)
    out = io.StringIO()
    call_command("import_ratings", "boats", str(path), "--json", stdout=out)
    assert json.loads(out.getvalue()) == {
        "campaign": "boats",
        "annotators": 2,
        "added": 3,
        "changed": 0,
        "unchanged": 0,
        "notices": 0,
        "number": 1,
    }


def test_the_command_tells_what_is_wrong_with_the_file(campaign, tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(HEADER + "A,1,zebra,3\n")
    with pytest.raises(CommandError, match="line 2: 'zebra' is no candidate") as caught:
        call_command("import_ratings", "boats", str(path))
    assert caught.value.returncode == 2
