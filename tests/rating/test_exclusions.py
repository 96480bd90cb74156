import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils.translation import override

from annotators.models import Annotator
from campaigns.pages.audit_details import detail_words
from core.refusals import Refused
from rating.models import Assignment, Exclusion, Rating
from rating.selectors.counting import counting_ratings
from rating.services.exclusions import apply_rules, exclude, undo_exclusion
from rating.services.sittings import take_subset
from rating.services.withdrawing import withdraw_annotator
from rating.templatetags.monitor_pages import reason_words
from regild.rating.quality import Rule
from tests.factories import make_campaign
from tests.rating.beside import meanwhile
from tests.rating.sitting import join, sit, take

pytestmark = pytest.mark.django_db

COMPLETE, RELEASED = Assignment.State.COMPLETE, Assignment.State.RELEASED


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, flag_min_ratings=4, min_ratings=1, max_ratings=2)


@pytest.fixture
def lead():
    return User.objects.create(username="lead")


def state(assignment):
    assignment.refresh_from_db()
    return assignment.state


@pytest.mark.django_db(transaction=True)
def test_who_withdraws_while_their_exclusion_is_undone_counts_no_more(campaign, lead):
    sitting = sit(join(campaign))
    exclusion = exclude(sitting, reason="Only a look.", by=lead)
    with meanwhile(lambda: withdraw_annotator(annotator_id=sitting.annotator_id)):
        undo_exclusion(exclusion, by=lead)
    assert state(sitting) == RELEASED
    assert not counting_ratings(campaign).exists()


def test_an_excluded_sitting_leaves_every_statistic_and_nothing_is_deleted(campaign, lead):
    annotator = join(campaign)
    left_out, kept = sit(annotator), sit(annotator)
    rows = Rating.objects.count()
    exclusion = exclude(left_out, reason="all the same", by=lead)
    assert set(counting_ratings(campaign).values_list("assignment", flat=True)) == {kept.id}
    assert Rating.objects.count() == rows
    assert state(left_out) == RELEASED
    assert left_out.seat is None
    assert (exclusion.excluded_by, exclusion.reason, exclusion.rule) == (
        lead,
        "all the same",
        "",
    )


def test_the_seat_of_an_excluded_sitting_is_for_somebody_else():
    campaign = make_campaign(subsets=1, max_ratings=1, min_ratings=1)
    sitting = sit(join(campaign))
    newcomer = join(campaign)
    assert take_subset(annotator=newcomer, rng=None) is None
    exclude(sitting, reason="careless", by=None)
    assert take(newcomer).seat == 1


def test_excluding_an_annotator_covers_complete_and_open_sittings(campaign, lead):
    annotator, other = join(campaign), join(campaign)
    complete, still_open, others = sit(annotator), take(annotator), sit(other)
    exclude(annotator, reason="a robot", by=lead)
    assert state(complete) == state(still_open) == RELEASED
    assert state(others) == COMPLETE


def test_an_exclusion_needs_a_reason(campaign, lead):
    sitting = sit(join(campaign))
    with pytest.raises(Refused, match="reason"):
        exclude(sitting, reason="  ", by=lead)
    assert state(sitting) == COMPLETE


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_excluded_cannot_be_excluded_again(campaign, lead, whole):
    sitting = sit(join(campaign))
    subject = sitting.annotator if whole else sitting
    exclude(subject, reason="careless", by=lead)
    with pytest.raises(Refused, match="already been excluded"):
        exclude(subject, reason="careless", by=lead)
    assert Exclusion.objects.count() == 1


def test_a_sitting_that_does_not_count_cannot_be_excluded(campaign, lead):
    sitting = sit(join(campaign))
    withdraw_annotator(annotator_id=sitting.annotator_id)
    with pytest.raises(Refused, match="do not count"):
        exclude(sitting, reason="careless", by=lead)
    assert not Exclusion.objects.exists()


