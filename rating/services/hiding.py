"""Take a broken sentence or candidate out of play, and bring it back; nothing is deleted."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.services import audit
from campaigns.services.locking import lock_campaign, ratings_changed
from pooling.models import Candidate, Subset
from pooling.selectors.anchors import waiting_blocks
from pooling.services.fill_pool import set_candidate_hidden
from pooling.services.marking import mark_uneven
from proposing.services.ending import count_again as count_turns_again
from rating.models import Assignment
from rating.selectors.sittings import counting_in_part
from rating.services.anchors import accompany
from rating.services.announcing import announce_waiting
from rating.services.ending import count_again
from rating.services.tallying import forget
from sources.models import Item
from sources.services.hiding import set_sentence_hidden


@transaction.atomic
def hide_sentence(*, sentence_id: int, hide: bool = True, by: User | None = None) -> None:
    """Hidden, it is shown to nobody, missed by nobody and counted nowhere."""
    sentence = Item.objects.get(id=sentence_id)
    campaign = lock_campaign(sentence.campaign_id)
    waited = waiting_blocks(campaign)
    set_sentence_hidden(sentence_id=sentence_id, at=timezone.now() if hide else None)
    _recount(campaign, Q(placements__candidate__item=sentence_id), hide=hide)
    announce_waiting(campaign, before=waited)
    count_turns_again(campaign, sentence_id=sentence_id, now=timezone.now())
    audit.record(
        campaign=campaign,
        by=by,
        action="hide sentence" if hide else "show sentence",
        sentence=sentence.key,
    )


@transaction.atomic
def hide_candidate(*, candidate_id: int, hide: bool = True, by: User | None = None) -> None:
    candidate = Candidate.objects.select_related("item").get(id=candidate_id)
    campaign = lock_campaign(candidate.item.campaign_id)
    waited = waiting_blocks(campaign)
    set_candidate_hidden(candidate_id=candidate_id, at=timezone.now() if hide else None)
    placed = Q(placements__candidate=candidate_id)
    placed |= Q(placements__candidate__repeat_of=candidate_id)
    if candidate.votes is not None:
        # All blocks of its sentence wait where it is the last of the first gold.
        placed = Q(placements__candidate__item=candidate.item_id)
    _recount(campaign, placed, hide=hide)
    announce_waiting(campaign, before=waited)
    audit.record(
        campaign=campaign,
        by=by,
        action="hide candidate" if hide else "show candidate",
        sentence=candidate.item.key,
        candidate=candidate.text,
    )


def _recount(campaign: Campaign, placed: Q, *, hide: bool) -> None:
    """What is left to answer in the sittings that hold it; and what counts is different now."""
    subsets = list(Subset.objects.filter(placed).values_list("id", flat=True).distinct())
    if not hide:
        # Sittings that ended meanwhile lack it.
        mark_uneven(subsets=subsets)
    complete = Q(state=Assignment.State.COMPLETE)
    sittings = Assignment.objects.filter(
        Q(state=Assignment.State.OPEN) | (complete & counting_in_part()),
        subset__in=subsets,
    )
    locked = sittings.select_for_update(no_key=True, of=("self",)).order_by("id")
    for sitting in locked.select_related("annotator"):
        if sitting.state == Assignment.State.OPEN:
            accompany(sitting, campaign)
        count_again(sitting, campaign, now=timezone.now())
    forget(subsets)
    ratings_changed(campaign.pk, forgotten=True)
