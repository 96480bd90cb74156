"""A lead dispatches again while annotators take subsets of the plan before, and rate them."""

from collections import Counter
from threading import Thread

import pytest
from django.db import OperationalError, connection, transaction

from campaigns.models import Campaign
from core.refusals import Refused
from pooling.models import Candidate, Placement
from pooling.services import dispatching
from pooling.services.dispatching import FREE_PLANS, dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from rating.services.importing import import_ratings
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.pooling.test_pooling_beside_people import beside, rated_by, wide_campaign
from tests.rating.sitting import join, take

# SQLite lets nobody else write while a plan is stored.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def once_stored(monkeypatch):
    """Do something else each time a new plan is stored, before it is switched to."""
    waiting = []

    def store_plan(*given):
        sizes = dispatching_store(*given)
        if waiting:
            beside(waiting.pop(0))
        return sizes

    dispatching_store = dispatching.store_plan
    monkeypatch.setattr(dispatching, "store_plan", store_plan)
    return waiting.append


def plan_again(campaign, **options):
    return dispatch_campaign(
        campaign=campaign, **{"subsets": 30, "block_size": 5, "seed": 2} | options
    )


def places(subset):
    return list(subset.placements.order_by("position").values_list("candidate", "position"))


def test_what_is_taken_meanwhile_is_rated_as_it_was_and_leaves_the_new_plan(once_stored):
    campaign = wide_campaign("wide")
    Campaign.objects.update(foil_share=0.1, repeat_share=0.2)
    campaign.refresh_from_db()
    dispatch_campaign(campaign=campaign, subsets=40, block_size=7, seed=1)
    before = {subset.pk: places(subset) for subset in campaign.subsets.all()}
    people = [join(campaign) for _person in range(2)]
    keys = []

    def take_and_rate():
        keys.extend(rated_by(people[0]))
        take(people[1])

    once_stored(take_and_rate)
    report = plan_again(campaign)

    shown = campaign.subsets.filter(fixed_at__isnull=False)
    assert shown.count() == 2
    assert {subset.pk: places(subset) for subset in shown} == {
        subset.pk: before[subset.pk] for subset in shown
    }
    assert Rating.objects.filter(key__in=keys).count() == len(keys) > 0
    pooled = Candidate.objects.filter(role="pooled")
    assert not pooled.filter(placement=None).exists()
    new = campaign.subsets.filter(fixed_at__isnull=True)
    assert campaign.subsets.count() == 32
    assert len({*campaign.subsets.values_list("number", flat=True)}) == 32
    assert report.subsets == new.count() == 30
    assert report.fixed_subsets == 2
    assert report.placed == pooled.filter(placement__subset__in=new).count()
    assert report.placed < pooled.count() - sum(subset.size for subset in shown) / 2
    for subset in campaign.subsets.all():
        assert subset.size == subset.placements.count()
    blocks = Counter()
    anchored = set()
    for subset, block, anchor, role, original in Placement.objects.filter(
        subset__in=new
    ).values_list(
        "subset",
        "block",
        "anchor",
        "candidate__role",
        "candidate__repeat_of__placement__subset",
    ):
        blocks[subset, block] += role == "pooled"
        if anchor:
            anchored.add((subset, block))
        elif role == "repeat":
            # Somebody is asked twice for what they are shown, or not at all.
            assert original == subset
    assert anchored == {block for block, pooled in blocks.items() if pooled}
    assert (
        report.anchor_copies
        == Placement.objects.filter(
            subset__in=new, anchor=True, candidate__role="repeat"
        ).count()
        > 0
    )
    assert report.blocks == len(anchored)
    assert not Candidate.objects.filter(placement=None, ratings=None).exists()


def test_a_plan_that_would_lose_much_of_itself_is_made_anew(once_stored):
    campaign = make_campaign(subsets=2)
    once_stored(lambda: take(join(campaign)))
    report = plan_again(campaign, subsets=2)
    assert (report.subsets, report.fixed_subsets) == (2, 1)
    assert campaign.subsets.count() == 3
    [shown] = campaign.subsets.filter(fixed_at__isnull=False)
    pooled = Candidate.objects.filter(role="pooled")
    assert report.placed == pooled.count() - shown.size
    assert not pooled.filter(placement=None).exists()


def test_where_everything_was_taken_meanwhile_nothing_can_be_planned(once_stored):
    campaign = make_campaign(subsets=1)
    once_stored(lambda: take(join(campaign)))
    with pytest.raises(Refused, match="at most 0"):
        plan_again(campaign, subsets=2)
    subset = campaign.subsets.get()
    assert subset.size == subset.placements.count() == Candidate.objects.count()


def test_what_is_rated_elsewhere_meanwhile_makes_its_new_subset_uneven(once_stored):
    campaign = make_campaign(subsets=2)
    table = "annotator,sentence,substitute,value\na,3,space,2\n"
    once_stored(lambda: import_ratings(campaign=campaign, ratings=source(table, "ratings.csv")))
    plan_again(campaign, subsets=4, block_size=4)
    rated = Candidate.objects.get(item__key="3", text="space").placement.subset
    assert list(campaign.subsets.filter(uneven=True)) == [rated]


def test_a_plan_is_made_anew_where_what_shapes_it_changed(once_stored):
    campaign = make_campaign(subsets=2)
    once_stored(lambda: Campaign.objects.update(repeat_share=0.4))
    assert plan_again(campaign, subsets=2).repeats > 0
    assert campaign.subsets.count() == 2


def test_one_that_never_holds_is_made_at_last_under_the_lock(once_stored):
    campaign = make_campaign(subsets=2)
    shares = [0.1 + time / 10 for time in range(FREE_PLANS)]
    for share in shares:
        once_stored(lambda share=share: Campaign.objects.update(repeat_share=share))

    def cannot_change():
        with transaction.atomic(), pytest.raises(OperationalError):
            Campaign.objects.select_for_update(nowait=True).get()

    once_stored(cannot_change)
    assert plan_again(campaign, subsets=2).repeats > 0


def test_who_pools_meanwhile_waits_and_finds_the_new_plan(once_stored):
    campaign = make_campaign(subsets=2)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))

    def pool():
        pool_campaign(campaign=campaign)
        connection.close()

    pooling = Thread(target=pool)
    once_stored(lambda: (pooling.start(), pooling.join(0.3)))
    plan_again(campaign, subsets=2)
    pooling.join()
    assert Candidate.objects.filter(text="elated", placement=None).exists()
    assert campaign.subsets.count() == 2
