"""Who annotators are is forgotten once a closed campaign has no more use for it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation_site.settings import CELERY_BEAT_SCHEDULE
from annotators.jobs import purge_personal_data as task
from annotators.models import Annotator
from annotators.services.joining import join_campaign
from annotators.services.retention import purge_personal_data
from campaigns.models import AuditEntry, Campaign
from rating.models import Rating
from rating.selectors.counting import counting_ratings
from rating.services.opening import close_campaign, open_campaign
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.rating.sitting import sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Open, with an annotator who said something of themselves and one who did not."""
    asked = [{"key": "age", "label": "Age", "choices": []}]
    campaign = make_campaign(subsets=2, questions=asked)
    told = {"answers": {"age": "30–39"}, "recruited": {"PROLIFIC_PID": "p1"}}
    for more in (told, {}):
        joined = join_campaign(campaign=campaign, consent=True, native_speaker=True, **more)
        sit(joined.annotator)
    return campaign


def purged(*, days):
    return purge_personal_data(now=timezone.now() + timedelta(days=days))


def told_of_themselves():
    return Annotator.objects.exclude(answers={}, recruited={}).count()


def test_an_open_campaign_keeps_it_however_old(campaign):
    assert purged(days=4000) == ({}, [])
    assert told_of_themselves() == 1


def test_a_closed_one_keeps_it_for_its_time_and_no_longer(campaign):
    close_campaign(campaign=campaign)
    assert campaign.retention_days == 365
    assert purged(days=364) == ({}, [])
    assert told_of_themselves() == 1
    assert purged(days=366) == ({"boats": 1}, [])
    assert told_of_themselves() == 0


def test_each_campaign_has_its_own_time(campaign):
    Campaign.objects.update(retention_days=0)
    close_campaign(campaign=campaign)
    assert purged(days=0).annotators == {"boats": 1}


def test_one_that_was_opened_and_closed_again_starts_anew(campaign):
    close_campaign(campaign=campaign)
    Campaign.objects.update(closed_at=timezone.now() - timedelta(days=400))
    open_campaign(campaign=campaign)
    assert purged(days=0) == ({}, [])
    close_campaign(campaign=campaign)
    assert purged(days=0) == ({}, [])
    assert told_of_themselves() == 1


def test_ratings_stay_and_count(campaign):
    counting, ratings = counting_ratings(campaign).count(), Rating.objects.count()
    close_campaign(campaign=campaign)
    purged(days=366)
    assert (counting_ratings(campaign).count(), Rating.objects.count()) == (counting, ratings)


def test_it_is_in_the_log_once(campaign):
    close_campaign(campaign=campaign)
    purged(days=366)
    assert purged(days=367) == ({}, [])
    entry = AuditEntry.objects.get(action="purge personal data")
    assert (entry.slug, entry.actor, entry.detail) == ("boats", None, {"annotators": 1})


def test_one_of_which_nobody_knows_when_it_closed_is_named_and_left_alone(campaign):
    Campaign.objects.update(state=Campaign.State.CLOSED, retention_days=0)
    assert purged(days=366) == ({}, ["boats"])
    assert told_of_themselves() == 1
    _printed, told = printed_by("purge_personal_data")
    assert told.startswith("boats is closed, but its log does not say since when")


def test_the_command_says_what_it_deleted(campaign):
    Campaign.objects.update(retention_days=0)
    assert printed_by("purge_personal_data") == ("Nothing to delete.\n", "")
    close_campaign(campaign=campaign)
    assert facts_of("purge_personal_data") == {"annotators": {"boats": 1}, "undated": []}


def test_it_is_done_every_day_by_itself(campaign):
    assert task.name in {entry["task"] for entry in CELERY_BEAT_SCHEDULE.values()}
    Campaign.objects.update(retention_days=0)
    close_campaign(campaign=campaign)
    task()
    assert told_of_themselves() == 0
