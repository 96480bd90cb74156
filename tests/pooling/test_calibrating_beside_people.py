"""A calibration round is drawn while annotators take subsets of the plan."""

import pytest

from pooling.models import Placement, Subset
from pooling.services import calibrating
from pooling.services.calibrating import calibrate_campaign
from pooling.services.dispatching import dispatch_campaign
from tests.factories import make_campaign
from tests.pooling.test_pooling_beside_people import beside
from tests.rating.sitting import join, take

# SQLite lets nobody else write meanwhile.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_what_somebody_takes_meanwhile_stays_theirs_and_others_are_drawn(monkeypatch):
    campaign = make_campaign(subsets=None)
    dispatch_campaign(campaign=campaign, subsets=5, block_size=8, seed=2)
    drafted, taken = calibrating._draft, []

    def take_what_is_drawn(items):
        drawn = Subset.objects.filter(placements__candidate__item__in=items)
        ids = [*drawn.values_list("id", flat=True)]
        # So that what is drawn is given out first.
        Subset.objects.filter(id__in=ids).update(seats=7, calibration=True)
        taken.append(take(join(campaign)).subset_id)
        Subset.objects.filter(id__in=ids).update(seats=None, calibration=False)

    def draft_beside(*said):
        draft = drafted(*said)
        if not taken:
            beside(lambda: take_what_is_drawn(draft.drawing.items))
        return draft

    monkeypatch.setattr(calibrating, "_draft", draft_beside)
    calibrate_campaign(campaign=campaign, items=3, annotators=5, seed=3)
    (theirs,) = taken
    assert Placement.objects.filter(subset=theirs, subset__seats=None).exists()
    rounds = Subset.objects.filter(seats=5)
    items = rounds.values_list("placements__candidate__item", flat=True)
    assert len({*items}) == 3
    assert not Placement.objects.filter(subset=theirs, candidate__item__in=[*items]).exists()
