"""What an annotator finds who comes back, after others and a lead have been there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.services.ending import expire_assignments
from rating.services.hiding import hide_candidate, hide_sentence
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


def left_alone():
    Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    expire_assignments()


def answer(volunteer, sitting, ids):
    return volunteer.rate(sitting["id"], *(rating(one) for one in ids))


def test_a_sitting_of_which_all_was_hidden_is_not_given_again():
    make_campaign(subsets=2, min_ratings=1, max_ratings=2)
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    left_alone()
    for one in candidates(sitting):
        hide_candidate(candidate_id=one)
    other = volunteer.take()
    assert (other.status_code, other.json()["id"] != sitting["id"]) == (201, True)


def test_one_that_counts_in_part_stays_so_where_others_have_the_rest():
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1, count_unfinished=True)
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    last = candidates(sitting)[-1]
    answer(volunteer, sitting, [one for one in candidates(sitting) if one != last])
    left_alone()
    counted = counting_ratings(campaign).count()
    rest = Volunteer().take().json()
    assert last in candidates(rest)
    assert volunteer.take().status_code == 204
    assert counting_ratings(campaign).count() == counted


def test_a_finished_sentence_counts_again_when_it_is_shown_again():
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=2, count_unfinished=True)
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    *_whole, unfinished = sitting["sentences"]
    answer(volunteer, sitting, candidates(sitting)[:-1])
    left_alone()
    counted = set(counting_ratings(campaign).values_list("candidate", flat=True))
    finished = sitting["sentences"][0]["id"]
    hide_sentence(sentence_id=finished)
    hide_sentence(sentence_id=unfinished["id"])
    hide_sentence(sentence_id=finished, hide=False)
    assert set(counting_ratings(campaign).values_list("candidate", flat=True)) == counted


def test_an_ended_sitting_takes_no_hidden_word_that_others_rated_often_enough():
    make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    one = Candidate.objects.filter(role="pooled").first().id
    hide_candidate(candidate_id=one)
    volunteer = Volunteer()
    ended = volunteer.sit()
    hide_candidate(candidate_id=one, hide=False)
    Volunteer().sit()
    hide_candidate(candidate_id=one)
    assert answer(volunteer, ended, [one]).status_code == 400


def test_what_was_stored_is_confirmed_although_it_is_no_part_of_the_sitting_any_more():
    make_campaign(subsets=1, min_ratings=1, max_ratings=1, count_unfinished=True)
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    *_rest, first, last = candidates(sitting)
    entry = rating(first)
    volunteer.rate(sitting["id"], entry)
    Rating.objects.update(counts=False)
    Assignment.objects.get().omissions.create(candidate_id=first)
    assert volunteer.rate(sitting["id"], entry).status_code == 200
    assert volunteer.rate(sitting["id"], rating(first)).status_code == 400
    assert volunteer.rate(sitting["id"], rating(last)).status_code == 200
