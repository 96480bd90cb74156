"""What a sitting came to is kept with it, so that no page has to count ratings."""

import uuid

import pytest

from pooling.services.dispatching import dispatch_campaign
from rating.models import Assignment, Rating
from rating.services.importing import import_ratings
from rating.services.sittings import complete_assignment
from rating.services.storing import store_ratings
from regild.rating.batch import NewRating
from tests.factories import make_campaign, source
from tests.rating.sitting import by_length, join, rate, sit, take

pytestmark = pytest.mark.django_db


def complete(assignment):
    return complete_assignment(
        annotator_id=assignment.annotator_id, assignment_id=assignment.id
    )


def test_a_completed_sitting_knows_its_ratings_and_their_median_time():
    sitting = sit(join(make_campaign()), elapsed_ms=1500)
    sitting.refresh_from_db()
    assert sitting.rated == sitting.subset.size == sitting.ratings.count()
    assert sitting.median_ms == 1500


def test_what_could_not_be_judged_is_no_rating():
    sitting = take(join(make_campaign()))
    judged = sitting.subset.placements.first().candidate_id
    rate(sitting, lambda candidate: 3 if candidate.id == judged else None)
    assert complete(sitting).rated == 1


def test_a_changed_mind_counts_once():
    sitting = take(join(make_campaign()))
    rate(sitting, by_length)
    first = sitting.ratings.first()
    store_ratings(
        annotator=sitting.annotator,
        assignment_id=sitting.id,
        ratings=[NewRating(first.candidate_id, 3 - first.value, uuid.uuid4(), None)],
    )
    assert sitting.ratings.count() == sitting.subset.size + 1
    assert complete(sitting).rated == sitting.subset.size


def test_foils_and_repeats_are_no_ratings():
    campaign = make_campaign(subsets=None, repeat_share=0.2)
    dispatch_campaign(campaign=campaign, subsets=2, block_size=4, seed=1)
    sitting = sit(join(campaign))
    repeats = sitting.subset.placements.filter(candidate__role="repeat").count()
    assert repeats > 0
    assert sitting.rated == sitting.subset.size - repeats


def test_an_imported_sitting_grows_with_the_next_import():
    campaign = make_campaign()
    head = "annotator,sentence,substitute,value\n"
    import_ratings(campaign=campaign, ratings=source(f"{head}A,1,happy,3\n", "r.csv"))
    sitting = Assignment.objects.get(annotator__name="A")
    assert (sitting.rated, sitting.median_ms) == (1, None)
    more = f"{head}A,1,happy,2\nA,1,pleased,1\n"
    import_ratings(campaign=campaign, ratings=source(more, "r.csv"))
    sitting.refresh_from_db()
    assert sitting.rated == 2
    assert Rating.objects.count() == 3
