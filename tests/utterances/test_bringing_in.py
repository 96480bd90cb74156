"""A campaign of utterances is made of sets, each with a natural one among them."""

import pytest

from campaigns.models import Campaign
from pooling.models import Candidate
from pooling.services.fill_pool import pool_campaign
from regild.problems import BadFiles
from sources.models import Answer
from sources.services.creating import create_campaign
from sources.services.systems import add_system
from tests.factories import source
from tests.utterances.factories import SCORES, make_utterances

pytestmark = pytest.mark.django_db


def test_every_utterance_is_a_candidate_and_the_natural_one_is_gold():
    campaign = make_utterances()
    pool_campaign(campaign=campaign)
    candidates = Candidate.objects.order_by("item__position", "id")
    assert {*candidates.values_list("item__group", "text", "origin")} == {
        ("dog", "1", "gold"),
        ("dog", "2", "systems"),
        ("dog", "3", "systems"),
        ("tea", "1", "systems"),
        ("tea", "2", "gold"),
        ("tea", "3", "systems"),
    }


def test_scores_are_answers_with_the_best_first():
    campaign = make_utterances()
    add_system(campaign=campaign, name="first", answers=source(SCORES, "first.csv"))
    answers = Answer.objects.order_by("item__position", "rank")
    assert [*answers.values_list("item__key", "text", "score")] == [
        ("1", "1", -3),
        ("1", "3", -7),
        ("1", "2", -9),
        ("2", "1", -1),
        ("2", "2", -2),
        ("2", "3", -5),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[", "not JSON in UTF-8"),
        ("{}", "not a file of sets"),
        ('{"options": {}, "sets": []}', "no set in it"),
    ],
)
def test_what_is_no_file_of_sets_is_told(text, told):
    with pytest.raises(BadFiles, match=told):
        create_campaign(
            slug="odd", task="utterances", language="en", files={"sets": source(text)}
        )
    assert not Campaign.objects.exists()
