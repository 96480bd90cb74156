"""Numbers that annotators keep from release to release, where they agreed to it."""

from collections.abc import Collection
from random import Random

from django.db import transaction
from django.db.models import Max

from annotators.models import Annotator
from campaigns.models import Campaign
from campaigns.services.locking import lock_campaign


@transaction.atomic
def number_annotators(
    *, campaign: Campaign, annotators: Collection[int], rng: Random | None
) -> dict[int, int]:
    """Of each of them by id: the number they have, or one above all others, drawn; without
    `rng` in the order in which they joined."""
    everybody = lock_campaign(campaign.pk).annotators.all()
    asked = everybody.in_bulk(annotators)
    fresh = [one for _id, one in sorted(asked.items()) if one.number is None]
    # Nobody's number becomes another's, that of whoever withdrew neither.
    above = (everybody.aggregate(highest=Max("number"))["highest"] or 0) + 1
    free = range(above, above + len(fresh))
    drawn = rng.sample(free, len(fresh)) if rng else free
    for one, number in zip(fresh, drawn, strict=True):
        one.number = number
    Annotator.objects.bulk_update(fresh, ["number"], batch_size=500)
    return {id: one.number or 0 for id, one in asked.items()}
