import pytest

from campaigns.models import Campaign
from core.snapshot import snapshot
from tests.factories import make_campaign
from tests.side_by_side import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def rename(title):
    Campaign.objects.update(title=title)


def test_what_is_written_meanwhile_is_seen_only_afterwards():
    make_campaign(subsets=None)
    rename("before")
    with snapshot():
        assert Campaign.objects.get().title == "before"
        assert at_once(lambda: rename("after")) == [None]
        assert Campaign.objects.get().title == "before"
    assert Campaign.objects.get().title == "after"


def test_it_may_be_the_first_a_connection_does():
    make_campaign(subsets=None)

    def count():
        with snapshot():
            return Campaign.objects.count()

    assert at_once(count) == [1]
