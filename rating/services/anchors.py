"""See that no block is shown without a first-gold candidate. Under the campaign's lock."""

from campaigns.models import Campaign
from campaigns.selectors.task import task_of
from pooling.models import Candidate, Placement
from pooling.selectors.anchors import gold_in_play
from pooling.services.companions import add_companion
from rating.models import Assignment, Omission
from rating.selectors.sittings import (
    ShownPlace,
    blocks_without_anchor,
    current_answers,
    shown_in,
)


def accompany(sitting: Assignment, campaign: Campaign) -> list[ShownPlace]:
    """Put a first-gold candidate of the sentence into each block of the sitting that shows
    none, and return what is shown then. Where the sentence has none, nothing changes.

    It is a repeat, so that what it is given is stored and does not count.
    """
    shown = shown_in(sitting)
    if sitting.subset_id is None or not task_of(campaign).anchored:
        return shown
    bare = sorted(blocks_without_anchor(shown))
    gold = gold_in_play({item for _block, item in bare}) if bare else {}
    for block, item in bare:
        if item in gold:
            _accompany(sitting, sitting.subset_id, block, gold[item])
    return shown_in(sitting) if gold else shown


def _accompany(sitting: Assignment, subset: int, block: int, gold: list[int]) -> None:
    places = Placement.objects.filter(subset=subset, block=block)
    copies = places.filter(
        anchor=True, candidate__role=Candidate.Role.REPEAT, candidate__hidden_at__isnull=True
    )
    # One that another sitting brought.
    companion = copies.order_by("position").values_list("candidate_id", flat=True).first()
    if companion is None:
        own = places.filter(candidate__in=gold).order_by("position")
        # Its own anchor, where that has all its ratings, or one from this annotator.
        original = own.values_list("candidate_id", flat=True).first() or gold[0]
        companion = add_companion(subset_id=subset, block=block, original=original)
    Omission.objects.filter(assignment=sitting, candidate=companion).delete()
    # It may have been answered before another took its place.
    current_answers(sitting).filter(candidate=companion).update(counts=True)
