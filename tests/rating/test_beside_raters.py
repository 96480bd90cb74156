"""What waits for a lock finds what was committed before it got it, and goes by that."""

import random

import pytest
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from rating.models import Assignment
from rating.selectors.sittings import missing_candidates
from rating.services.ending import expire_assignments
from rating.services.hiding import hide_candidate
from rating.services.sittings import take_subset
from rating.services.withdrawing import withdraw_annotator
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.rating.volunteer import Volunteer, candidates, rating
from tests.side_by_side import at_once

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


@pytest.mark.postgresql
def test_who_hides_who_ends_and_who_rates_wait_for_each_other_in_one_order(campaign):
    Campaign.objects.update(max_ratings=9, count_unfinished=True)
    for _round in range(4):
        people = [Volunteer() for _person in range(4)]
        sittings = [person.take().json() for person in people]
        word = candidates(sittings[0])[0]
        last = Assignment.objects.order_by("-id").values_list("id", flat=True)[:2]
        Assignment.objects.filter(id__in=[*last]).update(expires_at=timezone.now())
        done = at_once(
            expire_assignments,
            lambda word=word: hide_candidate(candidate_id=word),
            *(
                lambda person=person, sitting=sitting: person.rate(
                    sitting["id"], *map(rating, candidates(sitting)[1:3])
                )
                for person, sitting in zip(people, sittings, strict=True)
            ),
        )
        assert not [one for one in done if isinstance(one, Exception)]
        assert {answer.status_code for answer in done[2:]} <= {200, 409}
        hide_candidate(candidate_id=word, hide=False)


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