def test_undoing_takes_a_free_seat_and_says_who_did_it(campaign, lead):
    first, second = join(campaign), join(campaign)
    sitting = sit(first)
    exclusion = exclude(sitting, reason="careless", by=lead)
    # Somebody else sits on the first seat meanwhile.
    Assignment.objects.create(
        subset=sitting.subset,
        annotator=second,
        seat=1,
        state=COMPLETE,
        expires_at=sitting.expires_at,
        completed_at=sitting.completed_at,
    )
    assert undo_exclusion(exclusion, by=lead) == 1
    assert state(sitting) == COMPLETE
    assert sitting.seat == 2
    exclusion.refresh_from_db()
    assert exclusion.undone_by == lead
    assert exclusion.undone_at is not None
    assert counting_ratings(campaign).filter(assignment=sitting).exists()


def test_undoing_is_refused_when_all_seats_were_given_away(lead):
    campaign = make_campaign(subsets=1, max_ratings=1, min_ratings=1)
    sitting = sit(join(campaign))
    exclusion = exclude(sitting, reason="careless", by=lead)
    sit(join(campaign))
    with pytest.raises(Refused, match="Every seat of subset 1 was given to somebody else"):
        undo_exclusion(exclusion, by=lead)
    exclusion.refresh_from_db()
    assert exclusion.undone_at is None
    assert state(sitting) == RELEASED


def test_an_annotator_is_taken_back_whole_or_not_at_all(lead):
    campaign = make_campaign(subsets=2, max_ratings=1, min_ratings=1)
    annotator = join(campaign)
    sittings = [sit(annotator), sit(annotator)]
    exclusion = exclude(annotator, reason="careless", by=lead)
    sit(join(campaign))
    with pytest.raises(Refused, match="Every seat of subset"):
        undo_exclusion(exclusion, by=lead)
    assert [state(sitting) for sitting in sittings] == [RELEASED, RELEASED]


def test_an_exclusion_is_undone_once(campaign, lead):
    exclusion = exclude(sit(join(campaign)), reason="careless", by=lead)
    undo_exclusion(exclusion, by=lead)
    with pytest.raises(Refused, match="already been undone"):
        undo_exclusion(exclusion, by=lead)


def test_a_sitting_left_open_does_not_come_back(campaign, lead):
    annotator = join(campaign)
    complete, still_open = sit(annotator), take(annotator)
    assert undo_exclusion(exclude(annotator, reason="a robot", by=lead), by=lead) == 1
    assert state(complete) == COMPLETE
    assert state(still_open) == RELEASED


def test_what_another_exclusion_covers_stays_out(campaign, lead):
    annotator = join(campaign)
    bad, good = sit(annotator), sit(annotator)
    of_sitting = exclude(bad, reason="careless", by=lead)
    of_annotator = exclude(annotator, reason="a robot", by=lead)
    assert undo_exclusion(of_annotator, by=lead) == 1
    assert (state(bad), state(good)) == (RELEASED, COMPLETE)

    again = exclude(annotator, reason="a robot after all", by=lead)
    assert undo_exclusion(of_sitting, by=lead) == 0
    assert state(bad) == RELEASED
    assert undo_exclusion(again, by=lead) == 2


def test_who_withdrew_does_not_come_back_by_undoing(campaign, lead):
    sitting = sit(join(campaign))
    exclusion = exclude(sitting, reason="careless", by=lead)
    withdraw_annotator(annotator_id=sitting.annotator_id)
    assert undo_exclusion(exclusion, by=lead) == 0
    assert state(sitting) == RELEASED


def test_an_imported_sitting_needs_no_seat(campaign, lead):
    annotator = Annotator.objects.create(
        campaign=campaign, token_hash="x", source="imported", name="A", native_speaker=True
    )
    pattern = sit(join(campaign))
    sitting = Assignment.objects.create(
        annotator=annotator,
        state=COMPLETE,
        expires_at=pattern.expires_at,
        completed_at=pattern.completed_at,
    )
    assert undo_exclusion(exclude(sitting, reason="careless", by=lead), by=lead) == 1
    assert state(sitting) == COMPLETE


