"""Whatever annotators and leads do, in any order: what was answered is kept, and what counts is
what the design says."""

import pytest

from pooling.models import Candidate
from rating.models import Rating
from rating.services import hiding, importing, storing
from tests.machine.running import STEPS_THERE_ARE, Failed, run_until

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 20
# On a busy machine not everything was tried by then.
MORE_TIMES, MORE_SECONDS = 10, 3


def test_whatever_is_done_in_any_order_keeps_the_answers_and_what_counts():
    tally = run_until(SECONDS)
    for _time in range(MORE_TIMES):
        if tally.keys() >= STEPS_THERE_ARE:
            break
        tally += run_until(MORE_SECONDS)
    print("\n".join(f"{times:6} {what}" for what, times in sorted(tally.items())))
    assert tally.keys() >= STEPS_THERE_ARE, STEPS_THERE_ARE - tally.keys()


def test_an_answer_that_is_superseded_by_nothing_is_found(monkeypatch):
    """A phone that sends again what it had no answer to, and something new with it."""
    insert = storing._insert_ratings

    def supersede_all_that_is_named(annotator, sitting, ratings, places, *, now):
        named = [place.current for place in places.values()]
        Rating.objects.filter(id__in=named).update(superseded_at=now)
        insert(annotator, sitting, ratings, places, now=now)

    monkeypatch.setattr(storing, "_insert_ratings", supersede_all_that_is_named)
    with pytest.raises(Failed, match="the current answers are") as found:
        run_until(SECONDS)
    # Begin, one answer, the same again with another: told in few enough words to see it.
    assert len(found.value.steps) <= 6


def test_a_change_of_what_counts_that_is_not_told_is_found(monkeypatch):
    monkeypatch.setattr(hiding, "ratings_changed", lambda _campaign: None)
    with pytest.raises(Failed, match="and the version stayed"):
        run_until(SECONDS, shortening=0)


def test_an_import_beyond_the_most_ratings_is_found(monkeypatch):
    monkeypatch.setattr(importing, "candidate_loads", lambda _all: dict.fromkeys(_ids(), 0))
    with pytest.raises(Failed, match="import was answered with 200, not 400 bad_files"):
        run_until(SECONDS, shortening=0)


def test_a_count_of_what_remains_that_misses_a_hidden_word_is_found(monkeypatch):
    monkeypatch.setattr(hiding, "count_again", lambda _sitting, **_time: None)
    with pytest.raises(Failed, match="remaining, missing are"):
        run_until(SECONDS, shortening=0)


def _ids():
    return Candidate.objects.values_list("id", flat=True)
