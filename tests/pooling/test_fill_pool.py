from uuid import uuid4

import pytest

from campaigns.models import Campaign
from campaigns.services.locking import sources_changed
from pooling.models import Candidate, Merge, Placement
from pooling.selectors import stored_plan
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drafting import Unanchored
from pooling.services.fill_pool import pool_campaign
from pooling.services.marking import fix_subset
from pooling.services.merges import undo_merge
from rating.models import Rating
from rating.selectors.sittings import missing_candidates
from rating.services.importing import import_ratings
from sources.models import System
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.rating.beside import meanwhile
from tests.rating.sitting import join, take

pytestmark = pytest.mark.django_db


def texts(campaign, key):
    found = Candidate.objects.filter(item__campaign=campaign, item__key=key)
    return dict(found.values_list("text", "origin"))


def test_the_pool_holds_each_substitute_once_with_its_origin():
    campaign = make_campaign(subsets=None)
    assert texts(campaign, "1") == {
        "happy": "both",
        "pleased": "gold",
        "delighted": "gold",
        "content": "systems",
        "overjoyed": "systems",
        "sorry": "systems",
    }
    happy = Candidate.objects.get(item__campaign=campaign, text="happy")
    assert happy.votes == 4
    assert happy.answers == [[System.objects.get().id, 1]]


def test_pooling_again_after_a_system_is_added_keeps_ids_and_adds_only_what_is_new():
    campaign = make_campaign(subsets=None)
    before = dict(Candidate.objects.values_list("text", "id"))
    late = add_system(
        campaign=campaign, name="late", answers=source("glad.a 1 :: pleased;tickled pink\n")
    ).system

    report = pool_campaign(campaign=campaign)

    assert (report.added, report.changed, report.gone_deleted) == (1, 1, 0)
    after = dict(Candidate.objects.values_list("text", "id"))
    assert after.keys() - before.keys() == {"tickled pink"}
    assert {text: after[text] for text in before} == before
    pleased = Candidate.objects.get(text="pleased")
    assert (pleased.origin, pleased.answers) == ("both", [[late.id, 1]])


def test_pooling_twice_changes_nothing():
    campaign = make_campaign(subsets=None)
    before = list(Candidate.objects.order_by("id").values())
    report = pool_campaign(campaign=campaign)
    assert (report.added, report.changed, report.gone_deleted, report.gone_kept) == (0, 0, 0, 0)
    assert list(Candidate.objects.order_by("id").values()) == before


def test_what_no_source_gives_any_more_is_deleted_unless_an_annotator_was_shown_it():
    campaign = make_campaign(subsets=1)
    fix_subset(subset_id=campaign.subsets.get().id)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
    pool_campaign(campaign=campaign)
    campaign.systems.all().delete()

    report = pool_campaign(campaign=campaign)

    assert not Candidate.objects.filter(text="elated").exists()
    assert Candidate.objects.filter(text="overjoyed").exists()
    assert report.gone_deleted == 1
    assert report.gone_kept == 9  # every answer only the first system gave


def test_a_subset_that_nobody_was_shown_shrinks_with_what_is_deleted_from_it():
    campaign = make_campaign(subsets=2)
    shown, other = campaign.subsets.all()
    fix_subset(subset_id=shown.id)
    campaign.systems.all().delete()
    assert pool_campaign(campaign=campaign).gone_deleted > 0
    sizes = dict(campaign.subsets.values_list("id", "size"))
    assert sizes == {s.id: s.placements.count() for s in (shown, other)}
    assert sizes[shown.id] == shown.size
    assert sizes[other.id] < other.size


def test_every_merge_is_listed_and_an_undone_one_stays_apart():
    campaign = make_campaign(subsets=None)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: tickled_pink\n"))
    assert pool_campaign(campaign=campaign).merges == 1
    merge = Merge.objects.get()
    assert (merge.spelling, merge.text, merge.steps) == (
        "tickled_pink",
        "tickled pink",
        "underscore",
    )

    undo_merge(merge=merge)
    for _again in range(2):
        pool_campaign(campaign=campaign)
        assert "tickled_pink" in texts(campaign, "1")
        assert "tickled pink" not in texts(campaign, "1")
    assert Merge.objects.get().undone_at is not None


def test_the_target_multiwords_and_codes_follow_the_campaign_and_are_counted():
    campaign = make_campaign(subsets=None, multiwords="drop")
    add_system(
        campaign=campaign, name="odd", answers=source("glad.a 1 :: glad;Glad;as happy;NIL\n")
    )
    report = pool_campaign(campaign=campaign)
    assert {(d.source, d.reason): n for d, n in report.dropped.items()} == {
        ("systems", "target"): 2,
        ("systems", "multiword"): 1,
        ("systems", "code"): 1,
    }


def test_dispatching_again_never_moves_what_an_annotator_was_shown():
    campaign = make_campaign(subsets=2)
    fix_subset(subset_id=campaign.subsets.get(number=1).id)
    shown = list(Placement.objects.filter(subset__number=1).values())

    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=9)

    assert list(Placement.objects.filter(subset__number=1).values()) == shown
    assert set(campaign.subsets.values_list("number", flat=True)) == {1, 2}


@pytest.mark.django_db(transaction=True)
def test_a_subset_taken_at_the_very_moment_of_dispatching_stays_as_it_is():
    campaign = make_campaign(subsets=2)
    annotator, plan = join(campaign), {"subsets": 3, "block_size": 4, "seed": 2}
    with meanwhile(lambda: dispatch_campaign(campaign=campaign, **plan)):
        sitting = take(annotator)
        shown = missing_candidates(sitting)
    assert missing_candidates(sitting) == shown
    assert campaign.subsets.count() == 1 + 3


