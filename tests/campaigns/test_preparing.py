"""What ratings settle is refused by the services themselves, whoever calls them."""

import pytest

from campaigns.models import AuditEntry, Campaign
from campaigns.services.settings import SETTLED_BY_RATINGS, Option, change_settings, set_scale
from campaigns.services.settling import RatingsExist
from sources.models import System
from sources.services.systems import remove_system
from tests.factories import make_campaign
from tests.people import make_lead
from tests.rating.sitting import join, rate, take

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SCALE = [Option(f"label {value}", float(value)) for value in range(4)]


@pytest.fixture
def lead():
    return make_lead("lead")


def rated_campaign() -> Campaign:
    campaign = make_campaign()
    rate(take(join(campaign)), lambda candidate: 2)
    return campaign


def labels(campaign):
    return list(campaign.scale.order_by("value").values_list("value", "label", "weight"))


def test_a_system_goes_with_its_answers_and_the_log_keeps_its_name(lead):
    campaign = make_campaign()
    remove_system(system=campaign.systems.get(), by=lead)
    assert not System.objects.exists()
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.detail, entry.actor) == (
        "remove system",
        {"system": "first"},
        lead,
    )


def test_a_system_whose_answers_were_rated_stays(lead):
    campaign = rated_campaign()
    with pytest.raises(RatingsExist) as refused:
        remove_system(system=campaign.systems.get(), by=lead)
    assert refused.value.annotators == 1
    assert System.objects.exists()


def test_settings_are_written_and_logged_by_name(lead):
    campaign = make_campaign()
    change_settings(campaign=campaign, changes={"title": "New", "multiwords": "drop"}, by=lead)
    campaign.refresh_from_db()
    assert (campaign.title, campaign.multiwords) == ("New", "drop")
    entry = AuditEntry.objects.first()
    assert (entry.action, entry.detail) == (
        "change pool settings",
        {"changed": ["multiwords", "title"]},
    )


def test_no_change_is_not_logged(lead):
    campaign = make_campaign()
    before = AuditEntry.objects.count()
    change_settings(campaign=campaign, changes={}, by=lead)
    set_scale(
        campaign=campaign,
        options=[Option(label, weight) for _value, label, weight in labels(campaign)],
        by=lead,
    )
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize("name", sorted(SETTLED_BY_RATINGS))
def test_once_rated_what_shapes_the_pool_cannot_change(lead, name):
    campaign = rated_campaign()
    with pytest.raises(RatingsExist):
        change_settings(campaign=campaign, changes={"title": "New", name: "x"}, by=lead)
    campaign.refresh_from_db()
    assert campaign.title == "Boats and gladness"


def test_once_rated_the_rest_can_still_change(lead):
    campaign = rated_campaign()
    change_settings(campaign=campaign, changes={"instructions": "Look twice."}, by=lead)
    campaign.refresh_from_db()
    assert campaign.instructions == "Look twice."


def test_a_scale_is_replaced_before_ratings(lead):
    campaign = make_campaign()
    set_scale(campaign=campaign, options=SCALE[:2], by=lead)
    assert labels(campaign) == [(0, "label 0", 0.0), (1, "label 1", 1.0)]


def test_once_rated_the_labels_stay_and_the_weights_may_change(lead):
    campaign = rated_campaign()
    before = labels(campaign)
    with pytest.raises(RatingsExist):
        set_scale(campaign=campaign, options=SCALE, by=lead)
    with pytest.raises(RatingsExist):
        set_scale(
            campaign=campaign,
            options=[Option(label, weight) for _value, label, weight in before[:3]],
            by=lead,
        )
    assert labels(campaign) == before

    set_scale(
        campaign=campaign, options=[Option(label, 0.5) for _value, label, _w in before], by=lead
    )
    assert labels(campaign) == [(value, label, 0.5) for value, label, _weight in before]
