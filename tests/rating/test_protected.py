"""A rating never vanishes with what it hangs on."""

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from annotators.models import Annotator
from pooling.models import Candidate, Subset
from rating.models import Assignment, Rating
from tests.factories import make_campaign
from tests.rating.sitting import join, sit

HELD = {
    "campaign": lambda rating: rating.annotator.campaign,
    "sentence": lambda rating: rating.candidate.item,
    "candidate": lambda rating: rating.candidate,
    "subset": lambda rating: rating.assignment.subset,
    "sitting": lambda rating: rating.assignment,
    "annotator": lambda rating: rating.annotator,
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", HELD)
def test_what_was_rated_cannot_be_deleted(what):
    sit(join(make_campaign()))
    stored = Rating.objects.count()
    with pytest.raises(ProtectedError):
        HELD[what](Rating.objects.order_by("id")[0]).delete()
    assert Rating.objects.count() == stored > 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("model", [Candidate, Subset, Assignment, Annotator])
def test_nor_behind_the_back_of_the_models(model):
    sit(join(make_campaign(subsets=1)))
    stored = Rating.objects.count()
    rows = model.objects.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        rows._raw_delete(rows.db)
    assert Rating.objects.count() == stored > 0