def test_new_candidates_after_ratings_began_get_a_new_subset_with_anchors():
    campaign = make_campaign(subsets=1)
    fix_subset(subset_id=campaign.subsets.get().id)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated;jolly\n"))
    pool_campaign(campaign=campaign)

    report = dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=2)

    assert (report.placed, report.anchor_copies) == (2, 1)
    new = [row for row in stored_plan(campaign) if row.subset == 2]
    assert {row.substitute for row in new if not row.anchor} == {"elated", "jolly"}
    (anchor,) = [row for row in new if row.anchor]
    assert anchor.origin == "repeat"
    assert anchor.substitute in {"happy", "pleased", "delighted"}


def test_a_sentence_without_anchor_is_reported_before_anything_is_saved():
    campaign = make_campaign(subsets=2)
    campaign.items.get(key="4").gold.all().delete()
    pool_campaign(campaign=campaign)
    before = list(stored_plan(campaign))

    with pytest.raises(Unanchored, match=r"no first-gold candidate.*4 \(3 candidates\)"):
        dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)
    assert list(stored_plan(campaign)) == before

    left_out = dispatch_campaign(
        campaign=campaign, subsets=1, block_size=4, seed=1, leave_unanchored_out=True
    )
    assert [s.key for s in left_out.left_out] == ["4"]
    allowed = dispatch_campaign(
        campaign=campaign, subsets=1, block_size=4, seed=1, allow_unanchored=["4"]
    )
    assert allowed.placed == left_out.placed + 3


def test_a_dry_run_stores_nothing():
    campaign = make_campaign(subsets=None)
    report = dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1, dry_run=True)
    assert report.subsets == 2
    assert not campaign.subsets.exists()


def test_checks_are_mixed_in_and_go_with_the_plan_they_belong_to():
    campaign = make_campaign(subsets=None, foil_share=0.2, repeat_share=0.2)
    for seed in (1, 2):
        report = dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=seed)
        assert report.foils > 0
        assert report.repeats > 0
        roles = list(Candidate.objects.values_list("role", flat=True))
        assert roles.count("foil") == report.foils
        assert roles.count("repeat") == report.repeats
    for subset in campaign.subsets.all():
        positions = list(subset.placements.values_list("position", flat=True))
        assert positions == list(range(1, subset.size + 1))


def test_what_only_an_imported_file_rated_is_kept_too():
    campaign = make_campaign(subsets=None)
    ratings = source("annotator,sentence,substitute,value\nA,1,sorry,3\n", "ratings.csv")
    import_ratings(campaign=campaign, ratings=ratings)
    campaign.systems.all().delete()

    report = pool_campaign(campaign=campaign)

    assert Rating.objects.get().candidate.text == "sorry"
    assert report.gone_kept == 1
    assert not Candidate.objects.filter(text="content").exists()


def test_what_was_shown_as_a_repeat_is_kept():
    campaign = make_campaign(subsets=1, repeat_share=0.2)
    fix_subset(subset_id=campaign.subsets.get().id)
    shown = set(Candidate.objects.filter(role="repeat").values_list("text", flat=True))
    # As if a plan had put the repeats into a subset of their own.
    Placement.objects.filter(candidate__role="pooled").delete()
    campaign.systems.all().delete()
    for sentence in campaign.items.all():
        sentence.gold.all().delete()

    pool_campaign(campaign=campaign)

    assert len(shown) > 0
    pooled = Candidate.objects.filter(role="pooled")
    assert set(pooled.values_list("text", flat=True)) == shown


def test_a_repeat_nobody_was_shown_goes_with_its_original():
    campaign = make_campaign(subsets=1, repeat_share=0.5)
    campaign.systems.all().delete()
    pool_campaign(campaign=campaign)
    left = Candidate.objects.filter(role="repeat")
    assert set(left.values_list("repeat_of__origin", flat=True)) <= {"gold", "both"}
    assert campaign.subsets.get().size == Placement.objects.count()


def test_versions_tell_of_what_the_pool_was_made_and_whether_it_changed():
    campaign = make_campaign(subsets=1)

    def versions():
        now = Campaign.objects.get()
        return now.pooled_version, now.pool_version, now.dispatched_version

    assert versions() == (1, 1, 1)  # one system was added
    sources_changed(campaign.id)
    pool_campaign(campaign=campaign)
    assert versions() == (2, 1, 1)
    add_system(campaign=campaign, name="late", answers=source("glad.a 1 :: elated\n"))
    pool_campaign(campaign=campaign)
    assert versions() == (3, 2, 1)
    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=9)
    assert versions() == (3, 2, 2)


def test_a_plan_follows_the_settings_as_they_are_when_it_is_made():
    before = make_campaign(subsets=None)
    Campaign.objects.update(foil_share=0.2, excluded_targets=["room.n"])
    report = dispatch_campaign(campaign=before, subsets=1, block_size=4, seed=1)
    assert report.foils > 0
    assert not Placement.objects.filter(candidate__item__group="room.n").exists()


def test_dispatching_again_keeps_a_check_that_somebody_rated():
    campaign = make_campaign(subsets=2, foil_share=0.2)
    sitting = take(join(campaign))
    other = campaign.subsets.get(fixed_at=None)
    foil = Candidate.objects.filter(role="foil", placement__subset=other)[0]
    # No service gives such a rating; an archive may hold one.
    kept = Rating.objects.create(
        assignment=sitting, annotator=sitting.annotator, candidate=foil, key=uuid4(), value=0
    )
    dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=9)
    assert Rating.objects.get() == kept
    assert not Placement.objects.filter(candidate=foil).exists()
