"""Take a broken sentence or candidate out of play, and bring it back; nothing is deleted."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Sentence
from campaigns.services import audit
from campaigns.services.bring_in import set_sentence_hidden
from campaigns.services.locking import lock_campaign
from pooling.models import Candidate
from pooling.services.fill_pool import set_candidate_hidden
from rating.models import Assignment
from rating.selectors import missing_candidates


@transaction.atomic
def hide_sentence(*, sentence_id: int, hide: bool = True, by: User | None = None) -> None:
    """Hidden, it is shown to nobody, missed by nobody and counted nowhere."""
    sentence = Sentence.objects.get(id=sentence_id)
    campaign = lock_campaign(sentence.campaign_id)
    set_sentence_hidden(sentence_id=sentence_id, at=timezone.now() if hide else None)
    _recount(Q(subset__placements__candidate__sentence=sentence_id))
    audit.record(
        campaign=campaign,
        by=by,
        action="hide sentence" if hide else "show sentence",
        sentence=sentence.key,
    )


@transaction.atomic
def hide_candidate(*, candidate_id: int, hide: bool = True, by: User | None = None) -> None:
    candidate = Candidate.objects.select_related("sentence").get(id=candidate_id)
    campaign = lock_campaign(candidate.sentence.campaign_id)
    set_candidate_hidden(candidate_id=candidate_id, at=timezone.now() if hide else None)
    _recount(Q(subset__placements__candidate=candidate_id))
    audit.record(
        campaign=campaign,
        by=by,
        action="hide candidate" if hide else "show candidate",
        sentence=candidate.sentence.key,
        candidate=candidate.text,
    )


def _recount(affected: Q) -> None:
    """What is left to answer in the open sittings that hold it."""
    for assignment in (
        Assignment.objects.select_for_update(no_key=True, of=("self",))
        .filter(id__in=Assignment.objects.filter(affected, state=Assignment.State.OPEN))
        .order_by("id")
    ):
        assignment.remaining = len(missing_candidates(assignment))
        assignment.save(update_fields=["remaining"])
