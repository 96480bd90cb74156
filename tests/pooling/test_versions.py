"""What has become old is known by the versions that a change writes."""

from functools import partial

import pytest

from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign, sources_changed
from campaigns.services.settings import change_settings
from pooling.models import Candidate
from pooling.selectors import changed_since_pooling, grown_since_dispatch, pooled_after
from pooling.services.dispatching import dispatch_campaign
from pooling.services.fill_pool import pool_campaign
from pooling.services.merges import redo_merge, undo_merge
from rating.services.hiding import hide_sentence
from rating.services.importing import import_ratings
from sources.services.systems import add_system, remove_system
from tests.factories import make_campaign, source

pytestmark = pytest.mark.django_db

ANSWERS = "glad.a 1 :: in_love;elated\n"


@pytest.fixture
def campaign():
    campaign = make_campaign(subsets=None)
    Campaign.objects.update(pooled_version=4, sources_version=4)
    return campaign


def merge_of(campaign):
    sentence = campaign.items.get(key="1")
    return sentence.merges.create(
        spelling="in_love", text="in love", source="systems", steps="underscore", times=1
    )


def test_whatever_would_change_the_pool_makes_it_old(campaign, lead):
    merge, system = merge_of(campaign), campaign.systems.get()
    settings = partial(change_settings, campaign=campaign, by=lead)
    for change in (
        lambda: add_system(campaign=campaign, name="late", answers=source(ANSWERS)),
        lambda: undo_merge(merge=merge),
        lambda: redo_merge(merge=merge),
        lambda: settings(changes={"multiwords": "drop"}),
        lambda: settings(changes={"excluded_targets": ["calm.a"]}),
        lambda: remove_system(system=system, by=lead),
    ):
        assert not changed_since_pooling(campaign)
        change()
        assert changed_since_pooling(campaign)
        now = Campaign.objects.get(id=campaign.pk)
        Campaign.objects.update(pooled_version=now.sources_version)
    for words in ({"title": "New"}, {"language": "fr"}, {"min_ratings": 2}):
        settings(changes=words)
    assert not changed_since_pooling(campaign)


def test_a_system_added_after_pooling_began_to_read_is_known_to_be_missing(campaign):
    read = Campaign.objects.get(id=campaign.pk).sources_version
    add_system(campaign=campaign, name="late", answers=source(ANSWERS))
    # The pooling stores last, and says of which sources its pool is.
    Campaign.objects.update(pooled_version=read)
    assert changed_since_pooling(campaign)


def test_a_sentence_shown_again_lacks_nothing_that_was_added_while_it_was_hidden(campaign):
    sentence = campaign.items.get(key="1")
    hide_sentence(sentence_id=sentence.pk)
    add_system(campaign=campaign, name="late", answers=source(ANSWERS))
    pool_campaign(campaign=campaign)
    hide_sentence(sentence_id=sentence.pk, hide=False)
    assert not changed_since_pooling(campaign)
    again = pool_campaign(campaign=campaign)
    assert (again.added, again.changed, again.gone_deleted) == (0, 0, 0)
    assert Candidate.objects.filter(item=sentence, text="elated").exists()


def test_what_was_never_pooled_or_dispatched_is_not_old(campaign):
    Campaign.objects.update(pooled_version=None, dispatched_version=None)
    lock_campaign(campaign.pk)
    sources_changed(campaign.pk)
    assert not changed_since_pooling(campaign)
    assert not grown_since_dispatch(campaign)


def test_a_plan_is_of_the_pool_it_was_made_of(campaign):
    plan = partial(dispatch_campaign, campaign=campaign, subsets=2, block_size=4, seed=1)
    looked_at = plan(dry_run=True)
    assert not pooled_after(campaign, looked_at.pool_version)
    assert Campaign.objects.get(id=campaign.pk).dispatched_version is None
    stored = plan()
    assert stored.pool_version == looked_at.pool_version
    assert not grown_since_dispatch(campaign)
    Campaign.objects.update(pool_version=stored.pool_version + 1)
    assert pooled_after(campaign, looked_at.pool_version)
    assert pooled_after(campaign, None)
    assert grown_since_dispatch(campaign)


def test_candidates_rated_elsewhere_before_they_had_a_subset_make_it_uneven(campaign):
    table = "annotator,sentence,substitute,value\na,3,space,2\n"
    import_ratings(campaign=campaign, ratings=source(table, "ratings.csv"))
    dispatch_campaign(campaign=campaign, subsets=4, block_size=4, seed=1)
    rated = Candidate.objects.get(item__key="3", text="space").placement.subset
    assert list(campaign.subsets.filter(uneven=True)) == [rated]
    assert campaign.subsets.count() > 1
