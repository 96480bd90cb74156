"""Show a first-gold candidate once more, as the anchor of a block that lost its own."""

from django.db.models import F, Max

from pooling.models import Placement, Subset
from pooling.services.sittings import leave_out
from pooling.services.switching import make_repeats


def add_companion(*, subset_id: int, block: int, original: int) -> int:
    """Returns the repeat of it that stands in the block from now on. Sittings that are there
    already go without it. Under the lock of the campaign.

    It comes after all places of the subset, for whoever plans anew meanwhile may put these back
    as they were.
    """
    companion = make_repeats([original])[original]
    places = Placement.objects.filter(subset=subset_id)
    last = places.aggregate(last=Max("position"))["last"] or 0
    Placement.objects.create(
        subset_id=subset_id,
        candidate_id=companion,
        block=block,
        position=last + 1,
        anchor=True,
    )
    Subset.objects.filter(id=subset_id).update(size=F("size") + 1)
    leave_out([(subset_id, companion)])
    return companion
