"""A client that did not hear the answer sends again what it sent, and more."""

import pytest

from rating.models import Rating
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


def current(annotator):
    rows = Rating.objects.filter(annotator_id=annotator.id, superseded_at=None)
    return dict(rows.values_list("candidate_id", "value"))


def test_what_is_sent_again_beside_something_new_stays_as_it_was(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    k1, k2 = rating(first, 3), rating(second, 1)
    volunteer.rate(sitting["id"], k1)
    answer = volunteer.rate(sitting["id"], k1, k2)
    assert answer.json() == {"stored": 2, "remaining": len(candidates(sitting)) - 2}
    assert current(volunteer) == {first: 3, second: 1}


def test_an_old_answer_sent_again_does_not_come_before_the_newer_one(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    early, later = rating(first, 3), rating(first, 0)
    volunteer.rate(sitting["id"], early)
    volunteer.rate(sitting["id"], later)
    volunteer.rate(sitting["id"], early, rating(second, 2))
    assert current(volunteer) == {first: 0, second: 2}


def test_a_whole_sitting_in_doubled_batches_can_be_finished(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    entries = [rating(candidate) for candidate in candidates(sitting)]
    for upto in range(1, len(entries) + 1):
        answer = volunteer.rate(sitting["id"], *entries[:upto])
        assert answer.status_code == 200
        assert answer.json()["remaining"] == len(entries) - upto
    assert volunteer.complete(sitting["id"]).status_code == 200
    assert set(current(volunteer)) == set(candidates(sitting))


def test_one_batch_may_say_twice_and_change_its_mind(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first = candidates(sitting)[0]
    said, changed = rating(first, 1), rating(first, 2)
    answer = volunteer.rate(sitting["id"], said, said, changed)
    assert answer.json()["stored"] == 3
    assert current(volunteer) == {first: 2}
    assert Rating.objects.count() == 2


def test_an_answer_repeated_in_one_batch_counts_as_it_was_measured_first(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    first, second, *_rest = candidates(sitting)
    said = rating(first, 1)
    again = {**said, "elapsed_ms": 9_000}
    answer = volunteer.rate(
        sitting["id"], said, again, rating(second, 2), {**again, "elapsed_ms": 1}
    )
    assert (answer.status_code, answer.json()["stored"]) == (200, 4)
    assert current(volunteer) == {first: 1, second: 2}
    stored = Rating.objects.get(candidate=first)
    assert stored.elapsed_ms == said["elapsed_ms"]
    # As it would be in a later batch.
    assert volunteer.rate(sitting["id"], again).status_code == 200
    assert Rating.objects.count() == 2


def test_a_key_with_two_values_in_one_batch_is_refused(campaign):
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    said = rating(candidates(sitting)[0], 1)
    answer = volunteer.rate(sitting["id"], said, {**said, "value": 2})
    assert answer.status_code == 400
    assert [(one["index"], one["code"]) for one in answer.json()["errors"]] == [
        (1, "key_used_twice")
    ]
    assert not Rating.objects.exists()
