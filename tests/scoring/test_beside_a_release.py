"""What happens while a release is frozen, or systems are scored."""

import pytest
from django.db import transaction

from campaigns.services.jobs import JobRefused
from campaigns.services.locking import ratings_changed
from rating.models import Annotator
from rating.services.annotators import withdraw_annotator
from scoring.models import Release
from scoring.selectors.scores import is_out_of_date
from scoring.services.freezing import freeze_gold
from scoring.services.multiword_targets import mark_multiword_targets
from scoring.services.rescoring import rescore
from tests.factories import source
from tests.people import make_lead, program_of, signed_in
from tests.scoring.released import add_late_system, rated_campaign

pytestmark = pytest.mark.django_db

# Two annotators saw a multiword in 4, two another one in 3.
IN_ROOM = "room.n 4 :: room service 2;\n"
IN_BOTH = IN_ROOM + "room.n 3 :: no room 2;\n"


@pytest.fixture
def campaign():
    return rated_campaign()


@pytest.fixture
def lead(campaign):
    return make_lead("lead", campaign, "manager")


def withdraw(name):
    withdraw_annotator(annotator_id=Annotator.objects.get(name=name).pk)


def at(step, happens):
    """A progress at whose step, the first time, something happens beside the work."""
    waiting = [happens]

    def progress(done, _total):
        if done == step and waiting:
            waiting.pop()()

    return progress


def frozen_by(release):
    return [
        (entry.text, [value for _annotator, value in entry.ratings])
        for entry in release.entries.order_by("id")
    ]


@pytest.mark.parametrize("step", [2, 3, 4])
def test_who_withdraws_while_a_release_is_made_is_not_in_it(campaign, step):
    def go():
        withdraw("a")

    made = freeze_gold(campaign=campaign, min_ratings=1, progress=at(step, go))
    after = freeze_gold(campaign=campaign, min_ratings=1)
    assert made.counts == after.counts
    assert made.counts["annotators"] == 3
    assert frozen_by(made) == frozen_by(after)
    assert made.sha256 == after.sha256
    assert made.comparison == after.comparison


def test_each_who_withdraws_in_turn_is_left_out(campaign):
    leaving = iter("ab")

    def progress(done, _total):
        if done == 4 and (name := next(leaving, None)):
            withdraw(name)

    made = freeze_gold(campaign=campaign, min_ratings=1, progress=progress)
    assert made.counts["annotators"] == 2


def test_where_too_few_stay_nothing_is_released(campaign):
    def everybody():
        for name in "abcd":
            withdraw(name)

    with pytest.raises(JobRefused, match="no candidate has 3 ratings yet"):
        freeze_gold(campaign=campaign, progress=at(4, everybody))
    assert not Release.objects.exists()


def test_the_gold_page_says_once_other_ratings_count(campaign, lead):
    said = "Since the newest release other ratings count"
    freeze_gold(campaign=campaign)
    page = signed_in(lead).get("/campaigns/boats/gold/")
    assert said not in page.content.decode()
    with transaction.atomic():
        ratings_changed(campaign.pk)
    assert said in signed_in(lead).get("/campaigns/boats/gold/").content.decode()
    freeze_gold(campaign=campaign)
    assert said not in signed_in(lead).get("/campaigns/boats/gold/").content.decode()


def mark(campaign, text):
    return mark_multiword_targets(campaign=campaign, gold=source(text, "multiwords.txt"))


def test_marking_multiwords_makes_scores_old_until_they_are_made_again(campaign, lead):
    release = freeze_gold(campaign=campaign)
    assert not is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)
    mark(campaign, IN_ROOM)
    assert is_out_of_date(release)
    page = signed_in(lead).get("/campaigns/boats/scores/").content.decode()
    assert "systems were handed in or multiwords marked. Score again" in page
    assert "Multiwords were marked" in signed_in(lead).get("/campaigns/boats/").content.decode()
    scores = "/api/v1/campaigns/boats/releases/1/scores/"
    assert program_of(lead).get(scores).json()["out_of_date"] is True
    rescore(campaign=campaign)
    assert program_of(lead).get(scores).json()["out_of_date"] is False
    # The same said once more changes no score.
    mark(campaign, IN_ROOM)
    assert not is_out_of_date(release)
    mark(campaign, IN_BOTH)
    assert is_out_of_date(release)


def test_what_is_marked_or_added_while_scoring_is_known_to_be_missing(campaign):
    release = freeze_gold(campaign=campaign)
    rescore(campaign=campaign, progress=at(1, lambda: mark(campaign, IN_ROOM)))
    assert is_out_of_date(release)
    rescore(campaign=campaign, progress=at(1, lambda: add_late_system(campaign)))
    assert is_out_of_date(release)
    rescore(campaign=campaign)
    assert not is_out_of_date(release)
