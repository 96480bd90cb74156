"""A round is drawn while annotators take subsets and finish them."""

import pytest

from pooling.models import Placement, Subset
from pooling.services import drawing_rounds
from pooling.services.dispatching import dispatch_campaign
from pooling.services.drawing_rounds import RoundWanted, draw_round
from pooling.services.fill_pool import pool_campaign
from rating.models import Rating
from rating.selectors.loads import rated_loads
from sources.services.systems import add_system
from tests.factories import make_campaign, source
from tests.pooling.test_pooling_beside_people import beside
from tests.pooling.test_rating_rounds import SECOND, rate_all
from tests.rating.sitting import join, sit, take

# SQLite lets nobody else write meanwhile.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def campaign():
    found = make_campaign(subsets=None, min_ratings=2, max_ratings=2)
    add_system(campaign=found, name="second", answers=source(SECOND, "second.txt"))
    pool_campaign(campaign=found)
    dispatch_campaign(campaign=found, subsets=3, block_size=8, seed=1)
    rate_all(found)
    found.refresh_from_db()
    found.max_ratings = 4
    found.save()
    return found


@pytest.mark.parametrize("act", [take, sit])
def test_what_somebody_takes_or_rates_meanwhile_is_theirs(campaign, monkeypatch, act):
    drafted, done = drawing_rounds._draft, []

    def draft_beside(*said):
        draft = drafted(*said)
        if not done:
            beside(lambda: done.append(act(join(campaign)).subset_id))
        return draft

    monkeypatch.setattr(drawing_rounds, "_draft", draft_beside)
    report = draw_round(campaign=campaign, wanted=RoundWanted(seed=3, ratings=100))
    (theirs,) = done
    rated = set(Rating.objects.filter(assignment__subset=theirs).values_list("candidate"))
    placed = Placement.objects.filter(subset__round__isnull=False, candidate__role="pooled")
    if act is take:
        # Whoever sits there keeps all of it.
        assert not placed.filter(candidate__in=[id for (id,) in rated]).exists()
        assert report.choice.waiting == Subset.objects.get(id=theirs).size
    loads = rated_loads(Rating.objects.all())
    # None is to have more than it may, with what was rated meanwhile.
    for candidate, seats in placed.values_list("candidate", "subset__seats"):
        assert loads[candidate] < seats <= 4
    assert (
        sum(
            seats - loads[candidate]
            for candidate, seats in placed.values_list("candidate", "subset__seats")
        )
        == report.choice.ratings
    )
