"""Sittings that an earlier version damaged are found and mended."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from campaigns.models import AuditEntry, Campaign
from rating.models import Assignment, Rating
from rating.selectors.counting import counting_ratings
from rating.selectors.sittings import missing_candidates
from rating.services.exclusions import exclude
from rating.services.importing import import_ratings
from rating.services.repairing import REFUSED, UNEXPLAINED, repair_sittings
from rating.services.storing import store_ratings
from rating.services.withdrawing import withdraw_annotator
from regild.rating.batch import NewRating
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign, source
from tests.rating.sitting import join, rate, sit, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=1)


def answer(sitting, candidates, value):
    store_ratings(
        annotator=sitting.annotator,
        assignment_id=sitting.id,
        ratings=[NewRating(id, value, uuid4(), 1000) for id in candidates],
    )


def damaged(campaign, *, leave=0):
    """A sitting whose first answer was sent again with all others but `leave`, as the rows then
    stood: superseded, nothing in its place, and taken for answered."""
    sitting = take(join(campaign))
    first, *others = missing_candidates(sitting)
    answer(sitting, [first], 3)
    answer(sitting, others[: len(others) - leave], 2)
    sent_again = sitting.ratings.latest("id").rated_at
    sitting.ratings.filter(candidate=first).update(superseded_at=sent_again)
    # Should the last answer have completed it: with one missing, none could.
    Assignment.objects.filter(id=sitting.id).update(
        state="open", completed_at=None, remaining=leave
    )
    sitting.refresh_from_db()
    return sitting


def expired(sitting):
    Assignment.objects.filter(id=sitting.id).update(state="expired", seat=None)
    return sitting


def repaired(campaign, **options):
    return repair_sittings(campaign=campaign, **options)


def test_what_was_superseded_by_nothing_counts_again_and_the_sitting_ends(campaign):
    sitting = damaged(campaign)

    repair = repaired(campaign)

    assert (repair.restored, repair.recounted, repair.completed) == (1, 0, 1)
    sitting.refresh_from_db()
    assert (sitting.state, sitting.remaining) == ("complete", 0)
    assert sitting.completed_at == sitting.ratings.latest("rated_at").rated_at
    assert sitting.rated == sitting.subset.size == counting_ratings(campaign).count()
    assert sitting.median_ms == 1000
    assert sorted(set(sitting.ratings.values_list("value", flat=True))) == [2, 3]


def test_of_several_answers_the_newest_counts(campaign):
    sitting = damaged(campaign)
    lost = sitting.ratings.get(superseded_at__isnull=False)
    Rating.objects.filter(id=lost.id).update(value=0)
    newer = Rating.objects.create(
        assignment=sitting,
        annotator=sitting.annotator,
        candidate=lost.candidate,
        value=1,
        key=uuid4(),
        superseded_at=lost.superseded_at,
    )
    assert repaired(campaign).restored == 1
    current = Rating.objects.filter(candidate=lost.candidate, superseded_at__isnull=True)
    assert [*current] == [newer]


def test_a_changed_mind_is_no_damage(campaign):
    sitting = take(join(campaign))
    first, *_others = missing_candidates(sitting)
    for value in (1, 2):
        answer(sitting, [first], value)
    before = [*Rating.objects.order_by("id").values()]
    assert not any(repaired(campaign).changes.values())
    assert [*Rating.objects.order_by("id").values()] == before
    assert not AuditEntry.objects.filter(action="repair sittings").exists()


class TestWhatCannotBeKnown:
    def test_with_nothing_remaining_a_later_answer_would_have_been_refused(self, campaign):
        sitting = damaged(campaign)
        lost = sitting.ratings.get(superseded_at__isnull=False)
        [doubt] = repaired(campaign).doubts
        assert doubt == (
            sitting.annotator_id,
            sitting.id,
            lost.candidate.item.key,
            lost.candidate.text,
            3,
            REFUSED,
        )

    def test_with_something_remaining_it_would_have_been_stored(self, campaign):
        sitting = damaged(campaign, leave=1)
        repair = repaired(campaign)
        assert (repair.restored, repair.completed, repair.doubts) == (1, 0, ())
        sitting.refresh_from_db()
        assert (sitting.state, sitting.remaining) == ("open", 1)

    def test_where_nothing_was_stored_at_that_moment_something_is_gone(self, campaign):
        sitting = damaged(campaign, leave=1)
        sitting.ratings.filter(superseded_at__isnull=False).update(superseded_at=timezone.now())
        [doubt] = repaired(campaign).doubts
        assert doubt.why == UNEXPLAINED


def test_what_remains_is_counted_anew(campaign):
    sitting = take(join(campaign))
    answer(sitting, missing_candidates(sitting)[:3], 1)
    Assignment.objects.filter(id=sitting.id).update(remaining=1)
    assert repaired(campaign).recounted == 1
    sitting.refresh_from_db()
    assert sitting.remaining == sitting.subset.size - 3
    assert sitting.state == "open"


def test_an_open_sitting_with_every_answer_is_completed(campaign):
    sitting = take(join(campaign))
    rate(sitting, lambda candidate: 1)
    Assignment.objects.filter(id=sitting.id).update(state="open", completed_at=None)
    assert repaired(campaign).completed == 1
    sitting.refresh_from_db()
    assert sitting.state == "complete"


def test_one_in_which_nothing_was_answered_is_not(campaign):
    sitting = take(join(campaign))
    campaign.items.update(hidden_at=timezone.now())
    assert repaired(campaign).completed == 0
    sitting.refresh_from_db()
    assert (sitting.state, sitting.remaining) == ("open", 0)


def test_sums_that_are_wrong_are_added_up_again(campaign):
    sitting = sit(join(campaign), elapsed_ms=1500)
    right = (sitting.rated, sitting.median_ms)
    Assignment.objects.filter(id=sitting.id).update(rated=1, median_ms=9)
    assert repaired(campaign).summed == 1
    sitting.refresh_from_db()
    assert (sitting.rated, sitting.median_ms) == right
    assert repaired(campaign).summed == 0


class TestAnExpiredSittingWithEveryAnswer:
    def test_is_named_and_left_as_it_is(self, campaign):
        sitting = expired(damaged(campaign))
        repair = repaired(campaign)
        assert repair.answered == (sitting.id,)
        assert repair.completed_expired == ()
        sitting.refresh_from_db()
        assert (sitting.state, sitting.seat) == ("expired", None)

    def test_counts_where_that_is_wanted_and_a_seat_is_free(self, campaign):
        sitting = expired(damaged(campaign))
        beside = sit(join(campaign))
        repair = repaired(campaign, complete_expired=True)
        assert (repair.completed_expired, repair.answered) == ((sitting.id,), ())
        sitting.refresh_from_db()
        assert sitting.state == "complete"
        assert {sitting.seat, beside.seat} == {1, 2}

    def test_does_not_where_all_seats_are_taken(self, campaign):
        Campaign.objects.update(min_ratings=1, max_ratings=1)
        sitting = expired(damaged(campaign))
        take(join(campaign))
        assert repaired(campaign, complete_expired=True).answered == (sitting.id,)

    def test_does_not_where_imported_ratings_are_enough(self, campaign):
        Campaign.objects.update(min_ratings=1, max_ratings=1)
        sitting = expired(damaged(campaign))
        text = "annotator,sentence,substitute,value\nA,1,happy,3\n"
        import_ratings(campaign=campaign, ratings=source(text, "ratings.csv"))
        assert repaired(campaign, complete_expired=True).answered == (sitting.id,)

    def test_of_somebody_who_withdrew_or_is_excluded_is_not_named(self, campaign):
        withdrew, excluded = (expired(damaged(campaign)) for _each in range(2))
        withdraw_annotator(annotator_id=withdrew.annotator_id)
        exclude(excluded.annotator, reason="no care", by=None)
        repair = repaired(campaign, complete_expired=True)
        assert (repair.completed_expired, repair.answered) == ((), ())


def test_the_log_tells_what_was_done_and_reports_know_of_it(campaign):
    damaged(campaign)
    repaired(campaign)
    entry = AuditEntry.objects.get(action="repair sittings")
    assert (entry.detail["restored"], entry.detail["completed"]) == (1, 1)
    assert Campaign.objects.get().ratings_version > campaign.ratings_version


def everything():
    return [
        [*model.objects.order_by("pk").values()]
        for model in (Campaign, Assignment, Rating, AuditEntry)
    ]


class TestTheCommand:
    def test_tells_in_words_what_it_did(self, campaign):
        sitting = expired(damaged(campaign))
        out, _err = printed_by("repair_sittings")
        assert (
            "boats: 1 answers count again, 0 sittings recounted, 0 summed anew, 0 completed,"
            " 0 expired ones completed."
        ) in out
        assert f"sitting {sitting.id} of annotator {sitting.annotator_id}," in out
        assert "may not be the last word" in out
        assert f"1 expired sittings have every answer and do not count: {sitting.id}." in out
        assert "boats: nothing to mend." in printed_by("repair_sittings", "boats")[0]

    def test_takes_the_campaigns_it_is_given(self, campaign):
        ships = make_campaign("ships", subsets=1)
        for each in (campaign, ships):
            damaged(each)
        facts = facts_of("repair_sittings", "ships")
        assert facts["campaigns"].keys() == {"ships"}
        assert facts["campaigns"]["ships"]["restored"] == 1
        assert facts["campaigns"]["ships"]["doubts"][0]["why"] == REFUSED
        assert facts_of("repair_sittings")["campaigns"]["boats"]["restored"] == 1

    def test_changes_nothing_when_that_is_wanted(self, campaign):
        damaged(campaign)
        expired(damaged(campaign))
        before = everything()
        facts = facts_of("repair_sittings", "--dry-run", "--complete-expired")
        assert facts["dry_run"] is True
        assert facts["campaigns"]["boats"]["restored"] == 2
        assert len(facts["campaigns"]["boats"]["completed_expired"]) == 1
        assert everything() == before
        assert "Nothing was changed." in printed_by("repair_sittings", "--dry-run")[0]
        assert everything() == before


def test_a_sitting_past_its_hold_is_completed_all_the_same(campaign):
    """Nothing expired it yet."""
    sitting = damaged(campaign)
    Assignment.objects.filter(id=sitting.id).update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )
    assert repaired(campaign).completed == 1
