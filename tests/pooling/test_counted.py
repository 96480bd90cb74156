"""A large pool is counted once for each of its states, and says what is in it all the same."""

import pytest
from django.utils import timezone

from campaigns.models import Campaign
from pooling.models import Candidate
from pooling.selectors import counted, origin_counts
from pooling.selectors.counted import known_origin_counts
from pooling.services.fill_pool import pool_campaign
from rating.services.hiding import hide_sentence
from sources.services.systems import add_system
from tests.factories import make_campaign, source

pytestmark = pytest.mark.django_db


def test_what_is_kept_is_what_would_be_counted(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(counted, "MANY", 1)

    def known():
        campaign = Campaign.objects.get()
        found = known_origin_counts(campaign)
        assert found == origin_counts(campaign)
        return found.total()

    campaign = make_campaign(subsets=None)
    assert known() == known() == 20
    with django_assert_num_queries(2):
        known_origin_counts(Campaign.objects.get())
    # Hidden words, hidden sentences and targets left out are no part of it, each told once.
    Candidate.objects.filter(pk=Candidate.objects.filter(item__key="1").first().pk).update(
        hidden_at=timezone.now()
    )
    assert known() == 19
    hide_sentence(sentence_id=campaign.items.get(key="1").pk)
    hidden = known()
    assert hidden < 19
    group = campaign.items.get(key="1").group
    Campaign.objects.update(excluded_targets=[group])
    assert known() <= hidden
    Campaign.objects.update(excluded_targets=[])
    assert known() == hidden
    # Another pool is counted again.
    add_system(
        campaign=Campaign.objects.get(),
        name="late",
        answers=source("calm.a 5 :: unheard of\n", "late.txt"),
    )
    pool_campaign(campaign=Campaign.objects.get())
    assert known() == origin_counts(Campaign.objects.get()).total()
