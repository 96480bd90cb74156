"""Coverage, forecast and allocation go by the ratings that candidates have, imported or not."""

from collections import Counter

import pytest
from django.db.models import F
from django.utils import timezone

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign
from pooling.models import Candidate, Placement, Subset
from pooling.services.dispatching import dispatch_campaign
from rating.models import Assignment, Exclusion, Rating, SubsetTally
from rating.selectors.coverage import coverage, find_subsets
from rating.selectors.loads import is_full, seat_offers
from rating.selectors.own_progress import campaign_share
from rating.selectors.progress import progress_of
from rating.selectors.short import short_candidates
from rating.selectors.tallies import tallies_of
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate
from rating.services.importing import import_ratings
from rating.services.tallying import keep_all_tallies, kept_tallies
from rating.services.withdrawing import withdraw_annotator
from regild.rating.tally import fewest, lack, tally_of
from tests.factories import make_campaign, source
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


def import_of(campaign, ids, *, by):
    rows = Candidate.objects.filter(id__in=ids).values_list("item__key", "text")
    lines = [f"{name},{key},{text},3\n" for name in by for key, text in rows]
    text = "annotator,sentence,substitute,value\n" + "".join(lines)
    return import_ratings(campaign=campaign, ratings=source(text, "r.csv"))


def pooled(campaign, number=None):
    found = Candidate.objects.filter(item__campaign=campaign, role="pooled")
    if number is not None:
        found = found.filter(placement__subset__number=number)
    return list(found.order_by("id").values_list("id", flat=True))


def fresh(campaign):
    return Campaign.objects.get(id=campaign.pk)


class TestThreeImportedRatingsOfEveryCandidate:
    @pytest.fixture(params=["before dispatch", "after dispatch"])
    def campaign(self, request):
        campaign = make_campaign(subsets=None, foil_share=0.2, repeat_share=0.2)
        if request.param == "before dispatch":
            import_of(campaign, pooled(campaign), by="abc")
        dispatch_campaign(campaign=campaign, subsets=3, block_size=4, seed=1)
        if request.param == "after dispatch":
            import_of(campaign, pooled(campaign), by="abc")
        return fresh(campaign)

    def test_are_enough_for_every_subset(self, campaign):
        assert coverage(campaign) == (3, 3)
        assert campaign_share(campaign) == 1
        assert not any(rows.exists() for rows in short_candidates(campaign))
        assert [row.ratings for row in find_subsets(campaign)] == [3, 3, 3]
        assert not find_subsets(campaign, only="short").exists()

    def test_leave_no_sitting_to_wait_for(self, campaign):
        progress = progress_of(campaign, now=timezone.now())
        assert (progress.short, progress.missing, progress.forecast.days) == (0, 0, 0)
        (share,) = progress.spread
        assert share == (3, 3, len(pooled(campaign)), 0)

    def test_end_the_campaign_where_it_stops_at_the_ratings_wanted(self, campaign):
        Campaign.objects.update(stop_at_min=True)
        assert is_full(fresh(campaign), now=timezone.now())
        # Foils and repeats, which no import rates, call for nobody.
        assert Volunteer().take().status_code == 204

    def test_send_nobody_to_a_subset_while_another_lacks_ratings(self, campaign):
        short = pooled(campaign, number=2)[0]
        Rating.objects.filter(candidate=short).update(superseded_at=timezone.now())
        SubsetTally.objects.all().delete()
        assert coverage(campaign) == (3, 2)
        for _ in range(3):
            sitting = Volunteer().take().json()
            assert Assignment.objects.get(id=sitting["id"]).subset.number == 2


def test_who_comes_is_sent_where_candidates_lack_most():
    campaign = make_campaign(subsets=3)
    import_of(campaign, pooled(campaign, 1), by="ab")
    import_of(campaign, pooled(campaign, 2)[1:], by="abc")
    import_of(campaign, pooled(campaign, 3)[::2], by="a")
    # Of three wanted a candidate lacks 1; 3 divided by all of them; more than 2.
    taken = []
    for _ in range(3):
        sitting = Volunteer().take().json()
        taken.append(Assignment.objects.get(id=sitting["id"]).subset.number)
    # Each sitting that goes on gives one.
    assert taken == [3, 3, 1]


def test_candidates_are_spread_by_the_ratings_each_has():
    campaign = make_campaign(subsets=2)
    first, *others = pooled(campaign, 1)
    import_of(campaign, [first], by="abc")
    import_of(campaign, others[:2], by="a")
    progress = progress_of(fresh(campaign), now=timezone.now())
    everybody = len(pooled(campaign))
    short = everybody - 3
    assert progress.spread == [(0, 2, short, short), (1, 0, 2, 2), (3, 0, 1, 0)]
    assert campaign_share(fresh(campaign)) == pytest.approx((3 + 2) / (3 * everybody))
    assert (progress.short, progress.missing) == (2, 6)


