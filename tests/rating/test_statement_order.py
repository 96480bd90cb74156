"""Who hides, who ends what was left alone and who rates: each is stopped before every one of
its statements while another runs as far as it can. Locks taken in two orders would be a
deadlock in one of these, which PostgreSQL tells after a second."""

from contextlib import closing
from threading import Event, Thread

import pytest
from django.db import connection
from django.utils import timezone

from annotators.models import Annotator
from pooling.models import Candidate
from rating.models import Assignment, Rating
from rating.services.ending import expire_assignments
from rating.services.hiding import hide_candidate, hide_sentence
from sources.models import Item
from tests.factories import make_campaign
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

# As long as whoever is not stopped needs to end, or to come to what it waits for.
AS_FAR_AS_IT_CAN = 0.15


class Stopped:
    """Work in a thread of its own that waits before its statement of that number."""

    def __init__(self, work, *, before=None):
        self.work, self.before = work, before
        self.statements, self.error, self.answer = 0, None, None
        self.reached, self.go_on = Event(), Event()
        self.thread = Thread(target=self.run)
        self.thread.start()

    def run(self):
        with closing(connection), connection.execute_wrapper(self.step):
            try:
                self.answer = self.work()
            except Exception as error:
                self.error = error
            finally:
                self.reached.set()

    def step(self, execute, sql, params, many, context):
        self.statements += 1
        if self.statements == self.before:
            self.reached.set()
            self.go_on.wait(10)
        return execute(sql, params, many, context)


@pytest.fixture
def world():
    """What the two work on, anew: somebody rates, somebody left theirs alone."""
    make_campaign(subsets=1, max_ratings=500, count_unfinished=True)

    def begin():
        # Each sitting that holds the word is some statements more.
        Rating.objects.all().delete()
        Assignment.objects.all().delete()
        Annotator.objects.all().delete()
        Candidate.objects.update(hidden_at=None)
        Item.objects.update(hidden_at=None)
        rater, away = Volunteer(), Volunteer()
        sitting, left = rater.take().json(), away.take().json()
        away.rate(left["id"], *map(rating, candidates(left)[:2]))
        Assignment.objects.filter(id=left["id"]).update(expires_at=timezone.now())
        return rater, sitting

    return begin


def hiding(rater, sitting):
    return lambda: hide_candidate(candidate_id=candidates(sitting)[0])


def hiding_a_sentence(rater, sitting):
    item = Candidate.objects.values_list("item", flat=True).get(id=candidates(sitting)[0])
    return lambda: hide_sentence(sentence_id=item)


def showing(rater, sitting):
    return lambda: hide_candidate(candidate_id=candidates(sitting)[0], hide=False)


def expiring(rater, sitting):
    return expire_assignments


def answering(rater, sitting):
    words = candidates(sitting)[1:3]
    return lambda: rater.rate(sitting["id"], *map(rating, words)).status_code


@pytest.mark.parametrize(
    ("stopped", "other"),
    [
        (hiding, expiring),
        (expiring, hiding),
        (hiding_a_sentence, expiring),
        (showing, expiring),
        (answering, hiding),
        (hiding, answering),
        (answering, expiring),
        (expiring, answering),
    ],
)
def test_two_end_wherever_one_of_them_is_overtaken(world, stopped, other):
    before, done = 1, False
    while not done:
        who = world()
        first = Stopped(stopped(*who), before=before)
        first.reached.wait(10)
        second = Stopped(other(*who))
        second.thread.join(AS_FAR_AS_IT_CAN)
        first.go_on.set()
        for one in (first, second):
            one.thread.join(20)
            assert not one.thread.is_alive()
            assert one.error is None, f"before statement {before}: {one.error!r}"
            assert one.answer is None or one.answer in (200, 1, 0)
        done = first.statements < before
        before += 1
    # Some of them held a lock that the other wanted.
    assert before > 5
