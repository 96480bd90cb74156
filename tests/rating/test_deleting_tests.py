"""What an owner rated to try a campaign out is deleted as if nobody had rated it."""

import pytest
from django.core.management import CommandError

from annotators.models import Annotator, Remark
from campaigns.models import AuditEntry, Campaign
from campaigns.services.settling import RatingsExist
from core.refusals import Refused
from pooling.jobs import delete as delete_task
from pooling.services.starting_over import delete_campaign
from rating.models import Assignment, Exclusion, Rating
from rating.services.deleting_tests import delete_test_ratings
from rating.services.exclusions import exclude
from scoring.services.freezing import freeze_gold
from tests.commands import facts_of, printed_by
from tests.factories import make_campaign
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = pytest.mark.django_db

PAGE = "/campaigns/boats/ratings/annotators/tests/"
API = "/api/v1/campaigns/boats/annotators/delete-tests/"


@pytest.fixture
def campaign():
    return make_campaign()


@pytest.fixture
def owner(campaign):
    return make_lead("owner", campaign, "owner")


def test_all_of_them_goes_and_nothing_of_others(campaign, owner):
    tester, volunteer = join(campaign), join(campaign)
    sit(tester)
    rate(take(tester), by_length, but=2)
    Remark.objects.create(annotator=tester, item=campaign.items.first(), comment="hm")
    exclude(tester, reason="a test", by=owner)
    kept = sit(volunteer)
    of_volunteer = Rating.objects.filter(annotator=volunteer).count()
    version = Campaign.objects.get().ratings_version
    rated = Rating.objects.filter(annotator=tester).count()
    deleted = delete_test_ratings(campaign=campaign, annotators=[tester.pk], by=owner)
    assert deleted == (1, 2, rated, 0)
    assert [*Annotator.objects.all()] == [volunteer]
    assert [*Assignment.objects.all()] == [kept]
    assert Rating.objects.count() == of_volunteer
    assert not Remark.objects.exists()
    assert not Exclusion.objects.exists()
    assert Campaign.objects.get().ratings_version == version + 1
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.detail["ratings"]) == ("delete test ratings", rated)


def test_a_campaign_with_test_ratings_alone_can_be_deleted_then(
    campaign, owner, django_capture_on_commit_callbacks
):
    tester = join(campaign)
    sit(tester)
    with pytest.raises(RatingsExist):
        delete_campaign(campaign=campaign, by=owner)
    delete_test_ratings(campaign=campaign, annotators=[tester.pk], by=owner)
    job = delete_campaign(campaign=campaign, by=owner)
    delete_task(job_id=job.pk)
    assert not Campaign.objects.exists()


def test_once_a_release_rests_on_ratings_none_is_deleted(campaign, owner):
    people = [join(campaign) for _n in range(2)]
    for one in people:
        sit(one)
        sit(one)
    freeze_gold(campaign=campaign, by=owner, min_ratings=2)
    with pytest.raises(Refused, match="there is a release"):
        delete_test_ratings(campaign=campaign, annotators=[people[0].pk], by=owner)
    assert "no rating can be deleted" in signed_in(owner).get(PAGE).content.decode()
    answer = program_of(owner).post(API, {"annotators": [people[0].pk]}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "released")
    assert Annotator.objects.count() == 2


def test_page_program_and_command_do_the_same(campaign, owner):
    testers = [join(campaign) for _n in range(4)]
    for one in testers:
        sit(one)
    browser = signed_in(owner)
    assert f"Annotator {testers[0].pk}" in browser.get(PAGE).content.decode()
    asked = browser.post(PAGE, {"annotator": [testers[0].pk]}).content.decode()
    count = Rating.objects.filter(annotator=testers[0]).count()
    assert f"{count} ratings in complete sittings are deleted" in " ".join(asked.split())
    assert Annotator.objects.count() == 4
    browser.post(PAGE, {"annotator": [testers[0].pk], "confirmed": "1"})
    assert [*Annotator.objects.order_by("id")] == testers[1:]
    asked = {"annotators": [testers[1].pk]}
    assert program_of(owner).post(API, asked, "application/json").json()["annotators"] == 1
    assert [*Annotator.objects.order_by("id")] == testers[2:]
    facts = facts_of("delete_test_ratings", "boats", "--annotators", testers[2].pk)
    assert facts["annotators"] == 1
    assert [*Annotator.objects.all()] == testers[3:]
    assert Rating.objects.exclude(annotator=testers[3]).count() == 0


def test_anothers_annotator_is_refused_and_nothing_goes(campaign, owner):
    stranger, mine = join(make_campaign("ships")), join(campaign)
    with pytest.raises(CommandError, match="are not in the campaign"):
        printed_by("delete_test_ratings", "boats", "--annotators", stranger.pk, mine.pk)
    assert Annotator.objects.count() == 2
