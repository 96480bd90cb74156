"""Subsets with a number of seats of their own: how many sit there, and when it is enough."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from agreement.services import measure_agreement
from campaigns.models import Campaign
from core.refusals import Refused
from pooling.models import Candidate, Subset
from pooling.services.dispatching import dispatch_campaign
from rating.models import Assignment
from rating.selectors.coverage import coverage, find_subsets
from rating.selectors.loads import is_full, subset_left
from rating.selectors.own_progress import campaign_share
from rating.selectors.progress import progress_of
from rating.selectors.short import short_candidates
from rating.services.ending import expire_assignments
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.importing import import_ratings
from rating.services.simulating import simulate_campaign
from rating.services.sittings import reopen, take_subset
from regild.problems import BadFiles
from scoring.services.freezing import freeze_gold
from tests.factories import make_campaign, source
from tests.people import make_lead, program_of, signed_in
from tests.rating.sitting import join, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    """Three subsets: of 5, of 2 and of 1; the campaign wants 3 of a candidate and takes 7."""
    found = make_campaign(subsets=3, min_ratings=3, max_ratings=7)
    for number, seats in enumerate((5, 2, 1), start=1):
        found.subsets.filter(number=number).update(seats=seats, calibration=seats == 5)
    return found


def rate_all(campaign):
    """Newcomers take turns until nothing is left for anybody."""
    while not is_full(campaign, now=timezone.now()):
        sit(join(campaign))


def held(campaign):
    rows = Assignment.objects.filter(subset__campaign=campaign, seat__isnull=False)
    return Counter(rows.values_list("subset__number", flat=True))


def test_each_is_handed_out_as_often_as_its_own_number_says(campaign):
    rate_all(campaign)
    assert held(campaign) == {1: 5, 2: 2, 3: 1}
    assert take_subset(annotator=join(campaign), rng=random.Random(1)) is None
    assert coverage(campaign) == (3, 3)


def test_stopping_at_the_campaign_s_minimum_leaves_own_numbers_as_they_are(campaign):
    Campaign.objects.update(stop_at_min=True)
    campaign.refresh_from_db()
    rate_all(campaign)
    assert held(campaign) == {1: 5, 2: 2, 3: 1}


def test_others_are_as_their_campaign_says(campaign):
    Subset.objects.filter(number=3).update(seats=None)
    rate_all(campaign)
    assert held(campaign) == {1: 5, 2: 2, 3: 7}


def test_what_was_planned_once_lacks_nothing_after_one(campaign):
    # The calibration round first, by five annotators; then what each of them finds.
    for _turn in range(5):
        sit(join(campaign))
    progress = progress_of(campaign, now=timezone.now())
    assert (progress.short, progress.missing) == (2, 3)
    annotator = join(campaign)
    sitting = sit(annotator)
    number = sitting.subset.number
    progress = progress_of(campaign, now=timezone.now())
    lacking = {2: (2, 2), 3: (1, 2)}
    assert (progress.short, progress.missing) == lacking[number]
    sizes = dict(campaign.subsets.values_list("number", "size"))
    done = 5 * sizes[1] + sizes[number]
    wanted = 5 * sizes[1] + 2 * sizes[2] + sizes[3]
    assert campaign_share(campaign) == pytest.approx(done / wanted)
    short = find_subsets(campaign, only="short")
    found = {subset.number: (subset.ratings, subset.wanted) for subset in short}
    assert found == {
        n: (int(n == number), wanted) for n, wanted in ((2, 2), (3, 1)) if n != 3 or n != number
    }


def test_short_candidates_are_those_that_lack_what_their_own_subset_wants(campaign):
    rate_all(campaign)
    assert sum(rows.count() for rows in short_candidates(campaign)) == 0
    sitting = Assignment.objects.get(subset__number=3)
    exclude(sitting, reason="Test", by=None)
    (rows,) = short_candidates(campaign)
    assert {(row.number, row.given, row.wanted) for row in rows} == {(3, 0, 1)}
    # With as many as the campaign wants of others it would be short of two more.
    assert rows.count() == Subset.objects.get(number=3).size


def test_pages_and_programs_say_what_each_wants(campaign):
    sit(join(campaign))
    lead = make_lead("lead", campaign, "owner")
    page = signed_in(lead)
    told = program_of(lead).get("/api/v1/campaigns/boats/coverage/subsets/").json()["rows"]
    found = [(row["number"], row["seats"], row["wanted"]) for row in told]
    assert found == [(1, 5, 5), (2, 2, 2), (3, 1, 1)]
    shown = page.get("/campaigns/boats/ratings/subsets/")
    assert [row.wanted for row in shown.context["page"].rows] == [5, 2, 1]
    for address in ("", "short/", "subsets/3/", "unjudged/"):
        assert page.get(f"/campaigns/boats/ratings/{address}").status_code == 200
    short = page.get("/campaigns/boats/ratings/short/").context["page"].rows
    assert {row.wanted for row in short} == {5, 2, 1}


def test_a_seat_that_is_left_alone_is_another_s_and_comes_back_while_it_is_free(campaign):
    Subset.objects.filter(number__lt=3).delete()
    first, second = join(campaign), join(campaign)
    sitting = take_subset(annotator=first, rng=random.Random(1)).assignment
    assert not subset_left(second, now=timezone.now())
    Assignment.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert expire_assignments() == 1
    sitting.refresh_from_db()
    assert take_subset(annotator=second, rng=random.Random(1)).new
    # The one seat is the other's now, though the campaign takes seven ratings of others.
    assert not reopen(sitting, Campaign.objects.get(), now=timezone.now())


def test_undoing_an_exclusion_takes_no_seat_beyond_the_own_number(campaign):
    rate_all(campaign)
    sitting = Assignment.objects.get(subset__number=3)
    made = exclude(sitting, reason="Test", by=None)
    sit(join(campaign))
    assert held(campaign)[3] == 1
    with pytest.raises(Refused, match="would exceed 1 a candidate"):
        undo_exclusion(made, by=None)


def test_an_import_brings_no_more_ratings_than_the_own_number(campaign):
    single = Candidate.objects.filter(placement__subset__number=3, role="pooled").first()

    def file(people):
        rows = [f"{name},{single.item.key},{single.text},2" for name in people]
        text = "\n".join(["annotator,sentence,substitute,value", *rows])
        return source(text, "ratings.csv")

    with pytest.raises(BadFiles, match="rating 2 of its candidate, which may have 1") as bad:
        import_ratings(campaign=campaign, ratings=file("ab"))
    # The campaign takes 7: to raise that would help nobody.
    assert "planned for so many annotators" in str(bad.value)
    import_ratings(campaign=campaign, ratings=file("a"))
    # One of its candidates has all it may have: who sits there goes without it.
    rate_all(Campaign.objects.get())
    counted = single.ratings.filter(superseded_at__isnull=True).count()
    assert counted == 1
    assert coverage(Campaign.objects.get()) == (3, 3)


def test_who_cannot_have_an_imported_rating_back_is_told_how_many_its_subset_takes(campaign):
    single = Candidate.objects.filter(placement__subset__number=3, role="pooled").first()
    row = f"a,{single.item.key},{single.text},2"
    file = source(f"annotator,sentence,substitute,value\n{row}\n", "ratings.csv")
    import_ratings(campaign=campaign, ratings=file)
    made = exclude(Assignment.objects.get(annotator__name="a"), reason="Test", by=None)
    rate_all(Campaign.objects.get())
    with pytest.raises(Refused, match="would exceed 1 a candidate"):
        undo_exclusion(made, by=None)


def test_a_release_weighs_what_was_planned_once_and_says_so(campaign):
    rate_all(campaign)
    release = freeze_gold(campaign=campaign)
    assert release.policy["min_ratings"] == 3
    assert release.policy["seats"] == [1, 2, 5]
    assert release.counts["undecided"] == 0
    # One rating fewer than the plan has leaves them undecided all the same.
    sitting = Assignment.objects.filter(subset__number=2).first()
    exclude(sitting, reason="Test", by=None)
    pooled = Candidate.objects.filter(placement__subset__number=2, role="pooled").count()
    assert freeze_gold(campaign=campaign).counts["undecided"] == pooled


def test_a_report_counts_as_covered_what_has_what_it_needs(campaign):
    rate_all(campaign)
    report = measure_agreement(campaign=campaign)
    assert report.policy["seats"] == [1, 2, 5]
    assert report.comparison["n"] == 20
    assert report.coverage["in_play"] == 20
    assert report.coverage["days"][-1]["covered"] == 20


def test_without_own_numbers_nothing_is_said_of_them():
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    sit(join(campaign))
    assert "seats" not in freeze_gold(campaign=campaign).policy
    assert "seats" not in measure_agreement(campaign=campaign).policy


def test_simulated_annotators_fill_doubles_and_singles_exactly():
    campaign = make_campaign(subsets=None, min_ratings=3, max_ratings=7)
    dispatch_campaign(campaign=campaign, subsets=5, block_size=8, seed=2, double_share=0.4)
    simulate_campaign(campaign=campaign, annotators=12, seed=3)
    sat = held(campaign)
    for subset in campaign.subsets.all():
        assert sat[subset.number] == subset.seats
