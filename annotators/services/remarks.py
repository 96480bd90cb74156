"""'Something is wrong with this sentence', kept for the lead, who answers."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotators.models import Annotator, Remark
from annotators.services.limits import REMARKS, allow
from campaigns.services import audit


class SentenceNotShown(Exception):  # noqa: N818
    """The sentence is not part of the assignment, or the assignment is not the annotator's."""


def keep_remark(
    *,
    annotator: Annotator,
    shown: QuerySet[Any],
    sentence_id: int,
    comment: str,
    network: str = "",
) -> Remark:
    """`shown` are the turns in which they were given the sentence. Raises SentenceNotShown,
    where there are none, and TooMany."""
    if not shown.exists():
        raise SentenceNotShown(sentence_id)
    allow(REMARKS, annotator=annotator.pk, campaign=annotator.campaign_id, network=network)
    return Remark.objects.create(annotator=annotator, item_id=sentence_id, comment=comment)


@transaction.atomic
def answer_remark(*, remark: Remark, answer: str, by: User) -> None:
    """A second answer replaces the first; the audit log has both."""
    remark.answer, remark.answered_at = answer, timezone.now()
    remark.save(update_fields=["answer", "answered_at"])
    audit.record(
        campaign=remark.item.campaign,
        by=by,
        action="answer remark",
        sentence=remark.item.key,
        answer=answer,
    )
