"""Answers with the systems' own scores, from their file to a threshold and out again."""

import csv
import io

import pytest
from django.urls import reverse

from annotation_site.archives.moving import export_campaign, import_campaign
from campaigns.models import Campaign
from regild.formats.detect import read_answers_any
from scoring.selectors.scores import rankings_of
from scoring.services.freezing import freeze_gold
from scoring.services.rescoring import rescore
from sources.models import Answer
from sources.selectors import named_parts
from sources.services.parts import name_part
from sources.services.systems import add_system
from tests.factories import source
from tests.people import make_lead, program_of
from tests.rating.sitting import delete_annotators
from tests.scoring.released import rated_campaign

pytestmark = pytest.mark.django_db

NEURAL = "RANKED\tglad.a 1\thappy 0.9\tpleased 0.5\tzzz 0.2\nRANKED\troom.n 3\tspace 0.5\n"


@pytest.fixture
def campaign():
    campaign = rated_campaign()
    add_system(campaign=campaign, name="neural", answers=source(NEURAL, "neural.ranked"))
    return campaign


def test_scores_are_stored_beside_ranks_and_only_where_a_file_has_them(campaign):
    stored = Answer.objects.filter(system__name="neural").order_by("item__key", "rank")
    assert [*stored.values_list("item__key", "rank", "text", "score")] == [
        ("1", 1, "happy", 0.9),
        ("1", 2, "pleased", 0.5),
        ("1", 3, "zzz", 0.2),
        ("3", 1, "space", 0.5),
    ]
    others = Answer.objects.exclude(system__name="neural")
    assert others.exists()
    assert not others.filter(score__isnull=False).exists()


def test_a_threshold_is_found_on_the_second_gold_and_a_reason_without_scores(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign)
    found = rankings_of(release, ["jabbari.threshold", "jabbari.threshold_F"])
    of = {key: {one.system: one.second for one in f.lines} for key, f in found.items()}
    # Sentence 1 has 8/3, 3 and 1/3, sentence 3 has 3, 1.5 and 1; at .5 all that is right is in.
    one = 2 * (17 / 3) / (17 / 3 + 6)
    three = 2 * 3 / (3 + 5.5)
    assert of["jabbari.threshold"]["neural"].value == 0.5
    assert of["jabbari.threshold_F"]["neural"].value == pytest.approx((one + three) / 2)
    assert of["jabbari.threshold_F"]["rival"].value is None
    assert of["jabbari.threshold_F"]["rival"].reason == "not all its answers carry scores"


def test_the_api_gives_the_scores_back(campaign):
    program = program_of(make_lead("ada", campaign))
    neural = campaign.systems.get(name="neural")
    url = reverse("api-answers", args=["boats", neural.id])
    given = b"".join(program.get(url, {"form": "csv"}).streaming_content)
    rows = list(csv.DictReader(io.StringIO(given.decode())))
    assert [(row["substitute"], row["score"]) for row in rows[:2]] == [
        ("happy", "0.9"),
        ("pleased", "0.5"),
    ]
    # The file can be brought in again.
    again = read_answers_any(io.BytesIO(given), name="again.csv").records
    assert again[0].scores == (0.9, 0.5, 0.2)
    assert b"".join(program.get(url).streaming_content).startswith(b"glad.a 1 :: happy;pleased")


@pytest.mark.django_db(transaction=True)
def test_scores_and_named_parts_travel_with_the_campaign(campaign, tmp_path):
    name_part(campaign=campaign, name="MAN", sentences=source("1\nroom.n 3\n", "man.txt"))
    path = tmp_path / "boats.zip"
    export_campaign(campaign=campaign, path=path)
    delete_annotators(campaign)
    campaign.delete()
    import_campaign(path)
    stored = Answer.objects.filter(score__isnull=False)
    assert sorted(stored.values_list("score", flat=True)) == [0.2, 0.5, 0.5, 0.9]
    assert named_parts(Campaign.objects.get()) == {"MAN": {"1", "3"}}
