"""No candidate gets more ratings than the campaign takes, nor fewer than it could."""

import pytest

from core.refusals import Refused
from pooling.models import Candidate, Subset
from rating.models import Assignment, Exclusion
from rating.selectors.counting import counting_ratings
from rating.selectors.coverage import coverage
from rating.services.exclusions import exclude, undo_exclusion
from rating.services.hiding import hide_candidate
from rating.services.importing import import_ratings
from regild.problems import BadFiles
from tests.factories import make_campaign, source
from tests.rating.volunteer import Volunteer, candidates, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign(subsets=1, min_ratings=1, max_ratings=2)


def file_of(ids, *, by):
    rows = Candidate.objects.filter(id__in=ids).values_list("item__key", "text")
    lines = [f"{name},{key},{text},3\n" for name in by for key, text in rows]
    return source("annotator,sentence,substitute,value\n" + "".join(lines), "r.csv")


def import_of(campaign, ids, *, by):
    return import_ratings(campaign=campaign, ratings=file_of(ids, by=by))


def most_ratings(campaign):
    given = list(counting_ratings(campaign).values_list("candidate", flat=True))
    return max(map(given.count, given), default=0)


def everybody_rates(campaign):
    """What was shown to each who came, until nothing was left."""
    shown = []
    while sitting := Volunteer().sit():
        shown.append(set(candidates(sitting)))
    return shown


class TestImports:
    def test_beyond_the_most_ratings_are_refused_by_line(self, campaign):
        one = Candidate.objects.filter(role="pooled").first()
        with pytest.raises(BadFiles) as refused:
            import_of(campaign, [one.id], by=["a", "b", "c", "d"])
        (bad,) = refused.value.files
        assert [problem.line for problem in bad.problems] == [4, 5]
        assert "would be rating 3 of its candidate, which may have 2" in bad.problems[0].message
        assert not counting_ratings(campaign).exists()

    def test_count_the_seats_that_somebody_sits_on(self, campaign):
        sitting = Volunteer().take().json()
        with pytest.raises(BadFiles, match="would be rating 3"):
            import_of(campaign, candidates(sitting)[:1], by=["a", "b"])
        assert import_of(campaign, candidates(sitting)[:1], by=["a"]).added == 1

    def test_may_be_corrected_where_a_candidate_is_full(self, campaign):
        ids = [Candidate.objects.filter(role="pooled").first().id]
        import_of(campaign, ids, by=["a", "b"])
        assert import_of(campaign, ids, by=["a"]).unchanged == 1

    def test_are_not_asked_for_again(self, campaign):
        ids = list(Candidate.objects.filter(role="pooled").values_list("id", flat=True))
        import_of(campaign, ids[:3], by=["a", "b"])
        import_of(campaign, ids[3:5], by=["a"])
        first, second = everybody_rates(campaign)
        assert not (first | second) & set(ids[:3])
        assert (first - second) == set(ids[3:5])
        assert most_ratings(campaign) == 2

    def test_before_dispatch_count_as_well(self):
        campaign = make_campaign(subsets=None, min_ratings=1, max_ratings=1)
        ids = list(Candidate.objects.filter(role="pooled").values_list("id", flat=True))
        import_of(campaign, ids[:3], by=["a"])
        from pooling.services.dispatching import dispatch_campaign

        dispatch_campaign(campaign=campaign, subsets=1, block_size=4, seed=1)
        assert Subset.objects.get().uneven
        (shown,) = everybody_rates(campaign)
        assert not shown & set(ids[:3])

    def test_excluded_and_replaced_by_others_do_not_come_back(self, campaign):
        ids = list(Candidate.objects.filter(role="pooled").values_list("id", flat=True))
        import_of(campaign, ids, by=["a", "b"])
        exclude(Assignment.objects.filter(annotator__name="a").get(), reason="test", by=None)
        assert len(everybody_rates(campaign)) == 1
        with pytest.raises(Refused, match="would exceed 2 a candidate"):
            undo_exclusion(Exclusion.objects.get(), by=None)
        assert most_ratings(campaign) == 2


class TestACandidateShownAgain:
    def test_is_rated_after_all_seats_were_used(self, campaign):
        one = Candidate.objects.filter(role="pooled").first().id
        hide_candidate(candidate_id=one)
        assert len(everybody_rates(campaign)) == 2
        hide_candidate(candidate_id=one, hide=False)
        assert coverage(campaign) == (1, 0)
        assert everybody_rates(campaign) == [{one}, {one}]
        assert coverage(campaign) == (1, 1)
        assert most_ratings(campaign) == 2

    def test_keeps_what_it_got_before(self, campaign):
        first = Volunteer().sit()
        one = candidates(first)[0]
        hide_candidate(candidate_id=one)
        everybody_rates(campaign)
        hide_candidate(candidate_id=one, hide=False)
        assert everybody_rates(campaign) == [{one}]
        assert most_ratings(campaign) == 2

    def test_is_no_part_of_a_sitting_that_went_without_it(self, campaign):
        one = Candidate.objects.filter(role="pooled").first().id
        hide_candidate(candidate_id=one)
        volunteer = Volunteer()
        ended = volunteer.sit()
        everybody_rates(campaign)
        hide_candidate(candidate_id=one, hide=False)
        everybody_rates(campaign)
        late = volunteer.rate(ended["id"], rating(one))
        assert (late.status_code, late.json()["errors"][0]["code"]) == (
            400,
            "candidate_not_in_assignment",
        )


def test_a_subset_all_of_which_is_hidden_is_given_to_nobody(campaign):
    for id in Candidate.objects.values_list("id", flat=True):
        hide_candidate(candidate_id=id)
    assert Volunteer().take().status_code == 204
    assert not Assignment.objects.exists()


def test_a_full_candidate_that_was_hidden_when_a_sitting_began_does_not_come_into_it():
    campaign = make_campaign(subsets=1, min_ratings=1, max_ratings=1)
    full, other = campaign.subsets.get().placements.values_list("candidate", flat=True)[:2]
    hide_candidate(candidate_id=other)
    everybody_rates(campaign)
    hide_candidate(candidate_id=other, hide=False)
    hide_candidate(candidate_id=full)
    volunteer = Volunteer()
    sitting = volunteer.take().json()
    hide_candidate(candidate_id=full, hide=False)
    assert volunteer.take().json()["sentences"] == sitting["sentences"]
    refused = volunteer.rate(sitting["id"], rating(full))
    assert refused.status_code == 400
    assert other in candidates(sitting)
    entries = [rating(one) for one in candidates(sitting)]
    assert volunteer.rate(sitting["id"], *entries).json()["remaining"] == 0
    assert most_ratings(campaign) == 1
