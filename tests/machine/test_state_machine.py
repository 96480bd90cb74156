"""Whatever annotators and leads do, in any order: what was answered is kept, and what counts is
what the design says."""

from collections import Counter

import pytest

from rating.models import Rating
from rating.services import anchors, hiding, importing, storing
from tests import SECONDS, SEED
from tests.machine.running import (
    STEPS_THERE_ARE,
    Campaigning,
    Failed,
    replay,
    run_seeds,
    run_until,
)

pytestmark = pytest.mark.django_db(transaction=True)

# On a busy machine not everything was tried by then.
MORE_SEEDS = range(SEED + 1000, SEED + 1100)
SHORTENING = 3
# Each fault is found in the first few; counted, not timed, for a machine may be busy.
SEEDS_TO_FIND = 30


def test_whatever_is_done_in_any_order_keeps_the_answers_and_what_counts():
    tally = run_until(SECONDS, seed=SEED)
    for seed in MORE_SEEDS:
        if tally.keys() >= STEPS_THERE_ARE:
            break
        tally += run_seeds([seed])
    print("\n".join(f"{times:6} {what}" for what, times in sorted(tally.items())))
    assert tally.keys() >= STEPS_THERE_ARE, STEPS_THERE_ARE - tally.keys()


@pytest.mark.sqlite
@pytest.mark.long
def test_an_answer_that_is_superseded_by_nothing_is_found(monkeypatch):
    """A phone that sends again what it had no answer to, and something new with it."""
    insert = storing._insert_ratings

    def supersede_all_that_is_named(annotator, sitting, ratings, places, *, now):
        named = [place.current for place in places.values()]
        Rating.objects.filter(id__in=named).update(superseded_at=now)
        insert(annotator, sitting, ratings, places, now=now)

    found = _find(monkeypatch, storing, "_insert_ratings", supersede_all_that_is_named)
    assert "the current answers are" in found


@pytest.mark.sqlite
@pytest.mark.long
def test_a_change_of_what_counts_that_is_not_told_is_found(monkeypatch):
    found = _find(monkeypatch, hiding, "ratings_changed", lambda _campaign, **_told: None)
    assert "other ratings count, and the version stayed" in found


@pytest.mark.sqlite
def test_an_import_beyond_the_most_ratings_is_found(monkeypatch):
    found = _find(monkeypatch, importing, "candidate_loads", lambda _all: Counter())
    assert "import was answered with 200, not 400 bad_files" in found


@pytest.mark.sqlite
@pytest.mark.long
def test_a_count_of_what_remains_that_misses_a_hidden_word_is_found(monkeypatch):
    found = _find(monkeypatch, hiding, "count_again", lambda _sitting, _campaign, **_time: None)
    assert "remain" in found or "is open, not" in found or "missing are" in found


@pytest.mark.sqlite
@pytest.mark.long
def test_a_block_that_is_shown_without_an_anchor_is_found(monkeypatch):
    found = _find(monkeypatch, anchors, "add_companion", lambda **_place: 0)
    assert "no first-gold candidate" in found


def _find(monkeypatch, module, name, fault) -> str:
    """What the machine says with the fault in; the same steps hold without it."""
    with monkeypatch.context() as faulty:
        faulty.setattr(module, name, fault)
        with pytest.raises(Failed) as found:
            run_seeds(range(SEED, SEED + SEEDS_TO_FIND), shortening=SHORTENING)
    without = replay(found.value.steps, machine=Campaigning)
    assert without is None, f"the fault was there before: {without}"
    return str(found.value)
