"""How sittings end by themselves, what they take afterwards, and how one comes back."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.services.ending import expire_assignments
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate
from rating.services.opening import close_campaign, open_campaign, pause_campaign
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, min_ratings=1, max_ratings=2)


def answer_all(volunteer, sitting, *, but=0, value=2):
    ids = candidates(sitting)
    entries = [rating(candidate, value) for candidate in ids[: len(ids) - but]]
    return volunteer.rate(sitting["id"], *entries)


def state(sitting):
    return Assignment.objects.get(id=sitting["id"]).state


def left_alone(campaign):
    """Everybody's hold has run out, and the minute in which that is seen has come."""
    Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    return expire_assignments()


class TestTheLastAnswer:
    def test_ends_the_sitting_and_lets_it_count(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        assert answer_all(volunteer, sitting).json()["remaining"] == 0
        assert state(sitting) == "complete"
        assert counting_ratings(campaign).count() == len(candidates(sitting))

    def test_ends_it_when_it_comes_alone(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        assert state(sitting) == "open"
        last = volunteer.rate(sitting["id"], rating(candidates(sitting)[-1]))
        assert (last.status_code, last.json()) == (200, {"stored": 1, "remaining": 0})
        assert state(sitting) == "complete"

    def test_may_be_one_that_a_lead_hides(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        hide_candidate(candidate_id=candidates(sitting)[-1])
        assert state(sitting) == "complete"

    def test_moves_the_version_of_what_counts_and_no_other_does(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        assert Campaign.objects.get().ratings_version == campaign.ratings_version
        volunteer.rate(sitting["id"], rating(candidates(sitting)[-1]))
        assert Campaign.objects.get().ratings_version > campaign.ratings_version


class TestAnEndedSitting:
    def test_takes_changes_until_another_is_taken(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.sit()
        first, second, *_rest = candidates(sitting)
        before = Campaign.objects.get().ratings_version
        changed = volunteer.rate(sitting["id"], rating(first, 0))
        assert (changed.status_code, changed.json()["remaining"]) == (200, 0)
        assert counting_ratings(campaign).get(candidate=first).value == 0
        assert Campaign.objects.get().ratings_version > before

        assert volunteer.take().status_code == 201
        late = volunteer.rate(sitting["id"], rating(second, 0))
        assert (late.status_code, late.json()["code"]) == (409, "assignment_complete")
        assert counting_ratings(campaign).get(candidate=second).value == 2

    def test_keeps_its_sums_when_one_cannot_be_judged_after_all(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.sit()
        volunteer.rate(sitting["id"], rating(candidates(sitting)[0], None))
        assert Assignment.objects.get().rated == len(candidates(sitting)) - 1

    def test_takes_nothing_once_the_campaign_is_closed(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.sit()
        close_campaign(campaign=campaign)
        late = volunteer.rate(sitting["id"], rating(candidates(sitting)[0], 0))
        assert (late.status_code, late.json()["code"]) == (409, "campaign_closed")


class TestTheHold:
    def test_runs_from_the_last_sign_of_the_annotator(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        first, second, *_rest = candidates(sitting)
        said, more = rating(first), [rating(second), rating(first, 1)]
        signs = [
            lambda: volunteer.rate(sitting["id"], said),
            lambda: volunteer.rate(sitting["id"], *more),
            lambda: volunteer.rate(sitting["id"], said),  # sent again
            volunteer.take,
        ]
        for sign in signs:
            soon = timezone.now() + timedelta(minutes=1)
            Assignment.objects.update(expires_at=soon)
            assert sign().status_code == 200
            held = Assignment.objects.get().expires_at - timezone.now()
            assert timedelta(minutes=119) < held <= timedelta(minutes=120)

    def test_past_it_the_first_to_come_back_goes_on(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=2)
        assert left_alone(campaign) == 1
        back = volunteer.rate(sitting["id"], rating(candidates(sitting)[-2]))
        assert (back.status_code, back.json()["remaining"]) == (200, 1)
        assert state(sitting) == "open"

    def test_taking_gives_the_same_sitting_back_with_its_answers(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=2)
        left_alone(campaign)
        again = volunteer.take()
        assert (again.status_code, again.json()["id"]) == (200, sitting["id"])
        known = [c for s in again.json()["sentences"] for c in s["candidates"] if c["answered"]]
        assert len(known) == len(candidates(sitting)) - 2

    def test_a_seat_given_to_others_does_not_come_back(self, campaign):
        late = Volunteer()
        sitting = late.take().json()
        answer_all(late, sitting, but=1)
        left_alone(campaign)
        while Volunteer().sit():
            continue
        refused = late.rate(sitting["id"], rating(candidates(sitting)[-1]))
        assert (refused.status_code, refused.json()["code"]) == (409, "assignment_expired")
        assert Assignment.objects.filter(subset=sitting["subset"], seat__gt=0).count() == 2

    def test_one_answered_to_the_end_counts_although_it_is_past(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        # As an earlier version of this program left sittings: the last answer ended nothing.
        Rating.objects.filter(candidate=candidates(sitting)[0]).update(
            candidate=candidates(sitting)[-1]
        )
        hide_candidate(candidate_id=candidates(sitting)[0])
        assert left_alone(campaign) == 0
        assert state(sitting) == "complete"

    def test_who_was_excluded_does_not_come_back(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        left_alone(campaign)
        exclude(Assignment.objects.get().annotator, reason="never reads", by=None)
        refused = volunteer.rate(sitting["id"], rating(candidates(sitting)[0]))
        assert refused.status_code == 409

    def test_a_paused_campaign_lets_begun_sittings_be_finished(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        pause_campaign(campaign=campaign)
        assert answer_all(volunteer, sitting).status_code == 200
        assert state(sitting) == "complete"


class TestClosing:
    def test_ends_what_is_open_and_nothing_counts_afterwards(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        close_campaign(campaign=campaign)
        assert state(sitting) == "expired"
        late = volunteer.rate(sitting["id"], rating(candidates(sitting)[-1]))
        assert (late.status_code, late.json()["code"]) == (409, "campaign_closed")
        assert counting_ratings(campaign).count() == 0

    def test_an_opened_one_gives_the_sitting_back(self, campaign):
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        close_campaign(campaign=campaign)
        open_campaign(campaign=campaign)
        assert volunteer.take().json()["id"] == sitting["id"]


class TestUnfinishedSittings:
    """Their finished sentences are kept; whether they count is the campaign's choice."""

    def begun(self):
        """Answered all but the last two words, one at least in each of two sentences."""
        volunteer = Volunteer()
        sitting = volunteer.take().json()
        answer_all(volunteer, sitting, but=1)
        return volunteer, sitting

    def finished(self, sitting):
        *whole, _last = sitting["sentences"]
        return {candidate["id"] for sentence in whole for candidate in sentence["candidates"]}

    def counted(self, campaign):
        return set(counting_ratings(campaign).values_list("candidate", flat=True))

    def test_by_default_nothing_of_them_counts(self, campaign):
        _volunteer, sitting = self.begun()
        left_alone(campaign)
        assert (state(sitting), self.counted(campaign)) == ("expired", set())

    def test_where_they_count_it_is_their_finished_sentences(self, campaign):
        Campaign.objects.update(count_unfinished=True)
        _volunteer, sitting = self.begun()
        assert left_alone(campaign) == 0
        assert state(sitting) == "complete"
        assert self.counted(campaign) == self.finished(sitting)
        assert Assignment.objects.get().rated == len(self.finished(sitting))

    def test_without_a_finished_sentence_there_is_nothing_to_count(self, campaign):
        Campaign.objects.update(count_unfinished=True)
        Volunteer().take()
        assert left_alone(campaign) == 1
        assert Assignment.objects.get().state == "expired"

    def test_they_go_on_when_their_annotator_comes_back(self, campaign):
        Campaign.objects.update(count_unfinished=True)
        volunteer, sitting = self.begun()
        left_alone(campaign)
        last = rating(candidates(sitting)[-1])
        assert volunteer.rate(sitting["id"], last).json()["remaining"] == 0
        assert self.counted(campaign) == set(candidates(sitting))

    def test_others_rate_what_they_left(self, campaign):
        Campaign.objects.update(count_unfinished=True, max_ratings=1)
        _volunteer, sitting = self.begun()
        left_alone(campaign)
        left = set(candidates(sitting)) - self.finished(sitting)
        shown = []
        while (other := Volunteer().take()).status_code == 201:
            shown.append(set(candidates(other.json())))
        assert left in shown
        assert not any(ids & self.finished(sitting) for ids in shown)

    def test_what_others_rated_meanwhile_counts_no_more_once_the_gap_is_hidden(self, campaign):
        Campaign.objects.update(count_unfinished=True, max_ratings=1)
        _volunteer, sitting = self.begun()
        left_alone(campaign)
        while Volunteer().sit():
            pass
        gap = candidates(sitting)[-1]
        hide_candidate(candidate_id=gap)
        assert len(sitting["sentences"][-1]["candidates"]) > 1
        counts = Counter(counting_ratings(campaign).values_list("candidate", flat=True))
        assert max(counts.values()) == 1
        assert counts.keys() > set(candidates(sitting)) - {gap}

    def test_a_changed_mind_about_what_others_rated_meanwhile_counts_no_more_than_it_did(
        self, campaign
    ):
        Campaign.objects.update(count_unfinished=True, max_ratings=1)
        volunteer, sitting = self.begun()
        left_alone(campaign)
        while Volunteer().sit():
            pass
        answered, *_more, _gap = sitting["sentences"][-1]["candidates"]
        volunteer.rate(sitting["id"], rating(answered["id"], 0))
        counts = Counter(counting_ratings(campaign).values_list("candidate", flat=True))
        assert max(counts.values()) == 1

    def test_a_gap_hidden_while_they_are_excluded_is_none_afterwards(self, campaign):
        Campaign.objects.update(count_unfinished=True)
        _volunteer, sitting = self.begun()
        left_alone(campaign)
        ended = Assignment.objects.get()
        exclusion = exclude(ended, reason="test", by=None)
        hide_candidate(candidate_id=candidates(sitting)[-1])
        undo_exclusion(exclusion, by=None)
        ended.refresh_from_db()
        assert ended.remaining == 0
        assert self.counted(campaign) == set(candidates(sitting)[:-1])
        assert ended.rated == len(candidates(sitting)) - 1
