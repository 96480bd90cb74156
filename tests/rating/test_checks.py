import uuid

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from pooling.models import Candidate
from rating.models import Assignment
from rating.selectors.findings import annotator_findings, quality_findings, thresholds_of
from rating.selectors.sittings import missing_candidates
from rating.services.checks import failed_checks
from rating.services.ending import expire_assignments
from rating.services.storing import store_ratings
from rating.services.withdrawing import withdraw_annotator
from regild.rating.batch import NewRating
from regild.rating.quality import Rule, Thresholds
from tests.factories import make_campaign
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Its sittings are small, so little must be enough to judge by."""
    return make_campaign(subsets=2, flag_min_ratings=4, flag_min_checks=1)


def rules(findings):
    return [finding.rule for finding in findings]


def test_a_new_campaign_has_the_usual_thresholds():
    assert thresholds_of(Campaign()) == Thresholds()


def test_a_careful_sitting_has_no_findings(campaign):
    sit(join(campaign))
    sit(join(campaign))
    assert quality_findings(campaign) == {}


def test_findings_are_told_by_sitting(campaign):
    hasty = join(campaign)
    slow, fast = sit(hasty), sit(hasty, elapsed_ms=100)
    sit(join(campaign))
    found = quality_findings(campaign)
    assert {id: rules(findings) for id, findings in found.items()} == {
        fast.id: [Rule.TOO_FAST, Rule.TOO_FAST]
    }
    assert quality_findings(hasty) == found
    assert quality_findings(fast) == found
    assert quality_findings(slow) == {}


def test_an_annotators_sittings_are_judged_together_too(campaign):
    Campaign.objects.update(flag_min_ratings=20)  # more than a sitting, fewer than two
    annotator = join(campaign)
    sit(annotator, elapsed_ms=100)
    sit(annotator, elapsed_ms=100)
    campaign.refresh_from_db()
    assert quality_findings(campaign) == {}
    found = annotator_findings(campaign)
    assert {id: rules(findings) for id, findings in found.items()} == {
        annotator.id: [Rule.TOO_FAST, Rule.TOO_FAST]
    }


def test_gold_rated_zero_fails_the_anchors(campaign):
    sitting = sit(join(campaign), lambda candidate: 0 if candidate.votes else 3)
    (finding,) = quality_findings(sitting)[sitting.id]
    assert finding.rule == Rule.ANCHORS_FAILED
    assert finding.value == 1


def opposite(candidate):
    return 3 - by_length(candidate)


def test_the_others_are_the_others_alone(campaign):
    # One says v, the other 3 − v: with one's own rating among the others, their mean would be
    # constant and the correlation undefined.
    one, other = join(campaign), join(campaign)
    for _subset in range(2):
        sit(one)
        sit(other, opposite)
    found = [f for findings in annotator_findings(campaign).values() for f in findings]
    assert [f.value for f in found if f.rule == Rule.LOW_CORRELATION] == [
        pytest.approx(-1),
        pytest.approx(-1),
    ]


def test_a_sitting_that_does_not_count_is_compared_with_those_that_do():
    campaign = make_campaign(subsets=1, flag_min_ratings=4, flag_min_checks=99)
    sit(join(campaign))
    still_open = take(join(campaign))
    rate(still_open, opposite, but=1)
    found = quality_findings(campaign)
    assert {id: rules(findings) for id, findings in found.items()} == {
        still_open.id: [Rule.LOW_CORRELATION]
    }


def test_foils_rated_above_zero_fail():
    campaign = make_campaign(subsets=1, foil_share=0.2, flag_min_checks=1)
    fooled = sit(join(campaign), lambda candidate: 2 if candidate.role == "foil" else 1)
    found = quality_findings(fooled)[fooled.id]
    assert Rule.FOILS_FAILED in rules(found)
    assert failed_checks(fooled)


def test_repeats_are_compared_with_their_originals():
    campaign = make_campaign(subsets=1, repeat_share=0.3, flag_min_checks=2)
    fickle = sit(
        join(campaign),
        lambda candidate: 3 if candidate.role == "repeat" else 1 + candidate.id % 2,
    )
    originals = Candidate.objects.filter(repeats__isnull=False)
    expected = sum(2 - original.id % 2 for original in originals) / len(originals)
    (finding,) = (f for f in quality_findings(fickle)[fickle.id] if f.rule == Rule.INCONSISTENT)
    assert finding.value == pytest.approx(expected)
    assert failed_checks(fickle)


def test_only_checks_of_attention_send_an_annotator_away(campaign):
    contrary = sit(join(campaign), lambda candidate: 0 if candidate.votes else 3)
    hasty = sit(join(campaign), elapsed_ms=100)
    assert quality_findings(contrary)
    assert not failed_checks(contrary)
    assert failed_checks(hasty)


def test_an_expired_sitting_tells_how_far_it_got(campaign):
    left = take(join(campaign))
    ids = missing_candidates(left)
    store_ratings(
        annotator=left.annotator,
        assignment_id=left.id,
        ratings=[NewRating(ids[0], 1, uuid.uuid4())],
    )
    untouched = take(join(campaign))
    assert quality_findings(campaign) == {}  # still open
    Assignment.objects.update(expires_at=timezone.now())
    assert expire_assignments() == 2
    shown = untouched.subset.size
    assert {id: findings[0].reason for id, findings in quality_findings(campaign).items()} == {
        left.id: f"left after 1 of {len(ids)} candidates",
        untouched.id: f"left after 0 of {shown} candidates",
    }


def test_a_sitting_that_expired_with_everything_answered_was_not_left(campaign):
    sitting = take(join(campaign))
    rate(sitting, by_length, but=1)
    Candidate.objects.filter(id__in=missing_candidates(sitting)).update(
        hidden_at=timezone.now()
    )
    Assignment.objects.update(expires_at=timezone.now())
    assert expire_assignments() == 0
    assert Assignment.objects.get().state == "complete"
    assert quality_findings(campaign) == {}


def test_what_was_changed_later_counts_as_changed(campaign):
    assignment = take(join(campaign))
    rate(assignment, lambda _candidate: 0)
    ids = list(assignment.ratings.values_list("candidate_id", flat=True))
    store_ratings(
        annotator=assignment.annotator,
        assignment_id=assignment.id,
        ratings=[NewRating(id, place % 4, uuid.uuid4()) for place, id in enumerate(ids)],
    )
    assert Rule.STRAIGHT_LINING not in rules(
        quality_findings(assignment).get(assignment.id, [])
    )


def test_hidden_candidates_are_held_against_nobody(campaign):
    sitting = sit(join(campaign), lambda candidate: 0 if candidate.votes else 3)
    Candidate.objects.filter(votes__isnull=False).update(hidden_at=timezone.now())
    assert Rule.ANCHORS_FAILED not in rules(quality_findings(sitting).get(sitting.id, []))


def test_those_who_withdrew_are_not_judged(campaign):
    annotator = join(campaign)
    sit(annotator, elapsed_ms=100)
    withdraw_annotator(annotator_id=annotator.id)
    assert quality_findings(campaign) == {}
    assert annotator_findings(campaign) == {}


def test_findings_of_a_campaign_take_a_fixed_number_of_queries(
    campaign, django_assert_num_queries
):
    for _annotator in range(3):
        annotator = join(campaign)
        sit(annotator, elapsed_ms=100)
        sit(annotator)
    with django_assert_num_queries(6):
        quality_findings(campaign)