def test_a_tally_counts_candidates_by_their_ratings():
    assert tally_of([0, 2, 2, 3]) == [1, 0, 2, 1]
    assert tally_of([]) == []
    assert (fewest([0, 0, 5]), fewest([]), fewest([0])) == (2, None, None)
    # (3 + 1 + 1 + 0) of four candidates, and with one more each (2 + 0 + 0 + 0).
    assert lack([1, 0, 2, 1], least=3) == 5 / 4
    assert lack([1, 0, 2, 1], least=3, coming=1) == 2 / 4
    assert lack([], least=3) == 0


def counted_by_hand(campaign):
    """Subset → candidates with no rating, with one…: each rating looked at by itself."""
    given = Counter()
    for one in Rating.objects.select_related("assignment"):
        if one.superseded_at is None and one.counts and one.assignment.state == "complete":
            given[one.candidate_id] += 1
    found = {}
    for place in Placement.objects.select_related("candidate__item", "subset"):
        candidate = place.candidate
        if candidate.hidden_at or candidate.item.hidden_at or candidate.role != "pooled":
            continue
        found.setdefault(place.subset_id, []).append(given[candidate.id])
    return {subset: tally_of(numbers) for subset, numbers in found.items()}


def agrees(campaign):
    """What is kept is what counting by hand gives, and nothing needs to be counted again."""
    kept_tallies(lock_campaign(campaign.pk))
    found = tallies_of(fresh(campaign))
    assert not found.fresh
    by_hand = counted_by_hand(campaign)
    assert found.counts == {id: by_hand[id] for id, uneven in found.subsets.items() if uneven}
    return True


def test_what_is_kept_moves_with_everything_that_changes_what_counts():
    campaign = make_campaign(subsets=3, min_ratings=1, max_ratings=5)
    everything = pooled(campaign)
    import_of(campaign, everything[::2], by="ab")
    assert agrees(campaign)
    volunteer = Volunteer()
    sitting = volunteer.sit()
    assert agrees(campaign)
    volunteer.rate(sitting["id"], rating(candidates(sitting)[0], value=1))
    assert agrees(campaign)
    hide_candidate(candidate_id=candidates(sitting)[1])
    assert agrees(campaign)
    second = Volunteer()
    second.sit()
    hide_candidate(candidate_id=candidates(sitting)[1], hide=False)
    assert agrees(campaign)
    import_of(campaign, everything[::3], by="cd")
    assert agrees(campaign)
    exclude(Annotator.objects.get(name="a"), reason="test", by=None)
    assert agrees(campaign)
    exclude(Assignment.objects.get(id=sitting["id"]), reason="test", by=None)
    assert agrees(campaign)
    for exclusion in Exclusion.objects.all():
        undo_exclusion(exclusion, by=None)
        assert agrees(campaign)
    withdraw_annotator(annotator_id=second.id)
    assert agrees(campaign)
    # Nobody has taken two of them since, so they are planned anew.
    assert Subset.objects.filter(fixed_at=None).exists()
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=2)
    assert agrees(campaign)


def test_only_what_changed_is_counted_again():
    campaign = make_campaign(subsets=3, min_ratings=1, max_ratings=5)
    import_of(campaign, pooled(campaign), by="a")
    assert not tallies_of(fresh(campaign)).fresh
    sitting = Volunteer().sit()
    done = Assignment.objects.get(id=sitting["id"]).subset_id
    assert tallies_of(fresh(campaign)).fresh == {done}


def test_what_is_not_known_is_counted_in_the_background():
    campaign = make_campaign(subsets=None)
    import_of(campaign, pooled(campaign), by="a")
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    assert len(tallies_of(fresh(campaign)).fresh) == 2
    keep_all_tallies()
    assert not tallies_of(fresh(campaign)).fresh
    # A change that names no subsets.
    Campaign.objects.update(ratings_version=F("ratings_version") + 1)
    assert len(tallies_of(fresh(campaign)).fresh) == 2
    keep_all_tallies()
    assert not tallies_of(fresh(campaign)).fresh


def test_seats_of_open_sittings_are_part_of_what_a_subset_lacks():
    campaign = make_campaign(subsets=1)
    import_of(campaign, pooled(campaign), by="a")
    Volunteer().take()
    campaign = fresh(campaign)
    (offer,) = seat_offers(campaign, tallies_of(campaign))
    assert (offer.load, offer.lack) == (2, 1)
