"""Take a broken sentence or candidate out of play, and bring it back; nothing is deleted."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.services.bring_in import set_sentence_hidden
from pooling.services.fill_pool import set_candidate_hidden
from rating.models import Assignment
from rating.selectors import missing_candidates


@transaction.atomic
def hide_sentence(*, sentence_id: int, hide: bool = True) -> None:
    """Hidden, it is shown to nobody, missed by nobody and counted nowhere."""
    set_sentence_hidden(sentence_id=sentence_id, at=timezone.now() if hide else None)
    _recount(Q(subset__placements__candidate__sentence=sentence_id))


@transaction.atomic
def hide_candidate(*, candidate_id: int, hide: bool = True) -> None:
    set_candidate_hidden(candidate_id=candidate_id, at=timezone.now() if hide else None)
    _recount(Q(subset__placements__candidate=candidate_id))


def _recount(affected: Q) -> None:
    """What is left to answer in the open sittings that hold it."""
    for assignment in (
        Assignment.objects.select_for_update(no_key=True, of=("self",))
        .filter(id__in=Assignment.objects.filter(affected, state=Assignment.State.OPEN))
        .order_by("id")
    ):
        assignment.remaining = len(missing_candidates(assignment))
        assignment.save(update_fields=["remaining"])
