"""What the checks find is kept with each annotator, and found anew by a job."""

import pytest

from campaigns.models import Job
from rating import jobs as tasks
from rating.models import Assignment, Exclusion
from rating.services.flagging import flag_annotators, flag_newcomers, request_check
from regild.rating.quality import Rule
from tests.factories import make_campaign
from tests.rating.sitting import join, sit, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=2, flag_min_ratings=4)


def rules(annotator):
    annotator.refresh_from_db()
    return {flag["rule"] for flag in annotator.flags}


def test_everybody_is_checked_and_the_careless_are_flagged(campaign):
    careful, hasty, newcomer = join(campaign), join(campaign), join(campaign)
    sit(careful)
    sit(hasty, elapsed_ms=100)
    assert flag_annotators(campaign) == 1
    assert rules(careful) == rules(newcomer) == set()
    assert rules(hasty) == {Rule.TOO_FAST}
    assert newcomer.checked_at is not None


def test_a_flag_goes_when_the_campaign_no_longer_minds(campaign):
    hasty = join(campaign)
    sit(hasty, elapsed_ms=100)
    flag_annotators(campaign)
    campaign.flag_median_ms = campaign.flag_fast_ms = 1
    campaign.save()
    assert flag_annotators(campaign) == 0
    assert rules(hasty) == set()


def test_only_new_work_is_checked_between_the_checks_of_everybody(
    campaign, django_assert_num_queries
):
    hasty, still_open = join(campaign), join(campaign)
    sit(hasty, elapsed_ms=100)
    take(still_open)
    flag_newcomers()
    assert rules(hasty) == {Rule.TOO_FAST}
    still_open.refresh_from_db()
    assert still_open.checked_at is None
    with django_assert_num_queries(1):
        flag_newcomers()


def test_a_check_flags_and_applies_the_rules_that_are_switched_on(campaign):
    hasty, careful = join(campaign), join(campaign)
    sit(hasty, elapsed_ms=100)
    sit(careful)
    campaign.excluding_rules = [Rule.TOO_FAST]
    campaign.save()
    job = request_check(campaign)
    tasks.check(job_id=job.id)
    job.refresh_from_db()
    assert (job.state, job.result) == (Job.State.DONE, {"flagged": 1, "excluded": 1})
    assert Exclusion.objects.get().annotator == hasty
    assert rules(hasty) == {Rule.TOO_FAST}
    assert Assignment.objects.get(annotator=careful).state == Assignment.State.COMPLETE


def test_two_who_ask_at_once_share_a_check(campaign):
    assert request_check(campaign) == request_check(campaign)