def test_rules_exclude_only_what_the_lead_switched_on(campaign):
    fast = sit(join(campaign), elapsed_ms=100)
    straight = sit(join(campaign), lambda _candidate: 2)
    assert apply_rules(campaign) == []
    campaign.excluding_rules = [Rule.TOO_FAST]
    (exclusion,) = apply_rules(campaign)
    assert (exclusion.assignment, exclusion.rule, exclusion.excluded_by) == (
        fast,
        "too_fast",
        None,
    )
    count = fast.subset.size
    assert exclusion.reason == (
        f"median time of {count} ratings 100 ms, under 800 ms;"
        f" {count} of {count} ratings made in under 400 ms"
    )
    assert (state(fast), state(straight)) == (RELEASED, COMPLETE)
    exclusion.refresh_from_db()
    with override("fr"):
        assert reason_words(exclusion) == (
            f"temps médian de {count} notes de 100\u00a0ms, au-dessous de 800\u00a0ms\u00a0;"
            f" {count} notes sur {count} données en moins de 400\u00a0ms"
        )
    assert reason_words(exclusion) == exclusion.reason


def test_the_log_says_the_reason_of_a_rule_in_its_readers_language(campaign):
    campaign.excluding_rules = [Rule.TOO_FAST]
    sit(join(campaign), elapsed_ms=100)
    (exclusion,) = apply_rules(campaign)
    entry = campaign.audit.get(action="exclude sitting")
    assert dict(detail_words(entry.detail))["reason"] == exclusion.reason
    with override("fr"):
        told = dict(detail_words(entry.detail))
        assert told["motif"].startswith("temps médian")
        assert "found" not in told


def test_a_reason_that_a_lead_wrote_is_said_as_they_wrote_it(campaign, lead):
    exclusion = exclude(sit(join(campaign)), reason="careless", by=lead)
    with override("fr"):
        assert reason_words(exclusion) == "careless"


def test_rules_applied_twice_exclude_once(campaign):
    campaign.excluding_rules = [Rule.TOO_FAST]
    sit(join(campaign), elapsed_ms=100)
    assert len(apply_rules(campaign)) == 1
    assert apply_rules(campaign) == []


def test_rules_leave_alone_what_a_lead_took_back(campaign, lead):
    campaign.excluding_rules = [Rule.TOO_FAST, Rule.STRAIGHT_LINING]
    sitting = sit(join(campaign), lambda _candidate: 2, elapsed_ms=100)
    (exclusion,) = apply_rules(campaign)
    assert exclusion.rule == "straight_lining"
    undo_exclusion(exclusion, by=lead)
    assert apply_rules(campaign) == []
    assert state(sitting) == COMPLETE


def test_rules_do_not_touch_sittings_that_are_going_on(campaign):
    campaign.excluding_rules = list(Rule)
    still_open = take(join(campaign))
    assert apply_rules(campaign) == []
    assert state(still_open) == Assignment.State.OPEN


def test_an_unknown_rule_is_refused_by_name(campaign):
    campaign.excluding_rules = ["too_slow"]
    with pytest.raises(Refused, match="too_slow"):
        apply_rules(campaign)


def all_at_once(actions):
    """Each action's result on a connection of its own; a refusal is None."""
    start = Barrier(len(actions))

    def run(action):
        try:
            start.wait()
            return action()
        except Refused:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


@pytest.mark.django_db(transaction=True)
def test_of_many_who_exclude_a_sitting_at_once_one_does():
    sitting = sit(join(make_campaign()))
    done = all_at_once([partial(exclude, sitting, reason="careless", by=None)] * 6)
    assert len([exclusion for exclusion in done if exclusion is not None]) == 1
    assert Exclusion.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_seat_goes_to_a_newcomer_or_back_but_not_to_both():
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    sitting = sit(join(campaign))
    exclusion = exclude(sitting, reason="careless", by=None)
    newcomers = [join(campaign) for _newcomer in range(5)]
    undo = partial(undo_exclusion, exclusion, by=None)
    take_one = partial(take_subset, rng=random.Random(1))
    undone, *taken = all_at_once(
        [undo, *(partial(take_one, annotator=newcomer) for newcomer in newcomers)]
    )
    assert [undone, *taken].count(None) == 5
    (seated,) = Assignment.objects.filter(seat__isnull=False)
    assert (seated == sitting) == (undone == 1)
