"""What waits for a lock finds what was committed before it got it, and goes by that."""

import random

import pytest

from annotators.models import Annotator
from rating.models import Assignment
from rating.selectors.sittings import missing_candidates
from rating.services.hiding import hide_candidate
from rating.services.sittings import take_subset
from rating.services.withdrawing import withdraw_annotator
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


def remaining(sitting):
    stored = Assignment.objects.get(id=sitting["id"])
    return stored.remaining, len(missing_candidates(stored))


def test_a_word_hidden_while_it_is_rated_is_counted_down_once(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    word = candidates(sitting)[0]
    before = len(candidates(sitting))
    with meanwhile(lambda: volunteer.rate(sitting["id"], rating(word))):
        hide_candidate(candidate_id=word)
    assert remaining(sitting) == (before - 1, before - 1)
    rest = [rating(candidate) for candidate in candidates(sitting)[1:]]
    assert volunteer.rate(sitting["id"], *rest).json()["remaining"] == 0
    assert Assignment.objects.get(id=sitting["id"]).state == "complete"


def test_a_word_shown_while_it_is_rated_is_counted_down_once(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    word = candidates(sitting)[0]
    hide_candidate(candidate_id=word)
    before = len(candidates(sitting))
    with meanwhile(lambda: volunteer.rate(sitting["id"], rating(word))):
        hide_candidate(candidate_id=word, hide=False)
    assert remaining(sitting) == (before - 1, before - 1)


def test_who_withdrew_while_they_waited_for_a_subset_gets_no_seat(campaign):
    volunteer = Volunteer()
    annotator = Annotator.objects.get(id=volunteer.id)
    taken = []
    with meanwhile(
        lambda: taken.append(take_subset(annotator=annotator, rng=random.Random(1)))
    ):
        withdraw_annotator(annotator_id=annotator.id)
    assert taken == [None]
    assert not Assignment.objects.exists()
